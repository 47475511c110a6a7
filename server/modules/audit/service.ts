/** Reading the audit log, for administrators. Writing happens where things are done. */
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import type { AuditState } from '#schemas/generated/entities/audit-state.ts'
import type { Scope } from '../../lib/scope.ts'
import { archiveReader } from './archive-file.ts'
import type { AuditRepo } from './repo.ts'

/** @param folder where archives are */
export function auditService({ audit, folder }: { audit: AuditRepo; folder: string }) {
  let running: Promise<AuditState> | null = null

  async function verify(): Promise<AuditState> {
    const found = await audit.verify(undefined, archiveReader(folder))
    return found.whole
      ? { entries: found.entries, ok: true, brokenAt: null, archive: null }
      : { entries: await audit.count(), ok: false, brokenAt: found.entry, archive: found.archive ?? null }
  }

  return {
    page: (scope: Scope, query: AuditQuery): Promise<AuditPage> => audit.page(scope, query),

    /** Reads the whole chain. Who asks meanwhile gets the same answer: it is the most work one request can ask for. */
    verify(): Promise<AuditState> {
      running ??= verify().finally(() => {
        running = null
      })
      return running
    },
  }
}

export type AuditService = ReturnType<typeof auditService>
