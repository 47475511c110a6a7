/** The base of a comparison, the tables of its days, stores and holidays, on fakes of the stores. */
import { describe, expect, test } from 'vitest'
import type { StoreSide } from '#domain/compared-stores'
import { dayNumber } from '#domain/days'
import { fromRows, toRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { comparisonBasis } from './basis.ts'
import { dayFrame } from './days.ts'
import { holidayFrame } from './holidays.ts'
import { storeFrame } from './stores.ts'

/** Two Aprils with Easter in each, from Monday to Sunday. */
const NOW = { name: 'comparing', from: dayNumber('2026-03-30'), to: dayNumber('2026-04-12') }
const BEFORE = { name: 'reference', from: dayNumber('2025-03-31'), to: dayNumber('2025-04-27') }
const TODAY = Date.UTC(2026, 4, 20, 11)
const side = (more: Partial<StoreSide> = {}): StoreSide => ({
  countedDays: 14,
  closedDays: 0,
  expected: 100,
  observed: 100,
  zero: 0,
  ins: 50,
  hours: 100,
  unpairedHours: 0,
  ...more,
})
const dim = (id: string): Column => ({ id, type: id === 'period' ? 'text' : 'int', role: 'dim' })
const measure = (id: string): Column => ({ id, type: 'int', role: 'measure' })
const INS = [dim('period'), dim('day'), dim('local'), measure('ins')]
const frame = (columns: readonly Column[], rows: readonly (readonly Cell[])[] = []): Frame => fromRows(columns, rows)

interface Given {
  readonly sides?: Record<number, { comparing: StoreSide | null; reference: StoreSide | null }>
  readonly openings?: Record<number, number>
  readonly holidays?: readonly { local: number; day: string; name: string; closed?: boolean }[]
  readonly ins?: readonly (readonly Cell[])[]
  readonly off?: readonly (readonly Cell[])[]
}
/** Fakes of the stores that a comparison queries, and their recorded queries. */
function stores({ sides = {}, openings = {}, holidays = [], ins = [], off = [] }: Given = {}) {
  const queries: Record<string, unknown[]> = { sides: [], query: [], unpaired: [], unfilled: [], holidays: [] }
  const numbers = <T>(of: Record<number, T>) => new Map(Object.entries(of).map(([id, value]) => [Number(id), value]))
  const parts = {
    facts: {
      sides: async (question: unknown) => {
        queries.sides!.push(question)
        return numbers(sides)
      },
      query: async (query: { measures: readonly string[] }) => {
        queries.query!.push(query)
        return query.measures[0] === 'hours'
          ? frame([dim('period'), measure('hours')], [['comparing', 5]])
          : frame(INS, ins)
      },
      unpaired: async (question: unknown, of: { by: readonly string[] }) => {
        queries.unpaired!.push([question, of])
        return frame([...of.by.map(dim), measure('ins')], off)
      },
      unfilled: async (question: unknown, by: readonly string[]) => {
        queries.unfilled!.push([question, by])
        return frame([dim('period'), measure('ins.unfilled')], [['reference', 3]])
      },
    },
    locals: { openings: async () => numbers(openings) },
    holidays: {
      list: async (_scope: unknown, wanted: { from: string; to: string }) => {
        queries.holidays!.push(wanted)
        return holidays.filter(({ day }) => day >= wanted.from && day <= wanted.to)
      },
    },
    clock: { now: () => TODAY },
  }
  return { asked: queries, parts, basis: comparisonBasis(parts as never) }
}
const asked = (more: object = {}) => ({
  client: 1,
  chosen: [3, 1, 2],
  notArea: [9],
  periods: [NOW, BEFORE],
  stores: 'same' as const,
  ...more,
})
const both = { comparing: side(), reference: side() }
const THREE = { 1: both, 2: both, 3: both }
const EASTER = [
  ...['2026-04-03', '2025-04-18'].map((day) => ({ local: 2, day, name: 'Viernes Santo' })),
  ...['2026-04-03', '2025-04-18'].map((day) => ({ local: 3, day, name: 'Viernes Santo' })),
]

describe('the basis of a comparison', () => {
  test('is none of a single period and of no local', async () => {
    const { basis, asked: calls } = stores()
    expect([
      await basis.of(SYSTEM_SCOPE, asked({ periods: [NOW] })),
      await basis.of(SYSTEM_SCOPE, asked({ periods: [] })),
      await basis.of(SYSTEM_SCOPE, asked({ chosen: [] })),
    ]).toEqual([null, null, null])
    expect(calls.sides).toEqual([])
  })

  test('asks about all chosen locals in order, and about days that have ended everywhere', async () => {
    const { basis, asked: calls } = stores({ sides: THREE })
    const found = await basis.of(SYSTEM_SCOPE, asked())
    const today = dayNumber('2026-05-19')
    const question = { client: 1, locals: [1, 2, 3], notArea: [9], comparing: NOW, reference: BEFORE, today }
    expect(calls.sides).toEqual([expect.objectContaining(question)])
    expect(found?.question).toMatchObject(question)
    // Holidays a fortnight around each period may reach into it.
    expect(calls.holidays).toEqual([
      { client: 1, from: '2026-03-16', to: '2026-04-26' },
      { client: 1, from: '2025-03-17', to: '2025-05-11' },
    ])
    const late = stores({ sides: THREE })
    Object.assign(late.parts.clock, { now: () => TODAY + 3_600_000 })
    await late.basis.of(SYSTEM_SCOPE, asked())
    expect(late.asked.sides).toEqual([expect.objectContaining({ today: today + 1 })])
  })

  test('says which stores are in it, over which hours, and leaves out those that only one period has', async () => {
    const { basis } = stores({
      sides: {
        1: { comparing: side({ hours: 100, unpairedHours: 10 }), reference: side({ hours: 50, unpairedHours: 10 }) },
        2: { comparing: side({ hours: 100 }), reference: side({ hours: 150, unpairedHours: 30 }) },
        3: { comparing: side({ hours: 500, unpairedHours: 500 }), reference: null },
      },
      openings: { 2: 5 },
    })
    const found = (await basis.of(SYSTEM_SCOPE, asked({ chosen: [3, 1, 2, 4] })))!
    expect([found.kept, found.incomparable, found.oneSided]).toEqual([[1, 2], [], []])
    expect(found.basis).toMatchObject({ asked: 4, compared: 2, comparing: 3, reference: 2, over: 0.8 })
    expect(found.stores.map(({ local, openedDay, comparing }) => [local, openedDay, comparing?.hours])).toEqual([
      [1, null, 100],
      [2, 5, 100],
      [3, null, 500],
      [4, null, undefined],
    ])
    // A store that one period has alone takes nothing from the hours of the others.
    const all = (await basis.of(SYSTEM_SCOPE, asked({ stores: 'all' })))!
    expect([all.kept, all.incomparable, all.oneSided, all.basis.over]).toEqual([[1, 2, 3], [3], [3], 0.8])
    const none = (await stores().basis.of(SYSTEM_SCOPE, asked()))!
    expect([none.basis.over, none.basis.compared]).toEqual([1, 0])
  })

  test('has one map of days for all locals that keep the same holidays, that of most of them first', async () => {
    const { basis, asked: calls } = stores({ sides: THREE, holidays: EASTER })
    const { maps, basis: said } = (await basis.of(SYSTEM_SCOPE, asked()))!
    expect(maps.map(({ locals }) => locals)).toEqual([[2, 3], [1]])
    expect(said.days?.calendars).toBe(2)
    expect(said.days?.named.find(({ day }) => day === '2026-04-03')).toEqual({
      day: '2026-04-03',
      reference: '2025-04-18',
      name: 'easter',
    })
    const count = (of: 'comparing' | 'reference') => maps[0]!.map.alone.filter(({ period }) => period === of).length
    expect([said.days?.paired, said.days?.comparing, said.days?.reference]).toEqual([
      maps[0]!.map.pairs.length,
      count('comparing'),
      count('reference'),
    ])
    expect(count('reference')).toBeGreaterThan(0)
    // Only days that do not meet their weekday are moved, and only for those that keep the feast.
    const [{ moved }] = calls.sides as [{ moved: { locals: number[]; days: [number, number][] }[] }]
    expect(moved.map(({ locals }) => locals)).toEqual([[2, 3]])
    expect(moved[0]!.days).toContainEqual([dayNumber('2025-04-18'), dayNumber('2026-04-03')])
    const plain = stores({ sides: THREE })
    await plain.basis.of(SYSTEM_SCOPE, asked())
    expect(plain.asked.sides).toEqual([expect.not.objectContaining({ moved: expect.anything() })])
  })

  test('names sixty days at most', async () => {
    const days = (year: number) =>
      Array.from({ length: 90 }, (_, at) => new Date(Date.UTC(year, 5, 1 + at)).toISOString().slice(0, 10))
    const holidays = [2026, 2025].flatMap((year) =>
      days(year).map((day) => ({ local: 1, day, name: `Feast ${day.slice(5)}` })),
    )
    const { basis } = stores({ sides: { 1: both }, holidays })
    const summer = (year: number, name: string) => ({
      name,
      from: dayNumber(`${year}-06-01`),
      to: dayNumber(`${year}-08-29`),
    })
    const periods = [summer(2026, 'comparing'), summer(2025, 'reference')]
    const { basis: said, maps } = (await basis.of(SYSTEM_SCOPE, asked({ chosen: [1], periods })))!
    expect(maps[0]!.map.pairs.filter(({ reason }) => reason === 'holiday').length).toBe(90)
    expect([said.days?.named.length, said.days?.named[0]]).toEqual([
      60,
      { day: '2026-06-01', reference: '2025-06-01', name: 'Feast 06-01' },
    ])
  })
})

describe('figures', () => {
  const torn = { comparing: side({ unpairedHours: 1 }), reference: side() }
  const tornBefore = { comparing: side(), reference: side({ unpairedHours: 1 }) }
  const figures = frame(
    [dim('period'), measure('ins')],
    [
      ['comparing', 50],
      ['reference', 60],
    ],
  )
  const wanted = { by: ['period'] as never, measures: ['ins'] }
  const columns = (of: Frame) => of.columns.map(({ id }) => id)

  test('are reported with what lies in hours that the other period lacks, of the stores that lack some', async () => {
    const { basis, asked: calls } = stores({
      sides: { 1: torn, 2: tornBefore, 3: both, 4: { comparing: side({ unpairedHours: 9 }), reference: null } },
      off: [['comparing', 7]],
    })
    const compared = (await basis.of(SYSTEM_SCOPE, asked({ chosen: [1, 2, 3, 4], stores: 'all' })))!
    const described = await basis.describe(figures, compared, wanted)
    expect(calls.unpaired).toEqual([[{ ...compared.question, locals: [1, 2] }, wanted]])
    expect(calls.query).toEqual([
      {
        table: 'traffic',
        measures: ['hours'],
        by: ['period'],
        where: { client: [1], local: [4], notArea: [9] },
        periods: [NOW, BEFORE],
      },
    ])
    expect(columns(described)).toEqual(['period', 'ins', 'ins', 'incomparableHours'])
    expect(toRows(described)).toEqual([
      ['comparing', 50, 7, 5],
      ['reference', 60, 0, 0],
    ])
    expect(described.basis).toBe(compared.basis)
    const withEstimates = await basis.describeEstimates(figures, compared, ['period'] as never, [1, 3, 4])
    expect(calls.unfilled).toEqual([[{ ...compared.question, locals: [1] }, ['period']]])
    expect(toRows(withEstimates)).toEqual([
      ['comparing', 50, 0],
      ['reference', 60, 3],
    ])
  })

  test('of stores that both periods have whole are as they are, and nothing is asked', async () => {
    const { basis, asked: calls } = stores({ sides: THREE })
    const compared = (await basis.of(SYSTEM_SCOPE, asked()))!
    expect(await basis.describe(figures, compared, wanted)).toEqual({ ...figures, basis: compared.basis })
    expect(await basis.describeEstimates(figures, compared, ['period'] as never, [1, 2, 3])).toBe(figures)
    expect([calls.unpaired, calls.query, calls.unfilled]).toEqual([[], [], []])
  })
})

describe('the table of days', () => {
  test('has what was counted on each pair of days: all, what is compared and the rest; muted entries are not read', async () => {
    const [day, other] = [dayNumber('2026-03-30'), dayNumber('2025-03-31')]
    const {
      basis,
      parts,
      asked: calls,
    } = stores({
      sides: { 1: both, 2: { comparing: side(), reference: null }, 3: both },
      ins: [
        ['comparing', day, 1, 40],
        ['comparing', day, 2, 5],
        ['comparing', day, 3, 900],
        ['comparing', day + 1, 1, null],
        ['reference', other, 1, 30],
        ['reference', other + 20, 1, 8],
      ],
      off: [['comparing', day, 1, 4]],
    })
    const compared = (await basis.of(SYSTEM_SCOPE, asked()))!
    const table = await dayFrame(parts.facts as never, compared, new Set([3]))
    const rows = toRows(table)
    expect(rows[0]).toEqual([day, other, 'weekday', '', 3, 45, 36, 9, 30, 30, 0])
    expect(rows[1]).toEqual([day + 1, other + 1, 'weekday', '', 3, null, null, null, null, null, null])
    expect(rows.find(([, reference]) => reference === other + 20)).toEqual([
      null,
      other + 20,
      'outside',
      '',
      3,
      null,
      null,
      null,
      8,
      8,
      0,
    ])
    // By day, those without one last.
    const order = rows.map(([of, reference]) => [Number(of ?? Infinity), Number(reference ?? Infinity)] as const)
    expect(order).toEqual(order.toSorted(([a, b], [c, d]) => (a === c ? b - d : a < c ? -1 : 1)))
    expect(table.basis).toBe(compared.basis)
    // Of the kind of traffic and the periods that are compared, and of every store that was asked about.
    const by = ['period', 'day', 'local']
    expect(calls.query).toEqual([
      {
        table: 'traffic',
        measures: ['ins'],
        by,
        where: { client: [1], local: [1, 2, 3], notArea: [9] },
        periods: [NOW, BEFORE],
      },
    ])
    expect(calls.unpaired).toEqual([[compared.question, { by, measures: ['ins'] }]])
  })

  test('joins stores that align a day with the same one, and lists others separately, the larger group first', async () => {
    const { basis, parts } = stores({ sides: THREE, holidays: EASTER })
    const compared = (await basis.of(SYSTEM_SCOPE, asked()))!
    const rows = toRows(await dayFrame(parts.facts as never, compared, new Set()))
    const of = (iso: string) => rows.filter(([day]) => day === dayNumber(iso)).map((row) => row.slice(1, 5))
    expect(of('2026-03-30').length + of('2026-04-03').length).toBeGreaterThan(1)
    expect(of('2026-04-03')).toEqual([
      [dayNumber('2025-04-04'), 'weekday', '', 1],
      [dayNumber('2025-04-18'), 'event', 'easter', 2],
    ])
  })
})

test('the table of stores has both sides of each, what is compared of them, and why one is left out', async () => {
  const {
    basis,
    parts,
    asked: calls,
  } = stores({
    sides: {
      1: { comparing: side({ ins: 40, unpairedHours: 2 }), reference: side({ ins: null }) },
      2: { comparing: side({ countedDays: 3, closedDays: 2, ins: 9 }), reference: null },
      3: both,
    },
    off: [['comparing', 1, 4]],
  })
  const compared = (await basis.of(SYSTEM_SCOPE, asked()))!
  const table = await storeFrame(parts.facts as never, compared, new Set([3]))
  expect(toRows(table)).toEqual([
    ['comparing', 1, null, 40, 36, 4, 14, 0, 100, 2, 100, 100],
    ['reference', 1, null, null, null, null, 14, 0, 100, 0, 100, 100],
    ['comparing', 2, 'notReference', 9, 0, 9, 3, 2, 100, 0, 100, 100],
    ['reference', 2, 'notReference', null, null, null, 0, 0, 0, 0, 0, 0],
    ['comparing', 3, null, null, null, null, 14, 0, 100, 0, 100, 100],
    ['reference', 3, null, null, null, null, 14, 0, 100, 0, 100, 100],
  ])
  expect(calls.unpaired).toEqual([[compared.question, { by: ['period', 'local'], measures: ['ins'] }]])
  expect(table.basis).toBe(compared.basis)
})

test('holidays of the periods, and no others, by day and name with how many of the chosen locals keep them', async () => {
  const { parts, asked: calls } = stores({
    holidays: [
      { local: 1, day: '2026-04-03', name: 'Good Friday', closed: true },
      { local: 2, day: '2026-04-03', name: 'Local feast', closed: true },
      { local: 2, day: '2026-04-03', name: 'Good Friday', closed: false },
      { local: 9, day: '2026-04-03', name: 'Good Friday', closed: true },
      { local: 1, day: '2026-03-30', name: 'First' },
      { local: 1, day: '2026-04-12', name: 'Last' },
      { local: 1, day: '2025-08-15', name: 'Between' },
      { local: 1, day: '2025-03-31', name: 'Before' },
    ],
  })
  const chosen = new Set([1, 2, 3])
  const table = await holidayFrame(parts as never, SYSTEM_SCOPE, { client: 1, chosen, periods: [NOW, BEFORE] })
  expect(calls.holidays).toEqual([{ client: 1, from: '2025-03-31', to: '2026-04-12' }])
  // After these five a name in each language: what only a person wrote is known in none.
  const rows = toRows(table)
  expect(rows[2]?.slice(5)).toEqual([
    'Viernes Santo',
    'Good Friday',
    'Sexta-Feira Santa',
    'Velký pátek',
    null,
    'Venerdì santo',
  ])
  expect(rows[3]?.slice(5)).toEqual([null, null, null, null, null, null])
  expect(rows.map((row) => row.slice(0, 5))).toEqual([
    [dayNumber('2025-03-31'), 'Before', 1, 0, 3],
    [dayNumber('2026-03-30'), 'First', 1, 0, 3],
    [dayNumber('2026-04-03'), 'Good Friday', 2, 1, 3],
    [dayNumber('2026-04-03'), 'Local feast', 1, 1, 3],
    [dayNumber('2026-04-12'), 'Last', 1, 0, 3],
  ])
})
