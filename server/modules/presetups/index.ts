/** Pre-setups: what is known of a local before devices are installed in it, saved step by step (decision 87). */
import { dayNumber } from '#domain/days'
import { EMPTY_SETUP, missingParts, positionsOf, PRESETUP_PARTS, problemOfSetup, settledSetup } from '#domain/presetup'
import type { Setup } from '#domain/presetup'
import { presetupMachine } from '#domain/machines/presetups'
import { requireYear } from '#domain/year-limit'
import type { PresetupDraft } from '#schemas/generated/api/presetup-draft.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import type { Repositories } from '../../catalog.ts'
import { entryTable, owned, required, withParts, withStates } from '../../db/migrations/columns.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Led, ResourceDescription, ResourceModule, Saving, AuditNote } from '../../resource/description.ts'
import { refusalOfSetup, requirePlace } from './refusals.ts'

const labelOf = ({ name, id }: Pick<Presetup, 'name' | 'id'>) => (name === '' ? `#${id}` : name)

/** A lock of all pre-setups. */
const ALL = 0

/**
 * Throws SETUP_MAC_TAKEN: a device is planned for one local, and counts at no other. What was installed has given its
 * devices away, and is asked only for those that it had not.
 */
async function requireFreeMacs(
  { footscans = [], local = null }: PresetupDraft,
  { resources, fleet, locals, locks }: Repositories,
  scope: Scope,
  { id, how }: Saving,
): Promise<void> {
  if (footscans.length === 0) return
  await locks.hold('presetupMacs', ALL)
  const all = (await resources.list(resource, scope)) as unknown as Presetup[]
  const before = how === 'restore' ? undefined : all.find((one) => one.id === id)
  const had = new Set(before?.footscans.map((one) => one.id))
  const macs = footscans.flatMap((one) => (had.has(one.id) ? [] : [one.id]))
  for (const other of all) {
    const taken =
      other.id === id || other.status === 'installed' ? undefined : other.footscans.find((one) => macs.includes(one.id))
    if (taken !== undefined) throw refusalOfSetup({ reason: 'macTwice', mac: taken.id, where: labelOf(other) })
  }
  const counting = (await fleet.ofMacs(scope, macs)).find((one) => one.enabled && one.local !== local)
  if (counting === undefined) return
  const where = (await locals.find(scope, counting.local))?.name ?? `#${counting.local}`
  throw refusalOfSetup({ reason: 'macTwice', mac: counting.mac, where })
}

/** Throws SETUP_INCOMPLETE: only what is whole is ready for its devices. */
function requireWhole(setup: Presetup): void {
  const missing = missingParts(setup)
  if (missing.length === 0) return
  throw new AppError('SETUP_INCOMPLETE', `Pre-setup ${setup.id} is not complete: ${missing.join(', ')}.`, {
    id: setup.id,
    missing,
  })
}

async function effects(
  repositories: Repositories,
  { action, before, after, scope, at }: Led<Presetup>,
): Promise<readonly AuditNote[]> {
  const { resources } = repositories
  if (action === 'finish') requireWhole(before)
  // Its devices may be another's since it was installed.
  if (action === 'reopen' && before.status === 'installed')
    await requireFreeMacs(before, repositories, scope, { how: 'restore', id: before.id })
  if (action !== 'install') return []
  const installDate = new Date(at).toISOString().slice(0, 10)
  await resources.replace(resource, scope, after.id, { ...after, installDate }, after.updatedAt)
  return []
}

const resource: ResourceDescription<Presetup, PresetupDraft> = {
  name: 'presetups',
  path: 'presetup',
  noun: 'presetup',
  table: 'presetups',
  schema: 'presetup',
  tag: 'Pre-setups',
  changes: 'admin',
  columns: {
    name: 'text',
    client: 'client',
    local: 'local',
    user: 'number',
    phoneMacs: 'json',
    footscans: 'json',
    areas: 'json',
    schedules: 'json',
    zoneDistribution: 'text',
    zoneFloors: 'json',
    positionsAreaRelation: 'json',
    outsideType: 'text',
    points: 'json',
    installDate: 'day',
    sealDate: 'day',
    smartInstall: 'flag',
  },
  defaults: EMPTY_SETUP,
  parts: PRESETUP_PARTS,
  clientFollowsLocal: true,
  machine: presetupMachine,
  effects,
  label: labelOf,
  derived: ({ footscans }) => ({ positions: positionsOf(footscans) }),
  settled(draft, saving) {
    requirePlace(draft)
    const setup = settledSetup(draft as Setup)
    // A new one is only begun, and a step is asked for what is its own.
    const withZones = saving.how === 'replace' || saving.part === 'zones'
    const problem = problemOfSetup(setup, { withZones })
    if (problem !== null) throw refusalOfSetup(problem)
    return setup
  },
  async check(draft, parts, scope) {
    for (const day of [draft.installDate, draft.sealDate])
      if (typeof day === 'string') {
        dayNumber(day)
        requireYear(day, new Date(parts.clock.now()).toISOString())
      }
    const { user = null } = draft
    if (user !== null && (await parts.catalog.users.find(scope, user)) === undefined)
      throw new AppError('USER_NOT_FOUND', `There is no account ${user}; choose another.`, { user })
  },
  requireFree: requireFreeMacs,
  example: (unique, client, local) => ({
    name: `Pre-setup ${unique}`,
    client,
    local,
    user: null,
    phoneMacs: ['3C:22:FB:10:20:30'],
    footscans: [
      { id: macOf(unique, 'A0'), position: 'Entrance' },
      { id: macOf(unique, 'A1'), position: 'First floor' },
    ],
    areas: ['Ground', 'Upstairs'],
    schedules: {
      Ground: {
        1: [
          ['10:00', '14:00'],
          ['17:00', '21:00'],
        ],
      },
      Upstairs: { 6: [['10:00', '22:00']] },
    },
    zoneDistribution: 'floors',
    zoneFloors: { sales: '0' },
    positionsAreaRelation: { Entrance: 'Ground', 'First floor': 'Upstairs' },
    outsideType: 'street',
    points: {
      Ground: [
        { point: 'AD1', related: [] },
        { point: 'CO1', related: ['AD1'] },
      ],
    },
    installDate: null,
    sealDate: null,
    smartInstall: true,
  }),
  steps: {
    '0043-presetups': async (db, dialect) => {
      await withParts(withStates(entryTable(db, dialect)('presetups')))
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('local_id', 'integer', (column) => column.references('locals.id').onDelete('set null'))
        // No reference: what was written about a local outlives the account.
        .addColumn('user', 'integer')
        .addColumn('phone_macs', 'text', required)
        .addColumn('footscans', 'text', required)
        .addColumn('areas', 'text', required)
        .addColumn('schedules', 'text', required)
        .addColumn('zone_distribution', 'text', required)
        .addColumn('zone_floors', 'text', required)
        .addColumn('positions_area_relation', 'text', required)
        .addColumn('outside_type', 'text')
        .addColumn('points', 'text', required)
        .addColumn('install_date', 'text')
        .addColumn('seal_date', 'text')
        .addColumn('smart_install', 'integer', required)
        .execute()
      for (const column of ['client_id', 'local_id', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`presetups_by_${column}`).on('presetups').column(column).execute()
    },
  },
}

function macOf(unique: number, last: string): string {
  const digits = unique.toString(16).toUpperCase().padStart(10, '0').slice(-10)
  return [...(digits.match(/../g) ?? []), last].join(':')
}

export const presetups: ResourceModule = {
  name: resource.name,
  resource,
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startPresetups(resource),
}
