import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { spoken, tooltipRows } from './tooltip-rows.ts'
import type { ChartSeries } from './types.ts'

const format = formatterFor('en')
const axes = [{ format: 'count' }, { format: 'percent' }] as const
const visits: ChartSeries = {
  id: 'v',
  name: 'Visits',
  type: 'bar',
  tone: 0,
  data: [120, null],
  states: ['final', 'missing'],
}
const before: ChartSeries = {
  ...visits,
  id: 'v-r',
  name: 'Visits before',
  period: 'reference',
  data: [100, 90],
  states: undefined,
}
const bounce: ChartSeries = { id: 'b', name: 'Bounce', type: 'line', yAxisIndex: 1, tone: 1, data: [18, 19] }
const bounceBefore: ChartSeries = { ...bounce, id: 'b-r', period: 'reference', data: [20, 21] }

test('a missing value is a dash with its state, and its change is not said', () => {
  expect(tooltipRows([visits, before], axes, 1, format)).toEqual([
    {
      id: 'v',
      name: 'Visits',
      mark: 'bar',
      tone: 0,
      value: '–',
      reference: '90',
      change: null,
      state: 'missing',
      isReferenceOnly: false,
    },
  ])
})

test('each measure is one line with both periods and the change, which is not judged: whether one point’s change is noise is not known', () => {
  const rows = tooltipRows([visits, before, bounce, bounceBefore], axes, 0, format)
  expect(rows.map(({ value, reference, change }) => [value, reference, change])).toEqual([
    ['120', '100', '+20.0%'],
    ['18.0%', '20.0%', '-2.0 pp'],
  ])
})

test('a reference without its partner still has a line', () => {
  expect(tooltipRows([before], axes, 0, format)).toMatchObject([
    { id: 'v-r', isReferenceOnly: true, reference: null, value: '100' },
  ])
})

test('the sentence for readers says the same', () => {
  const words = { state: (state: string) => `is ${state}`, versus: 'versus' }
  expect(spoken(tooltipRows([visits, before], axes, 1, format), 'Tue 3', words)).toBe(
    'Tue 3: Visits – versus 90 [is missing]',
  )
})
