/** A quarter of the provider in the demo: 40 orders in every state, and their installations at every stage. */
import { DAY_MS, isoDay } from '#domain/days'
import { attempt, positionOf } from '#domain/machine'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Repositories } from '../catalog.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import type { Scope } from '../lib/scope.ts'
import { installations } from '../modules/installations/index.ts'
import { orders } from '../modules/orders/index.ts'
import type { AnyResource } from '../resource/description.ts'
import { random } from '../simulator/random.ts'
import type { Random } from '../simulator/random.ts'

const ORDERS = 40
const QUARTER_DAYS = 91
const HOUR_MS = 3_600_000

/** The steps of an installation, in order. */
const WORK = ['assign', 'begin', 'install', 'verify', 'close'] as const

type Stores = Pick<Repositories, 'locals' | 'localOrders' | 'users' | 'resources' | 'installations'>

/** One of the entries that are led on, as a person would, at their times. */
interface Entry {
  readonly resource: AnyResource
  readonly id: number
}

async function act(
  { resources, installations: history }: Stores,
  scope: Scope,
  { resource, id }: Entry,
  { action, at }: { readonly action: string; readonly at: number },
): Promise<void> {
  const { machine } = resource
  const entry = await resources.find(resource, scope, id)
  if (machine === undefined || entry === undefined) throw new Error(`The demo has no ${resource.noun} ${id}.`)
  const { transition } = attempt(machine, action, positionOf(machine, entry), scope.userId)
  if (transition === undefined) throw new Error(`The demo cannot ${action} ${resource.noun} ${id}.`)
  const user = scope.userId ?? undefined
  await resources.move(resource, scope, transition, { ids: [id], at, ...(user !== undefined && { user }) })
  if (resource.noun === 'installation' && transition.to !== undefined)
    await history.remember(scope, id, transition.to as Installation['status'], at)
}

/** The older an order is, the further it is; the newest are drafts. */
function stateOf(place: number): 'draft' | 'launched' | 'closed' | 'cancelled' {
  if (place % 11 === 7) return 'cancelled'
  if (place < 11) return 'closed'
  return place >= ORDERS - 8 ? 'draft' : 'launched'
}

/** How much of the work of an installation is done; at locals without counts all stages of waiting for them. */
function workOf({ paramStatus }: Local, { state, age, random: { next } }: OrderPlan): number {
  if (state === 'closed') return WORK.length
  if (paramStatus === 'installed') return 5
  if (paramStatus === 'unknown') return 4
  if (paramStatus === 'sold') return 3
  return Math.min(WORK.length, Math.floor((age / QUARTER_DAYS) * 5 + next() * 2.2 - 0.6))
}

interface OrderPlan {
  readonly state: ReturnType<typeof stateOf>
  /** Days since it was made. */
  readonly age: number
  readonly random: Random
}

/** @param seed of the demo: the same one makes the same quarter */
export async function insertDemoOrders(
  stores: Stores,
  clients: readonly Client[],
  { nowMs, seed }: { readonly nowMs: number; readonly seed: number },
): Promise<void> {
  const admin = await stores.users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test')
  const scope = { ...SYSTEM_SCOPE, userId: admin?.id ?? null }
  const own = await Promise.all(clients.map(({ id: client }) => stores.locals.list(SYSTEM_SCOPE, { client })))
  for (let place = 0; place < ORDERS; place += 1) {
    const client = clients[place % clients.length]
    const all = own[place % clients.length] ?? []
    if (client === undefined || all.length === 0) continue
    const plan = {
      state: stateOf(place),
      age: QUARTER_DAYS - Math.round((place * (QUARTER_DAYS - 2)) / (ORDERS - 1)),
      random: random(seed, place),
    }
    await insertOrder(stores, scope, { client: client.id, all, place, plan, nowMs })
  }
}

async function insertOrder(
  stores: Stores,
  scope: Scope,
  {
    client,
    all,
    place,
    plan,
    nowMs,
  }: { client: number; all: readonly Local[]; place: number; plan: OrderPlan; nowMs: number },
): Promise<void> {
  const { state, age, random: own } = plan
  const madeAt = nowMs - age * DAY_MS + Math.floor(own.next() * 5) * HOUR_MS
  const entry = {
    resource: orders.resource,
    id: await stores.resources.insert(
      orders.resource,
      scope,
      { name: `PV-2026-${String(101 + place)}`, client },
      madeAt,
    ),
  }
  const chosen = localsOf(all, plan, place)
  const localOrders: number[] = []
  for (const [at, local] of chosen.entries()) {
    const oldId = at % 3 === 2 ? null : `T-${String(1000 + place * 10 + at)}`
    localOrders.push(await stores.localOrders.insert(scope, entry.id, { local: local.id, oldId }, madeAt))
  }
  if (place % 3 !== 1) await act(stores, scope, entry, { action: 'assign', at: madeAt + HOUR_MS })
  const launchedAt = madeAt + DAY_MS
  if (state === 'draft' || launchedAt > nowMs) return
  if (state === 'cancelled') return act(stores, scope, entry, { action: 'cancel', at: launchedAt })
  await act(stores, scope, entry, { action: 'launch', at: launchedAt })
  for (const [at, local] of chosen.entries())
    await install(stores, scope, { client, local, localOrder: localOrders[at] ?? 0, place, plan, launchedAt, nowMs })
  if (state === 'closed') await act(stores, scope, entry, { action: 'close', at: launchedAt + 40 * DAY_MS })
}

/** Some of them; those without counts are in the first launched order of their client. */
function localsOf(all: readonly Local[], { state, random: { next } }: OrderPlan, place: number): readonly Local[] {
  const waiting = all.filter(({ paramStatus }) => paramStatus !== 'operative')
  const others = all.filter(({ paramStatus }) => paramStatus === 'operative')
  const many = 1 + Math.floor(next() * 4)
  const some = Array.from(
    { length: Math.min(many, others.length) },
    (_, at) => others[(place * 3 + at) % others.length],
  )
  return [...(state === 'launched' ? waiting : []), ...some.flatMap((one) => one ?? [])]
}

interface Placed {
  readonly client: number
  readonly local: Local
  readonly localOrder: number
  readonly place: number
  readonly plan: OrderPlan
  readonly launchedAt: number
  readonly nowMs: number
}

async function install(
  stores: Stores,
  scope: Scope,
  { client, local, localOrder, place, plan, launchedAt, nowMs }: Placed,
): Promise<void> {
  const many = Math.max(0, workOf(local, plan))
  // Some are unassigned.
  const work = WORK.slice(0, many).filter((action) => action !== 'assign' || (place + local.id) % 4 !== 0)
  // Spread over what has passed since the launch, the last of it some hours ago.
  const pace = Math.min(6 * DAY_MS, (nowMs - launchedAt - 3 * HOUR_MS) / (WORK.length + 1))
  const hasDay = work.length > 0 && (place + local.id) % 5 !== 0
  // Who has not begun yet comes in the days ahead.
  const day = many < 2 ? nowMs + (2 + (place % 9)) * DAY_MS : launchedAt + 3 * pace
  const plannedFor = hasDay ? isoDay(Math.floor(day / DAY_MS)) : null
  const draft = { name: `PV-2026-${String(101 + place)}`, client, local: local.id, localOrder, plannedFor }
  const id = await stores.resources.insert(installations.resource, scope, draft, launchedAt)
  const entry = { resource: installations.resource, id }
  for (const [turn, action] of work.entries())
    await act(stores, scope, entry, { action, at: Math.round(launchedAt + (turn + 1) * pace) })
  // The client changed its mind: only where others wait at the same stage.
  if (many < 3 && local.paramStatus === 'operative' && place % 5 === 0)
    await act(stores, scope, entry, { action: 'cancel', at: Math.round(launchedAt + (work.length + 1) * pace) })
}
