import type { ClientDate } from '#schemas/generated/entities/client-date.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { EntriesMoved } from '#schemas/generated/api/entries-moved.ts'
import { clientNotFound } from '../../db/scoped.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parts } from '../../module.ts'
import { requireReader } from '../../resource/rows.ts'
import { clientDischarges, takeUp, wouldTakeUp } from '../discharges/index.ts'
import { clientDescription } from './description.ts'

/** Changes of a client by administrators, besides those of every noun. */
export function clientManagement({ catalog, clock, places }: Pick<Parts, 'catalog' | 'clock' | 'places'>) {
  return {
    /** Says what the system before this one calls a client; null takes it away. Throws CLIENT_NOT_FOUND. */
    setOldId(scope: Scope, id: number, oldId: string | null): Promise<Client> {
      return catalog.transaction(async ({ clients, audit }) => {
        const before = await clients.find(scope, id)
        const client = await clients.setOldId(scope, id, oldId, clock.now())
        if (before === undefined || client === undefined) throw clientNotFound(id)
        const details = { oldId: [before.oldId, client.oldId] }
        await audit.append(scope, { action: 'client.oldId', target: `client ${id}`, details, at: clock.now() })
        return client
      })
    },

    /** Since when it is there, and of which days it has data. Throws CLIENT_NOT_FOUND. */
    async dateOf(scope: Scope, id: number): Promise<ClientDate> {
      const { firstDay, lastDay } = await places.contents(scope, 'client', id)
      const entry = await catalog.resources.find(clientDescription, scope, id)
      if (entry === undefined) throw clientNotFound(id)
      const { createdAt, updatedAt } = entry
      return { data: { createdAt: createdAt || null, updatedAt: updatedAt || null, firstDay, lastDay } }
    },

    /** Discharges of clients that wait for the devices of an account are taken up by it. Throws USER_NOT_FOUND. */
    processFor: (scope: Scope, user: number): Promise<EntriesMoved> =>
      takeUp(clientDischarges.resource, { catalog, clock }, scope, user),

    /** The entries that `processFor` would assign now. Throws USER_NOT_FOUND, and ADMIN_REQUIRED for a demo account. */
    async wouldProcessFor(scope: Scope, user: number): Promise<EntriesMoved> {
      requireReader(clientDescription, scope)
      return wouldTakeUp(clientDischarges.resource, { catalog }, scope, user)
    },
  }
}

export type ClientManagement = ReturnType<typeof clientManagement>
