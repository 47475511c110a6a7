/** The exports of an account as it sees them, with how far those are that are being made. */
import type { Export } from '#schemas/generated/entities/export.ts'
import type { Repositories } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import { isAllowed } from './access.ts'
import { exportNotFound } from './failure.ts'
import type { ExportQueue } from './queue.ts'
import type { StoredExport } from './repo.ts'

interface ListingParts {
  readonly catalog: Pick<Repositories, 'exports'>
  readonly clients: ClientService
  readonly progressOf: ExportQueue['progressOf']
}

export function exportListing({ catalog, clients, progressOf }: ListingParts) {
  async function named(scope: Scope, stored: readonly StoredExport[]): Promise<Export[]> {
    const names = new Map(stored.length === 0 ? [] : (await clients.list(scope)).map(({ id, name }) => [id, name]))
    return stored.map(({ owner: _owner, demo, tries: _tries, ...rest }): Export => {
      const now = rest.state === 'running' ? progressOf(rest.id) : undefined
      return {
        ...rest,
        rows: now?.rows ?? rest.rows,
        totalRows: now?.totalRows ?? (rest.state === 'ready' ? rest.rows : null),
        clientNames: rest.what.clients.flatMap((client) => names.get(client) ?? []),
        allowed: isAllowed(scope, { what: rest.what, demo }),
      }
    })
  }

  return {
    /** The caller's own, newest first. */
    async list(scope: Scope): Promise<Export[]> {
      return named(scope, await catalog.exports.list(scope))
    },

    /** Throws EXPORT_NOT_FOUND. */
    async find(scope: Scope, id: number): Promise<Export> {
      return (await named(scope, [await storedExport(catalog, scope, id)]))[0]!
    },
  }
}

/** One of the caller's own. Throws EXPORT_NOT_FOUND. */
export async function storedExport(
  { exports }: Pick<Repositories, 'exports'>,
  scope: Scope,
  id: number,
): Promise<StoredExport> {
  const stored = await exports.find(scope, id)
  if (stored === undefined) throw exportNotFound(id)
  return stored
}
