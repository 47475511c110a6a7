/** Dependencies of the one-time codes. */
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { Background } from '../../lib/background.ts'
import type { AccountTokenRepo } from '../account/token-repo.ts'
import type { RefusedTries } from '../audit/refused-tries.ts'
import type { AuditRepo } from '../audit/repo.ts'
import type { MailService } from '../mail/service.ts'
import type { KnownBrowsers } from '../session/known-browser.ts'
import type { KnownNetworks } from '../session/known-network.ts'
import type { SessionRepo } from '../session/repo.ts'
import type { AppCodes } from '../second-factors/app-codes.ts'
import type { AskingBrowsers } from './asking-browser.ts'
import type { OtpRepo } from './repo.ts'

export interface Parts {
  readonly sessions: Pick<SessionRepo, 'credentials' | 'credentialsOf' | 'otpShares'>
  readonly codes: OtpRepo
  readonly tokens: AccountTokenRepo
  readonly browsers: AskingBrowsers
  readonly apps: AppCodes
  readonly knownBrowsers: Pick<KnownBrowsers, 'of'>
  readonly networks: Pick<KnownNetworks, 'has'>
  readonly mail: Pick<MailService, 'send' | 'leaves'>
  readonly audit: AuditRepo
  readonly refusedTries: RefusedTries
  readonly transaction: Catalog['transaction']
  readonly secrets: Secrets
  readonly background: Background
  readonly clock: Clock
  readonly loginDomain: string
}
