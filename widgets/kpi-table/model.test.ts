import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('kpi-table')
/** Golden row of the definitions: capture 20, bounce 25, conversion 40, on entries 30, reach 35.7, opportunity 500. */
const GOLDEN = {
  far: 900,
  fro: 400,
  ins: 100,
  bounces: 25,
  visits: 75,
  tickets: 30,
  visitsWithTickets: 75,
  insWithTickets: 100,
  insTimeS: 60_000,
  visitTimeS: 54_000,
  ...WHOLE,
}
const options = (metrics: Parameters<typeof project>[0]['metrics']) => ({ metrics, layout: 'auto' as const })

test('every figure is the golden one, with its unit', () => {
  const { columns, rows } = project(
    options(['total', 'captureRate', 'bounceRate', 'conversionRate', 'conversionOnEntries', 'reachRate', 'visitTime']),
    { rows: factFrame([{ period: 'comparing', ...GOLDEN }]) },
    context,
  )
  expect(columns.map(({ id }) => id)).toEqual(['metric', 'comparing', 'unit', 'coverage'])
  expect(
    rows.map(([name, value, unit]) => [name, typeof value === 'number' ? Math.round(value * 10) / 10 : value, unit]),
  ).toEqual([
    ['Opportunity', 500, 'number'],
    ['Capture rate', 20, '%'],
    ['Bounce rate', 25, '%'],
    ['Conversion rate', 40, '%'],
    ['Conversion on entries', 30, '%'],
    ['Reach rate', 35.7, '%'],
    ['Visit time', 720, 's'],
  ])
})

test('a ratio of two stores is a sum over a sum: 21.2 %, not the mean of 20 % and 50 %', () => {
  const rows = factFrame([
    { period: 'comparing', local: 1, ...WHOLE, fro: 400, ins: 100 },
    { period: 'comparing', local: 2, ...WHOLE, fro: 10, ins: 10 },
  ])
  expect(project(options(['captureRate']), { rows }, context).rows[0]?.[1]).toBeCloseTo(21.1538, 3)
})

test('tickets that were not reported give no conversion; none sold give 0 %', () => {
  const of = (tickets: number | null) =>
    project(
      options(['tickets', 'conversionRate']),
      { rows: factFrame([{ period: 'comparing', ...WHOLE, ins: 100, visits: 75, tickets }]) },
      context,
    ).rows.map((row) => row[1])
  expect(of(null)).toEqual([null, null])
  expect(of(0)).toEqual([0, 0])
})

test('a missing figure is named in the summary, beside the others', () => {
  const rows = factFrame([{ period: 'comparing', ...WHOLE, ins: 100, visits: 75, tickets: null }])
  const { summary } = project(options(['ins', 'tickets']), { rows }, context)
  expect(summary).toMatch(/^Entries: 100 .*\. Without data: Tickets\./)
  expect(summary).not.toContain('no data in the selection')
})

test('counts change by percent, ratios by points, and good or bad is the metric’s own', () => {
  const rows = factFrame([
    { period: 'comparing', ...WHOLE, fro: 40_000, ins: 12_000, bounces: 4_000, visits: 8_000 },
    { period: 'reference', ...WHOLE, fro: 40_000, ins: 10_000, bounces: 2_500, visits: 7_500 },
  ])
  const { rows: cells, changes } = project(options(['ins', 'bounceRate']), { rows }, context)
  expect(cells.map((row) => [row[4], row[5]])).toEqual([
    [20, '%'],
    [expect.closeTo(8.333, 3), 'pp'],
  ])
  expect(changes.map(({ metric, verdict }) => [metric, verdict])).toEqual([
    ['ins', 'better'],
    ['bounceRate', 'worse'],
  ])
})

test('a change within chance is grey', () => {
  const rows = factFrame([
    { period: 'comparing', ...WHOLE, ins: 104, visits: 80 },
    { period: 'reference', ...WHOLE, ins: 100, visits: 80 },
  ])
  expect(project(options(['ins']), { rows }, context).changes[0]).toEqual({
    metric: 'ins',
    value: 4,
    isNew: false,
    verdict: 'noise',
    fair: true,
    mixed: false,
    over: 1,
  })
})

test('when one period lacks hours, counts are not compared, but ratios are', () => {
  const rows = factFrame([
    { period: 'comparing', ...WHOLE, observed: 200, missingHours: 2, fro: 30_000, ins: 6_000 },
    { period: 'reference', ...WHOLE, fro: 40_000, ins: 10_000 },
  ])
  const {
    rows: cells,
    changes,
    states,
    columnStates,
    passport,
    summary,
  } = project(options(['ins', 'captureRate']), { rows }, context)
  expect(cells.map((row) => row[4])).toEqual([null, expect.closeTo(-3.333, 3)])
  expect(changes.map(({ fair }) => fair)).toEqual([false, true])
  expect([states, columnStates?.reference, passport?.coverage]).toEqual([
    ['partial', 'partial'],
    ['final', 'final'],
    0.5,
  ])
  expect(summary).toContain('hours are missing, so no change is shown')
})

test('nothing before and something now is new, not infinite', () => {
  const rows = factFrame([
    { period: 'comparing', ...WHOLE, ins: 5 },
    { period: 'reference', ...WHOLE, ins: 0 },
  ])
  expect(project(options(['ins']), { rows }, context).changes[0]).toMatchObject({ value: null, isNew: true })
})

test('periods of unequal open days have a figure per open day beside the sum, and its change is that of the days', () => {
  const total = factFrame([
    { period: 'comparing', ...WHOLE, fro: 40_000, ins: 4_000 },
    { period: 'reference', ...WHOLE, fro: 40_000, ins: 3_000 },
  ])
  const open = (period: string, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ period, day: from + at, ins: 1_000, ...WHOLE }))
  const closed = { period: 'reference', day: 103, ins: 0, ...WHOLE, expected: 0, observed: 0, hours: 0, closedHours: 4 }
  const days = factFrame([...open('comparing', 200, 4), ...open('reference', 100, 3), closed])
  const { columns, rows, perDay } = project(options(['ins', 'captureRate']), { rows: total, days }, context)
  expect(perDay?.days).toEqual([
    { comparing: 4, reference: 3 },
    { comparing: 4, reference: 3 },
  ])
  const at = columns.findIndex(({ id }) => id === 'perDay')
  expect(rows.map((row) => row.slice(at, at + 3))).toEqual([
    [1_000, 1_000, 0],
    [null, null, null],
  ])
  expect(rows[0]?.[4]).toBeCloseTo(33.33, 1)
  const alike = project(
    options(['ins']),
    { rows: total, days: factFrame([...open('comparing', 200, 3), ...open('reference', 100, 3)]) },
    context,
  )
  expect([alike.perDay, alike.columns.some(({ id }) => id === 'perDay')]).toEqual([undefined, false])
})

test('a day of which less than half came is in the figure, so it is a day of it', () => {
  const day = (period: string, at: number, more: object = {}) => ({ period, day: at, ...WHOLE, ins: 900, ...more })
  const scarce = { observed: 40, missingHours: 3, ins: 100 }
  const days = factFrame([day('comparing', 200), day('comparing', 201, scarce), day('reference', 100)])
  const { columns, rows } = project(options(['ins']), { rows: days, days }, context)
  const at = columns.findIndex(({ id }) => id === 'perDay')
  expect(rows[0]?.slice(at, at + 2)).toEqual([500, 900])
})

test('days that are estimated are days of the figure that holds them, and of no other', () => {
  const facts = (period: string, from: number, lost: number) =>
    Array.from({ length: 4 }, (_, at) =>
      at < lost
        ? { period, day: from + at, ...LOST, ins: null, visits: null, 'ins.estimated': 1_000, 'ins.variance': 100 }
        : { period, day: from + at, ...WHOLE, ins: 1_000, visits: 900, 'ins.estimated': 0, 'ins.variance': 0 },
    )
  const days = factFrame([...facts('comparing', 200, 1), ...facts('reference', 100, 0)])
  const { columns, rows, perDay } = project(options(['ins', 'visits']), { rows: days, days }, context)
  const at = columns.findIndex(({ id }) => id === 'perDay')
  expect(rows.map((row) => row.slice(at, at + 2))).toEqual([
    [null, null],
    [900, 900],
  ])
  expect(perDay?.days).toEqual([
    { comparing: 4, reference: 4 },
    { comparing: 3, reference: 4 },
  ])
})

test('a reference that did not arrive in full has the state and the look that a period would have', () => {
  const rows = (lost: 'comparing' | 'reference', observed: number) =>
    factFrame(
      (['comparing', 'reference'] as const).map((period) => ({
        period,
        ...GOLDEN,
        ...(period === lost && { observed, missingHours: 1 }),
      })),
    )
  const of = (lost: 'comparing' | 'reference', observed: number) => {
    const { states, columnStates, slight } = project(options(['ins']), { rows: rows(lost, observed) }, context)
    return lost === 'comparing'
      ? [states?.[0], slight?.comparing?.[0]]
      : [columnStates?.reference?.[0], slight?.reference?.[0]]
  }
  expect([of('comparing', 300), of('reference', 300)]).toEqual([
    ['partial', false],
    ['partial', false],
  ])
  expect([of('comparing', 360), of('reference', 360)]).toEqual([
    ['partial', true],
    ['partial', true],
  ])
})
