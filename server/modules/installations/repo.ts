import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import { inChunks, readable } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

/** An installation with its places, its local order and its order; null where it is of no order. */
export interface InstallationRow {
  readonly id: number
  readonly name: string
  readonly client: number
  readonly clientName: string
  readonly local: number
  readonly localName: string
  readonly status: string
  readonly stateAt: number
  readonly assignee: number | null
  readonly plannedFor: string | null
  readonly createdAt: number
  readonly localOrderAt: number | null
  readonly oldId: string | null
  readonly order: number | null
  readonly orderName: string | null
  readonly orderState: string | null
  readonly orderAt: number | null
  readonly orderAssignee: number | null
}

export function installationRepo(db: Db) {
  return {
    /** When it came into a state, and by whom: its row knows only the last one. */
    async remember(scope: Scope, installation: number, state: Installation['status'], at: number): Promise<void> {
      await db
        .insertInto('installation_history')
        .values({ installation_id: installation, state, at, user_id: scope.userId })
        .execute()
    },

    /** In which states it was, oldest first. */
    async history(scope: Scope, installation: number): Promise<InstallationWay['history']> {
      const rows = await db
        .selectFrom('installation_history')
        .innerJoin('installations', 'installations.id', 'installation_history.installation_id')
        .leftJoin('users', 'users.id', 'installation_history.user_id')
        .select(['installation_history.state as state', 'installation_history.at as at', 'users.username as by'])
        .where('installation_id', '=', installation)
        .where(readable(scope, 'installations.client_id'))
        .orderBy('installation_history.id')
        .execute()
      return rows.map(({ state, at, by }) => ({ state: state as Installation['status'], at, by }))
    },

    /** When each of these came into a state, last. */
    async cameInto(scope: Scope, state: Installation['status'], ids: readonly number[]): Promise<Map<number, number>> {
      const found = new Map<number, number>()
      for (const chunk of inChunks(ids)) {
        const rows = await db
          .selectFrom('installation_history')
          .innerJoin('installations', 'installations.id', 'installation_history.installation_id')
          .select(['installation_id as id', (select) => select.fn.max('at').as('at')])
          .where('installation_id', 'in', chunk)
          .where('installation_history.state', '=', state)
          .where(readable(scope, 'installations.client_id'))
          .groupBy('installation_id')
          .execute()
        for (const { id, at } of rows) found.set(id, at)
      }
      return found
    },

    /**
     * All but those that have been closed, or cancelled, since before a moment; by id. @param only one of them
     */
    async rows(scope: Scope, { since, only }: { since: number; only?: number }): Promise<InstallationRow[]> {
      const query = db
        .selectFrom('installations')
        .innerJoin('clients', 'clients.id', 'installations.client_id')
        .innerJoin('locals', 'locals.id', 'installations.local_id')
        .leftJoin('local_orders', 'local_orders.id', 'installations.local_order')
        .leftJoin('orders', 'orders.id', 'local_orders.order_id')
        .select([
          'installations.id as id',
          'installations.name as name',
          'installations.client_id as client',
          'clients.name as clientName',
          'installations.local_id as local',
          'locals.name as localName',
          'installations.state as status',
          'installations.state_at as stateAt',
          'installations.assignee_id as assignee',
          'installations.planned_for as plannedFor',
          'installations.created_at as createdAt',
          'local_orders.created_at as localOrderAt',
          'local_orders.old_id as oldId',
          'orders.id as order',
          'orders.name as orderName',
          'orders.state as orderState',
          'orders.state_at as orderAt',
          'orders.assignee_id as orderAssignee',
        ])
        .where(readable(scope, 'installations.client_id'))
        .orderBy('installations.id')
      const some =
        only === undefined
          ? query.where((where) =>
              where.or([
                where('installations.state', 'not in', ['closed', 'cancelled']),
                where('installations.state_at', '>=', since),
              ]),
            )
          : query.where('installations.id', '=', only)
      return some.execute()
    },

    /** Newest first. */
    async idsOfLocal(scope: Scope, local: number): Promise<number[]> {
      const rows = await db
        .selectFrom('installations')
        .select('id')
        .where('local_id', '=', local)
        .where(readable(scope, 'client_id'))
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
