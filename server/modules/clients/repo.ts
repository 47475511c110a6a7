import type { Client } from '#schemas/generated/entities/client.ts'
import { readable, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'

export type NewClient = Omit<Client, 'id' | 'externalId' | 'oldId'> & Partial<Pick<Client, 'externalId' | 'oldId'>>

const toClient = (row: Row<'clients'>): Client => ({
  id: row.id,
  name: row.name,
  type: row.type as Client['type'],
  externalId: row.external_id,
  oldId: row.old_id,
})

export function clientRepo(db: Db) {
  const visible = (scope: Scope) => db.selectFrom('clients').selectAll().where(readable(scope, 'clients.id'))

  return {
    /** By id. */
    async list(scope: Scope): Promise<Client[]> {
      return (await visible(scope).orderBy('id').execute()).map(toClient)
    },

    async find(scope: Scope, id: number): Promise<Client | undefined> {
      const row = await visible(scope).where('id', '=', id).executeTakeFirst()
      return row && toClient(row)
    },

    /** The login message of these clients; of the first that has one. */
    async loginMessage(scope: Scope): Promise<string | undefined> {
      const row = await visible(scope)
        .where('use_login_message', '=', 1)
        .where('login_message', '<>', '')
        .orderBy('id')
        .executeTakeFirst()
      return row?.login_message
    },

    async findByName(scope: Scope, name: string): Promise<Client | undefined> {
      const row = await visible(scope).where('name', '=', name).executeTakeFirst()
      return row && toClient(row)
    },

    /** A new client is in no grants, so only a scope of all clients may add one. Throws NAME_TAKEN. */
    async insert(_scope: AllClients, client: NewClient): Promise<Client> {
      const values = {
        name: client.name,
        type: client.type,
        external_id: client.externalId ?? null,
        old_id: client.oldId ?? null,
      }
      const write = db.insertInto('clients').values(values).returningAll().executeTakeFirstOrThrow()
      return toClient(await unlessTaken(write, `There is already a client named ${client.name}; choose another name.`))
    },

    /** Undefined when there is no such client in the scope. */
    async setOldId(scope: Scope, id: number, oldId: string | null, at: number): Promise<Client | undefined> {
      const row = await db
        .updateTable('clients')
        .set({ old_id: oldId, updated_at: at, updated_by: scope.userId })
        .where('id', '=', id)
        .where(readable(scope, 'clients.id'))
        .returningAll()
        .executeTakeFirst()
      return row && toClient(row)
    },
  }
}

export type ClientRepo = ReturnType<typeof clientRepo>
