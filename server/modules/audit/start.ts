import type { Parts, ServiceMakers } from '../../module.ts'
import { archivesIn } from './archive-file.ts'
import { auditArchives } from './archives.ts'
import { refusedTries, refusedTriesJob } from './refused-tries.ts'
import type { RefusedTries } from './refused-tries.ts'
import { auditRoutes } from './routes.ts'
import { auditService } from './service.ts'
import type { AuditService } from './service.ts'

declare module '../../module.ts' {
  interface Services {
    readonly audit: AuditService
    readonly refusedTries: RefusedTries
  }
}

const folderOf = ({ config }: Parts) => archivesIn(config.dataDir)

/** Months of the audit log that are old enough go to archives. */
const EVERY_MS = 3_600_000

export const services = {
  audit: (parts) => auditService({ audit: parts.catalog.audit, folder: folderOf(parts) }),
  refusedTries: ({ catalog, clock }) => refusedTries({ audit: catalog.audit, clock }),
} satisfies ServiceMakers

export const routes = auditRoutes

export function jobs(parts: Parts) {
  const archives = auditArchives({
    catalog: parts.catalog,
    clock: parts.clock,
    folder: folderOf(parts),
    // Without files there is nowhere for archives to go.
    keptDays: parts.isInMemory ? 0 : parts.config.auditDays,
  })
  return [
    refusedTriesJob(parts.refusedTries),
    { name: 'audit archives', everyMs: EVERY_MS, run: archives.runMaintenance },
  ]
}

export const stop = ({ refusedTries: tries }: Parts) => tries.summarise()
