import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatterFor } from '#ui/format.ts'
import { layoutOf } from '#ui/chart/layout.ts'
import { libraryOption } from '#ui/chart/library-option.ts'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { tooltipRows } from '#ui/chart/tooltip-rows.ts'
import { stretchOf } from '#ui/chart/zoom.ts'
import { inState, readOption, STATES } from '../../.storybook/workshop/option-text.ts'

const whole = () => ({
  xAxis: {
    data: ['Mon', 'Tue', 'Wed'],
    titles: ['Monday', 'Tuesday', 'Wednesday'],
    reference: ['3 Nov', '4 Nov', '5 Nov'],
    reasons: [null, '2 of 12 hours missing', null],
    boundaryGap: true,
    notes: [null, { short: null, text: 'Local holiday' }, null],
  },
  yAxis: [
    { format: 'count', name: 'Entries', include: [10] },
    { format: 'percent', name: 'Conversion', max: 100 },
  ],
  series: [
    {
      id: 'ins',
      name: 'Entries',
      type: 'bar',
      tone: 0,
      stack: 'all',
      data: [1, null, 3],
      slight: [true, false, false],
    },
    { id: 'before', name: 'Before', type: 'bar', tone: 0, period: 'reference', data: [2, 2, 2] },
    { id: 'rate', name: 'Rate', type: 'line', tone: 1, yAxisIndex: 1, areaStyle: {}, pair: 'rate', data: [1, 2, 3] },
  ],
  markLine: { data: [{ value: 2, label: 'Target', tone: 'good' }] },
  markArea: { data: [{ id: 'sale', from: 0, to: 1, label: 'Sale' }] },
})
type Json = Record<string, unknown>
/** The option with the value at a path replaced. */
function withValue(path: readonly (string | number)[], value: unknown): Json {
  const option: Json = whole()
  let place = option
  for (const step of path.slice(0, -1)) place = place[step] as Json
  place[path.at(-1) ?? ''] = value
  return option
}
const said = (path: readonly (string | number)[], value: unknown) => readOption(JSON.stringify(withValue(path, value)))

test('an option with all that it may have is read as it is', () => {
  expect(readOption(JSON.stringify(whole()))).toEqual(whole())
})

test('what does not hold is said with its place, its value and what was expected', () => {
  expect([
    said(['series', 0, 'data', 0], 'function () {}'),
    said(['series', 1, 'id'], 'ins'),
    said(['series', 2, 'yAxisIndex'], 7),
    said(['series', 0, 'formatter'], 'function () {}'),
    said(['yAxis', 0, 'format'], 'bogus'),
    said(['yAxis', 0, 'name'], {}),
    said(['xAxis', 'notes'], 5),
    said(['xAxis', 'data', 0], null),
    said(['markLine'], null),
    said(['markArea', 'data', 0, 'to'], 99),
    said(['under'], 'function () {}'),
  ]).toEqual([
    'series[0].data[0] is "function () {}"; expected a number or null.',
    'series[1].id is "ins" again; expected a unique id.',
    'series[2].yAxisIndex is 7; expected a whole number, 0 to 1.',
    expect.stringContaining('series[0].formatter is not known; expected one of id, name, type'),
    expect.stringContaining('yAxis[0].format is "bogus"; expected "text" or "count"'),
    'yAxis[0].name is {}; expected a text.',
    'xAxis.notes is 5; expected a list.',
    'xAxis.data[0] is null; expected a text.',
    'markLine is null; expected an object.',
    'markArea.data[0].to is 99; expected a whole number, 0 to 2.',
    'under is not known; expected one of xAxis, yAxis, series, markLine, markArea.',
  ])
})

test('a value that is no number in JSON, and ten million points, are said', () => {
  const many = { ...whole(), xAxis: { data: Array.from({ length: 10_000_000 }, () => 0) } }
  expect([readOption('{ "series": [{ "data": [NaN] }] }'), readOption(JSON.stringify(many))]).toEqual([
    expect.stringContaining('The text is no JSON'),
    'The option has 30000000 points; expected at most 200000.',
  ])
})

const PATHS = (function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsOf(inner).map((rest) => [key, ...rest])])
})(whole())

test('any text in any option is refused with a message or laid out and drawn in every state', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PATHS), fc.jsonValue(), (path, value) => {
      const read = said(path, value)
      if (typeof read === 'string') {
        expect(read).toMatch(/expected |is no /)
        return
      }
      for (const state of STATES) {
        const option = inState(read, state)
        const { xAxis, yAxis, series } = stretchOf(option, { from: 0, to: xAxis0(option) })
        const format = formatterFor('en')
        const layout = layoutOf({
          width: 420,
          height: 200,
          categories: xAxis.data,
          series,
          axes: yAxis,
          format,
          measure: (text) => 6 * text.length,
          withNames: true,
          notes: xAxis.notes,
        })
        libraryOption({ categories: xAxis.data, series, layout, theme: THEME })
        for (const at of xAxis.data.keys()) tooltipRows(series, yAxis, at, format)
      }
    }),
    { numRuns: 400 },
  )
})

const xAxis0 = ({ xAxis }: { xAxis: { data: readonly string[] } }) => xAxis.data.length - 1
