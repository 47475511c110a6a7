import { toSql } from '../../../tests/metrics/sql.ts'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FactDimension, FactPeriod, FactQuery } from '../fact-query.ts'
import { fromRows, toRows } from '../frame-build.ts'
import type { Cell, Column } from '../frame.ts'
import { METRICS, atomSql, atomsOf, deriveColumn, metricOf } from '../metrics/index.ts'
import { evaluate } from './evaluate.ts'
import { indexFacts } from './fact-index.ts'

const DIMENSIONS = ['client', 'local', 'area', 'day', 'hour'] as const
const ATOMS = ['far', 'fro', 'ins', 'bounces', 'visits', 'tickets'] as const
const columns: Column[] = [
  ...DIMENSIONS.map((id): Column => ({ id, type: id === 'day' ? 'day' : 'int', role: 'dim' })),
  ...ATOMS.map((id): Column => ({ id, type: 'int', role: 'measure', unit: 'count' })),
]
const FIRST = 20780

let instance: DuckDBInstance
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
  await connection.run(`create table traffic (${columns.map(({ id }) => `"${id}" integer`).join(', ')})`)
})
afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

/** The reference compiler: one obvious statement per period. */
function sqlOf({ measures, by, where, periods }: FactQuery, metric?: string): string {
  const dimension = (id: FactDimension, period?: FactPeriod): string => {
    switch (id) {
      case 'period':
        return `'${period?.name}'`
      case 'index':
        return `(day - ${period?.from})::integer`
      case 'weekday':
        return '((day + 3) % 7 + 1)::integer'
      case 'week':
        return '(day - (day + 3) % 7)::integer'
      case 'month':
        return "(year(DATE '1970-01-01' + day) * 12 + month(DATE '1970-01-01' + day) - 1)::integer"
      default:
        return `"${id}"`
    }
  }
  const inside = ({ from, to }: FactPeriod) => `day between ${from} and ${to}`
  const scope = [
    where.client.length ? `client in (${where.client.join(', ')})` : 'false',
    ...(where.local?.length ? [`local in (${where.local.join(', ')})`] : []),
  ]
  const perPeriod = by.includes('period') || by.includes('index')
  const parts = perPeriod
    ? periods.map((period) => ({ period, when: inside(period) }))
    : [{ period: undefined, when: periods.map(inside).join(' or ') || 'true' }]
  const stacked = parts
    .map(
      ({ period, when }) =>
        `select ${by
          .map((id) => `${dimension(id, period)} as "by_${id}"`)
          .concat(ATOMS)
          .join(', ')} from traffic where ${scope.join(' and ')} and (${when})`,
    )
    .join(' union all ')
  const dims = by.map((id) => `"by_${id}"`)
  const values = metric ? [toSql(metricOf(metric))] : measures.map(atomSql)
  return (
    `select ${[...dims, ...values.map((value) => `${value}::double`)].join(', ')} from (${stacked}) ` +
    (dims.length ? `group by ${dims.join(', ')}` : '')
  )
}

const sorted = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort()

const anyRows = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 1, max: 4 }),
    fc.constant(0),
    fc.integer({ min: FIRST, max: FIRST + 40 }),
    fc.integer({ min: 9, max: 12 }),
    ...ATOMS.map(() => fc.option(fc.integer({ min: 0, max: 300 }), { freq: 5 })),
  ),
  { minLength: 1, maxLength: 60, selector: (row) => row.slice(0, 5).join() },
)
const anyPeriod = (name: string) =>
  fc
    .tuple(fc.integer({ min: FIRST, max: FIRST + 30 }), fc.nat(12))
    .map(([from, length]): FactPeriod => ({ name, from, to: from + length }))
const anyQuery = fc.record({
  table: fc.constant('traffic' as const),
  measures: fc.constant([...ATOMS, 'visitsWithTickets', 'insWithTickets']),
  by: fc.subarray<FactDimension>(['client', 'local', 'day', 'hour', 'weekday', 'week', 'month', 'period', 'index']),
  where: fc.record({ client: fc.subarray([1, 2]), local: fc.subarray([1, 2, 3, 4]) }),
  periods: fc.tuple(anyPeriod('comparing'), anyPeriod('reference')).map((pair) => [...pair]),
})

test('grouping by period without periods is refused', () => {
  expect(() =>
    evaluate(
      { table: 'traffic', measures: ['ins'], by: ['period'], where: { client: [1] }, periods: [] },
      fromRows(columns, []),
    ),
  ).toThrow('Grouping by period or index needs periods.')
})

test('an empty list of clients answers nothing', () => {
  const frame = fromRows(columns, [[1, 1, 0, FIRST, 9, 1, 1, 1, 1, 1, 1]])
  expect(
    toRows(evaluate({ table: 'traffic', measures: ['ins'], by: ['local'], where: { client: [] }, periods: [] }, frame)),
  ).toEqual([])
  expect(
    toRows(evaluate({ table: 'traffic', measures: ['ins'], by: [], where: { client: [] }, periods: [] }, frame)),
  ).toEqual([])
})

test('the kernels give the results of SQL over the same rows, counts exactly and rates to 1e-9', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      anyQuery,
      fc.constantFrom(
        ...METRICS.filter((metric) =>
          atomsOf(metric).every((id) => [...ATOMS, 'visitsWithTickets', 'insWithTickets'].includes(id as never)),
        ),
      ),
      async (rows, query, metric) => {
        if (query.where.client.length === 0) return
        await connection.run('truncate traffic')
        await connection.run(
          'insert into traffic values ' +
            rows.map((row) => `(${row.map((cell) => cell ?? 'null').join(', ')})`).join(', '),
        )
        const frame = fromRows(columns, rows as Cell[][])
        const answer = evaluate(query, frame)
        const bySql = (await connection.runAndReadAll(sqlOf(query))).getRows()
        expect(sorted(toRows(answer))).toEqual(sorted(bySql))

        const indexed = evaluate(query, frame, indexFacts(frame))
        expect(indexed.columns).toEqual(answer.columns)
        expect(sorted(toRows(indexed))).toEqual(sorted(bySql))

        const rates = deriveColumn(metric, answer)
        const keyed = new Map(
          (await connection.runAndReadAll(sqlOf(query, metric.id)))
            .getRows()
            .map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1) as number | null]),
        )
        toRows(answer).forEach((row, at) => {
          const expected = keyed.get(JSON.stringify(row.slice(0, query.by.length)))
          if (expected === null) expect(rates.valid && (rates.valid[at >> 3] as number) & (1 << (at & 7))).toBe(0)
          else expect(rates.values[at]).toBeCloseTo(expected as number, 9)
        })
      },
    ),
    { numRuns: 150 },
  )
})
