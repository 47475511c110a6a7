/** Discharges of clients, orders and installations: each is handed over, and closed. */
import { dayNumber } from '#domain/days'
import { dischargeMachine } from '#domain/machines/discharges'
import { requireYear } from '#domain/year-limit'
import type { ClientDischargeDraft } from '#schemas/generated/api/client-discharge-draft.ts'
import type { InstallationDischargeDraft } from '#schemas/generated/api/installation-discharge-draft.ts'
import type { OrderDischargeDraft } from '#schemas/generated/api/order-discharge-draft.ts'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import type { InstallationDischarge } from '#schemas/generated/entities/installation-discharge.ts'
import type { OrderDischarge } from '#schemas/generated/entities/order-discharge.ts'
import type { Kysely } from 'kysely'
import { entryTable, required, withStates } from '../../db/migrations/columns.ts'
import type { SqlDialect } from '../../db/tables.ts'
import type { ResourceDescription, ResourceModule } from '../../resource/description.ts'
import { KINDS } from './kinds.ts'
import type { Kind } from './kinds.ts'

type Entity = ClientDischarge | OrderDischarge | InstallationDischarge
type Draft = ClientDischargeDraft | OrderDischargeDraft | InstallationDischargeDraft

const descriptionOf = (kind: Kind): ResourceDescription<Entity, Draft> => ({
  name: kind === 'client' ? 'discharges' : `${kind}-discharges`,
  path: `discharges/${kind}`,
  noun: `${kind}Discharge`,
  table: `${kind}_discharges`,
  schema: `${kind}-discharge`,
  tag: 'Discharges',
  changes: 'admin',
  columns: { dischargeId: 'text', date: 'day', client: 'client', data: 'json' },
  always: { entityType: kind },
  defaults: { dischargeId: '', date: '', client: null, data: {} },
  machine: dischargeMachine,
  label: ({ dischargeId }) => dischargeId,
  check({ date }, { clock }) {
    dayNumber(date)
    requireYear(date, new Date(clock.now()).toISOString())
  },
  example: (unique, client) => ({
    dischargeId: `D-${unique}`,
    date: '2026-11-02',
    client,
    data: { clientOldId: `C-${unique}`, oldId: `O-${unique}` },
  }),
  steps: kind === 'client' ? { '0035-discharges': tables } : {},
})

async function tables(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  for (const kind of KINDS) {
    const table = `${kind}_discharges`
    await withStates(entryTable(db, dialect)(table))
      .addColumn('discharge_id', 'text', required)
      .addColumn('date', 'text', required)
      .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('cascade'))
      .addColumn('data', 'text', required)
      .addUniqueConstraint(`${table}_discharge_id`, ['discharge_id'])
      .execute()
    for (const column of ['client_id', 'assignee_id', 'last_action_by', 'updated_by'])
      await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
}

function moduleOf(kind: Kind): ResourceModule {
  const resource = descriptionOf(kind)
  return {
    name: resource.name,
    resource,
    steps: resource.steps,
    start: async () => (await import('./start.ts')).startDischarges(kind, resource),
  }
}

export { takeUp, wouldTakeUp } from './take-up.ts'

export const clientDischarges = moduleOf('client')
export const orderDischarges = moduleOf('order')
export const installationDischarges = moduleOf('installation')
