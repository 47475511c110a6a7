/** Downloads of a store in memory, whose rows are known. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayNumber, isoDay } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import { toRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import type { DownloadQuery } from '#schemas/generated/api/download-query.ts'
import { HOUR_STATE } from '../../facts/hour-state.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { downloadService } from './service.ts'
import { placesOf, shapeDownload } from './shape.ts'
import type { SumsOf } from '../../facts/downloads.ts'

/** The morning of 20 November in UTC: in Kiritimati it is the next day. */
const NOW = Date.UTC(2026, 10, 20, 10)
const DAY = dayNumber('2026-11-18')
const LOCALS = [
  { id: 11, client: 1, name: 'Gran Vía', timeZone: 'Europe/Madrid' },
  { id: 12, client: 1, name: 'Auckland', timeZone: 'Pacific/Auckland' },
]
let facts: SqlFactStore
let now = NOW
let muted: { locals: number[]; muted: string[] }[] = []
let notArea: number[] = []
let service: ReturnType<typeof downloadService>
beforeAll(async () => {
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
  service = downloadService({
    facts,
    kinds: { of: async () => ({ notArea, traffic: null }) },
    clients: { find: async (_scope: unknown, id: number) => ({ id }) },
    locals: {
      find: async (_scope: unknown, id: number) => LOCALS.find((one) => one.id === id),
      ofClient: async () => LOCALS,
    },
    muting: { groups: async () => muted },
    clock: { now: () => now },
  } as never)
})
afterAll(() => facts.close())
beforeEach(async () => {
  now = NOW
  ;[muted, notArea] = [[], []]
  await facts.write(async (connection) => {
    for (const table of ['traffic', 'mark']) await connection.run(`DELETE FROM ${table}`)
  })
})
const hour = (local: number, at: number, more: Partial<TrafficRow> = {}) =>
  hourRow(DAY, at, { client: 1, local, area: local, ...more })
const store = (...rows: TrafficRow[]) => facts.upsertTraffic(rows, 'test')
const wanted = (more: Partial<SumsOf> = {}): SumsOf => ({
  client: 1,
  content: 'rows',
  byLocal: false,
  muted,
  notArea,
  ...more,
})
/** The named columns of each row. */
const read = (frame: Frame, ...columns: string[]) =>
  toRows(frame).map((row) => columns.map((id) => row[frame.columns.findIndex((column) => column.id === id)]))
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, details }: { code?: string; message?: string; details?: object }) => [code, message, details],
  )

describe('the sums of a day', () => {
  test('are by hour and local, by hour, or of the day, each also by local, in their order', async () => {
    await store(
      hour(12, 10, { ins: 1 }),
      hour(11, 11, { ins: 2 }),
      hour(11, 10, { ins: 4, area: 7 }),
      hour(11, 10, { ins: 8 }),
      hour(11, 10, { ins: 16, fold: 1, instant: DAY * 86_400 + 20 * 3600 }),
      hourRow(DAY + 1, 10, { client: 1, local: 11, ins: 100 }),
      hour(21, 10, { client: 2, ins: 100 }),
    )
    const sums = async (more: Partial<SumsOf>) => {
      const frame = await facts.sumsOfDay(wanted(more), DAY)
      return read(
        frame,
        ...frame.columns.map(({ id }) => id).filter((id) => ['day', 'hour', 'fold', 'local', 'ins'].includes(id)),
      )
    }
    expect(await sums({})).toEqual([
      [DAY, 10, 0, 11, 12],
      [DAY, 10, 0, 12, 1],
      [DAY, 10, 1, 11, 16],
      [DAY, 11, 0, 11, 2],
    ])
    expect(await sums({ content: 'hourly' })).toEqual([
      [DAY, 10, 0, 13],
      [DAY, 10, 1, 16],
      [DAY, 11, 0, 2],
    ])
    expect(await sums({ content: 'hourly', byLocal: true })).toHaveLength(4)
    expect(await sums({ content: 'daily' })).toEqual([[DAY, 31]])
    expect(await sums({ content: 'daily', byLocal: true })).toEqual([
      [DAY, 11, 30],
      [DAY, 12, 1],
    ])
    expect(await sums({ content: 'daily', local: 12 })).toEqual([[DAY, 1]])
  })

  test('leave out hours outside the opening hours, areas of another kind, and a whole day where hours are asked', async () => {
    await store(
      hour(11, 10, { ins: 1, fro: 3 }),
      hour(11, 11, { ins: 2 }),
      hour(11, 12, { ins: 4, area: 7 }),
      hour(12, WHOLE_DAY, { ins: 8, instant: DAY * 86_400 + 23 * 3600 }),
    )
    await facts.write((connection) =>
      connection.run(`UPDATE traffic SET state = ${HOUR_STATE.outside} WHERE hour = 11`),
    )
    const ins = async (more: Partial<SumsOf>) =>
      read(await facts.sumsOfDay(wanted({ content: 'daily', ...more }), DAY), 'ins').flat()
    expect([await ins({}), await ins({ notArea: [7] }), await ins({ content: 'hourly' })]).toEqual([[13], [9], [1, 4]])
    const frame = await facts.sumsOfDay(wanted({ content: 'daily' }), DAY)
    expect(read(frame, 'fro', 'far', 'tickets', 'learntAt')).toEqual([[3, null, null, now]])
  })

  test('have every count of an hour, each as its own column of whole numbers', async () => {
    const ranges = (name: string) => [0, 1, 2, 3].map((k) => `${name}${k}`)
    const counts = [
      'far',
      'fro',
      'ins',
      'bounces',
      'visits',
      'tickets',
      'insTimeS',
      'visitTimeS',
      ...ranges('insInRange'),
      ...ranges('localRepRange'),
      ...ranges('clientRepRange'),
    ]
    // Entries are bounces and visits, and their ranges add up to them; a repetition at the local is one at the client.
    const reported = {
      far: 900,
      fro: 800,
      ins: 70,
      bounces: 20,
      visits: 50,
      tickets: 9,
      insTimeS: 600,
      visitTimeS: 500,
    }
    const ranged = Object.fromEntries(
      counts.slice(8).map((id, i) => [id, [16, 17, 18, 19, 1, 2, 3, 4, 5, 6, 7, 8][i]!]),
    )
    await store(hour(11, 10, { ...reported, ...ranged }))
    const frame = await facts.sumsOfDay(wanted(), DAY)
    expect(read(frame, ...counts, 'visitsWithTickets', 'insWithTickets')).toEqual([
      [...Object.values(reported), ...Object.values(ranged), 50, 70],
    ])
    expect(frame.columns).toEqual([
      { id: 'day', type: 'day', role: 'dim' },
      ...['hour', 'fold', 'local'].map((id) => ({ id, type: 'int', role: 'dim' })),
      ...[...counts, 'visitsWithTickets', 'insWithTickets', 'learntAt'].map((id) => ({
        id,
        type: 'int',
        role: 'measure',
      })),
    ])
  })

  test('leave out what the modules of a local leave out, and only there', async () => {
    await store(hour(11, 10, { ins: 1, fro: 10, tickets: 5 }), hour(12, 10, { ins: 2, fro: 20, tickets: 7 }))
    const sums = async (...groups: SumsOf['muted']) =>
      read(await facts.sumsOfDay(wanted({ muted: groups }), DAY), 'local', 'ins', 'fro', 'tickets')
    // Columns that follow from others are no columns of an hour, and change nothing.
    expect(await sums({ locals: [11], muted: ['fro', 'tickets', 'insWithTickets'] as never })).toEqual([
      [11, 1, null, null],
      [12, 2, 20, 7],
    ])
    expect(
      await sums({ locals: [11], muted: ['fro'] as never }, { locals: [12], muted: ['fro', 'ins'] as never }),
    ).toEqual([
      [11, 1, null, 5],
      [12, null, null, 7],
    ])
    expect(await sums({ locals: [11], muted: ['insWithTickets'] as never })).toEqual([
      [11, 1, 10, 5],
      [12, 2, 20, 7],
    ])
  })
})

test('a row has its client, the name of its local, the day on which it was learnt there, its time, and means', async () => {
  await store(
    hour(11, 10, { ins: 3, insTimeS: 100, visits: 2, visitTimeS: 5, fro: 9, tickets: 1 }),
    hour(12, 11, { ins: 4 }),
    hour(99, 12, { ins: 5 }),
  )
  const what = { client: 1, content: 'rows' as const, byLocal: false, places: placesOf(LOCALS) }
  const rows = shapeDownload(await facts.sumsOfDay(wanted(), DAY), what)
  expect(read(rows, 'client', 'local', 'name', 'exeDate', 'date', 'time', 'ins', 'insTimeS', 'visitTimeS')).toEqual([
    [1, 11, 'Gran Vía', dayNumber('2026-11-20'), DAY, 36_000, 3, 33, 3],
    [1, 12, 'Auckland', dayNumber('2026-11-20'), DAY, 39_600, 4, null, null],
    [1, 99, 'Desconocido', dayNumber('2026-11-20'), DAY, 43_200, 5, null, null],
  ])
  now = Date.UTC(2026, 10, 20, 12)
  await store(hour(11, 10, { ins: 4 }), hour(12, 11, { ins: 5 }))
  const later = shapeDownload(await facts.sumsOfDay(wanted(), DAY), what)
  expect(read(later, 'exeDate').flat()).toEqual(['2026-11-20', '2026-11-21', '2026-11-20'].map(dayNumber))
  const summary = shapeDownload(await facts.sumsOfDay(wanted({ content: 'daily' }), DAY), {
    ...what,
    content: 'daily',
  })
  expect(summary.columns.map(({ id }) => id)).not.toContain('client')
})

describe('a download', () => {
  const pieces = async (query: Partial<DownloadQuery>) => {
    const { pieces: parts, asOf } = await service.open(SYSTEM_SCOPE, {
      begin: isoDay(DAY),
      end: isoDay(DAY),
      ...query,
    } as DownloadQuery)
    const chunks: Uint8Array[] = []
    for await (const part of parts) chunks.push(Uint8Array.from(part))
    return { text: Buffer.concat(chunks).toString('utf8'), asOf }
  }
  const open = (query: object) =>
    refused(service.open(SYSTEM_SCOPE, { begin: isoDay(DAY), end: isoDay(DAY), ...query } as DownloadQuery))

  test('is of a client or of one local, of 31 days at most, and of none that has not come anywhere', async () => {
    const one = ['REQUEST_INVALID', 'A download needs either a client or a local; give one of the two.', undefined]
    expect([await open({}), await open({ client: 1, local: 11 })]).toEqual([one, one])
    expect(await open({ client: 1, begin: '2026-11-18', end: '2026-11-17' })).toEqual([
      'DATES_INCORRECT',
      'Incorrect dates: 2026-11-18 is after 2026-11-17; give the first day first.',
      { start: '2026-11-18', end: '2026-11-17' },
    ])
    expect(await open({ client: 1, begin: '2026-10-18', end: '2026-11-18' })).toEqual([
      'DOWNLOAD_RANGE_TOO_LONG',
      '2026-10-18 to 2026-11-18 is 32 days; choose at most 31.',
      { days: 32, most: 31 },
    ])
    expect(await open({ client: 1, begin: '2026-10-19' })).toBe('done')
    expect(await open({ client: 1, end: '2026-11-21' })).toBe('done')
    expect(await open({ client: 1, end: '2026-11-22' })).toEqual([
      'DOWNLOAD_DATE_FUTURE',
      '2026-11-22 has not come yet; the last day there can be is 2026-11-21.',
      { end: '2026-11-22', latest: '2026-11-21' },
    ])
  })

  test('has one head and all its days, and says when the newest hour of its locals begins', async () => {
    await store(
      hour(11, 10, { ins: 1 }),
      hour(12, 11, { ins: 2 }),
      hourRow(DAY - 1, 10, { client: 1, local: 11, ins: 4 }),
      hour(99, 20, { ins: 8 }),
    )
    const query = { client: 1, begin: isoDay(DAY - 1), content: 'daily' } as const
    const insOf = (text: string) => text.split('\r\n').map((line) => line.split(';')[2])
    const whole = await pieces(query)
    expect([insOf(whole.text), whole.asOf]).toEqual([
      ['insides', '4', '11', undefined],
      (DAY * 86_400 + 11 * 3600) * 1000,
    ])
    const { client: _client, ...dates } = query
    const one = await pieces({ ...dates, local: 11 })
    expect([insOf(one.text), one.asOf]).toEqual([['insides', '4', '1', undefined], (DAY * 86_400 + 10 * 3600) * 1000])
    muted = [{ locals: [11, 12], muted: ['ins'] }]
    notArea = [99]
    expect(insOf((await pieces({ ...dates, local: 12 })).text)).toEqual(['insides', '', undefined])
    await facts.write((connection) => connection.run('DELETE FROM mark'))
  })

  test('of a client of which nothing is known says no time', async () => {
    const { text, asOf } = await pieces({ client: 1 })
    expect([text.split('\r\n').length, asOf]).toEqual([2, null])
  })
})
