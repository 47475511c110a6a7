/** Dependencies of public links. */
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { ClientService } from '../clients/service.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Inject } from '../reports/ask.ts'
import type { ServerStateService } from '../server-state/service.ts'
import type { LinkTokens } from './asking.ts'

export interface LinkParts {
  readonly catalog: Pick<Catalog, 'publicLinks' | 'users' | 'audit' | 'locals' | 'transaction'>
  readonly dashboards: Pick<DashboardService, 'view' | 'readable'>
  readonly clients: Pick<ClientService, 'find'>
  readonly clock: Clock
  readonly inject: Inject
  readonly config: Pick<Config, 'linkHosts'>
  readonly linkTokens: LinkTokens
  readonly serverState: Pick<ServerStateService, 'isInMaintenance'>
}
