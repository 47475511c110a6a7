import { demoClientName, ranks } from '#domain/names'
import type { Client } from '#schemas/generated/entities/client.ts'
import { clientNotFound } from '../../db/scoped.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientRepo } from './repo.ts'

export function clientService({ clients }: { clients: ClientRepo }) {
  /** Every client of the caller, under the name the caller may know. */
  async function list(scope: Scope): Promise<Client[]> {
    const rows = await clients.list(scope)
    if (!scope.demo) return rows
    const rank = ranks(rows)
    return rows.map((client) => ({
      ...client,
      name: demoClientName(rank.get(client.id) ?? 0),
      externalId: null,
      oldId: null,
    }))
  }

  return {
    list,

    /** Throws CLIENT_NOT_FOUND, for a foreign client as for one that does not exist. */
    async find(scope: Scope, id: number): Promise<Client> {
      // A made-up name depends on the others; a real one does not.
      const client = scope.demo ? (await list(scope)).find((row) => row.id === id) : await clients.find(scope, id)
      if (client === undefined) throw clientNotFound(id)
      return client
    },
  }
}

export type ClientService = ReturnType<typeof clientService>
