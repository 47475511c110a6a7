/** Who did what: a chain of entries, archived by month. */
import type { ServerModule } from '../../module.ts'
import { auditRepo } from './repo.ts'
import type { AuditArchivesTable, AuditHeadTable, AuditLogTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable
    audit_head: AuditHeadTable
    audit_archives: AuditArchivesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly audit: ReturnType<typeof auditRepo>
  }
}

export const audit: ServerModule = {
  name: 'audit',
  repositories: { audit: auditRepo },
  start: () => import('./start.ts'),
}
