import type { Parts, ServiceMakers } from '../../module.ts'
import { builtInDashboards } from './built-in.ts'
import { provisionedDashboards } from './provisioned.ts'
import type { ProvisionedDashboards } from './provisioned.ts'
import { dashboardRoutes } from './routes.ts'
import { dashboardService } from './service.ts'
import type { DashboardService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly dashboards: DashboardService
    /** Null where the operator names no folder. */
    readonly provisioned: ProvisionedDashboards | null
  }
}

/** How often the files of the folder are looked at: their dates and sizes only. */
const LOOK_MS = 5000

const builtIn = builtInDashboards()

export const services = {
  provisioned: ({ config, catalog, log }) =>
    config.dashboardsDir === null
      ? null
      : provisionedDashboards({
          folder: config.dashboardsDir,
          builtIn,
          catalog,
          linkHosts: config.linkHosts,
          onRefused: ({ file, reason, by, issues }) => {
            log.warn({ file, reason, by, issues: issues.slice(0, 3) }, 'a file of DASHBOARDS_DIR is not shown')
          },
        }),
  dashboards: ({ catalog, clock, config, quotas, provisioned }) =>
    dashboardService({
      catalog,
      builtIn: provisioned === null ? () => builtIn : () => [...builtIn, ...provisioned.all()],
      clock,
      quotas,
      linkHosts: config.linkHosts,
    }),
} satisfies ServiceMakers
export const recover = async ({ provisioned }: Parts) => provisioned?.read()
export const jobs = ({ provisioned }: Parts) =>
  provisioned === null ? [] : [{ name: 'folder of dashboards', everyMs: LOOK_MS, run: provisioned.read }]
export const routes = dashboardRoutes
