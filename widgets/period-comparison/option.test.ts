import { expect, test } from 'vitest'
import { dayNumber } from '#domain/periods'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { comparisonOption } from './option.ts'

const BEGIN = dayNumber('2026-11-09')
const OPTIONS = { bars: 'ins', lines: 'conversionRate', granularity: 'day', showReference: true } as const
const context = contextOf('period-comparison', 'en', {
  periods: {
    comparing: { begin: '2026-11-09', end: '2026-11-10', name: 'thisWeek' },
    reference: { begin: '2026-11-02', end: '2026-11-03', name: 'weekBefore' },
  },
})
const rows = factFrame([
  { period: 'comparing', index: 0, day: BEGIN, ...WHOLE, ins: 100, visits: 100, tickets: 20 },
  { period: 'comparing', index: 1, day: BEGIN + 1, ...LOST, ins: null, visits: null, tickets: null },
  { period: 'reference', index: 0, day: BEGIN - 7, ...WHOLE, ins: 80, visits: 80, tickets: 10 },
  { period: 'reference', index: 1, day: BEGIN - 6, ...WHOLE, ins: 90, visits: 90, tickets: 10 },
])
const optionWith = (options: Parameters<typeof project>[0], size = { width: 800, height: 400 }) =>
  comparisonOption(project(options, { rows }, context), options as typeof OPTIONS, { ...size, context })

test('bars and lines of both periods are drawn from the cells of the table, and missing ones are missing', () => {
  const { series, xAxis } = optionWith(OPTIONS)
  expect(series.map(({ id, type, period, data }) => [id, type, period, data])).toEqual([
    ['ins.comparing', 'bar', 'comparing', [100, null]],
    ['ins.reference', 'bar', 'reference', [80, 90]],
    ['conversionRate.comparing', 'line', 'comparing', [20, null]],
    ['conversionRate.reference', 'line', 'reference', [12.5, 1000 / 90]],
  ])
  expect(series[0]?.states).toEqual(['final', 'missing'])
  expect([xAxis.data, xAxis.reference]).toEqual([
    ['Mon 09/11', 'Tue 10/11'],
    ['Mon 02/11', 'Tue 03/11'],
  ])
})

test('the conversion axis ends at 100, and without lines there is no second axis', () => {
  expect(optionWith(OPTIONS).yAxis[1]).toMatchObject({ format: 'percent', max: 100 })
  expect(optionWith({ ...OPTIONS, lines: 'none' }).yAxis).toHaveLength(1)
})

test('without a reference no day of one is named', () => {
  const alone = factFrame([{ period: 'comparing', index: 0, day: BEGIN, ...WHOLE, ins: 100, visits: 100, tickets: 20 }])
  const projection = project(OPTIONS, { rows: alone }, context)
  expect(comparisonOption(projection, OPTIONS, { width: 800, height: 400, context }).xAxis).not.toHaveProperty(
    'reference',
  )
})
