/** Every module of the server. A new one is one line here, and a folder. */
import type { ServerModule } from '../module.ts'
import { account } from './account/index.ts'
import { alerts } from './alerts/index.ts'
import { annotations } from './annotations/index.ts'
import { apiClients } from './api-clients/index.ts'
import { apiTokens } from './api-tokens/index.ts'
import { audit } from './audit/index.ts'
import { bulkMails } from './bulk-mails/index.ts'
import { brands } from './brands/index.ts'
import { campaigns } from './campaigns/index.ts'
import { clients } from './clients/index.ts'
import { compare } from './compare/index.ts'
import { cspReport } from './csp-report/index.ts'
import { dashboards } from './dashboards/index.ts'
import { dealerships } from './dealerships/index.ts'
import { deviceHealth } from './device-health/index.ts'
import { deviceKeys } from './device-keys/index.ts'
import { clientDischarges, installationDischarges, orderDischarges } from './discharges/index.ts'
import { downloads } from './downloads/index.ts'
import { entries } from './entries/index.ts'
import { exportModule } from './exports/index.ts'
import { figures } from './figures/index.ts'
import { folders } from './folders/index.ts'
import { footscans } from './footscans/index.ts'
import { groups } from './groups/index.ts'
import { health } from './health/index.ts'
import { holidays } from './holidays/index.ts'
import { home } from './home/index.ts'
import { hubble } from './hubble/index.ts'
import { importModule } from './imports/index.ts'
import { ingest } from './ingest/index.ts'
import { installations } from './installations/index.ts'
import { interventions } from './interventions/index.ts'
import { localGroups } from './local-groups/index.ts'
import { locals } from './locals/index.ts'
import { mail } from './mail/index.ts'
import { dataModules } from './modules/index.ts'
import { oauth } from './oauth/index.ts'
import { occupancy } from './occupancy/index.ts'
import { openapi } from './openapi/index.ts'
import { openingHours } from './opening-hours/index.ts'
import { orders } from './orders/index.ts'
import { otp } from './otp/index.ts'
import { periods } from './periods/index.ts'
import { places } from './places/index.ts'
import { preseals } from './preseals/index.ts'
import { presetups } from './presetups/index.ts'
import { publicLinks } from './public-links/index.ts'
import { quarantine } from './quarantine/index.ts'
import { reports } from './reports/index.ts'
import { screens } from './screens/index.ts'
import { seals } from './seals/index.ts'
import { secondFactors } from './second-factors/index.ts'
import { serverState } from './server-state/index.ts'
import { session } from './session/index.ts'
import { tracking } from './tracking/index.ts'
import { traffic } from './traffic/index.ts'
import { uploads } from './uploads/index.ts'
import { userAccess } from './user-access/index.ts'
import { users } from './users/index.ts'
import { views } from './views/index.ts'
import { webhooks } from './webhooks/index.ts'

/** In the order in which the API page shows them. */
export const MODULES: readonly ServerModule[] = [
  health,
  openapi,
  oauth,
  secondFactors,
  otp,
  session,
  account,
  apiClients,
  apiTokens,
  audit,
  mail,
  clients,
  locals,
  places,
  quarantine,
  openingHours,
  holidays,
  alerts,
  webhooks,
  uploads,
  importModule,
  campaigns,
  periods,
  compare,
  traffic,
  home,
  downloads,
  exportModule,
  deviceHealth,
  occupancy,
  figures,
  dashboards,
  views,
  annotations,
  reports,
  bulkMails,
  screens,
  publicLinks,
  users,
  footscans,
  hubble,
  orders,
  installations,
  interventions,
  clientDischarges,
  orderDischarges,
  installationDischarges,
  presetups,
  preseals,
  seals,
  groups,
  userAccess,
  brands,
  dataModules,
  serverState,
  tracking,
  cspReport,
  deviceKeys,
  ingest,
  dealerships,
  localGroups,
  folders,
  entries,
]
