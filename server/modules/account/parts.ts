/** The dependencies of the account services. */
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { MailService } from '../mail/service.ts'
import type { LoginThrottle } from '../session/throttle.ts'

export interface Parts {
  readonly catalog: Pick<
    Catalog,
    'sessions' | 'logins' | 'passwords' | 'accounts' | 'accountTokens' | 'audit' | 'transaction'
  >
  readonly mail: Pick<MailService, 'send' | 'leaves'>
  readonly throttle: LoginThrottle
  readonly background: Background
  readonly clock: Clock
  readonly publicUrl: string
  readonly loginDomain: string
}
