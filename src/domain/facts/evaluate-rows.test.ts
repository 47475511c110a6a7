import fc from 'fast-check'
import { expect, test } from 'vitest'
import { civil, mondayOf, weekday } from '../days.ts'
import type { FactDimension, FactPeriod, FactQuery } from '../fact-query.ts'
import { fromRows, toRows } from '../frame-build.ts'
import type { Cell, Column } from '../frame.ts'
import { evaluate } from './evaluate.ts'
import { indexFacts } from './fact-index.ts'

type Row = Readonly<Record<string, number | null>>
const DIMENSIONS = ['client', 'local', 'area', 'day', 'hour'] as const
const ATOMS = ['ins', 'visits', 'tickets'] as const
const columns: Column[] = [
  ...DIMENSIONS.map((id): Column => ({ id, type: id === 'day' ? 'day' : 'int', role: 'dim' })),
  ...ATOMS.map((id): Column => ({ id, type: 'int', role: 'measure', unit: 'count' })),
]
/** A Sunday, the last day of its month. */
const FIRST = 20_757
const WHOLE_DAY = 24

const factsOf = (rows: readonly Row[]) =>
  fromRows(
    columns,
    rows.map((row) => columns.map(({ id }): Cell => row[id] ?? null)),
  )

/** The count of a row for a measure. */
const countOf = (row: Row, measure: string): number | null => {
  if (measure === 'visitsWithTickets') return row.tickets === null ? null : (row.visits ?? null)
  return row[measure] ?? null
}

function keyOf(row: Row, id: FactDimension, period: FactPeriod | undefined): Cell {
  const day = row.day ?? 0
  if (id === 'period') return period?.name ?? null
  if (id === 'index') return day - (period?.from ?? 0)
  if (id === 'weekday') return weekday(day)
  if (id === 'week') return mondayOf(day)
  const { year, month } = civil(day)
  return id === 'month' ? year * 12 + month - 1 : (row[id] ?? null)
}

/** The same question over plain rows, as plainly as it can be said. */
function plain({ by, measures, periods, where }: FactQuery, rows: readonly Row[]): Cell[][] {
  const isIn = ({ day }: Row, { from, to }: FactPeriod) => (day ?? 0) >= from && (day ?? 0) <= to
  const asked = rows.filter(
    ({ client, local, area, hour }) =>
      where.client.includes(client ?? 0) &&
      (where.local === undefined || where.local.length === 0 || where.local.includes(local ?? 0)) &&
      !(where.notArea ?? []).includes(area ?? 0) &&
      !(by.includes('hour') && hour === WHOLE_DAY),
  )
  const isPerPeriod = by.includes('period') || by.includes('index')
  const placed = asked.flatMap((row): { readonly row: Row; readonly period?: FactPeriod }[] => {
    if (periods.length === 0) return [{ row }]
    const inside = periods.filter((period) => isIn(row, period))
    return (isPerPeriod ? inside : inside.slice(0, 1)).map((period) => ({ row, period }))
  })
  const groups = new Map<string, { key: Cell[]; rows: Row[] }>()
  if (by.length === 0 && where.client.length > 0) groups.set('[]', { key: [], rows: [] })
  for (const { row, period } of placed) {
    const key = by.map((id) => keyOf(row, id, period))
    const group = groups.get(JSON.stringify(key)) ?? { key, rows: [] }
    group.rows.push(row)
    groups.set(JSON.stringify(key), group)
  }
  return [...groups.values()].map(({ key, rows: inside }) => [
    ...key,
    ...measures.map((measure) => {
      const present = inside.map((row) => countOf(row, measure)).filter((count) => count !== null)
      return present.length === 0 ? null : present.reduce((sum, count) => sum + count, 0)
    }),
  ])
}

const sorted = (rows: readonly (readonly Cell[])[]) => rows.map((row) => JSON.stringify(row)).toSorted()

const count = fc.option(fc.nat(300), { freq: 4 })
const row = fc.record({
  client: fc.integer({ min: 1, max: 2 }),
  local: fc.integer({ min: 1, max: 3 }),
  area: fc.integer({ min: 1, max: 2 }),
  day: fc.integer({ min: FIRST, max: FIRST + 3 }),
  hour: fc.constantFrom(9, 10, 11, WHOLE_DAY),
  ins: fc.nat(300),
  visits: count,
  tickets: count,
})
/** Rows in order of client, local and day, as the store gives them. */
const rowsOfStore = fc
  .array(row, { minLength: 1, maxLength: 70 })
  .map((rows) => rows.toSorted((a, b) => a.client - b.client || a.local - b.local || a.day - b.day || a.hour - b.hour))
const period = (name: string) =>
  fc
    .tuple(fc.integer({ min: FIRST - 1, max: FIRST + 3 }), fc.nat(2))
    .map(([from, length]): FactPeriod => ({ name, from, to: from + length }))
const query = fc.record({
  table: fc.constant('traffic' as const),
  measures: fc.constant([...ATOMS, 'visitsWithTickets']),
  by: fc
    .subarray<FactDimension>(
      ['client', 'local', 'area', 'day', 'hour', 'weekday', 'week', 'month', 'period', 'index'],
      {
        maxLength: 3,
      },
    )
    .filter((by) => by.length < 3 || !by.includes('area')),
  where: fc.record(
    {
      client: fc.subarray([1, 2]),
      local: fc.subarray([1, 2, 3]),
      notArea: fc.subarray([1, 2], { maxLength: 1 }),
    },
    { requiredKeys: ['client'] },
  ),
  periods: fc.tuple(period('comparing'), period('reference')).map((pair) => [...pair]),
})

test('rows are scoped, grouped and summed as by a plain loop, with an index of the frame or without', () => {
  fc.assert(
    fc.property(rowsOfStore, query, (rows, asked) => {
      const frame = factsOf(rows)
      const expected = sorted(plain(asked, rows))
      expect(sorted(toRows(evaluate(asked, frame)))).toEqual(expected)
      // An index holds the hours of a day side by side; the count of a whole day has none.
      const isIndexed = !rows.some(({ hour }) => hour === WHOLE_DAY) || !asked.by.includes('hour')
      if (isIndexed) expect(sorted(toRows(evaluate(asked, frame, indexFacts(frame))))).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

/** Two stores, three days, three hours. */
const DAYS: readonly Row[] = [1, 2].flatMap((local) =>
  [0, 1, 2].flatMap((day) =>
    [9, 10, 11].map((hour): Row => ({
      client: 1,
      local,
      area: 1,
      day: FIRST + day,
      hour,
      ins: 100 * local + 10 * day + hour,
      visits: hour === 10 && local === 2 ? null : hour,
      tickets: hour === 9 ? day : null,
    })),
  ),
)
const ASKED: FactQuery = { table: 'traffic', measures: ['ins'], by: ['hour'], where: { client: [1] }, periods: [] }

test('hours of many days are summed from the index alone, in the order of the hours, each with its nulls', () => {
  const many = Array.from({ length: 40 }, (_, week) =>
    DAYS.map((one): Row => ({ ...one, day: (one.day ?? 0) + 3 * week })),
  )
    .flat()
    .toSorted((a, b) => (a.local ?? 0) - (b.local ?? 0) || (a.day ?? 0) - (b.day ?? 0))
  const frame = factsOf(many)
  const index = indexFacts(frame)
  const withoutRows = index && { ...index, frame: { ...frame, rows: 0 } }
  const asked: FactQuery = { ...ASKED, by: ['local', 'hour'], measures: ['visits', 'tickets', 'visitsWithTickets'] }
  const answer = evaluate(asked, { ...frame, rows: 0 }, withoutRows)
  expect(toRows(answer)).toEqual([
    [1, 9, 1080, 120, 1080],
    [1, 10, 1200, null, null],
    [1, 11, 1320, null, null],
    [2, 9, 1080, 120, 1080],
    [2, 10, null, null, null],
    [2, 11, 1320, null, null],
  ])
  expect(answer.columns).toEqual([
    columns[1],
    columns[4],
    columns[6],
    columns[7],
    { id: 'visitsWithTickets', type: 'int', role: 'measure', unit: 'count' },
  ])
})

test('a day in two periods counts in both, and once when no period is requested', () => {
  const periods = [
    { name: 'comparing', from: FIRST + 1, to: FIRST + 2 },
    { name: 'reference', from: FIRST, to: FIRST + 1 },
  ]
  const frame = factsOf(DAYS)
  for (const index of [null, indexFacts(frame)]) {
    const rowsBy = (...by: FactDimension[]) => toRows(evaluate({ ...ASKED, by, periods }, frame, index))
    expect(sorted(rowsBy('period'))).toEqual(['["comparing",2100]', '["reference",1980]'])
    expect(rowsBy()).toEqual([[3060]])
    expect(sorted(rowsBy('index'))).toEqual(['[0,1980]', '[1,2100]'])
  }
})

test('only hours that fit side by side have an index, and only where every row has its place and time', () => {
  const [one] = DAYS
  const at = (...hours: number[]) => factsOf(hours.map((hour) => ({ ...one, hour })))
  expect([indexFacts(at(0, 31))?.hours, indexFacts(at(1, 31))?.firstHour, indexFacts(at(0, 32))]).toEqual([32, 1, null])
  expect(indexFacts(factsOf([{ ...one, day: null }]))).toBeNull()
  expect(
    indexFacts(
      fromRows(
        columns.filter(({ id }) => id !== 'hour'),
        [],
      ),
    ),
  ).toBeNull()
  expect(indexFacts(factsOf([]))).toMatchObject({ firstHour: 0, hours: 1 })
})

test('an index keeps a bit for every hour that has a row, and makes the sums of a measure once', () => {
  const index = indexFacts(factsOf([DAYS[0]!, DAYS[2]!, DAYS[10]!]))!
  expect([...index.rows]).toEqual([0b101, 0b10])
  expect(toRows(index.days)).toEqual([
    [1, 1, FIRST],
    [1, 2, FIRST],
  ])
  expect([...index.sum('ins').values]).toEqual([109 + 111, 210])
  expect(index.sum('ins')).toBe(index.sum('ins'))
  expect(() => index.sum('people')).toThrow('There is no column people')
})
