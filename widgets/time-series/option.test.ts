import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { timeOption } from './option.ts'

const MONDAY = 20_766
const context = contextOf('time-series')
const OPTIONS: Required<Parameters<typeof project>[0]> = {
  measures: [
    { measure: 'ins', mark: 'area' },
    { measure: 'conversionRate', axis: 'right' },
  ],
  split: '',
  top: 5,
  granularity: 'day',
  showReference: true,
  thresholds: [
    { value: 900, word: 'Target', axis: 'left', tone: 'good' },
    { value: 12, word: 'Poor', axis: 'right', tone: 'bad' },
  ],
  legend: 'auto',
  names: [],
}
const rows = factFrame(
  (['comparing', 'reference'] as const).flatMap((period) =>
    [0, 1].map((index) => ({
      period,
      index,
      day: MONDAY + index - (period === 'reference' ? 7 : 0),
      ...WHOLE,
      ins: 100 + index,
      tickets: 10,
    })),
  ),
)
const optionWith = (options: typeof OPTIONS, size = { width: 800, height: 400 }) =>
  timeOption(project(options, { rows }, context), options, { ...size, context })

test('an area of the reference period is a line, so that it hides nothing', () => {
  const { series } = optionWith(OPTIONS)
  expect(series.map(({ id, type, areaStyle, yAxisIndex }) => [id, type, areaStyle !== undefined, yAxisIndex])).toEqual([
    ['ins.comparing', 'line', true, 0],
    ['ins.reference', 'line', false, 0],
    ['conversionRate.comparing', 'line', false, 1],
    ['conversionRate.reference', 'line', false, 1],
  ])
})

test('both periods of a measure are one pair in the tooltip', () => {
  expect(optionWith(OPTIONS).series.map(({ pair }) => pair)).toEqual(['ins', 'ins', 'conversionRate', 'conversionRate'])
})

test('a threshold is in view on its own axis, and the conversion axis ends at 100', () => {
  const { yAxis, markLine } = optionWith(OPTIONS)
  expect(yAxis.map(({ include, max }) => [include, max])).toEqual([
    [[900], undefined],
    [[12], 100],
  ])
  expect(markLine?.data.map(({ value, label, yAxisIndex, tone }) => [value, label, yAxisIndex, tone])).toEqual([
    [900, 'Target', 0, 'good'],
    [12, 'Poor', 1, 'bad'],
  ])
})

test('a threshold of the right axis is read against the left one where there is no other', () => {
  const { yAxis, markLine } = optionWith({ ...OPTIONS, measures: [{ measure: 'ins' }] })
  expect([yAxis.length, yAxis[0].include, markLine?.data.map(({ yAxisIndex }) => yAxisIndex)]).toEqual([
    1,
    [900, 12],
    [0, 0],
  ])
})

test('a narrow chart has shorter names over the same keys, so that it shares the crosshair with a wide one', () => {
  const [narrow, wide] = [80, 800].map((width) => optionWith(OPTIONS, { width, height: 400 }).xAxis)
  expect(narrow?.data).not.toEqual(wide?.data)
  expect(narrow?.keys).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => MONDAY + day))
  expect(wide?.keys).toEqual(narrow?.keys)
})
