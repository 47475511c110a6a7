import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeNumbers } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { ATOM_IDS, ATOMS, sumAtoms } from '#domain/metrics/atoms'
import { METRICS, atomsOf, derive, deriveColumn, metricOf } from '#domain/metrics/index'
import type { Atoms, Metric } from '#domain/metrics/index'
import { DEFAULT_METRIC_SETTINGS, type MetricSettings } from '#domain/metrics/settings'
import { toSql } from './sql.ts'
import { VECTORS } from './vectors.ts'

/** Atoms that are stored; sums of cells that have two of them are made by SQL itself. */
const STORED = ATOMS.filter(({ cell }) => cell === undefined).map(({ id }) => id)

let instance: DuckDBInstance
let connection: Awaited<ReturnType<DuckDBInstance['connect']>>
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
})
afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

async function bySql(metric: Metric, cells: readonly Atoms[], settings: MetricSettings): Promise<number | null> {
  const tuples = cells.map((cell) => `(${STORED.map((id) => `${cell[id] ?? 'null'}::bigint`).join(', ')})`)
  const names = STORED.map((id) => `"${id}"`).join(', ')
  const result = await connection.runAndReadAll(
    `select ${toSql(metric, 'duckdb', { settings })}::double from (values ${tuples.join(', ')}) as t(${names})`,
  )
  return result.getRows()[0]?.[0] as number | null
}

/** The browser kernel, on a frame of one row of sums. */
function byKernel(metric: Metric, cells: readonly Atoms[], settings: MetricSettings): number | null {
  const sums = sumAtoms(cells)
  const frame: Frame = {
    columns: ATOM_IDS.map((id) => ({ id, type: 'float', role: 'measure' })),
    data: ATOM_IDS.map((id) => encodeNumbers([sums[id] ?? null], true)),
    rows: 1,
  }
  const { values, valid } = deriveColumn(metric, frame, settings)
  return valid && (valid[0] as number) % 2 === 0 ? null : (values[0] as number)
}

test('every metric has at least three vectors', () => {
  expect(
    METRICS.filter(({ id }) => VECTORS.filter((vector) => vector.metric === id).length < 3).map(({ id }) => id),
  ).toEqual([])
})

describe('figures by hand, from the formula, from the kernel and from SQL', () => {
  test.each(
    VECTORS.map(
      (vector) =>
        [
          `${vector.metric} of ${JSON.stringify(vector.cells)}${vector.settings ? ` with ${JSON.stringify(vector.settings)}` : ''} is ${vector.expect}`,
          vector,
        ] as const,
    ),
  )('%s', async (_name, vector) => {
    const metric = metricOf(vector.metric)
    const settings = { ...DEFAULT_METRIC_SETTINGS, ...vector.settings }
    const found = [
      derive(metric, sumAtoms(vector.cells), settings),
      byKernel(metric, vector.cells, settings),
      await bySql(metric, vector.cells, settings),
    ]
    const expected = vector.expect === null ? null : expect.closeTo(vector.expect, 9)
    expect(found).toEqual([expected, expected, expected])
  })
})

test('the kernel and SQL agree on random cells, with nulls', async () => {
  const settings = fc.record({
    frontMode: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    conversionDenominator: fc.constantFrom('visits' as const, 'ins' as const),
  })
  const cell = fc.record(
    Object.fromEntries(STORED.map((id) => [id, fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 6 })])),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...METRICS),
      fc.array(cell, { minLength: 1, maxLength: 8 }),
      settings,
      async (metric, cells, chosen) => {
        const [kernel, sql] = [byKernel(metric, cells, chosen), await bySql(metric, cells, chosen)]
        if (sql === null) expect(kernel).toBeNull()
        else expect(kernel).toBeCloseTo(sql, 9)
      },
    ),
    { numRuns: 150 },
  )
})

test('PostgreSQL is written with its own name of a double', () => {
  expect(toSql(metricOf('bounceRate'), 'postgres')).toBe(
    '(cast(sum("bounces") as double precision) * 100 / nullif(sum("ins"), 0))',
  )
  expect(atomsOf(metricOf('captureRate'))).toEqual(['ins', 'fro'])
})

test('yield is conversion on entries times the average ticket, exactly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 99_999 }),
      (ins, tickets, sales) => {
        const of = (id: string) => derive(id, { ins, tickets, sales }) as number
        expect(of('salesYield')).toBeCloseTo((of('conversionOnEntries') / 100) * of('averageTicket'), 9)
      },
    ),
  )
})

test('repeating, new at the local and new at the brand sum to the identified visits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 8, maxLength: 8 }), fc.nat(500), (bins, visits) => {
      const cell = Object.fromEntries([
        ...bins.map((n, k) => [`${k < 4 ? 'local' : 'client'}RepRange${k % 4}`, n] as const),
        ['identifiedVisits', visits],
      ])
      const parts = ['repeatVisits', 'newAtLocal', 'newAtBrand'].map((id) => derive(id, cell) as number)
      expect(parts.reduce((a, b) => a + b)).toBe(visits)
    }),
  )
})
