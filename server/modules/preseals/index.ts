/** Pre-seals: the points of a local that are to be verified on site, which makes a seal of them (decision 88). */
import { presealMachine } from '#domain/machines/preseals'
import { pointsWithArea, problemOfPoints } from '#domain/points'
import type { PresealDraft } from '#schemas/generated/api/preseal-draft.ts'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import type { Repositories } from '../../catalog.ts'
import { entryTable, owned, required, withParts, withStates } from '../../db/migrations/columns.ts'
import { AppError } from '../../lib/errors.ts'
import type { Led, ResourceDescription, ResourceModule, AuditNote } from '../../resource/description.ts'
import { presetups } from '../presetups/index.ts'
import { refusalOfSetup, requirePlace } from '../presetups/refusals.ts'
import { seals } from '../seals/index.ts'

const labelOf = ({ name, id }: Pick<Preseal, 'name' | 'id'>) => (name === '' ? `#${id}` : name)

/** Throws SETUP_INCOMPLETE: a seal says that points of a local were verified. */
function requireWhole({ id, local, points }: Preseal): void {
  const missing = [...(local === null ? ['place'] : []), ...(pointsWithArea(points).length === 0 ? ['points'] : [])]
  if (missing.length > 0)
    throw new AppError('SETUP_INCOMPLETE', `Pre-seal ${id} is not complete: ${missing.join(', ')}.`, { id, missing })
}

/** A pre-seal that is verified makes a seal, of which the pre-setups of what was installed there say the day. */
async function effects(repositories: Repositories, led: Led<Preseal>): Promise<readonly AuditNote[]> {
  if (led.action !== 'verify') return []
  requireWhole(led.before)
  return makeSeal(repositories, led)
}

async function makeSeal(
  { resources }: Repositories,
  { after, scope, at }: Led<Preseal>,
): Promise<readonly AuditNote[]> {
  const { name, client, local, points } = after
  const sealedOn = new Date(at).toISOString().slice(0, 10)
  const draft = { name, client, local, preseal: after.id, points, sealedOn }
  const id = await resources.insert(seals.resource, scope, draft, at)
  const seal = (await resources.find(seals.resource, scope, id)) as unknown as Seal
  const all = (await resources.list(presetups.resource, scope)) as unknown as Presetup[]
  for (const setup of all.filter((one) => one.local === local && one.status === 'installed'))
    await resources.replace(presetups.resource, scope, setup.id, { ...setup, sealDate: sealedOn }, setup.updatedAt + 1)
  return [{ action: 'seal.create', target: seals.resource.label(seal), details: { id, ...draft } }]
}

const resource: ResourceDescription<Preseal, PresealDraft> = {
  name: 'preseals',
  path: 'preseal',
  noun: 'preseal',
  table: 'preseals',
  schema: 'preseal',
  tag: 'Pre-seals',
  changes: 'admin',
  columns: { name: 'text', client: 'client', local: 'local', points: 'json' },
  defaults: { name: '', client: null, local: null, points: {} },
  parts: { place: ['name', 'client', 'local'], points: ['points'] },
  clientFollowsLocal: true,
  machine: presealMachine,
  effects,
  label: labelOf,
  derived: ({ status }) => ({ enabled: status === 'on' }),
  settled(draft) {
    requirePlace(draft)
    const problem = problemOfPoints(draft.points ?? {}, null)
    if (problem !== null) throw refusalOfSetup(problem)
    return draft
  },
  example: (unique, client, local) => ({
    name: `Pre-seal ${unique}`,
    client,
    local,
    points: {
      Ground: [
        { point: 'AD1', related: [] },
        { point: 'CO1', related: ['AD1'] },
      ],
    },
  }),
  steps: {
    '0044-preseals': async (db, dialect) => {
      await withParts(withStates(entryTable(db, dialect)('preseals')))
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('local_id', 'integer', (column) => column.references('locals.id').onDelete('set null'))
        .addColumn('points', 'text', required)
        .execute()
      for (const column of ['client_id', 'local_id', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`preseals_by_${column}`).on('preseals').column(column).execute()
    },
  },
}

export const preseals: ResourceModule = {
  name: resource.name,
  resource,
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startPreseals(resource),
}
