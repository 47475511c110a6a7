/** Options that name columns which the data of a widget lack. */
import { expect, test } from 'vitest'
import { fieldsOf, type JsonSchema } from '../../src/engine/core/document/option-fields.ts'
import { missingColumns } from '../../src/engine/core/document/missing-columns.ts'
import { optionsSchemaOf } from '../../scripts/widget-registry.ts'
import { readFileSync } from 'node:fs'

const fields = (type: string) =>
  fieldsOf(optionsSchemaOf(type, readFileSync(`widgets/${type}/options.schema.json`, 'utf8')) as JsonSchema)
const HOURS = new Map([
  ['period', 'dim'],
  ['hour', 'dim'],
  ['ins', 'measure'],
  ['visits', 'measure'],
] as const)
const missing = (
  type: string,
  options: Record<string, unknown>,
  inputs: Record<string, ReadonlyMap<string, 'dim' | 'measure'> | undefined> = { rows: HOURS },
) =>
  missingColumns(fields(type), options, Object.keys(inputs), (input) => inputs[input]).map(
    ({ option, column }) => `${option} ${column}`,
  )

test('a dimension, a measure and a metric whose sums are not there are named, also where the defaults name them', () => {
  expect(missing('bar-chart', { category: 'hour', measures: ['ins', 'captureRate', 'nothing'] })).toEqual([
    'measures captureRate',
    'measures nothing',
  ])
  expect(missing('bar-chart', {})).toEqual(['category local'])
  expect(missing('bar-chart', { category: 'ins' })).toEqual(['category ins'])
  expect(missing('kpi-table', { metrics: ['ins', 'visits', 'conversionRate'] })).toEqual(['metrics conversionRate'])
  expect(missing('time-series', { measures: [{ measure: 'ins' }, { measure: 'tickets' }] })).toEqual([
    'measures tickets',
  ])
})

test('an option that does not count now is not held to the data, nor is any while the data are not known', () => {
  expect(missing('heat-map', { mode: 'calendar' })).toEqual([])
  expect(missing('heat-map', {})).toEqual(['rows weekday'])
  expect(missing('bar-chart', {}, { rows: undefined })).toEqual([])
  expect(missing('bar-chart', {}, {})).toEqual([])
})

test('the degrees of a map may come from its rows or from its places', () => {
  const rows = new Map([
    ['local', 'dim'],
    ['ins', 'measure'],
    ['fro', 'measure'],
    ['bounces', 'measure'],
    ['visits', 'measure'],
    ['far', 'measure'],
  ] as const)
  const places = new Map([
    ['id', 'dim'],
    ['lat', 'dim'],
    ['lng', 'dim'],
  ] as const)
  expect(missing('map', {}, { rows, places })).toEqual([])
  expect(missing('map', {}, { rows })).toEqual(['latitude lat', 'longitude lng'])
})
