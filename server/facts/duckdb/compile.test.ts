import { expect, test } from 'vitest'
import type { FactQuery } from '#domain/fact-query'
import { compile, FACT_MEASURES, FactQueryError } from './compile.ts'

const comparing = { name: 'comparing', from: 20_500, to: 20_506 }
const reference = { name: 'reference', from: 20_493, to: 20_499 }
const query = (given: Partial<FactQuery> = {}): FactQuery => ({
  table: 'traffic',
  measures: ['ins'],
  by: ['period'],
  where: { client: [7] },
  periods: [comparing, reference],
  ...given,
})

test.each([
  ['an unknown measure', { measures: ['ins); DROP TABLE traffic; --'] }],
  ['an unknown dimension', { by: ['local, (SELECT 1)' as 'local'] }],
  ['a column asked for twice', { measures: ['ins', 'ins'] }],
  ['a period that ends before it begins', { periods: [{ name: 'comparing', from: 2, to: 1 }] }],
  ['a day that is no whole number', { periods: [{ name: 'comparing', from: 1.5, to: 2 }] }],
  ['an id that is no whole number', { where: { client: ['1 OR 1=1' as unknown as number] } }],
  ['periods asked for and not given', { periods: [] }],
  ['nothing at all', { measures: [], by: [] }],
])('%s is refused', (_, given) => {
  expect(() => compile(query(given as Partial<FactQuery>), 'duckdb')).toThrow(FactQueryError)
})

test('an empty tenant scope reads no table', () => {
  const { sql, params } = compile(query({ where: { client: [] } }), 'duckdb')
  expect({ sql, params }).toEqual({ sql: 'SELECT NULL, NULL WHERE 1 = 0', params: [] })
})

test('two periods are separated in one pass over the rows', () => {
  expect(compile(query({ by: ['period', 'local'] }), 'duckdb')).toMatchObject({
    sql: `SELECT ${[
      'CAST(CASE WHEN day BETWEEN $2 AND $3 THEN 0 WHEN day BETWEEN $4 AND $5 THEN 1 END AS TINYINT) AS "period"',
      'local AS "local"',
      'CAST(sum(ins) AS DOUBLE) AS "ins"',
    ].join(', ')}
FROM traffic
WHERE client IN ($1) AND state <> 6 AND day BETWEEN $4 AND $3
GROUP BY 1, 2
ORDER BY 1, 2`,
    params: [7, 20_500, 20_506, 20_493, 20_499],
    periods: ['comparing', 'reference'],
  })
})

test('periods with days between them are read within the range around both, which lets a store skip blocks of rows', () => {
  const { sql, params } = compile(
    query({ periods: [comparing, { name: 'reference', from: 20_136, to: 20_142 }] }),
    'duckdb',
  )
  expect(sql).toContain('AND day BETWEEN $4 AND $3 AND (day BETWEEN $2 AND $3 OR day BETWEEN $4 AND $5)')
  expect(params).toEqual([7, 20_500, 20_506, 20_136, 20_142])
})

test('where days are a group, period and index are worked out on the grouped rows', () => {
  const { sql } = compile(query({ by: ['period', 'index', 'day', 'local'] }), 'duckdb')
  expect(sql).toContain('GROUP BY 1, 2) days')
  expect(sql).toContain('CAST(sum(ins) AS INTEGER) AS "ins"')
})

test('overlapping periods are read one by one, so that a day counts in each', () => {
  const { sql } = compile(query({ periods: [comparing, { name: 'reference', from: 20_503, to: 20_509 }] }), 'duckdb')
  expect(sql.match(/FROM traffic/g)).toHaveLength(2)
  expect(sql).toContain('UNION ALL')
})

test('ClickHouse gets the same question in its own words, with named parameters', () => {
  expect(
    compile(query({ by: ['period', 'weekday'], measures: ['ins', 'visitsWithTickets', 'hours'] }), 'clickhouse'),
  ).toMatchObject({
    sql: `SELECT ${[
      'toInt8(CASE WHEN day BETWEEN {p2:Int32} AND {p3:Int32} THEN 0 ' +
        'WHEN day BETWEEN {p4:Int32} AND {p5:Int32} THEN 1 END) AS "period"',
      'toInt8(modulo(day + 3, 7) + 1) AS "weekday"',
      'toFloat64(sum(ins)) AS "ins"',
      'toFloat64(sumIf(visits, tickets IS NOT NULL)) AS "visitsWithTickets"',
      'toFloat64(countIf(state NOT IN (5, 6))) AS "hours"',
    ].join(', ')}
FROM traffic
WHERE client IN ({p1:Int32}) AND state <> 6 AND day BETWEEN {p4:Int32} AND {p3:Int32}
GROUP BY 1, 2
ORDER BY 1, 2`,
    params: [7, 20_500, 20_506, 20_493, 20_499],
  })
})

test('no value of the question is ever part of the text', () => {
  const { sql } = compile(
    query({
      measures: FACT_MEASURES,
      by: ['client', 'local', 'area', 'weekday', 'month', 'hour'],
      where: { client: [424_242], local: [434_343] },
    }),
    'duckdb',
  )
  expect(sql).not.toMatch(/424242|434343|20500|20493/)
})
