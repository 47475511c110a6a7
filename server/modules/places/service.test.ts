/** Corrections of places, on real stores: the refusals of a merge, what is audited and who is notified. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlaceMerge } from '#schemas/generated/api/place-merge.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { reopenLocals } from './reopen.ts'
import { placeService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
/** 2026-10-21, a Wednesday. */
const DAY = 20_747
const DATE = '2026-10-21'

let catalog: Catalog
let facts: SqlFactStore
let service: ReturnType<typeof placeService>
/** The steps in order: that the journal is in the facts, and who was notified. */
let steps: unknown[] = []
let made = 0
let uno: number
beforeAll(async () => {
  catalog = await memoryCatalog()
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  service = placeService({
    catalog,
    facts,
    clock: { now: () => NOW },
    applied: async () => void steps.push('applied'),
    onChange: () => void steps.push('changed'),
    reevaluate: (locals) => void steps.push([...locals].toSorted((a, b) => a - b)),
  })
})
afterAll(async () => {
  await facts.close()
  await catalog.close()
})
const client = async () =>
  (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
beforeEach(async () => {
  uno = await client()
  steps = []
})

async function shop(of: number, { areas = ['Door'], code = `L${(made += 1)}`, timeZone = 'UTC' } = {}) {
  const { id, name } = await catalog.locals.insert(SYSTEM_SCOPE, {
    client: of,
    name: `Local ${(made += 1)}`,
    code,
    type: 'store',
    timeZone,
  })
  const ids: number[] = []
  for (const area of areas) ids.push((await catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: area })).id)
  return { id, name, areas: ids, of }
}
/** Of its own each time. */
const mac = () => {
  made += 1
  return `0C:00:00:00:${String(Math.floor(made / 100)).padStart(2, '0')}:${String(made % 100).padStart(2, '0')}`
}
type Shop = Awaited<ReturnType<typeof shop>>
const count = (at: Shop, hour: number, ins: number, { area = 0, day = DAY } = {}) =>
  facts.upsertTraffic(
    [
      hourRow(day, hour, {
        client: at.of,
        local: at.id,
        area: at.areas[area]!,
        instant: day * 86_400 + hour * 3600,
        ins,
      }),
    ],
    'test',
  )
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message?: string; details?: object }) => [error.code, error.message, error.details],
  )
const note = async () => {
  const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
  return { action: entry?.action, target: entry?.target, details: entry?.details, at: entry?.at }
}
const preview = (kind: 'client' | 'local' | 'area', id: number, into: number) =>
  service.mergePreview(SYSTEM_SCOPE, kind, id, into)
const merge = (kind: 'client' | 'local' | 'area', id: number, into: PlaceMerge) =>
  service.merge(SYSTEM_SCOPE, kind, id, into)

test('neither a person with some clients nor a demo account puts a place right', async () => {
  const { id } = await shop(uno)
  for (const scope of [
    { ...SYSTEM_SCOPE, demo: true },
    { ...SYSTEM_SCOPE, clients: [uno] },
  ])
    expect((await code(service.rename(scope, 'local', id, 'Other')))[0]).toBe('ADMIN_REQUIRED')
  expect(steps).toEqual([])
})

test('a table of places counts hours and footscans of each, also of those without', async () => {
  const [a, b] = [await shop(uno, { areas: ['Door', 'Hall'] }), await shop(uno)]
  for (const area of [a.areas[0]!, a.areas[1]!, a.areas[1]!])
    await catalog.footscans.insert(SYSTEM_SCOPE, { area, mac: mac() })
  await count(a, 10, 5)
  await count(a, 10, 5, { area: 1, day: DAY + 1 })
  const table = (await service.list(SYSTEM_SCOPE, uno)).map(({ kind, id, hours, firstDay, lastDay, footscans }) => [
    kind,
    id,
    hours,
    firstDay,
    lastDay,
    footscans,
  ])
  expect(table).toEqual([
    ['client', uno, 2, DATE, '2026-10-22', 3],
    ['local', a.id, 2, DATE, '2026-10-22', 3],
    ['local', b.id, 0, null, null, 0],
    ['area', a.areas[0], 1, DATE, DATE, 1],
    ['area', b.areas[0], 0, null, null, 0],
    ['area', a.areas[1], 1, '2026-10-22', '2026-10-22', 2],
  ])
  expect((await code(service.list(SYSTEM_SCOPE, 999_999)))[0]).toBe('CLIENT_NOT_FOUND')
  expect((await service.list(SYSTEM_SCOPE, undefined)).find(({ id }) => id === uno)).toMatchObject({ footscans: 3 })
})

describe('a merge is refused', () => {
  test('into itself, and of clients with codes or days of investment that both have', async () => {
    const dos = await client()
    const [a] = [await shop(uno, { code: 'same' }), await shop(dos, { code: 'same' })]
    expect(await preview('local', a!.id, a!.id)).toMatchObject({ obstacles: ['SAME_PLACE'], areas: [], bothHours: 0 })
    expect((await preview('client', uno, dos)).obstacles).toEqual(['CODES'])
    const invest = (of: number, day: number, concept: number) =>
      facts.write((connection) =>
        connection.run(`INSERT INTO marketing_investment VALUES (1, ${of}, ${day}, ${concept}, 100)`),
      )
    await invest(uno, DAY, 1)
    await invest(dos, DAY, 2)
    await invest(dos, DAY + 1, 1)
    expect((await preview('client', uno, dos)).obstacles).toEqual(['CODES'])
    await invest(dos, DAY, 1)
    expect((await preview('client', uno, dos)).obstacles).toEqual(['CODES', 'INVESTMENT'])
    const [from, into] = [await catalog.clients.find(SYSTEM_SCOPE, uno), await catalog.clients.find(SYSTEM_SCOPE, dos)]
    expect(await code(merge('client', uno, { into: dos }))).toEqual([
      'PLACE_MERGE_NOT_ALLOWED',
      `${from!.name} cannot be merged into ${into!.name}: CODES, INVESTMENT.`,
      { obstacles: ['CODES', 'INVESTMENT'] },
    ])
    expect((await code(merge('local', a!.id, { into: 999_999 })))[0]).toBe('LOCAL_NOT_FOUND')
    expect(steps).toEqual(['applied', 'applied'])
  })

  test('of rooms that both have people inside of a minute: neither is the other, and they are not added', async () => {
    const [a, b] = [await shop(uno), await shop(uno)]
    const inside = (at: Shop, minute: number) =>
      facts.write((connection) =>
        connection.run(
          `INSERT INTO occupancy_minute VALUES (${at.of}, ${at.id}, ${at.areas[0]!}, ${DAY * 86_400 + minute * 60}, ` +
            `3, false, 'x', 1)`,
        ),
      )
    await inside(a, 1)
    await inside(b, 2)
    expect((await preview('local', a.id, b.id)).obstacles).toEqual([])
    await inside(b, 1)
    expect((await preview('local', a.id, b.id)).obstacles).toEqual(['MINUTES'])
    expect((await code(merge('local', a.id, { into: b.id })))[0]).toBe('PLACE_MERGE_NOT_ALLOWED')
  })

  test('until the merge of differing hours is chosen; their number is reported', async () => {
    const [a, b] = [await shop(uno), await shop(uno)]
    for (const [hour, ins] of [
      [9, 1],
      [10, 5],
      [11, 6],
      [12, 7],
    ] as const)
      await count(a, hour, ins)
    for (const [hour, ins] of [
      [10, 5],
      [11, 60],
      [12, 70],
    ] as const)
      await count(b, hour, ins)
    expect(await preview('local', a.id, b.id)).toMatchObject({
      areas: [{ area: a.areas[0], name: 'Door', into: b.areas[0] }],
      bothHours: 3,
      equalHours: 1,
      bothFirstDay: DATE,
      bothLastDay: DATE,
      fromIns: 18,
      intoIns: 135,
    })
    expect(await code(merge('local', a.id, { into: b.id }))).toEqual([
      'PLACE_MERGE_CHOICE_REQUIRED',
      `${a.name} and ${b.name} both have 3 hours, and 2 of them differ; say with both whether to keep, take or sum ` +
        'them.',
      { hours: 3, differ: 2 },
    ])
  })
})

test('trips of a station that is moved in time zone keep their instant, as its entries do', async () => {
  const station = await shop(uno)
  const trips = () => facts.read('SELECT day, hour, fold, trips FROM flow WHERE local = $1', [station.id])
  await facts.write((connection) =>
    connection.run(`INSERT INTO flow VALUES (1, ${uno}, ${station.id}, ${station.id}, ${DAY}, 23, 0, 5)`),
  )
  expect((await code(service.moveTimeZone(SYSTEM_SCOPE, station.id, 'Asia/Kolkata')))[0]).toBe('PLACE_HOURS_SPLIT')
  await service.moveTimeZone(SYSTEM_SCOPE, station.id, 'Europe/Madrid')
  expect(await trips()).toEqual([[DAY + 1, 1, 0, 5]])
  await service.moveTimeZone(SYSTEM_SCOPE, station.id, 'UTC')
  expect(await trips()).toEqual([[DAY, 23, 0, 5]])
})

describe('a merge', () => {
  const ins = async (of: Shop) =>
    (
      await facts.read('SELECT area, hour, ins FROM traffic WHERE local = $1 AND ins IS NOT NULL ORDER BY hour, area', [
        of.id,
      ])
    ).map((row) => row.map(Number))

  test('of hours that are the same asks nothing, keeps them, and is noted with how many', async () => {
    const [a, b] = [await shop(uno), await shop(uno)]
    await count(a, 10, 5)
    await count(b, 10, 5)
    await count(b, 11, 9)
    expect(await merge('local', a.id, { into: b.id })).toMatchObject({ kind: 'local', id: b.id, hours: 2 })
    expect(await ins(b)).toEqual([
      [b.areas[0], 10, 5],
      [b.areas[0], 11, 9],
    ])
    expect(await note()).toEqual({
      action: 'place.merge',
      target: `local ${a.id}`,
      details: { into: b.id, name: a.name, both: 'keep', bothHours: 1, areas: 1 },
      at: NOW,
    })
    expect(steps).toEqual(['applied', 'changed', [b.id]])
  })

  test('without common hours is noted without a choice; areas of other names move, counts of the whole local go along', async () => {
    const [a, b] = [await shop(uno, { areas: ['Door', 'Hall'] }), await shop(uno)]
    await count(a, 9, 2)
    await count(a, 10, 5, { area: 1 })
    await facts.upsertTraffic(
      [hourRow(DAY, 11, { client: uno, local: a.id, area: 0, instant: DAY * 86_400 + 11 * 3600, ins: 8 })],
      'test',
    )
    await merge('local', a.id, { into: b.id })
    expect(await ins(b)).toEqual([
      [b.areas[0], 9, 2],
      [a.areas[1], 10, 5],
      [0, 11, 8],
    ])
    expect((await note()).details).toEqual({ into: b.id, name: a.name, areas: 2 })
    expect((await catalog.places.areasOf(SYSTEM_SCOPE, b.id)).map(({ id }) => id)).toEqual([b.areas[0], a.areas[1]])
  })

  test('of areas has the days of their local judged again, and names no areas', async () => {
    const a = await shop(uno, { areas: ['Door', 'Hall'] })
    await count(a, 10, 5)
    await count(a, 10, 7, { area: 1 })
    expect((await preview('area', a.areas[0]!, a.areas[1]!)).areas).toEqual([])
    await merge('area', a.areas[0]!, { into: a.areas[1]!, both: 'sum' })
    expect(await ins(a)).toEqual([[a.areas[1], 10, 12]])
    expect((await note()).details).toEqual({ into: a.areas[1], name: 'Door', both: 'sum', bothHours: 1 })
    expect(steps).toEqual(['applied', 'changed', [a.id]])
  })

  test('of clients has the days of all their locals judged again', async () => {
    const dos = await client()
    const [a, b] = [await shop(uno), await shop(dos)]
    await count(a, 10, 5)
    expect(await preview('client', uno, dos)).toMatchObject({ obstacles: [], areas: [], bothHours: 0 })
    await merge('client', uno, { into: dos })
    expect(await ins(a)).toEqual([[a.areas[0], 10, 5]])
    expect(steps).toEqual(['applied', 'changed', [a.id, b.id]])
    expect(
      (await facts.read('SELECT DISTINCT client FROM traffic WHERE local = $1', [a.id])).flat().map(Number),
    ).toEqual([dos])
  })
})

test('a name is kept without blanks around it, and noted with the one before', async () => {
  const { id, name } = await shop(uno)
  expect((await service.rename(SYSTEM_SCOPE, 'local', id, '  Centre ')).name).toBe('Centre')
  expect(await note()).toEqual({
    action: 'place.rename',
    target: `local ${id}`,
    details: { name: [name, 'Centre'] },
    at: NOW,
  })
  expect(steps).toEqual(['changed'])
})

describe('another time zone', () => {
  test('is one that exists, by whole hours where hours were counted', async () => {
    const a = await shop(uno)
    expect(await code(service.moveTimeZone(SYSTEM_SCOPE, a.id, 'Mars/Olympus'))).toEqual([
      'PLACE_TIME_ZONE_INVALID',
      'There is no time zone "Mars/Olympus"; give an IANA name such as Europe/Madrid.',
      { timeZone: 'Mars/Olympus' },
    ])
    await count(a, 10, 5)
    expect(await code(service.moveTimeZone(SYSTEM_SCOPE, a.id, 'Asia/Kolkata'))).toEqual([
      'PLACE_HOURS_SPLIT',
      `1 hours of local ${a.id} would begin within an hour of Asia/Kolkata; only a time zone that differs by whole ` +
        'hours can be given to hours that were counted.',
      { local: a.id, timeZone: 'Asia/Kolkata', hours: 1 },
    ])
    expect((await code(service.moveTimeZone(SYSTEM_SCOPE, 999_999, 'UTC')))[0]).toBe('LOCAL_NOT_FOUND')
    expect(steps).toEqual(['applied'])
  })

  test('gives tickets of a day to a row of that day, and has the days judged again', async () => {
    const a = await shop(uno)
    await count(a, 10, 5)
    await facts.write(async (connection) => {
      await connection.run(
        `INSERT INTO tickets_daily (upload, client, local, day, tickets) VALUES (1, ${uno}, ${a.id}, ${DAY}, 9)`,
      )
    })
    await service.moveTimeZone(SYSTEM_SCOPE, a.id, 'Europe/Madrid')
    const ofDay = (
      await facts.read('SELECT area, hour, ticketsOfDay, ins FROM traffic WHERE local = $1 AND day = $2', [a.id, DAY])
    )
      .filter(([, , tickets]) => tickets !== null)
      .map((row) => row.map(Number))
    expect(ofDay).toEqual([[a.areas[0], 12, 9, 5]])
    expect(steps).toEqual(['applied', 'changed', [a.id]])
    expect((await note()).details).toEqual({ timeZone: ['UTC', 'Europe/Madrid'] })
  })
})

test('a closed local has its days judged again, and so has one that is opened', async () => {
  const a = await shop(uno)
  expect(await service.setClosing(SYSTEM_SCOPE, a.id, DATE)).toMatchObject({ closedOn: DATE, closedBy: 'person' })
  expect(await note()).toEqual({
    action: 'local.close',
    target: `local ${a.id}`,
    details: { closedOn: [null, DATE] },
    at: NOW,
  })
  await service.setClosing(SYSTEM_SCOPE, a.id, null)
  expect(steps).toEqual(['changed', [a.id], 'changed', [a.id]])
})

describe('removing', () => {
  test('a place whose footscans are on says how many', async () => {
    const a = await shop(uno)
    await catalog.footscans.insert(SYSTEM_SCOPE, { area: a.areas[0]!, mac: mac() })
    expect(await code(service.remove(SYSTEM_SCOPE, 'local', a.id))).toEqual([
      'PLACE_IN_USE',
      `${a.name} has 1 footscans that are switched on; move them or switch them off first.`,
      { footscans: 1 },
    ])
    expect(steps).toEqual(['applied'])
  })

  test('is noted with what was counted', async () => {
    const a = await shop(uno)
    await count(a, 10, 5)
    await count(a, 10, 5, { day: DAY + 1 })
    await service.remove(SYSTEM_SCOPE, 'local', a.id)
    expect(await note()).toEqual({
      action: 'place.remove',
      target: `local ${a.id}`,
      details: { name: a.name, client: uno, hours: 2, firstDay: DATE, lastDay: '2026-10-22' },
      at: NOW,
    })
    expect(steps).toEqual(['applied', 'changed'])
    const empty = await shop(uno)
    await service.remove(SYSTEM_SCOPE, 'area', empty.areas[0]!)
    expect((await note()).details).toEqual({ name: 'Door', client: uno, hours: 0, firstDay: null, lastDay: null })
  })
})

test('a reading of a later day opens locals that an import had closed, and each client is notified once', async () => {
  const reopened: number[] = []
  const reopen = reopenLocals({ catalog, clock: { now: () => NOW }, onReopen: (of) => void reopened.push(of) })
  const [a, b, c] = [await shop(uno), await shop(uno), await shop(uno)]
  for (const { id } of [a, b, c])
    await catalog.places.setClosing(SYSTEM_SCOPE, id, { closedOn: DATE, closedBy: 'import' })
  await reopen([{ local: c.id, day: DAY }] as never)
  expect(reopened).toEqual([])
  // The newest day counts, wherever it is in the list.
  await reopen([
    { local: a.id, day: DAY + 2 },
    { local: a.id, day: DAY - 5 },
    { local: b.id, day: DAY - 5 },
    { local: b.id, day: DAY + 1 },
    { local: c.id, day: DAY },
  ] as never)
  const closed = await Promise.all(
    [a, b, c].map(async ({ id }) => (await catalog.locals.find(SYSTEM_SCOPE, id))?.closedOn),
  )
  expect([closed, reopened]).toEqual([[null, null, DATE], [uno]])
  const entries = (await catalog.audit.list(SYSTEM_SCOPE, 2)).map(({ action, target, details }) => [
    action,
    target,
    details,
  ])
  expect(entries).toEqual([
    ['local.reopen', `local ${b.id}`, { closedOn: [DATE, null], by: 'reading', day: '2026-10-22' }],
    ['local.reopen', `local ${a.id}`, { closedOn: [DATE, null], by: 'reading', day: '2026-10-23' }],
  ])
})
