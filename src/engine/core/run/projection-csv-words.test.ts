import { readFileSync } from 'node:fs'
import { writeCsv } from '#domain/csv'
import { expect, test } from 'vitest'
import type { Projection } from '../../types.ts'
import { csvOfProjection, csvWords } from './projection-csv.ts'

const words = csvWords((key) => `<${key.split('.').at(-1)}>`)
const lines = (projection: Projection) =>
  Buffer.concat([...writeCsv(csvOfProjection(projection, words), {})])
    .toString('utf8')
    .trimEnd()
    .split('\r\n')
const columns: Projection['columns'] = [
  { id: 'day', label: 'Day', format: 'text', role: 'dim' },
  {
    id: 'a',
    label: 'A',
    format: 'count',
    role: 'measure',
  },
  { id: 'b', label: 'B', format: 'count', role: 'measure' },
]
const of = (more: Partial<Projection>): Projection => ({
  columns,
  rows: [
    ['x', 1, 2],
    ['y', 3, 4],
  ],
  summary: '',
  ...more,
})

test('a number that is no plain count has its unit in its head, unless the label says it', () => {
  const headOf = (label: string, format: 'percent' | 'points' | 'delta' | 'duration' | 'count' | 'number') =>
    lines({ columns: [{ id: 'a', label, format, role: 'measure' }], rows: [], summary: '' })[0]?.replace('﻿', '')
  expect([
    headOf('A', 'percent'),
    headOf('A', 'points'),
    headOf('A', 'delta'),
    headOf('A', 'duration'),
    headOf('A', 'count'),
    headOf('A', 'number'),
  ]).toEqual(['A (<percent>)', 'A (<points>)', 'A (<delta>)', 'A (<duration>)', 'A', 'A'])
  expect([headOf('A %', 'percent'), headOf('A (<percent>) b', 'percent'), headOf('% of A', 'percent')]).toEqual([
    'A %',
    'A (<percent>) b',
    '% of A (<percent>)',
  ])
})

const cells = (projection: Projection, from = 3) => lines(projection).map((line) => line.split(';').slice(from))

test('a state of the row stands beside those of single columns, unless every measure has its own', () => {
  expect(cells(of({ states: ['final', 'partial'], columnStates: { a: ['missing'] } }))).toEqual([
    ['<state>', '<state>: A'],
    ['<final>', '<missing>'],
    ['<partial>', '<final>'],
  ])
  expect(
    cells(of({ states: ['final', 'partial'], columnStates: { a: ['missing', 'final'], b: ['final', 'final'] } })),
  ).toEqual([
    ['<state>: A', '<state>: B'],
    ['<missing>', '<final>'],
    ['<final>', '<final>'],
  ])
  expect(cells(of({ columnStates: { a: ['missing', 'final'] } }))).toEqual([['<state>: A'], ['<missing>'], ['<final>']])
})

test('states of columns that are not shown are not told', () => {
  expect(cells(of({ columnStates: { gone: ['missing', 'final'] } }))).toEqual([['<state>'], ['<final>'], ['<final>']])
  expect(cells(of({}))).toEqual([[], [], []])
})

test('four columns with states of their own each have one', () => {
  const four = (['final', 'partial', 'missing', 'settling'] as const).map((state, at) => [`h${at}`, [state]] as const)
  const given = (count: number) =>
    ({
      columns: Array.from({ length: count }, (_, at) => ({
        id: `h${at}`,
        label: `${at}`,
        format: 'count' as const,
        role: 'measure' as const,
      })),
      rows: [Array.from({ length: count }, () => 1)],
      summary: '',
      columnStates: Object.fromEntries([...four, ['h4', ['estimated']] as const]),
    }) as Projection
  expect(cells(given(4), 4)[0]).toEqual(['<state>: 0', '<state>: 1', '<state>: 2', '<state>: 3'])
  expect(cells(given(5), 5)[0]).toEqual(['<state>'])
})

test('a share of coverage is in percent, and nothing where it is not known', () => {
  expect(cells(of({ coverage: [0.5, null] as never }))).toEqual([['<coverage> (<percent>)'], ['50'], ['']])
})

test('parts of one file say of themselves what one of them does', () => {
  const parts = [
    { id: 'p', title: 'P', projection: of({}) },
    {
      id: 'q',
      title: 'Q',
      projection: of({ states: ['partial', 'final'], coverage: [1, 0], columnStates: { a: ['missing', 'final'] } }),
    },
  ]
  expect(lines({ columns: [], rows: [], summary: '', parts }).map((line) => line.split(';').slice(4))).toEqual([
    ['<state>', '<coverage> (<percent>)'],
    ['<final>', ''],
    ['<final>', ''],
    ['<partial>', '100'],
    ['<final>', '0'],
  ])
})

test('a projection with rows is its file, with any parts, and one without either has its head', () => {
  const parts = [{ id: 'p', title: 'P', projection: of({}) }]
  expect(lines(of({ parts }))).toHaveLength(3)
  expect(lines(of({ parts: [], rows: [] }))).toHaveLength(1)
})

test('a share in words has the decimal sign of the file', () => {
  const basis = { stores: 'same', asked: 2, compared: 2, comparing: 2, reference: 2, leftOut: [], over: 0.961 } as const
  const said = csvWords((key, { share = '' } = {}) => (key === 'app:csv.basisHours' ? `${share} %` : key))
  const cell = (decimal: ',' | '.') =>
    Buffer.concat([...writeCsv(csvOfProjection(of({ basis }), said, { decimal }), {})])
      .toString('utf8')
      .split('\r\n')[1]
  expect([cell(','), cell('.')]).toEqual(['x;1;2;"app:stores.count; 96,1 %"', 'x;1;2;"app:stores.count; 96.1 %"'])
})

test.each(['es', 'en', 'pt', 'cs', 'ca', 'it'])('a name in the basis of a file has one meaning: %s', (language) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../../i18n/locales/app/${language}.json`, import.meta.url), 'utf8'),
  ) as Readonly<Record<string, string>>
  const leftOut = [{ local: 4, reason: 'notReference' }] as const
  const basis = { stores: 'all', asked: 2, compared: 1, comparing: 2, reference: 1, leftOut } as const
  const said = csvWords((key) => texts[key.replace('app:', '')] ?? key).basisOf(basis, undefined, ',')
  const names = said.split('; ').map((part) => part.split(':')[0])
  expect(names).toHaveLength(4)
  expect(new Set(names).size).toBe(4)
})

test('a widget that shows its coverage has one column of it', () => {
  const share = { id: 'coverage', label: '<coverage> (<percent>)', format: 'percent', role: 'measure' } as const
  expect(lines(of({ columns: [...columns, share], rows: [['x', 1, 2, 99]], coverage: [0.99] }))).toEqual([
    'Day;A;B;<coverage> (<percent>)',
    'x;1;2;99',
  ])
})
