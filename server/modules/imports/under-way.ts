/** State of imports that are being read or stored: their progress, how they are stopped, where their files are. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditAction } from '#domain/audit-actions'
import type { ImportProgress } from '#schemas/generated/entities/import.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import type { StoredImport } from './repo.ts'

export interface UnderWay {
  readonly progress: Map<number, ImportProgress>
  readonly stops: Map<number, AbortController>
  folderOf(id: number): string
  /** Removes the files of an import. */
  remove(id: number): Promise<void>
  /** Records who requested an action, before its outcome. */
  record(scope: Scope, action: AuditAction, of: Pick<StoredImport, 'id' | 'client' | 'files'>): Promise<void>
}

/** @param folder where files and their lines wait, a folder for each import */
export function createUnderWay(
  { catalog, clock }: { readonly catalog: Catalog; readonly clock: Clock },
  folder: string,
): UnderWay {
  const folderOf = (id: number) => join(folder, String(id))
  return {
    progress: new Map(),
    stops: new Map(),
    folderOf,
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
    record: async (scope, action, { id, client, files }) => {
      await catalog.audit.append(scope, {
        action,
        target: `import ${id}`,
        details: { client, files: files.map(({ name }) => name) },
        at: clock.now(),
      })
    },
  }
}

/** In the name of who asked for it, without limits of clients. */
export const as = ({ userId }: Pick<StoredImport, 'userId'>): Scope => ({ ...SYSTEM_SCOPE, userId })
