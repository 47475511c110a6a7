import type { Client } from '#schemas/generated/entities/client.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { clientNotFound } from '../../db/scoped.ts'
import type { Scope } from '../../lib/scope.ts'

/** What administrators change of a client. */
export function clientManagement({ catalog, clock }: { catalog: Pick<Catalog, 'transaction'>; clock: Clock }) {
  return {
    /** Says what the system before this one calls a client; null takes it away. Throws CLIENT_NOT_FOUND. */
    setOldId(scope: Scope, id: number, oldId: string | null): Promise<Client> {
      return catalog.transaction(async ({ clients, audit }) => {
        const before = await clients.find(scope, id)
        const client = await clients.setOldId(scope, id, oldId)
        if (before === undefined || client === undefined) throw clientNotFound(id)
        const details = { oldId: [before.oldId, client.oldId] }
        await audit.append(scope, { action: 'client.oldId', target: `client ${id}`, details, at: clock.now() })
        return client
      })
    },
  }
}

export type ClientManagement = ReturnType<typeof clientManagement>
