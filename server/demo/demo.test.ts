import { afterAll, beforeAll, expect, test } from 'vitest'
import { installationMachine } from '#domain/machines/installations'
import { numbersOf, toRows } from '#domain/frame-build'
import type { Catalog } from '../catalog.ts'
import { memoryCatalog } from '../testing/catalog.ts'
import { createDuckDbFactStore } from '../facts/duckdb/store.ts'
import type { SqlFactStore } from '../facts/duckdb/sql-store.ts'
import { hourRow } from '../facts/testing.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { DEMO_PASSWORD, DEMO_USERS, loadDemoData, topUpDemoData } from './index.ts'
import type { ClientDischarge } from '#schemas/generated/entities/client-discharge.ts'
import type { Installation } from '#schemas/generated/entities/installation.ts'
import type { Order } from '#schemas/generated/entities/order.ts'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import { clientDischarges, installationDischarges, orderDischarges } from '../modules/discharges/index.ts'
import { installations } from '../modules/installations/index.ts'
import { installationWays } from '../modules/installations/way.ts'
import { interventions } from '../modules/interventions/index.ts'
import { orders } from '../modules/orders/index.ts'
import { preseals } from '../modules/preseals/index.ts'
import { presetups } from '../modules/presetups/index.ts'
import { seals } from '../modules/seals/index.ts'
import { verifyPassword } from '../modules/session/password-hash.ts'
import { hashDemoPasswords } from './users.ts'

/** A Friday afternoon. */
const NOW = Date.UTC(2026, 10, 20, 16, 20)
const TODAY = Math.floor(NOW / 86_400_000)

let now = NOW
let catalog: Catalog
let facts: SqlFactStore

beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
  await loadDemoData({ catalog, facts, now, seed: 1 })
}, 120_000)
afterAll(async () => {
  await facts.close()
  await catalog.close()
})

const allClients = async () => (await catalog.clients.list(SYSTEM_SCOPE)).map(({ id }) => id)
const year = [{ name: 'only', from: TODAY - 364, to: TODAY - 1 }]
const ask = async (
  measures: string[],
  by: ('client' | 'local' | 'day' | 'hour')[],
  periods = year,
  client?: number[],
) =>
  toRows(
    await facts.query({ table: 'traffic', measures, by, where: { client: client ?? (await allClients()) }, periods }),
  ) as number[][]

test('people by the minute are those whom the doors counted, and there are months of registrations', async () => {
  const [first] =
    await facts.read(`SELECT count(*), count(DISTINCT client), max(abs(m.people - t.inside)), max(m.people)
    FROM occupancy_minute m JOIN (
      SELECT area, instant, sum(ins - outs) OVER (PARTITION BY area, day ORDER BY instant) AS inside FROM traffic
    ) t ON t.area = m.area AND m.instant = t.instant + 59 * 60`)
  const [hours, clients, off, most] = (first ?? []).map(Number)
  expect([hours! > 3000, clients, off! <= 3, most! > 20]).toEqual([true, 3, true, true])
  const months = await facts.read('SELECT count(DISTINCT client), count(DISTINCT month), count(*) FROM monthly_figure')
  expect(months[0]?.map(Number)).toEqual([2, 48, 2 * 48 * 3 * 7])
})

test('the staff has interventions in every state, most of them open, each at a local', async () => {
  const { resource } = interventions
  const all = (await catalog.resources.list(resource, SYSTEM_SCOPE)) as unknown as readonly Intervention[]
  const many = Map.groupBy(all, ({ status }) => status)
  expect([...many.keys()].toSorted()).toEqual(['archived', 'completed', 'discarded', 'pending'])
  expect((many.get('pending')?.length ?? 0) * 2).toBeGreaterThan(all.length)
  expect(all.filter(({ local }) => local === null)).toEqual([])
  expect(all.filter(({ stateAt, comments }) => stateAt > NOW || comments.some(({ at }) => at > NOW))).toEqual([])
})

test('installers have pre-setups, pre-seals and seals in every state, each at a local', async () => {
  for (const { resource } of [presetups, preseals, seals]) {
    const all = await catalog.resources.list(resource, SYSTEM_SCOPE)
    const states = resource.machine?.states ?? []
    expect([resource.name, [...new Set(all.map(({ status }) => String(status)))].toSorted()]).toEqual([
      resource.name,
      states.toSorted(),
    ])
    expect(all.filter(({ local }) => local === null)).toEqual([])
  }
})

test('the staff has discharges of each kind in every state', async () => {
  for (const { resource } of [clientDischarges, orderDischarges, installationDischarges]) {
    const all = (await catalog.resources.list(resource, SYSTEM_SCOPE)) as unknown as readonly ClientDischarge[]
    expect(new Set(all.map(({ dischargeStatus }) => dischargeStatus)).size).toBe(4)
    expect(all.filter(({ stateAt }) => stateAt > NOW)).toEqual([])
  }
})

test('the provider has a quarter: 40 orders in every state, and installations at every stage that can be waited in', async () => {
  const all = (await catalog.resources.list(orders.resource, SYSTEM_SCOPE)) as unknown as readonly Order[]
  expect(all.length).toBe(40)
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['draft', 'launched', 'closed', 'cancelled']))
  expect(all.filter(({ createdAt, stateAt }) => createdAt < NOW - 92 * 86_400_000 || stateAt > NOW)).toEqual([])
  const work = (await catalog.resources.list(
    installations.resource,
    SYSTEM_SCOPE,
  )) as unknown as readonly Installation[]
  expect(new Set(work.map(({ status }) => status))).toEqual(new Set(installationMachine.states))
  expect(work.filter(({ stateAt }) => stateAt > NOW)).toEqual([])
  const { board } = installationWays({ catalog, facts, clock: { now: () => NOW } as never })
  const stages = Map.groupBy(await board(SYSTEM_SCOPE), ({ stage }) => stage)
  expect([...stages.keys()].toSorted()).toEqual(
    ['presetup', 'installation', 'preseal', 'seal', 'firstCounts', 'counting', 'cancelled'].toSorted(),
  )
  expect([...stages.values()].flat().filter(({ since }) => since > NOW)).toEqual([])
  const locals = await catalog.localOrders.progress(SYSTEM_SCOPE)
  expect(locals.length).toBe(40)
})

test('there are brands of every client type and about sixty locals', async () => {
  const clients = await catalog.clients.list(SYSTEM_SCOPE)
  expect(new Set(clients.map(({ type }) => type))).toEqual(
    new Set(['office', 'automotive', 'basic', 'expo', 'neighbourhood', 'events']),
  )
  const locals = await catalog.locals.list(SYSTEM_SCOPE)
  expect(locals.length).toBeGreaterThan(55)
  expect(new Set(locals.map(({ timeZone }) => timeZone))).toEqual(
    new Set(['Europe/Madrid', 'Atlantic/Canary', 'Europe/Lisbon', 'Europe/London']),
  )
  expect(new Set(locals.map(({ paramStatus }) => paramStatus))).toEqual(
    new Set(['operative', 'installed', 'sold', 'unknown']),
  )
  expect(locals.filter(({ additionalInformation }) => additionalInformation.hideFootCompare === true)).toHaveLength(1)
})

test('names of markup, formulas and templates are in one client that only the administrator sees, and nowhere else', async () => {
  const isHostile = ({ name }: { name: string }) => /[<>{}]|^[=+@]/.test(name)
  const clients = await catalog.clients.list(SYSTEM_SCOPE)
  const own = clients.filter(({ name }) => name === 'Pruebas de nombres').map(({ id }) => id)
  expect(clients.filter(isHostile)).toEqual([])
  expect((await catalog.locals.list(SYSTEM_SCOPE)).filter(isHostile).map(({ client }) => client)).toEqual([
    own[0],
    own[0],
    own[0],
  ])
  expect(
    (await catalog.users.list(SYSTEM_SCOPE)).filter((user) => user.clients.some((id) => own.includes(id))),
  ).toEqual([])
  // Nor do they reach the administrator's home as alerts.
  expect((await catalog.alertRules.switchedOn(SYSTEM_SCOPE)).filter(({ client }) => own.includes(client))).toEqual([])
})

test('every demo account can sign in with the demo password and reads the clients of its kind', async () => {
  const users = await catalog.users.list(SYSTEM_SCOPE)
  expect(users.map(({ username }) => username).sort()).toEqual(
    DEMO_USERS.map(({ name }) => `${name}@aforo.test`).sort(),
  )
  const analyst = users.find(({ username }) => username.startsWith('analyst'))!
  expect(analyst.flags).toContain('footCompare')
  expect(analyst.clients.length).toBeGreaterThan(5)
  expect(users.find(({ username }) => username.startsWith('nobody'))).toMatchObject({
    flags: [],
    clients: [],
    role: 'basic',
  })
  expect(users.find(({ username }) => username.startsWith('guest'))!.properties.demo).toBe(true)
  const { length } = await Promise.all(
    (await hashDemoPasswords()).map((hash) =>
      verifyPassword(DEMO_PASSWORD, hash).then((fits) => expect(fits).toBe(true)),
    ),
  )
  expect(length).toBe(DEMO_USERS.length)
})

test('funnels are plausible: capture from 8 to 25 %, conversion from 15 to 45 %, in every shop', async () => {
  const basic = (await catalog.clients.list(SYSTEM_SCOPE)).filter(({ type }) => type === 'basic').map(({ id }) => id)
  const rows = await ask(['fro', 'ins', 'visitsWithTickets', 'tickets'], ['local'], year, basic)
  for (const [local, fro, ins, visits, tickets] of rows as [number, number, number, number | null, number | null][]) {
    const capture = ins / (fro + ins)
    expect({ local, plausible: capture > 0.075 && capture < 0.26 }).toEqual({ local, plausible: true })
    if (tickets !== null && visits)
      expect({ local, plausible: tickets / visits > 0.145 && tickets / visits < 0.46 }).toEqual({
        local,
        plausible: true,
      })
  }
  expect(rows.filter((row) => row[4] === null)).toHaveLength(1)
})

test('only the hours of faulty devices were quarantined', async () => {
  const rows = await facts.quarantined({ client: await allClients() })
  expect(rows.map(({ reason }) => reason).sort()).toEqual([
    'FUTURE',
    'INS_NOT_BOUNCES_PLUS_VISITS',
    'NEGATIVE',
    'SENTINEL',
  ])
  // The day that is shown is the reason's.
  expect(rows.filter(({ row }) => Number(row['day']) > TODAY).map(({ reason }) => reason)).toEqual(['FUTURE'])
})

test('shops open and close within the two years, and venues without data have no hours', async () => {
  const locals = await catalog.locals.list(SYSTEM_SCOPE)
  const counted = new Map(
    (await ask(['hours'], ['local'], [{ name: 'only', from: TODAY - 800, to: TODAY }])).map(([local, hours]) => [
      local,
      hours,
    ]),
  )
  for (const { id, paramStatus } of locals)
    expect({ id, counted: counted.has(id) }).toEqual({ id, counted: paramStatus === 'operative' })
  const opened = locals.filter(({ openedOn }) => openedOn !== null && Date.parse(openedOn) / 86_400_000 > TODAY - 700)
  const closed = locals.filter(({ closedOn }) => closedOn !== null)
  expect([opened.length, closed.length]).toEqual([1, 1])
  expect(
    await ask(['hours'], ['local'], [{ name: 'only', from: TODAY - 100, to: TODAY }], [closed[0]!.client]),
  ).not.toContainEqual([closed[0]!.id, expect.anything()])
})

test('outages, closed days, a running hour: everything a warning needs is there', async () => {
  const [[estimated, closed]] = (await ask(['estimatedIns', 'closedHours'], [])) as [[number, number]]
  expect(estimated).toBeGreaterThan(0)
  expect(closed).toBeGreaterThan(0)
  const [[partial]] = (await ask(['partialHours'], [], [{ name: 'only', from: TODAY, to: TODAY }])) as [[number]]
  expect(partial).toBeGreaterThan(0)
  const coverage = (
    await ask(['expected', 'observed'], ['local'], [{ name: 'only', from: TODAY - 7, to: TODAY - 1 }])
  ).map(([, expected, observed]) => observed! / expected!)
  expect(Math.min(...coverage)).toBeLessThan(1)
  expect(coverage.filter((share) => share > 0.99).length).toBeGreaterThan(coverage.length / 2)
})

test('a later start adds the new hours, and a start at the same moment nothing', async () => {
  const day = [{ name: 'only', from: TODAY, to: TODAY }]
  const before = await ask(['ins', 'hours'], [], day)
  await loadDemoData({ catalog, facts, now, seed: 1 })
  expect(await ask(['ins', 'hours'], [], day)).toEqual(before)
  now = NOW + 3 * 3_600_000
  await topUpDemoData({ catalog, facts, now })
  const [[ins, hours]] = (await ask(['ins', 'hours'], [], day)) as [[number, number]]
  expect([ins > before[0]![0]!, hours > before[0]![1]!]).toEqual([true, true])
  const frame = await facts.query({
    table: 'traffic',
    measures: ['hours', 'closedHours'],
    by: ['local', 'area', 'day', 'hour'],
    where: { client: await allClients() },
    periods: [{ name: 'only', from: TODAY - 3, to: TODAY }],
  })
  const [open, closed] = ['hours', 'closedHours'].map((id) => numbersOf(frame, id).values)
  expect(open?.every((count, row) => count + (closed?.[row] ?? 0) === 1)).toBe(true)
})

test('a running hour has what doors and streets have counted, so that its sensors go on with it', async () => {
  const [running] = await facts.read(
    'SELECT client, local, area, day, hour, fold, instant, ins FROM traffic WHERE (instant + 3600)::BIGINT * 1000 > ' +
      `${now} AND ins > 0 LIMIT 1`,
  )
  const [client, local, area, day, hour, fold, instant, ins] = running!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    0 | 1,
    number,
    number,
  ]
  const report = await facts.upsertTraffic(
    [hourRow(day, hour, { client, local, area, fold, instant, ins: ins + 5 })],
    'sensors',
  )
  expect(report).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(await ask(['visits', 'tickets'], [], [{ name: 'only', from: day, to: day }])).not.toEqual([[null, null]])
})
