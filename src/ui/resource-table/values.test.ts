/* oxlint-disable no-script-url -- refused addresses */
import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import type { ResourceColumn } from './types.ts'
import { orderOf, safeHref, searched, textOf, valueAt } from './values.ts'

interface Row {
  id: number
  name: string | null
  flags: string[]
  on: boolean
  count: number | null
  state: string
  at: number | null
  properties: { lang: string }
}
const row: Row = {
  id: 7,
  name: 'Peña',
  flags: ['a', 'b'],
  on: true,
  count: 12_345,
  state: 'down',
  at: new Date(2026, 0, 6, 9, 5, 3).getTime(),
  properties: { lang: 'es' },
}
const none: Row = {
  id: 8,
  name: null,
  flags: [],
  on: false,
  count: null,
  state: 'odd',
  at: null,
  properties: { lang: '' },
}
const words = { t: (key: string) => key, format: formatterFor('en') }
const column = (
  attr: string,
  type: ResourceColumn<Row>['type'],
  options?: ResourceColumn<Row>['options'],
): ResourceColumn<Row> => ({ attr, type, label: attr, options })

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'users', 'ftp://x', ' /users'])(
  '%j is no link in a cell',
  (href) => expect(safeHref(href)).toBe(undefined),
)
test.each(['https://x.es', 'http://x.es', 'mailto:a@b.es', 'tel:+34', '/users', '#a', '?q=1'])(
  '%j is a link in a cell',
  (href) => expect(safeHref(href)).toBe(href),
)

test('a dotted name reaches into the row, and only into what the row owns', () => {
  expect([
    valueAt(row, 'properties.lang'),
    valueAt(row, 'properties.lang.length'),
    valueAt(row, 'missing.x'),
    valueAt(row, 'constructor.name'),
    valueAt(null, 'x'),
  ]).toEqual(['es', undefined, undefined, undefined, undefined])
})
test('each type is written in its way', () => {
  expect([
    textOf(row, column('name', 'Text'), words),
    textOf(row, column('count', 'Number'), words),
    textOf(row, column('count', 'Number', { format: 'number' }), words),
    textOf(row, column('flags', 'StringArray', { names: { a: 'Alerts' } }), words),
    textOf(row, column('on', 'Boolean'), words),
    textOf(none, column('on', 'BooleanCheck'), words),
    textOf(row, column('state', 'FootState'), words),
    textOf(none, column('state', 'FootState'), words),
    textOf(row, column('state', 'FootState', { names: { down: 'Silent' } }), words),
    textOf(row, column('at', 'Date'), words),
    textOf(row, column('at', 'Date', { time: false }), words),
    textOf(row, column('properties.lang', 'Icon', { names: { es: 'Spanish' } }), words),
  ]).toEqual([
    'Peña',
    '12,345',
    '12,345',
    'Alerts, b',
    'ui.yes',
    'ui.no',
    'ui.status.down',
    'odd',
    'Silent',
    '06-01-2026 09:05:03',
    '06-01-2026',
    'Spanish',
  ])
})
test('a missing value is a dash', () => {
  expect(
    ['name', 'count', 'at', 'properties.lang'].map((attr, at) =>
      textOf(none, column(attr, (['Text', 'Number', 'Date', 'Link'] as const)[at]), words),
    ),
  ).toEqual(['–', '–', '–', '–'])
})
test('numbers and dates are ordered by size, lists by their words, and nothing has no order', () => {
  expect([
    orderOf(row, column('count', 'Number'), words),
    orderOf(row, column('at', 'Date'), words),
    orderOf(row, column('on', 'Boolean'), words),
    orderOf(row, column('flags', 'StringArray'), words),
  ]).toEqual([12_345, row.at, 1, 'a, b'])
  expect([
    orderOf(none, column('count', 'Number'), words),
    orderOf(none, column('at', 'Date'), words),
    orderOf(none, column('flags', 'StringArray'), words),
    orderOf(none, column('name', 'Text'), words),
  ]).toEqual([null, null, null, null])
})
test('the search finds shown values, in any column, without accents; yes and no are not searched', () => {
  const columns = [
    column('name', 'Text'),
    column('flags', 'StringArray', { names: { a: 'Alerts' } }),
    column('on', 'Boolean'),
    column('at', 'Date'),
  ]
  const found = (text: string) => searched([row, none], columns, text, words).map(({ id }) => id)
  expect([found('pena'), found('ALERTS pe'), found('06-01'), found('yes'), found('  '), found('pena zzz')]).toEqual([
    [7],
    [7],
    [7],
    [],
    [7, 8],
    [],
  ])
})
