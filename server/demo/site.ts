/** Open work of installers in the demo: pre-setups, pre-seals and seals in every state. */
import { attempt, positionOf } from '#domain/machine'
import { DAY_MS } from '#domain/days'
import type { PresealDraft } from '#schemas/generated/api/preseal-draft.ts'
import type { PresetupDraft } from '#schemas/generated/api/presetup-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import type { Scope } from '../lib/scope.ts'
import { preseals } from '../modules/preseals/index.ts'
import { presetups } from '../modules/presetups/index.ts'
import { seals } from '../modules/seals/index.ts'
import type { AnyResource } from '../resource/description.ts'

type Stores = Pick<Repositories, 'locals' | 'users' | 'resources'>

const mac = (place: number, device: number) =>
  ['00', '1E', '42', '5A', ...[place, device].map((part) => part.toString(16).toUpperCase().padStart(2, '0'))].join(':')

const WEEK = Object.fromEntries([1, 2, 3, 4, 5, 6].map((day) => [day, [['10:00', '21:00']]]))
const SPLIT = Object.fromEntries(
  [1, 2, 3, 4, 5].map((day) => [
    day,
    [
      ['10:00', '14:00'],
      ['17:00', '20:30'],
    ],
  ]),
)

/** How far each has come; the first has its local alone. */
const SETUPS: readonly (readonly [steps: readonly string[], draft: (place: number) => PresetupDraft])[] = [
  [[], () => ({})],
  [[], (place) => ({ footscans: [{ id: mac(place, 1), position: 'Entrada norte' }] })],
  [['assign'], (place) => ({ ...whole(place), outsideType: null, points: {} })],
  [['assign', 'finish'], whole],
  [['finish', 'assign'], (place) => ({ ...whole(place), smartInstall: true })],
  [['finish', 'install'], (place) => ({ ...whole(place), installDate: '2026-11-12' })],
  [['finish', 'install'], (place) => ({ ...whole(place), installDate: '2026-10-20', sealDate: '2026-10-22' })],
]

function whole(place: number): PresetupDraft {
  return {
    phoneMacs: ['3C:22:FB:1A:00:01', '3C:22:FB:1A:00:02'],
    footscans: [
      { id: mac(place, 1), position: 'Entrada norte' },
      { id: mac(place, 2), position: 'Escalera' },
    ],
    areas: ['Planta baja', 'Primera planta'],
    schedules: { 'Planta baja': WEEK, 'Primera planta': SPLIT },
    zoneDistribution: 'floors',
    zoneFloors: { sales: '0', service: '1' },
    positionsAreaRelation: { 'Entrada norte': 'Planta baja', Escalera: 'Primera planta' },
    outsideType: 'street',
    points: POINTS,
  }
}

const POINTS = {
  'Planta baja': [
    { point: 'AD1', related: [] },
    { point: 'AT1', related: [] },
    { point: 'CO1', related: ['AD1'] },
  ],
  'Primera planta': [{ point: 'BW1', related: [] }],
}

const PRESEALS: readonly (readonly [steps: readonly string[], draft: PresealDraft])[] = [
  [[], { points: {} }],
  [[], { points: POINTS }],
  [['on'], { points: POINTS }],
  [['on', 'verify'], { points: POINTS }],
  [['on', 'verify'], { points: { 'Planta baja': [{ point: 'AD1', related: [] }] } }],
]

/** Takes the actions as a person would have, an hour after each other. */
async function lead(
  { resources }: Stores,
  { resource, scope, id, at }: { resource: AnyResource; scope: Scope; id: number; at: number },
  steps: readonly string[],
): Promise<void> {
  const { machine } = resource
  for (const [turn, action] of steps.entries()) {
    const entry = await resources.find(resource, scope, id)
    if (machine === undefined || entry === undefined) return
    const { transition } = attempt(machine, action, positionOf(machine, entry), scope.userId)
    if (transition === undefined) throw new Error(`The demo cannot ${action} ${resource.noun} ${id}.`)
    await resources.move(resource, scope, transition, {
      ids: [id],
      at: at + (turn + 1) * 3_600_000,
      ...(scope.userId !== null && { user: scope.userId }),
    })
  }
}

/** At one local of each client in turn. */
export async function insertDemoSiteWork(stores: Stores, clients: readonly Client[], nowMs: number): Promise<void> {
  const admin = await stores.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test')
  const scope: Scope = { ...SYSTEM_SCOPE, userId: admin?.id ?? null }
  const places: { readonly client: number; readonly local: number; readonly name: string }[] = []
  for (const { id: client } of clients)
    for (const { id, name } of (await stores.locals.list(SYSTEM_SCOPE, { client })).slice(0, 3))
      places.push({ client, local: id, name })
  if (places.length === 0) return
  const placeAt = (at: number) => places[at % places.length] ?? { client: 0, local: 0, name: '' }

  for (const [at, [steps, draft]] of SETUPS.entries()) {
    const madeAt = nowMs - (SETUPS.length - at) * 3 * DAY_MS
    const id = await stores.resources.insert(presetups.resource, scope, { ...placeAt(at), ...draft(at) }, madeAt)
    await lead(stores, { resource: presetups.resource, scope, id, at: madeAt }, steps)
  }
  for (const [at, [steps, draft]] of PRESEALS.entries()) {
    const place = placeAt(at + 2)
    const madeAt = nowMs - (PRESEALS.length - at) * 2 * DAY_MS
    const id = await stores.resources.insert(preseals.resource, scope, { ...place, ...draft }, madeAt)
    await lead(stores, { resource: preseals.resource, scope, id, at: madeAt }, steps)
    if (!steps.includes('verify')) continue
    const sealedOn = new Date(madeAt).toISOString().slice(0, 10)
    const seal = { ...place, preseal: id, points: draft.points, sealedOn }
    const made = await stores.resources.insert(seals.resource, scope, seal, madeAt)
    // The last one is not valid any more.
    if (at === PRESEALS.length - 1)
      await lead(stores, { resource: seals.resource, scope, id: made, at: madeAt }, ['invalidate'])
  }
}
