/** Installations: sensors that are put up at a local. Launching an order makes one for each of its locals. */
import { dayNumber } from '#domain/days'
import { installationMachine } from '#domain/machines/installations'
import { requireYear } from '#domain/year-limit'
import type { InstallationDraft } from '#schemas/generated/api/installation-draft.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Repositories } from '../../catalog.ts'
import { entryTable, numberedTables, owned, required, withStates } from '../../db/migrations/columns.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Parts, ServerModule } from '../../module.ts'
import type { Led, ResourceDescription, ResourceModule, AuditNote } from '../../resource/description.ts'
import { installationRepo } from './repo.ts'
import type { InstallationHistoryTable, InstallationsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    installations: InstallationsTable
    installation_history: InstallationHistoryTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly installations: ReturnType<typeof installationRepo>
  }
}

const NO_LOCAL = 2_147_483_647

const resource: ResourceDescription<Installation, InstallationDraft> = {
  name: 'installations',
  path: 'management/installations',
  noun: 'installation',
  table: 'installations',
  schema: 'installation',
  tag: 'Installations',
  changes: 'admin',
  columns: { name: 'text', client: 'client', local: 'local', localOrder: 'number', plannedFor: 'day' },
  defaults: { name: '', client: 0, local: 0, localOrder: null, plannedFor: null },
  machine: installationMachine,
  holdsPlace: ['planned', 'underway', 'installed', 'verified'],
  label: ({ name, id }) => `${name} #${id}`,
  check,
  guard,
  effects,
  example: (unique, client, local) => ({
    name: `Installation ${unique}`,
    client,
    // An installation is always at a local; without one this is refused.
    local: local ?? NO_LOCAL,
    localOrder: null,
    plannedFor: '2026-12-01',
  }),
  steps: {
    '0041-installations': async (db, dialect) => {
      const user = 'users.id'
      await withStates(entryTable(db, dialect)('installations'))
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('local_id', 'integer', owned('locals.id'))
        .addColumn('local_order', 'integer', (column) => column.references('local_orders.id').onDelete('set null'))
        .addColumn('planned_for', 'text')
        .addUniqueConstraint('installations_local_order', ['local_order'])
        .execute()
      await numberedTables(
        db,
        dialect,
      )('installation_history')
        .addColumn('installation_id', 'integer', owned('installations.id'))
        .addColumn('state', 'text', required)
        .addColumn('at', 'bigint', required)
        .addColumn('user_id', 'integer', (column) => column.references(user).onDelete('set null'))
        .execute()
      for (const column of ['client_id', 'local_id', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`installations_by_${column}`).on('installations').column(column).execute()
      for (const column of ['installation_id', 'user_id'])
        await db.schema
          .createIndex(`installation_history_by_${column}`)
          .on('installation_history')
          .column(column)
          .execute()
    },
  },
}

/** Throws LOCAL_ORDER_NOT_FOUND for one that is of another local, DATE_INVALID, YEAR_OUT_OF_RANGE. */
async function check(draft: InstallationDraft, { catalog, clock }: Parts, scope: Scope): Promise<void> {
  const { plannedFor = null, localOrder = null, local } = draft
  if (plannedFor !== null) {
    dayNumber(plannedFor)
    requireYear(plannedFor, new Date(clock.now()).toISOString())
  }
  if (localOrder === null) return
  const found = await catalog.localOrders.find(scope, localOrder)
  if (found === undefined || found.local !== local)
    throw new AppError('LOCAL_ORDER_NOT_FOUND', `Local ${local} has no local order ${localOrder}.`, {
      local,
      id: localOrder,
    })
}

/** A begun installation stays at its local, and on record. Throws INSTALLATION_CHANGE_NOT_ALLOWED. */
function guard(
  _repositories: Repositories,
  { before, draft }: { readonly before: Installation; readonly draft: InstallationDraft | null },
): Promise<void> {
  const { id, status, local } = before
  const isBegun = status !== 'planned' && status !== 'cancelled'
  if (!isBegun || (draft !== null && draft.local === local)) return Promise.resolve()
  return Promise.reject(
    new AppError(
      'INSTALLATION_CHANGE_NOT_ALLOWED',
      `Installation ${id} is ${status}; it may be removed, or move to another local, only before it is begun or ` +
        'after it is cancelled.',
      { installation: id, state: status },
    ),
  )
}

async function effects(
  { installations: history }: Repositories,
  { before, after, scope, at }: Led<Installation>,
): Promise<readonly AuditNote[]> {
  if (after.status !== before.status) await history.remember(scope, after.id, after.status, at)
  return []
}

export const installations: ServerModule & ResourceModule = {
  name: 'installations',
  resource,
  repositories: { installations: installationRepo },
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startInstallations(resource),
}
