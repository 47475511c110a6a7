/** Dependencies of passkeys. */
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { MailService } from '../mail/service.ts'
import type { SessionService } from '../session/service.ts'
import type { PasskeyChallenges } from './challenges.ts'

export interface PasskeyParts {
  readonly catalog: Pick<Catalog, 'passkeys' | 'sessions' | 'logins' | 'audit' | 'transaction'>
  readonly sessions: Pick<SessionService, 'open'>
  readonly challenges: PasskeyChallenges
  readonly mail: Pick<MailService, 'send'>
  readonly background: Background
  readonly clock: Clock
  readonly publicUrl: string
}

/** The name by which authenticators know an account; it reveals nothing about the person. */
export const handleOf = (userId: number) => new Uint8Array(Buffer.from(`aforo:${userId}`))
