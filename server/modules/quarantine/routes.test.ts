import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import { ATOM_COLUMNS } from '../../facts/columns.ts'
import { undoImport } from '../../facts/duckdb/imports.ts'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
let admin: Send
beforeAll(async () => {
  f = await fixture()
  admin = sender(f, await f.signIn('admin'))
})
afterAll(() => f.close())

const PATH = '/management/quarantine'
const rowOf = (local: number, area: number) =>
  ({ local, area, fold: 0, ...Object.fromEntries(ATOM_COLUMNS.map((atom) => [atom, null])) }) as unknown as TrafficRow
let line = 0
const keep = async (
  row: Record<string, unknown>,
  { client = f.ids.uno, reason = 'COUNT_UNREADABLE', source = 'a.csv' } = {},
) => {
  line += 1
  await f.facts.quarantineRows([{ client, local: 0, reason, source, row: { file: source, line, ...row } }])
  return Number((await f.facts.read('SELECT CAST(max(id) AS DOUBLE) FROM quarantine'))[0]?.[0])
}
const list = async (query = '') => (await admin('GET', `${PATH}?${query}`)).body as QuarantinedRow[]
const hour = (more: object = {}) => ({
  local: f.ids.granVia,
  area: f.ids.door,
  day: '2026-11-02',
  hour: 12,
  counts: { ins: 7 },
  ...more,
})
const refusal = async (sent: ReturnType<Send>) => {
  const { status, body } = await sent
  return [status, (body as { code?: string }).code]
}
const counted = async () =>
  (
    await f.facts.read(
      'SELECT day, hour, fold, ins, fro FROM traffic WHERE local = $1 AND area = $2 AND day = 20759 AND ins IS NOT ' +
        'NULL ORDER BY instant',
      [f.ids.granVia, f.ids.door],
    )
  ).map((row) => row.map((one) => (one === null ? null : Number(one))))
beforeEach(async () => {
  await f.facts.write(async (connection) => {
    await connection.run('DELETE FROM quarantine')
    await connection.run(`DELETE FROM traffic WHERE area = ${f.ids.door} AND day = 20759`)
  })
})

test('rows of files are listed with file and line, by client, reason, source and file, and counted in groups', async () => {
  const unreadable = await keep({ date: '2026-11-02 12:00', count: 'many' })
  const negative = await keep({ time: '2026-11-02T12:00', ins: '-4' }, { reason: 'NEGATIVE', source: 'b.csv' })
  const other = await keep({ ins: 'x' }, { client: f.ids.dos })
  const ids = async (query = '') => (await list(query)).map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await ids()).toEqual([unreadable, negative, other])
  expect([
    await ids(`client=${f.ids.dos}`),
    await ids('reason=NEGATIVE'),
    await ids('source=b.csv'),
    await ids('file=a.csv'),
    await ids('state=released'),
  ]).toEqual([[other], [negative], [negative], [unreadable, other], []])
  expect((await list('reason=NEGATIVE'))[0]).toMatchObject({
    client: f.ids.uno,
    reason: 'NEGATIVE',
    source: 'b.csv',
    file: 'b.csv',
    line: expect.any(Number),
    state: 'waiting',
    decidedAt: null,
    row: { ins: '-4' },
    suggestion: { local: null, area: null, day: '2026-11-02', hour: 12, fold: 0, counts: { ins: -4 } },
  })
  // Under any header: the one cell that is a time.
  expect((await list('reason=COUNT_UNREADABLE&source=a.csv')).find(({ id }) => id === unreadable)?.suggestion).toEqual({
    local: null,
    area: null,
    day: '2026-11-02',
    hour: 12,
    fold: 0,
    counts: {},
  })
  expect((await admin('GET', `${PATH}/groups`)).body).toEqual(
    expect.arrayContaining([{ client: f.ids.uno, reason: 'NEGATIVE', source: 'b.csv', file: 'b.csv', rows: 1 }]),
  )
})

test('what is no hour of the client is refused, and nothing is counted', async () => {
  const id = await keep({ count: 'many' })
  const release = (more: object = {}, of = id) => refusal(admin('POST', `${PATH}/${of}/release`, hour(more)))
  expect(await release({}, 987_654)).toEqual([404, 'QUARANTINE_NOT_FOUND'])
  expect(await release({ local: f.ids.otherGranVia, area: 0 })).toEqual([404, 'LOCAL_NOT_FOUND'])
  expect(await release({ area: 987_654 })).toEqual([404, 'AREA_NOT_FOUND'])
  // The clocks of Madrid went forward from 2 to 3.
  expect(await release({ day: '2026-03-29', hour: 2 })).toEqual([400, 'QUARANTINE_HOUR_NOT_FOUND'])
  expect(await release({ counts: {} })).toEqual([400, 'REQUEST_INVALID'])
  expect([await counted(), (await list()).map(({ state }) => state)]).toEqual([[], ['waiting']])
})

test('a corrected row passes the same checks as every hour: what contradicts itself waits on, and is not quarantined twice', async () => {
  const id = await keep({ time: '2026-11-02T12:00', ins: '-4' }, { reason: 'NEGATIVE' })
  for (const [counts, reason] of [
    [{ ins: -4 }, 'NEGATIVE'],
    [{ ins: 300_000 }, 'ABSURD'],
    [{ ins: 5, visits: 9 }, 'VISITS_ABOVE_INS'],
  ] as const) {
    expect(await admin('POST', `${PATH}/${id}/release`, hour({ counts }))).toMatchObject({
      status: 409,
      body: { code: 'QUARANTINE_KEPT', details: { reason } },
    })
  }
  expect([await counted(), (await list('state=all')).map((row) => row.state)]).toEqual([[], ['waiting']])
})

test('it is counted once, as data of its file; the list and the audit log say so', async () => {
  const id = await keep({ time: '2026-11-02T12:00', ins: '4O95' })
  expect((await admin('POST', `${PATH}/${id}/release`, hour({ counts: { ins: 4095, fro: 3 } }))).body).toMatchObject({
    id,
    state: 'released',
    decidedAt: NOW,
  })
  expect(await counted()).toEqual([[20_759, 12, 0, 4095, 3]])
  expect(await refusal(admin('POST', `${PATH}/${id}/release`, hour()))).toEqual([409, 'QUARANTINE_RELEASED'])
  expect(await list()).toEqual([])
  expect((await list('state=released')).map((row) => row.id)).toEqual([id])
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'quarantine.release',
    target: `row ${id}`,
    user: expect.any(Number),
    details: {
      source: 'a.csv',
      file: 'a.csv',
      local: f.ids.granVia,
      day: '2026-11-02',
      hour: 12,
      counts: { ins: 4095, fro: 3 },
    },
  })
  // A correction of it goes to the log like any other.
  const again = await keep({ ins: 'y' }, { source: 'c.csv' })
  await admin('POST', `${PATH}/${again}/release`, hour({ counts: { ins: 8 } }))
  expect(
    (await f.facts.read(`SELECT ins, cause FROM traffic_log WHERE area = ${f.ids.door}`)).map((row) => [
      Number(row[0]),
      String(row[1]),
    ]),
  ).toEqual([[4095, 'c.csv']])
})

test('a row of an import counts as said by it: taking the import back takes the row along, and puts back what a sensor had said', async () => {
  const source = 'import 7 days.csv'
  await f.facts.write(async (connection) => {
    await connection.run(`INSERT INTO imports VALUES (7, 0, 0, 0, 2, ${NOW}::BIGINT, $1)`, [source])
  })
  await f.facts.upsertTraffic(
    [
      {
        ...rowOf(f.ids.granVia, f.ids.door),
        client: f.ids.uno,
        day: 20759,
        hour: 13,
        instant: 20759 * 86_400 + 12 * 3600,
        ins: 3,
      },
    ],
    'a sensor',
  )
  for (const at of [12, 13]) {
    const id = await keep({ time: `2026-11-02T${at}:00`, ins: 'x' }, { source })
    expect((await admin('POST', `${PATH}/${id}/release`, hour({ hour: at }))).status).toBe(200)
  }
  expect(await counted()).toEqual([
    [20759, 12, 0, 7, null],
    [20759, 13, 0, 7, null],
  ])
  await f.facts.write((connection) => undoImport(connection, { import: 7, nowMs: NOW, cause: 'undo' }))
  expect(await counted()).toEqual([[20759, 13, 0, 3, null]])
})

test('dismissed rows stay known and are not quarantined again when the file is imported again', async () => {
  const [one, two] = [await keep({ ins: 'x' }), await keep({ ins: 'y' })]
  expect(await refusal(admin('POST', `${PATH}/dismiss`, { ids: [one, 987_654] }))).toEqual([
    404,
    'QUARANTINE_NOT_FOUND',
  ])
  expect(await list()).toHaveLength(2)
  expect((await admin('POST', `${PATH}/dismiss`, { ids: [one, two] })).body).toMatchObject([
    { id: one, state: 'dismissed' },
    { id: two, state: 'dismissed' },
  ])
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'quarantine.dismiss',
    target: '2 rows',
    details: { source: 'a.csv', rows: [one, two] },
  })
  line -= 2
  await keep({ ins: 'x' })
  expect(await list()).toEqual([])
})
