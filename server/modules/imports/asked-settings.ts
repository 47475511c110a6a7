/** The requested settings of an import, as far as the caller may request them. */
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'

interface Parts {
  readonly catalog: Catalog
  readonly clients: ClientService
  readonly locals: LocalService
}

/**
 * The client that the caller may load into; null = not said yet. Throws CLIENT_NOT_FOUND, ADMIN_REQUIRED,
 * REQUEST_INVALID.
 */
export async function settingsFor(
  { catalog, clients, locals }: Parts,
  scope: Scope,
  settings: ImportSettings,
): Promise<{ client: number | null; settings: ImportSettings }> {
  if (settings.client != null && settings.newClient != null)
    throw new AppError('REQUEST_INVALID', 'An import goes to a client or to a newClient; give one of the two.')
  if (settings.newClient != null) {
    if (scope.role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may make a client.')
    if (settings.newClient.trim() === '')
      throw new AppError('REQUEST_INVALID', 'newClient is empty; a name was expected.')
    const known = await catalog.clients.findByName(scope, settings.newClient.trim())
    return known === undefined
      ? { client: null, settings: { ...settings, newClient: settings.newClient.trim() } }
      : { client: known.id, settings: { ...settings, newClient: null, client: known.id } }
  }
  const only = scope.clients !== 'all' && scope.clients.length === 1 ? scope.clients[0]! : null
  const client = settings.client ?? only
  if (client !== null) await clients.find(scope, client)
  for (const { local } of settings.places ?? []) {
    if (local != null && (client === null || !(await locals.ofClient(scope, client)).some(({ id }) => id === local)))
      throw new AppError('LOCAL_NOT_FOUND', `There is no local ${local} among those of the client.`, { local })
  }
  return { client, settings: { ...settings, client } }
}
