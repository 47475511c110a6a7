import type { Catalog } from '../catalog.ts'
import { demoAlertHistory } from './alerts.ts'
import { insertDemoAlerts } from './insert-alerts.ts'
import { createBatch, type TrafficBatch } from '../facts/batch.ts'
import { ATOM_COLUMNS, NULL } from '../facts/columns.ts'
import { expectedLocals } from '../modules/opening-hours/expected-locals.ts'
import type { FactStore } from '../facts/store.ts'
import { civilAt } from '../facts/zone.ts'
import { generateDay, type DemoPlan } from './day.ts'
import { deviceFaults, lateCorrections } from './faults.ts'
import { insertHostBrands } from './host-brands.ts'
import { insertDemoDealerships } from './dealerships.ts'
import { insertDemoDischarges, insertDemoInterventions } from './entries.ts'
import { insertDemoSiteWork } from './site.ts'
import { OF_STAYS } from './live.ts'
import { insertDemoOrders } from './orders.ts'
import { demoOrigin, demoPlans, HISTORY_DAYS, insertDemoCatalog, type DemoOrigin } from './plan.ts'
import { demoExits, demoPings, demoSales } from './pings.ts'
import { demoMinutes, demoMonths } from './rooms.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { hashDemoPasswords, insertDemoUsers } from './users.ts'

export { demoSimulator } from './simulator.ts'
export { DEMO_PASSWORD, DEMO_USERS } from './users.ts'

export interface DemoOptions {
  readonly catalog: Catalog
  readonly facts: FactStore
  /** Epoch ms; the data end here. */
  readonly now: number
  readonly seed?: number
  readonly log?: (line: string) => void
}

const BATCH_ROWS = 50_000
/** Late data come up to 40 hours after their hour. */
const LATE_DAYS = 2

/**
 * Makes the demo: brands, accounts and two years of hourly counts up to now, through the same checks as real counts.
 * The numbers follow from the seed and the day. Does nothing but add the newest hours when the demo is there already.
 */
export async function loadDemoData(options: DemoOptions): Promise<void> {
  const { catalog, facts, now, seed = 1, log = () => undefined } = options
  if (await demoOrigin(catalog)) return topUpDemoData(options)
  const began = performance.now()
  const origin: DemoOrigin = { seed, loadDay: Math.floor(now / 86_400_000) }
  const hashes = await hashDemoPasswords()
  const plans = await catalog.transaction(async (repositories) => {
    const clients = await insertDemoCatalog(repositories, origin)
    const made = await demoPlans(repositories, origin)
    await insertDemoUsers(repositories, clients, hashes, now)
    await insertHostBrands(repositories, now)
    await insertDemoAlerts(repositories, clients, now)
    await insertDemoDealerships(repositories, SYSTEM_SCOPE, clients, now)
    await insertDemoInterventions(repositories, clients, now)
    await insertDemoDischarges(repositories, clients, now)
    await insertDemoOrders(repositories, clients, { nowMs: now, seed })
    await insertDemoSiteWork(repositories, clients, now)
    return made
  })
  log(`demo: ${plans.length} locals, ${seconds(began)}`)

  const rows = await write(facts, plans, origin, origin.loadDay - HISTORY_DAYS, now)
  await facts.upsertBatch(lateCorrections(plans, origin, now), 'demo: correction')
  await facts.upsertBatch(deviceFaults(plans, origin), 'demo: faulty device')
  log(`demo: ${rows} hours counted, ${seconds(began)}`)
  const { placeholders } = await facts.rollForward({ nowMs: now, locals: await expectedLocals(catalog) })
  await demoExits(facts, clientsOf(plans), origin.loadDay - HISTORY_DAYS)
  await demoSales(facts, clientsOf(plans), origin.loadDay - HISTORY_DAYS)
  await demoPings(catalog, facts, now)
  await demoFiles(catalog, facts, now)
  await demoAlertHistory(catalog, facts, now)
  await facts.checkpoint()
  log(`demo: ${placeholders} hours closed or missing, ready after ${seconds(began)}`)
}

/** Adds the hours since the newest one, and data that came late. Quick: a day of all locals is about 700 rows. */
export async function topUpDemoData({ catalog, facts, now, log = () => undefined }: DemoOptions): Promise<void> {
  const origin = await demoOrigin(catalog)
  if (!origin) return
  const began = performance.now()
  const plans = await demoPlans(catalog, origin)
  const newest = Math.max(0, ...(await facts.watermark({ client: clientsOf(plans) })).map(({ instant }) => instant))
  const from = newest === 0 ? origin.loadDay - HISTORY_DAYS : Math.floor(newest / 86_400) - LATE_DAYS
  const rows = await write(facts, plans, origin, from, now)
  await facts.rollForward({ nowMs: now, locals: await expectedLocals(catalog) })
  await demoExits(facts, clientsOf(plans), from)
  await demoSales(facts, clientsOf(plans), from)
  await demoFiles(catalog, facts, now)
  log(`demo: ${rows} hours looked at, ${seconds(began)}`)
}

/** The tickets of past hours: tills report by the hour, sensors have none. */
export async function sellDemoTickets({
  catalog,
  facts,
  now,
}: Pick<DemoOptions, 'catalog' | 'facts' | 'now'>): Promise<void> {
  const origin = await demoOrigin(catalog)
  if (!origin) return
  const hour = Math.floor(now / 3_600_000) * 3600
  const plans = await demoPlans(catalog, origin)
  const batch = createBatch(plans.length * 52)
  for (const plan of plans) {
    const today = civilAt(plan.expected.timeZone, hour).day
    for (let day = today - 1; day <= today; day += 1) generateDay(batch, plan, day, hour, origin.seed)
  }
  for (const atom of ATOM_COLUMNS) if (atom !== 'tickets') batch[atom].fill(NULL)
  await facts.upsertBatch(batch, 'demo: tills')
  await demoSales(facts, clientsOf(plans), Math.floor(hour / 86_400) - 2)
}

/** Data that files would have brought. */
async function demoFiles({ clients }: Pick<Catalog, 'clients'>, facts: FactStore, now: number): Promise<void> {
  const all = await clients.list(SYSTEM_SCOPE)
  await demoMinutes(facts, all, now)
  await demoMonths(facts, all, now)
}

const clientsOf = (plans: readonly DemoPlan[]) => [...new Set(plans.map(({ expected }) => expected.client))]
const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`

/** A running hour has what its sensors continue from; stays and tickets are reported when it ends. */
function leaveOpen(batch: TrafficBatch, nowS: number): void {
  for (let i = 0; i < batch.length; i += 1) {
    if (batch.instant[i]! + 3600 > nowS) for (const atom of [...OF_STAYS, 'tickets'] as const) batch[atom][i] = NULL
  }
}

/** Generates days in batches; the next batch is made while the last one is written. */
async function write(
  facts: FactStore,
  plans: readonly DemoPlan[],
  { seed }: DemoOrigin,
  fromDay: number,
  nowMs: number,
): Promise<number> {
  const nowS = Math.floor(nowMs / 1000)
  const maxADay = plans.length * 26
  let rows = 0
  let writing: Promise<unknown> = Promise.resolve()
  let batch: TrafficBatch = createBatch(BATCH_ROWS + maxADay)
  const flush = async () => {
    const full = batch
    batch = createBatch(BATCH_ROWS + maxADay)
    rows += full.length
    await writing
    writing = facts.upsertBatch(full, 'demo')
  }
  // The last day is the one that has begun somewhere already.
  const lastDay = Math.max(...plans.map(({ expected }) => civilAt(expected.timeZone, nowS).day))
  for (let day = fromDay; day <= lastDay; day += 1) {
    for (const plan of plans) generateDay(batch, plan, day, nowS, seed)
    leaveOpen(batch, nowS)
    if (batch.length >= BATCH_ROWS) await flush()
  }
  await flush()
  await writing
  return rows
}
