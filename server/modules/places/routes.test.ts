import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import { instantOf } from '../../facts/zone.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
let analyst: Send
beforeAll(async () => {
  f = await fixture()
  ;[admin, analyst] = [sender(f, await f.signIn('admin')), sender(f, await f.signIn('analyst'))]
})
afterAll(() => f.close())

const PATH = '/management/places'
const MADRID = 'Europe/Madrid'
const MISSING = 987_654
/** A Wednesday, weeks before now: nothing settles any more. */
const WEDNESDAY = DAY - 30

let made = 0
async function client(): Promise<number> {
  made += 1
  return (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${made}`, type: 'basic' })).id
}
interface Made {
  readonly local: number
  readonly area: number
}
async function local(of: number, areaName = 'counter', timeZone = MADRID): Promise<Made> {
  made += 1
  const { id } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
    client: of,
    name: `Local ${made}`,
    code: `L${made}`,
    type: 'store',
    timeZone,
  })
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: id, weekDay, opening: '10:00', closing: '21:00' })),
  )
  return { local: id, area: (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: areaName })).id }
}
const NO_ATOMS = Object.fromEntries(
  [
    'far',
    'fro',
    'ins',
    'bounces',
    'visits',
    'tickets',
    'insTimeS',
    'visitTimeS',
    'insInRange0',
    'insInRange1',
    'insInRange2',
    'insInRange3',
    'identifiedVisits',
    'localRepRange0',
    'localRepRange1',
    'localRepRange2',
    'localRepRange3',
    'clientRepRange0',
    'clientRepRange1',
    'clientRepRange2',
    'clientRepRange3',
  ].map((atom) => [atom, null]),
) as Omit<TrafficRow, 'client' | 'local' | 'area' | 'day' | 'hour' | 'fold' | 'instant'>
const hourOf = (
  of: number,
  { local: id, area }: Made,
  day: number,
  hour: number,
  ins: number,
  zone = MADRID,
  fold: 0 | 1 = 0,
): TrafficRow => ({
  ...NO_ATOMS,
  client: of,
  local: id,
  area,
  day,
  hour,
  fold,
  instant: instantOf(zone, day * 86_400 + hour * 3600, fold).instant,
  ins,
})
const store = (...rows: TrafficRow[]) => f.facts.upsertTraffic(rows, 'test')
const counted = async (id: number) =>
  (
    await f.facts.read(
      'SELECT area, day, hour, fold, ins FROM traffic WHERE local = $1 AND ins IS NOT NULL ORDER BY instant, area',
      [id],
    )
  ).map((row) => row.map(Number))
const rowsOf = async (table: string, column: string, id: number) =>
  Number((await f.facts.read(`SELECT count(*) FROM ${table} WHERE ${column} = $1`, [id]))[0]?.[0])
const lastAudit = async () => (await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]
const refusal = async (sent: ReturnType<Send>) => {
  const { status, body } = await sent
  return [status, (body as { code?: string }).code]
}

let uno: number
beforeEach(async () => {
  uno = await client()
})

describe('refused', () => {
  test('from anyone but an administrator, and of a place that is not there', async () => {
    const { granVia } = f.ids
    for (const [method, path, body] of [
      ['GET', PATH, undefined],
      ['GET', `${PATH}/local/${granVia}`, undefined],
      ['PUT', `${PATH}/local/${granVia}/name`, { name: 'Other' }],
      ['PUT', `${PATH}/local/${granVia}/time-zone`, { timeZone: MADRID }],
      ['PUT', `${PATH}/local/${granVia}/closing`, { closedOn: null }],
      ['GET', `${PATH}/local/${granVia}/merge?into=${f.ids.closed}`, undefined],
      ['POST', `${PATH}/local/${granVia}/merge`, { into: f.ids.closed }],
      ['DELETE', `${PATH}/local/${granVia}`, undefined],
    ] as const)
      expect([path, ...(await refusal(analyst(method, path, body)))]).toEqual([path, 403, 'ADMIN_REQUIRED'])
    for (const [kind, code] of [
      ['client', 'CLIENT_NOT_FOUND'],
      ['local', 'LOCAL_NOT_FOUND'],
      ['area', 'AREA_NOT_FOUND'],
    ] as const) {
      expect(await refusal(admin('GET', `${PATH}/${kind}/${MISSING}`))).toEqual([404, code])
      expect(await refusal(admin('DELETE', `${PATH}/${kind}/${MISSING}`))).toEqual([404, code])
      expect(await refusal(admin('PUT', `${PATH}/${kind}/${MISSING}/name`, { name: 'Other' }))).toEqual([404, code])
    }
    expect(await refusal(admin('GET', `${PATH}/region/1`))).toEqual([400, 'REQUEST_INVALID'])
  })

  test('a name that is empty or taken, and a place that does not merge into itself', async () => {
    const { local: id, area } = await local(uno)
    await f.catalog.areas.insert(SYSTEM_SCOPE, { local: id, name: 'Street' })
    expect(await refusal(admin('PUT', `${PATH}/client/${uno}/name`, { name: ' ' }))).toEqual([400, 'REQUEST_INVALID'])
    expect(await refusal(admin('PUT', `${PATH}/client/${uno}/name`, { name: 'Moda Uno' }))).toEqual([409, 'NAME_TAKEN'])
    expect(await refusal(admin('PUT', `${PATH}/area/${area}/name`, { name: 'Street' }))).toEqual([409, 'NAME_TAKEN'])
    expect(await refusal(admin('POST', `${PATH}/local/${id}/merge`, { into: id }))).toEqual([
      409,
      'PLACE_MERGE_NOT_ALLOWED',
    ])
  })

  test('removing a place whose footscans are switched on; none of it is removed', async () => {
    const shop = await local(uno)
    await store(hourOf(uno, shop, WEDNESDAY, 11, 5))
    await f.catalog.footscans.insert(SYSTEM_SCOPE, { area: shop.area, mac: '0A:00:00:00:00:01' })
    for (const [kind, id] of [
      ['client', uno],
      ['local', shop.local],
      ['area', shop.area],
    ] as const)
      expect(await refusal(admin('DELETE', `${PATH}/${kind}/${id}`))).toEqual([409, 'PLACE_IN_USE'])
    expect(await counted(shop.local)).toHaveLength(1)
  })
})

test('a table of places has what each has, and what hangs on one is reported before it goes', async () => {
  const shop = await local(uno)
  await store(hourOf(uno, shop, WEDNESDAY, 11, 5), hourOf(uno, shop, WEDNESDAY + 2, 12, 6))
  await f.catalog.footscans.insert(SYSTEM_SCOPE, { area: shop.area, mac: '0A:00:00:00:00:02' })
  await f.catalog.campaigns.insert(SYSTEM_SCOPE, { client: uno, name: 'Sale', begin: '2026-07-01', end: '2026-07-31' })
  await f.facts.quarantineRows([
    { client: uno, local: shop.local, reason: 'NEGATIVE', source: 'a.csv', row: { ins: -1 } },
  ])
  const days = { hours: 2, firstDay: '2026-10-21', lastDay: '2026-10-23' }
  expect(
    ((await admin('GET', `${PATH}?client=${uno}`)).body as Place[]).map(
      ({ kind, id, hours, firstDay, lastDay, footscans }) => ({ kind, id, hours, firstDay, lastDay, footscans }),
    ),
  ).toEqual([
    { kind: 'client', id: uno, ...days, footscans: 1 },
    { kind: 'local', id: shop.local, ...days, footscans: 1 },
    { kind: 'area', id: shop.area, ...days, footscans: 1 },
  ])
  expect(((await admin('GET', PATH)).body as Place[]).find(({ id }) => id === uno)).toMatchObject({
    kind: 'client',
    ...days,
  })
  expect((await admin('GET', `${PATH}/client/${uno}`)).body as PlaceContents).toMatchObject({
    ...days,
    locals: 1,
    areas: 1,
    footscans: 1,
    activeFootscans: 1,
    campaigns: 1,
    openingHours: 7,
    quarantined: 1,
    readings: 0,
  })
})

test('interventions and discharges go with their client, which says how many; those of a local stay with its client', async () => {
  const shop = await local(uno)
  const before = ((await admin('GET', `${PATH}/client/${uno}`)).body as PlaceContents).entries
  await admin('POST', '/interventions', {
    type: 'Visit',
    description: 'The camera is dark.',
    client: uno,
    local: shop.local,
  })
  await admin('POST', '/discharges/client', { dischargeId: `D ${NOW}`, date: '2026-11-20', client: uno, data: {} })
  expect((await admin('GET', `${PATH}/client/${uno}`)).body).toMatchObject({ entries: before + 2 })
  expect((await admin('GET', `${PATH}/local/${shop.local}`)).body).toMatchObject({ entries: 0 })
})

test('a place is renamed, and the audit log has both names', async () => {
  const shop = await local(uno)
  for (const [kind, id] of [
    ['client', uno],
    ['local', shop.local],
    ['area', shop.area],
  ] as const) {
    expect((await admin('PUT', `${PATH}/${kind}/${id}/name`, { name: ` New ${kind} ${id} ` })).body).toMatchObject({
      kind,
      id,
      name: `New ${kind} ${id}`,
    })
    expect(await lastAudit()).toMatchObject({
      action: 'place.rename',
      target: `${kind} ${id}`,
      details: { name: [expect.any(String), `New ${kind} ${id}`] },
    })
  }
})

describe('a local that is moved in time zone', () => {
  test('keeps its hours where they were in time: day, hour and pass are those of the new clock, and expected hours are made anew', async () => {
    const shop = await local(uno)
    // The clocks of Madrid went back on Sunday 25 October 2026 at 3:00; those of London at 2:00.
    const sunday = 20_751
    await store(
      hourOf(uno, shop, WEDNESDAY, 0, 3),
      hourOf(uno, shop, WEDNESDAY, 12, 7),
      hourOf(uno, shop, sunday, 2, 4),
      hourOf(uno, shop, sunday, 2, 5, MADRID, 1),
    )
    await admin('PUT', `${PATH}/local/${shop.local}/closing`, { closedOn: null })
    // The hours of an import move with the others, its total of a day stays on its day.
    await f.facts.write(async (connection) => {
      const at = instantOf(MADRID, WEDNESDAY * 86_400).instant
      await connection.run(
        `INSERT INTO imported_hour BY NAME SELECT 1 AS import, false AS base, ${uno} AS client, ${shop.local} AS ` +
          `local, ${shop.area} AS area, ${WEDNESDAY} AS day, unnest([0, 24]) AS hour, 0 AS fold, ${at}::UINTEGER AS ` +
          'instant, 3 AS ins',
      )
    })
    expect(
      (await admin('PUT', `${PATH}/local/${shop.local}/time-zone`, { timeZone: 'Europe/London' })).body,
    ).toMatchObject({ timeZone: 'Europe/London' })
    expect(await counted(shop.local)).toEqual([
      [shop.area, WEDNESDAY - 1, 23, 0, 3],
      [shop.area, WEDNESDAY, 11, 0, 7],
      [shop.area, sunday, 1, 0, 4],
      [shop.area, sunday, 1, 1, 5],
    ])
    expect(
      (await f.facts.read('SELECT day, hour FROM imported_hour WHERE local = $1 ORDER BY hour', [shop.local])).map(
        (row) => row.map(Number),
      ),
    ).toEqual([
      [WEDNESDAY - 1, 23],
      [WEDNESDAY, 24],
    ])
    // From 10:00 to 21:00 by the new clock, and each hour once.
    const open = await f.facts.read(
      'SELECT hour, instant, expected > 0 FROM traffic WHERE local = $1 AND day = $2 AND state <> 5 ORDER BY hour',
      [shop.local, WEDNESDAY + 1],
    )
    expect(open.map(([hour]) => Number(hour))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(Number(open[0]?.[1])).toBe(instantOf('Europe/London', (WEDNESDAY + 1) * 86_400 + 36_000).instant)
    expect(await lastAudit()).toMatchObject({
      action: 'local.timeZone',
      target: `local ${shop.local}`,
      details: { timeZone: [MADRID, 'Europe/London'] },
    })
  })

  test('and back is what it was', async () => {
    const shop = await local(uno)
    await store(hourOf(uno, shop, WEDNESDAY, 0, 3), hourOf(uno, shop, WEDNESDAY + 1, 12, 7))
    const all = () =>
      f.facts.read(
        'SELECT area, day, hour, fold, instant, ins, expected, observed, estimatedIns, state FROM traffic WHERE ' +
          'local = $1 ORDER BY instant, area',
        [shop.local],
      )
    await admin('PUT', `${PATH}/local/${shop.local}/closing`, { closedOn: null })
    const before = await all()
    for (const timeZone of ['America/New_York', MADRID])
      expect((await admin('PUT', `${PATH}/local/${shop.local}/time-zone`, { timeZone })).status).toBe(200)
    expect(await all()).toEqual(before)
    expect(before.length).toBeGreaterThan(20)
  })

  test('is refused by an unknown zone, and by one whose hours begin within those that were counted', async () => {
    const shop = await local(uno)
    await store(hourOf(uno, shop, WEDNESDAY, 12, 7))
    const path = `${PATH}/local/${shop.local}/time-zone`
    expect(await refusal(admin('PUT', path, { timeZone: 'Europe/Nowhere' }))).toEqual([400, 'PLACE_TIME_ZONE_INVALID'])
    expect(await refusal(admin('PUT', path, { timeZone: 'Asia/Kolkata' }))).toEqual([409, 'PLACE_HOURS_SPLIT'])
    expect(await counted(shop.local)).toEqual([[shop.area, WEDNESDAY, 12, 0, 7]])
  })
})

describe('merging', () => {
  async function two() {
    const [a, b] = [await local(uno), await local(uno)]
    await store(
      hourOf(uno, a, WEDNESDAY, 11, 5),
      hourOf(uno, a, WEDNESDAY, 12, 6),
      hourOf(uno, b, WEDNESDAY, 12, 60),
      hourOf(uno, b, WEDNESDAY, 13, 70),
    )
    return { a, b }
  }

  test('hours that both have are reported, and decided by the caller: nothing is summed silently', async () => {
    const { a, b } = await two()
    const path = `${PATH}/local/${a.local}/merge`
    const preview = (await admin('GET', `${path}?into=${b.local}`)).body as PlaceMergePreview
    expect(preview).toMatchObject({
      bothHours: 1,
      equalHours: 0,
      bothFirstDay: '2026-10-21',
      bothLastDay: '2026-10-21',
      fromIns: 6,
      intoIns: 60,
      obstacles: [],
      areas: [{ area: a.area, name: 'counter', into: b.area }],
      from: { id: a.local, hours: 2 },
      into: { id: b.local, hours: 2 },
    })
    expect(await refusal(admin('POST', path, { into: b.local }))).toEqual([409, 'PLACE_MERGE_CHOICE_REQUIRED'])
    expect(await counted(a.local)).toHaveLength(2)
  })

  for (const [both, ins, logged] of [
    ['keep', 60, 6],
    ['take', 6, 60],
    ['sum', 66, 60],
  ] as const) {
    test(`${both}: the hour that both have is ${ins}, what it replaces is in the log, and the rest of the other local is there`, async () => {
      const { a, b } = await two()
      expect((await admin('POST', `${PATH}/local/${a.local}/merge`, { into: b.local, both })).body).toMatchObject({
        id: b.local,
        hours: 3,
      })
      expect(await counted(b.local)).toEqual([
        [b.area, WEDNESDAY, 11, 0, 5],
        [b.area, WEDNESDAY, 12, 0, ins],
        [b.area, WEDNESDAY, 13, 0, 70],
      ])
      expect(
        (await f.facts.read('SELECT local, area, hour, ins FROM traffic_log WHERE local = $1', [b.local])).map((row) =>
          row.map(Number),
        ),
      ).toEqual([[b.local, b.area, 12, logged]])
      expect(await rowsOf('traffic', 'local', a.local)).toBe(0)
      expect(await refusal(admin('GET', `${PATH}/local/${a.local}`))).toEqual([404, 'LOCAL_NOT_FOUND'])
      expect(await lastAudit()).toMatchObject({
        action: 'place.merge',
        target: `local ${a.local}`,
        details: { into: b.local, both, bothHours: 1 },
      })
      expect((await f.facts.watermark({ client: [uno] })).map((mark) => mark.local)).toEqual([b.local])
    })
  }

  test('an area of another name moves as it is, with its footscans and what they said', async () => {
    const [a, b] = [await local(uno, 'North door'), await local(uno)]
    await f.catalog.footscans.insert(SYSTEM_SCOPE, { area: a.area, mac: '0A:00:00:00:00:03' })
    const [device] = await f.catalog.devices.named(['0A:00:00:00:00:03'])
    const at = NOW - 3_600_000
    await f.app.ingest.accept({
      sender: { client: uno, footscan: 0 },
      adapter: '=test',
      type: '',
      body: Buffer.from(
        JSON.stringify([
          {
            device: '0A:00:00:00:00:03',
            readings: [{ kind: 'count', line: '', start: at, end: at + 60_000, in: 4, out: 1 }],
            unread: [],
          },
        ]),
      ),
      messages: [
        {
          device: '0A:00:00:00:00:03',
          readings: [{ kind: 'count', line: '', start: at, end: at + 60_000, in: 4, out: 1 }],
          unread: [],
        },
      ],
      receivedAt: NOW,
    })
    expect((await admin('POST', `${PATH}/local/${a.local}/merge`, { into: b.local })).status).toBe(200)
    expect(await counted(b.local)).toEqual([[a.area, DAY, 12, 0, 4]])
    for (const table of ['reading', 'device_hour', 'contact'])
      expect([
        table,
        (await f.facts.read(`SELECT DISTINCT local FROM ${table} WHERE device = $1`, [device!.id])).flat().map(Number),
      ]).toEqual([table, [b.local]])
    expect(await f.catalog.areas.list(SYSTEM_SCOPE, { local: b.local })).toHaveLength(2)
  })

  test('areas of one local become one, by the same choice', async () => {
    const a = await local(uno)
    const into = {
      local: a.local,
      area: (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: a.local, name: 'Street' })).id,
    }
    await store(hourOf(uno, a, WEDNESDAY, 12, 6), hourOf(uno, into, WEDNESDAY, 12, 60))
    await admin('POST', `${PATH}/area/${a.area}/merge`, { into: into.area, both: 'keep' })
    expect(await counted(a.local)).toEqual([[into.area, WEDNESDAY, 12, 0, 60]])
  })

  test('is refused between time zones, clients and locals, and where uploads of both have tickets of a day', async () => {
    const [a, b] = [await local(uno), await local(uno, 'counter', 'Europe/London')]
    const other = await local(await client())
    const obstacles = async (kind: string, from: number, into: number) =>
      ((await admin('GET', `${PATH}/${kind}/${from}/merge?into=${into}`)).body as PlaceMergePreview).obstacles
    expect([
      await obstacles('local', a.local, b.local),
      await obstacles('local', a.local, other.local),
      await obstacles('area', a.area, b.area),
    ]).toEqual([['TIME_ZONES'], ['CLIENTS'], ['LOCALS', 'TIME_ZONES']])
    const c = await local(uno)
    await f.facts.write(async (connection) => {
      for (const { local: id } of [a, c])
        await connection.run(
          `INSERT INTO tickets_daily (upload, client, local, day, tickets) VALUES (1, ${uno}, ${id}, ${WEDNESDAY}, 9)`,
        )
    })
    expect(await obstacles('local', a.local, c.local)).toEqual(['TICKETS'])
    expect(await refusal(admin('POST', `${PATH}/local/${a.local}/merge`, { into: c.local }))).toEqual([
      409,
      'PLACE_MERGE_NOT_ALLOWED',
    ])
  })

  test('is refused where cameras would come to a local without an external code', async () => {
    const [a, b] = [await local(uno), await local(uno)]
    await f.catalog.fleet.insert(
      SYSTEM_SCOPE,
      {
        area: a.area,
        mac: '00:B0:9D:00:78:01',
        name: '',
        kind: 'xovis',
        externalId: null,
        reversed: false,
        reportS: 300,
        enabled: false,
      },
      DAY * 86_400_000,
    )
    const obstacles = async (from: number, into: number) =>
      ((await admin('GET', `${PATH}/local/${from}/merge?into=${into}`)).body as PlaceMergePreview).obstacles
    expect([await obstacles(a.local, b.local), await obstacles(b.local, a.local)]).toEqual([['EXTERNAL_CODE'], []])
    expect(await refusal(admin('POST', `${PATH}/local/${a.local}/merge`, { into: b.local }))).toEqual([
      409,
      'PLACE_MERGE_NOT_ALLOWED',
    ])
    await f.catalog.localRecords.update(SYSTEM_SCOPE, { id: b.local, client: uno }, { external_id: 'ERP-78' }, 0)
    expect(await obstacles(a.local, b.local)).toEqual([])
  })

  test('all locals of a client go to another one, and no account may read more than before', async () => {
    const dos = await client()
    const shop = await local(uno)
    await store(hourOf(uno, shop, WEDNESDAY, 12, 6))
    await f.catalog.userAccess.insert(
      SYSTEM_SCOPE,
      { user: (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'nobody@aforo.test'))!.id, client: uno },
      NOW,
    )
    expect((await admin('POST', `${PATH}/client/${uno}/merge`, { into: dos })).body).toMatchObject({
      kind: 'client',
      id: dos,
      hours: 1,
    })
    expect((await f.catalog.locals.find(SYSTEM_SCOPE, shop.local))?.client).toBe(dos)
    for (const table of ['traffic', 'mark']) expect([table, await rowsOf(table, 'client', uno)]).toEqual([table, 0])
    const withoutRights = sender(f, await f.signIn('nobody'))
    expect(((await withoutRights('GET', '/clients')).body as { id: number }[]).map(({ id }) => id)).not.toContain(dos)
  })
})

describe('removing', () => {
  const TABLES = [
    'traffic',
    'traffic_log',
    'quarantine',
    'mark',
    'rolled',
    'reading',
    'counter',
    'occupancy',
    'heartbeat',
    'device_hour',
    'contact',
    'reading_quarantine',
    'device_day',
    'tickets_daily',
    'tickets_hourly',
    'offers_orders',
    'sighting',
    'visit_session',
  ]

  async function full() {
    const [shop, other] = [await local(uno), await local(uno)]
    for (const one of [shop, other])
      await store(hourOf(uno, one, WEDNESDAY, 12, 6), hourOf(uno, one, WEDNESDAY + 1, 12, 6))
    await store(hourOf(uno, shop, WEDNESDAY, 12, 7))
    await f.catalog.fleet.insert(
      SYSTEM_SCOPE,
      {
        area: shop.area,
        mac: `0A:00:00:00:01:${String(made % 100).padStart(2, '0')}`,
        name: '',
        kind: 'aforo',
        externalId: null,
        reversed: false,
        reportS: 300,
        enabled: false,
      },
      NOW,
    )
    const [device] = await f.catalog.places.footscanIds(SYSTEM_SCOPE, { kind: 'area', id: shop.area })
    // One row in every table that names a place, so that one that is forgotten shows.
    await f.facts.write(async (connection) => {
      const columns = await (
        await connection.run(
          'SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = current_database() ' +
            `AND schema_name = 'main' AND NOT internal ORDER BY table_name, column_index`,
        )
      ).getRows()
      for (const [table, own] of Map.groupBy(columns, ([name]) => String(name))) {
        const names = own.map(([, column]) => String(column))
        if (
          !['local', 'area', 'device', 'client'].some((name) => names.includes(name)) ||
          ['traffic', 'mark', 'rolled'].includes(table)
        )
          continue
        const value = (name: string, type: string) =>
          ({ client: uno, local: shop.local, area: shop.area, device })[name] ??
          (type === 'VARCHAR' ? "'{}'" : type === 'BOOLEAN' ? 'true' : name === 'day' ? WEDNESDAY : 1)
        await connection.run(
          `INSERT INTO ${table} VALUES (${own.map(([, name, type]) => value(String(name), String(type))).join(', ')})`,
        )
      }
    })
    return { shop, other, device: device! }
  }

  test('a local takes with it what any table has of it, and the others stay as they were', async () => {
    const { shop, other } = await full()
    const before = await counted(other.local)
    expect((await admin('DELETE', `${PATH}/local/${shop.local}`)).status).toBe(204)
    for (const table of TABLES) expect([table, await rowsOf(table, 'local', shop.local)]).toEqual([table, 0])
    expect(await rowsOf('detailed_hour', 'area', shop.area)).toBe(0)
    expect([await counted(other.local), before.length]).toEqual([before, 2])
    expect(await lastAudit()).toMatchObject({
      action: 'place.remove',
      target: `local ${shop.local}`,
      details: { client: uno, hours: 2, firstDay: '2026-10-21' },
    })
    expect(await f.catalog.places.footscanIds(SYSTEM_SCOPE, { kind: 'area', id: shop.area })).toEqual([])
  })

  test('an area takes its own hours, and its local is expected to have what remains', async () => {
    const { shop, device } = await full()
    const rest = {
      local: shop.local,
      area: (await f.catalog.areas.insert(SYSTEM_SCOPE, { local: shop.local, name: 'Rest' })).id,
    }
    await store(hourOf(uno, rest, WEDNESDAY - 7, 12, 9))
    expect((await admin('DELETE', `${PATH}/area/${shop.area}`)).status).toBe(204)
    expect(await counted(shop.local)).toEqual([[rest.area, WEDNESDAY - 7, 12, 0, 9]])
    expect([
      await rowsOf('traffic', 'area', shop.area),
      await rowsOf('reading', 'area', shop.area),
      await rowsOf('contact', 'device', device),
      await rowsOf('tickets_daily', 'local', shop.local),
    ]).toEqual([0, 0, 0, 1])
    const [mark] = (await f.facts.watermark({ client: [uno] })).filter((one) => one.local === shop.local)
    expect(mark?.instant).toBe(instantOf(MADRID, (WEDNESDAY - 7) * 86_400 + 43_200).instant)
    // The tickets of its day are on a row of what remains.
    expect(
      (
        await f.facts.read('SELECT sum(ticketsOfDay) FROM traffic WHERE local = $1 AND day = $2', [
          shop.local,
          WEDNESDAY,
        ])
      )
        .flat()
        .map(Number),
    ).toEqual([1])
  })

  test('a client takes all its locals', async () => {
    const { shop, other } = await full()
    expect((await admin('DELETE', `${PATH}/client/${uno}`)).status).toBe(204)
    for (const id of [shop.local, other.local])
      for (const table of TABLES) expect([table, await rowsOf(table, 'local', id)]).toEqual([table, 0])
    expect(await rowsOf('marketing_investment', 'client', uno)).toBe(0)
    expect(await refusal(admin('GET', `/clients/${uno}`))).toEqual([404, 'CLIENT_NOT_FOUND'])
  })
})

describe('closing', () => {
  test('a person closes a local and opens it again: days after the last one are not expected', async () => {
    const shop = await local(uno)
    await store(hourOf(uno, shop, WEDNESDAY, 12, 6), hourOf(uno, shop, WEDNESDAY + 1, 12, 6))
    const expected = async (day: number) =>
      Number(
        (
          await f.facts.read('SELECT count(*) FROM traffic WHERE local = $1 AND day = $2 AND expected > 0', [
            shop.local,
            day,
          ])
        )[0]?.[0],
      )
    const path = `${PATH}/local/${shop.local}/closing`
    await admin('PUT', path, { closedOn: null })
    expect(await expected(WEDNESDAY + 5)).toBe(11)
    expect((await admin('PUT', path, { closedOn: '2026-10-24' })).body).toMatchObject({
      closedOn: '2026-10-24',
      closedBy: 'person',
    })
    expect([await expected(WEDNESDAY + 3), await expected(WEDNESDAY + 5)]).toEqual([11, 0])
    expect(await lastAudit()).toMatchObject({ action: 'local.close', details: { closedOn: [null, '2026-10-24'] } })
    expect((await admin('PUT', path, { closedOn: null })).body).toMatchObject({ closedOn: null, closedBy: null })
    expect(await expected(WEDNESDAY + 5)).toBe(11)
    expect(await lastAudit()).toMatchObject({ action: 'local.reopen', details: { closedOn: ['2026-10-24', null] } })
  })

  test('on a day that no calendar has, or in a year out of range, is refused, and the local stays as it was', async () => {
    const shop = await local(uno)
    for (const [closedOn, why] of [
      ['0000-00-00', 'DATE_INVALID'],
      ['2026-02-30', 'DATE_INVALID'],
      ['2026-13-01', 'DATE_INVALID'],
      ['0000-01-01', 'YEAR_OUT_OF_RANGE'],
      ['9999-12-31', 'YEAR_OUT_OF_RANGE'],
    ] as const) {
      const { status, body } = await admin('PUT', `${PATH}/local/${shop.local}/closing`, { closedOn })
      expect([closedOn, status, (body as { code: string }).code]).toEqual([closedOn, 400, why])
    }
    expect((await admin('PUT', `${PATH}/local/${shop.local}/closing`, { closedOn: null })).status).toBe(200)
  })

  test('a reading opens what an import had closed, and leaves closed what a person has', async () => {
    for (const [by, closedOn] of [
      ['import', null],
      ['person', '2026-10-01'],
    ] as const) {
      const shop = await local(uno)
      const mac = `0A:00:00:00:02:${by === 'import' ? '01' : '02'}`
      await f.catalog.footscans.insert(SYSTEM_SCOPE, { area: shop.area, mac })
      await f.catalog.places.setClosing(SYSTEM_SCOPE, shop.local, { closedOn: '2026-10-01', closedBy: by })
      const messages = [
        {
          device: mac,
          readings: [{ kind: 'count' as const, line: '', start: NOW - 60_000, end: NOW, in: 4, out: 1 }],
          unread: [],
        },
      ]
      await f.app.ingest.accept({
        sender: { client: uno, footscan: 0 },
        adapter: '=test',
        type: '',
        body: Buffer.from(JSON.stringify(messages)),
        messages,
        receivedAt: NOW,
      })
      await f.app.ingest.applied()
      await expect.poll(async () => (await f.catalog.locals.find(SYSTEM_SCOPE, shop.local))?.closedOn).toBe(closedOn)
      // It counts either way.
      expect((await counted(shop.local)).map((row) => row.at(-1))).toEqual([4])
      if (by === 'import')
        expect(
          (await f.catalog.audit.list(SYSTEM_SCOPE, 5)).find(({ action }) => action === 'local.reopen'),
        ).toMatchObject({
          user: null,
          target: `local ${shop.local}`,
          details: { by: 'reading', closedOn: ['2026-10-01', null] },
        })
    }
  })
})
