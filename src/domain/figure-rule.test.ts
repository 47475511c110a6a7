import { expect, test } from 'vitest'
import { alertName, alertSentence } from './alert-rules.ts'
import { areLimits, figureAnswers, figureOf } from './figure-rule.ts'
import type { FigureRow, FigureTable, FigureWish } from './figure-rule.ts'
import type { Completeness } from './completeness.ts'

const row = (
  key: string,
  value: number | null,
  state: Completeness = 'final',
  more: Partial<FigureRow> = {},
): FigureRow => ({
  key,
  label: key,
  local: 1,
  coverage: null,
  isSum: false,
  cells: { ins: { value, state } },
  ...more,
})
const table = (...rows: readonly FigureRow[]): FigureTable => ({
  columns: [{ id: 'ins', label: 'Entries', format: 'count', isAdditive: true }],
  isOfMeasures: false,
  rows,
})
const wish = (more: Partial<FigureWish> = {}): FigureWish => ({
  column: 'ins',
  rows: 'any',
  row: null,
  below: 10,
  above: null,
  ...more,
})
const said = (of: FigureTable, what: FigureWish) =>
  figureAnswers(of, what).map(({ subject, verdict, value }) => [subject, verdict, value])

test('a figure that is incomplete, unknown, or estimated beyond the limit of comparisons does not fire', () => {
  const states: Completeness[] = ['partial', 'settling', 'missing', 'estimated']
  for (const state of states) expect(said(table(row('a', 1, state)), wish())).toEqual([['a', 'silent', 1]])
  expect(said(table(row('a', null)), wish())).toEqual([['a', 'silent', null]])
  expect(said(table(row('a', 1, 'estimated', { coverage: 0.9 })), wish())).toEqual([['a', 'fires', 1]])
  expect(said(table(row('a', 1, 'estimated', { coverage: 0.89 })), wish())).toEqual([['a', 'silent', 1]])
  for (const rows of ['every', 'sum'] as const)
    expect(said(table(row('a', 1), row('b', 1, 'partial')), wish({ rows }))).toEqual([['', 'silent', null]])
})

test('a change between different sets of stores does not fire, however complete it is', () => {
  const mixed = row('a', 1, 'final', { cells: { ins: { value: 1, state: 'final', isMixed: true } } })
  expect(said(table(mixed), wish())).toEqual([['a', 'silent', 1]])
  for (const rows of ['every', 'sum'] as const)
    expect(said(table(row('b', 1), mixed), wish({ rows }))).toEqual([['', 'silent', null]])
})

test('rows of closed locals and total rows are left out; a total is requested separately', () => {
  const rows = table(row('a', 1), row('b', null, 'closed'), row('all', 1, 'final', { isSum: true }))
  expect(said(rows, wish())).toEqual([['a', 'fires', 1]])
  expect(said(rows, wish({ rows: 'sum' }))).toEqual([['', 'fires', 1]])
  expect(said(rows, wish({ rows: 'one', row: 'all' }))).toEqual([['all', 'fires', 1]])
  expect(said(table(), wish({ rows: 'sum' }))).toEqual([])
})

test('a limit itself is within; outside of both is beyond either', () => {
  const rows = table(row('a', 10), row('b', 20), row('c', 9), row('d', 21))
  const verdicts = said(rows, wish({ below: 10, above: 20 })).map(([, verdict]) => verdict)
  expect(verdicts).toEqual(['clear', 'clear', 'fires', 'fires'])
  expect(said(rows, wish({ rows: 'sum', below: null, above: 60 }))).toEqual([['', 'clear', 60]])
  expect(said(rows, wish({ rows: 'every', below: 22 }))).toEqual([['', 'fires', 21]])
  expect(said(rows, wish({ rows: 'every', below: null, above: 8 }))).toEqual([['', 'fires', 9]])
  const pairs = [
    [null, null],
    [2, 1],
    [1, 1],
    [1, null],
  ] as const
  expect(pairs.map(([below, above]) => areLimits({ below, above }))).toEqual([false, false, true, true])
})

test('an alert says which figure of which row, in its own format, and on which side it lies', () => {
  const names = {
    rule: 'Few',
    dashboard: 'mine',
    search: '',
    title: 'Stores',
    column: 'Entries',
    format: 'count',
  } as const
  const [answer] = figureAnswers(table(row('Sol', 1234)), wish({ below: 2000 }))
  const figure = figureOf(answer!, { below: 2000, above: 9000 }, names, '2026-11-20', null)
  expect(alertSentence('figure', figure, 'en')).toBe('Entries · Sol: 1,234, below 2,000')
  expect(alertName('figure', figure, 'en')).toBe('Few')
  // Of the same stores: said of all of them, not of one.
  const same = { ...names, stores: { compared: 13, asked: 27 } }
  const said = (local: number | null, places = {}) =>
    alertSentence(
      'figure',
      figureOf(
        { ...answer!, local, row: '' },
        { below: 2000, above: null },
        { ...same, stores: { ...same.stores, ...places } },
        '2026-11-20',
        null,
      ),
      'es',
    )
  expect([said(null), said(null, { places: 'rooms' }), said(4)]).toEqual([
    'Entries: 1.234, por debajo de 2.000 (mismas tiendas: 13 de 27)',
    'Entries: 1.234, por debajo de 2.000 (mismas salas: 13 de 27)',
    'Entries: 1.234, por debajo de 2.000',
  ])
  expect(alertSentence('figure', { ...figure, value: 9001 }, 'es')).toBe('Entries · Sol: 9.001, por encima de 9.000')
  const share = { ...figure.widget!, row: '', format: 'percent' as const }
  expect(alertSentence('figure', { ...figure, value: 12.5, low: 20, widget: share }, 'en')).toBe(
    'Entries: 12.5%, below 20.0%',
  )
})
