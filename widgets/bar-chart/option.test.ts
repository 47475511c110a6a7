import { expect, test } from 'vitest'
import type { BarProjection } from './model.ts'
import { barOption } from './option.ts'

const projection = {
  columns: [
    { id: 'local', label: 'Store', format: 'text', role: 'dim' },
    { id: 'a', label: 'A', format: 'percent', role: 'measure' },
    { id: 'b', label: 'B', format: 'percent', role: 'measure' },
  ],
  rows: [
    ['A store with a very long name indeed', 60, 40],
    ['Another', null, 100],
  ],
  category: 'local',
  summary: '',
  series: [
    { id: 'a', column: 'a', name: 'A', mark: 'bar', tone: 0, stack: 'all' },
    { id: 'b', column: 'b', name: 'B', mark: 'bar', tone: 1, stack: 'all' },
  ],
  names: ['A store with a very long name indeed', 'Another'],
  members: [1, 2],
  reasons: [null, null],
  isOrdered: false,
  field: null,
} as unknown as BarProjection
const optionWith = (arrangement: 'stacked' | 'grouped' | 'percent', width = 300) =>
  barOption(projection, { arrangement, measures: [], split: '' }, width)

test('grouped bars are side by side, others stacked, and a missing one is missing', () => {
  expect(optionWith('grouped').series.map(({ stack, data }) => [stack, data])).toEqual([
    [undefined, [60, null]],
    [undefined, [40, 100]],
  ])
  expect(optionWith('stacked').series.map(({ stack }) => stack)).toEqual(['all', 'all'])
})

test('parts of a whole end at 100 percent', () => {
  expect(optionWith('percent').yAxis).toEqual([{ format: 'percent', max: 100 }])
})

test('names are cut to the width of their bars, and whole in the tooltip', () => {
  const { data, titles } = optionWith('grouped').xAxis
  expect(data).toEqual(['A store with a…', 'Another'])
  expect(titles).toEqual(projection.names)
})
