import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import definition from './index.ts'
import { project } from './model.ts'

const context = contextOf('hourly-ranges')
const OPTIONS = { period: 'comparing', edgesMinutes: [5, 15, 30], showTickets: true, sharedScale: true } as const
const options = { ...OPTIONS, edgesMinutes: [...OPTIONS.edgesMinutes] }
const hour = (period: string, at: number, ranges: readonly (number | null)[], more: Fact = {}): Fact => ({
  period,
  hour: at,
  ins: ranges.reduce<number | null>((sum, one) => (one === null ? sum : (sum ?? 0) + one), null),
  ...Object.fromEntries(ranges.map((value, k) => [`insInRange${k}`, value])),
  tickets: 3,
  ...WHOLE,
  ...more,
})
const rows = factFrame([
  hour('comparing', 10, [10, 5, 3, 2]),
  hour('comparing', 11, [null, null, null, null], { ...LOST, tickets: null }),
  hour('comparing', 13, [20, 10, 6, 4]),
  hour('reference', 10, [30, 15, 9, 6], { tickets: 9 }),
  hour('reference', 14, [1, 1, 1, 1]),
])

test('each hour has its four ranges and its tickets; the labels are made of the edges', () => {
  const { columns, rows: cells, series } = project(options, { rows }, context)
  expect(columns.map(({ label }) => label)).toEqual([
    'Hour',
    'Entries',
    'Up to 5 min',
    'Between 5 and 15 min',
    'Between 15 and 30 min',
    'More than 30 min',
    'Tickets',
  ])
  expect(cells[0]).toEqual([10, 20, 10, 5, 3, 2, 3])
  expect(series?.map(({ column, mark, stack, axis }) => [column, mark, stack, axis])).toEqual([
    ['insInRange0', 'bar', 'stay', 0],
    ['insInRange1', 'bar', 'stay', 0],
    ['insInRange2', 'bar', 'stay', 0],
    ['insInRange3', 'bar', 'stay', 0],
    ['tickets', 'line', undefined, 1],
  ])
})

test('a lost hour is a gap, an hour without rows is closed, and both periods show the same hours', () => {
  const { rows: cells, states, reasons } = project(options, { rows }, context)
  expect(cells.map(([at]) => at)).toEqual([10, 11, 12, 13, 14])
  expect(cells[1]).toEqual([11, null, null, null, null, null, null])
  expect(states).toEqual(['final', 'missing', 'closed', 'final', 'closed'])
  expect(reasons[1]).toBe('4 of 4 hours did not arrive.')
  expect(project({ ...options, period: 'reference' }, { rows }, context).rows.map(([at]) => at)).toEqual([
    10, 11, 12, 13, 14,
  ])
})

test('the axes of both periods end at the same round number above the highest hour of either', () => {
  const ends = (period: 'comparing' | 'reference') => project({ ...options, period }, { rows }, context).scale
  expect(ends('comparing')).toEqual({ ins: 60, tickets: 10 })
  expect(ends('reference')).toEqual(ends('comparing'))
  expect(project({ ...options, sharedScale: false }, { rows }, context).scale).toEqual({ ins: null, tickets: null })
})

test('where no tickets were reported there is no line of zeros', () => {
  const without = factFrame([hour('comparing', 10, [1, 1, 1, 1], { tickets: null })])
  expect(project(options, { rows: without }, context).series?.map(({ id }) => id)).not.toContain('tickets')
})

test('options of version 1 keep their period, their tickets and their edges; edges that are none are left to the default', () => {
  const [migrate] = definition.migrations
  expect(migrate?.({ reference: true, tickets: false, edges: '10,30,60' })).toEqual({
    period: 'reference',
    showTickets: false,
    edgesMinutes: [10, 30, 60],
  })
  expect(migrate?.({ edges: 'soon' })).toEqual({ period: 'comparing' })
})

test('a street counter, which sees no stays, is drawn as not measured and never as an empty chart', () => {
  const street = factFrame([
    hour('comparing', 10, [null, null, null, null], { ins: 120, tickets: null }),
    hour('reference', 10, [null, null, null, null], { ins: 90, tickets: null }),
  ])
  const { columns, rows: cells, series, scale } = project(options, { rows: street }, context)
  expect(columns.at(-1)).toMatchObject({ id: 'unmeasured', label: 'Stay not measured' })
  expect(cells).toEqual([[10, 120, null, null, null, null, 120]])
  expect(series?.at(-1)).toMatchObject({ column: 'unmeasured', mark: 'bar', stack: 'stay' })
  expect(scale.ins).toBe(150)
})

test('a client that has no stays has its entries by hour, estimates in them, and no word of stays', () => {
  const counted = factFrame([
    hour('comparing', 10, [null, null, null, null], { ins: 120, tickets: null }),
    hour('comparing', 11, [null, null, null, null], {
      ins: 80,
      tickets: null,
      observed: 300,
      missingHours: 1,
      'ins.estimated': 20,
      'ins.variance': 4,
    }),
  ])
  const columns = counted.columns.map((column) =>
    column.id.startsWith('insInRange') ? { ...column, muted: true as const } : column,
  )
  const { series, ...projection } = project(options, { rows: { ...counted, columns } }, context)
  expect(projection.columns.map(({ id }) => id)).toEqual(['hour', 'ins', 'estimated'])
  expect(series?.map(({ column, name, mark, tone }) => [column, name, mark, tone])).toEqual([
    ['ins', 'Entries', 'bar', 0],
  ])
  expect(projection.rows.map(([at, ins]) => [at, ins])).toEqual([
    [10, 120],
    [11, 100],
  ])
})

test('hours of the reference are marked as those of the period are, with why', () => {
  const gone = { observed: 300, missingHours: 1 }
  const gaps = factFrame([
    hour('comparing', 10, [1, 1, 1, 1]),
    hour('reference', 10, [1, 1, 1, 1], gone),
    hour('reference', 11, [null, null, null, null], LOST),
    hour('reference', 12, [1, 1, 1, 1], { ...gone, 'ins.estimated': 1, 'ins.variance': 0 }),
    hour('reference', 13, [1, 1, 1, 1]),
  ])
  const { states, reasons } = project({ ...options, period: 'reference' }, { rows: gaps }, context)
  expect(states).toEqual(['partial', 'missing', 'estimated', 'final'])
  expect(reasons).toEqual([
    '1 of 4 hours did not arrive.',
    '4 of 4 hours did not arrive.',
    'Includes about 1 estimated (20.0%). 95%: 5 to 5.',
    null,
  ])
})
