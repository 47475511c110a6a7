import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('bar-chart')
const OPTIONS: Parameters<typeof project>[0] = {
  category: 'local',
  measures: ['ins'],
  split: '',
  arrangement: 'grouped',
  direction: 'auto',
  sort: 'auto',
  top: 12,
  showOthers: true,
  showReference: true,
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, ...WHOLE, ins: 100, fro: 300 },
  { period: 'comparing', local: 12, ...WHOLE, ins: 900, fro: 900 },
  { period: 'comparing', local: 13, ...LOST, ins: null, fro: null },
  { period: 'comparing', local: 14, ...WHOLE, ins: 500, fro: 4500 },
  { period: 'reference', local: 11, ...WHOLE, ins: 200, fro: 300 },
  { period: 'reference', local: 12, ...WHOLE, ins: 600, fro: 900 },
]
const RATIO = { ...OPTIONS, measures: ['captureRate'] }

test('members are sorted from the largest to the smallest; one that was not measured is last and no zero', () => {
  const { rows, states } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([
    ['Passeig de Gràcia', 900, 600, 50],
    ['Larios', 500, null, null],
    ['Gran Vía', 100, 200, -50],
    ['Colón', null, null, null],
  ])
  expect(states).toEqual(['final', 'final', 'final', 'missing'])
})

test('weeks are in calendar order by default, all of them; by value where the document says so', () => {
  const mondays = [20_779, 20_786, 20_793, 20_800]
  const weeks = factFrame(
    [300, 100, 400, 200].map((ins, at) => ({ period: 'comparing', week: mondays[at] as number, ...WHOLE, ins })),
  )
  const shown = (sort: typeof OPTIONS.sort) =>
    project({ ...OPTIONS, category: 'week', sort, top: 3 }, { rows: weeks }, context).rows.map(([, ins]) => ins)
  expect([shown('auto'), shown('data'), shown('valueDown')]).toEqual([
    [300, 100, 400, 200],
    [300, 400, 200, 100],
    [400, 300, 200, 100],
  ])
})

test('the rest is one member: a sum of counts, and a ratio of sums', () => {
  const top = (options: typeof OPTIONS) => project({ ...options, top: 1 }, { rows: factFrame(ROWS) }, context)
  expect(top(OPTIONS).rows).toEqual([
    ['Passeig de Gràcia', 900, 600, 50],
    ['Others', 600, 200, null],
  ])
  expect(top(RATIO).rows.map(([name, value]) => [name, value])).toEqual([
    ['Passeig de Gràcia', 50],
    ['Others', (100 * 600) / 5400],
  ])
  expect(top(OPTIONS).members).toEqual([12, null])
  expect(project({ ...OPTIONS, top: 1, showOthers: false }, { rows: factFrame(ROWS) }, context).rows).toHaveLength(1)
})

test('as parts of 100 %, the table has the amount and the share of each part, and the share is drawn', () => {
  const { columns, rows, series } = project(
    { ...OPTIONS, measures: ['ins', 'fro'], arrangement: 'percent' },
    { rows: factFrame(ROWS.slice(0, 2)) },
    context,
  )
  expect(columns.map(({ id }) => id)).toEqual(['local', 'ins', 'ins.share', 'fro', 'fro.share'])
  expect(rows).toEqual([
    ['Passeig de Gràcia', 900, 50, 900, 50],
    ['Gran Vía', 100, 25, 300, 75],
  ])
  expect(series?.map(({ column, stack }) => [column, stack])).toEqual([
    ['ins.share', 'all'],
    ['fro.share', 'all'],
  ])
})

test('split, each bar divides by another dimension; ratios divide, but never stack', () => {
  const rows = factFrame(
    [11, 12].flatMap((local) =>
      [1, 2].map((weekday): Fact => ({ period: 'comparing', local, weekday, ins: local * weekday, fro: 100 })),
    ),
  )
  const split = project({ ...OPTIONS, split: 'weekday', arrangement: 'stacked' }, { rows }, context)
  expect(split.rows).toEqual([
    ['Passeig de Gràcia', 12, 24],
    ['Gran Vía', 11, 22],
  ])
  expect(split.series?.map(({ name }) => name)).toEqual(['Mon', 'Tue'])
  expect(
    project({ ...RATIO, split: 'weekday', arrangement: 'stacked' }, { rows }, context).series?.map(
      ({ stack }) => stack,
    ),
  ).toEqual([undefined, undefined])
})

test('days of two periods are side by side, and nothing is missing on a day that only one of them has', () => {
  const of = (period: string, days: readonly (readonly [number, number])[]) =>
    days.map(([day, ins]): Fact => ({ period, day, ...WHOLE, ins }))
  const rows = factFrame([
    ...of('comparing', [
      [dayNumber('2026-11-09'), 100],
      [dayNumber('2026-11-10'), 300],
    ]),
    ...of('reference', [
      [dayNumber('2026-11-02'), 50],
      [dayNumber('2026-11-03'), 200],
    ]),
  ])
  const byDay = project({ ...OPTIONS, category: 'day', sort: 'data', top: 0 }, { rows }, context)
  expect([byDay.rows, byDay.states]).toEqual([
    [
      [dayNumber('2026-11-09'), 100, 50, 100],
      [dayNumber('2026-11-10'), 300, 200, 50],
    ],
    ['final', 'final'],
  ])
  const longer = {
    ...context,
    periods: { ...context.periods!, reference: { begin: '2026-11-01', end: '2026-11-08', name: 'before' } },
  }
  const first = factFrame([
    ...of('comparing', [[dayNumber('2026-11-09'), 100]]),
    ...of('reference', [[dayNumber('2026-11-01'), 70]]),
  ])
  const alone = project({ ...OPTIONS, category: 'day', sort: 'data', top: 0 }, { rows: first }, longer)
  expect([alone.states, alone.columnStates?.comparing]).toEqual([
    ['closed', 'final'],
    ['closed', 'final'],
  ])
})
