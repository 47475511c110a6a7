import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Column } from '#domain/frame'
import type { Projection } from '../../types.ts'
import { daysLine, passportFacts, storesLine } from './passport-facts.ts'

const COLUMNS: readonly Column[] = [
  { id: 'local', type: 'int', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'visits', type: 'int', role: 'measure' },
]
const frames = {
  rows: fromRows(COLUMNS, [
    [11, 20_769, 7],
    [11, 20_766, 8],
    [12, 20_767, 9],
    [null, null, 1],
  ]),
}
const projection: Projection = {
  columns: [{ id: 'visits', label: 'Visits', format: 'count', role: 'measure', metric: 'visits' }],
  rows: [[25]],
  summary: '',
  passport: { coverage: 1, estimatedShare: 0, state: 'final', definitions: ['visits@1', 'captureRate@1'], asOf: null },
  parts: [
    {
      id: 'part',
      title: 'Part',
      projection: {
        columns: [{ id: 'ins', label: 'Entries', format: 'count', role: 'measure', metric: 'ins' }],
        rows: [],
        summary: '',
      },
    },
  ],
}
const t = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
  [key, ...Object.values(params)].join(' ')
const lines = (facts: ReturnType<typeof passportFacts>) => [...daysLine(facts, 'en', t), ...storesLine(facts, t)]
const basis = { stores: 'same' as const, asked: 7, compared: 5, comparing: 6, reference: 6, leftOut: [] }
const periods = {
  comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' },
  reference: { begin: '2026-11-02', end: '2026-11-08', name: 'weekBefore' },
}

test('of a comparison a passport says both periods, the stores compared of those asked about, and every metric once', () => {
  const facts = passportFacts(projection, { periods }, { frames, values: { locals: [11, 12, 13] }, basis, asOf: 5 })
  expect([facts.metrics, facts.asOf]).toEqual([['visits', 'ins', 'captureRate'], 5])
  expect(lines(facts).map(([name]) => name)).toEqual(['app:about.periods', 'app:stores.name'])
  expect(lines(facts)[0]?.[1]).toMatch(/^app:about\.against app:about\.days .*9.* app:about\.days .*2/)
  expect(lines(facts)[1]?.[1]).toBe('app:stores.comparedOf 5 7')
  const rooms = passportFacts(projection, { periods }, { frames, values: {}, basis: { ...basis, places: 'rooms' } })
  expect(lines(rooms)[1]).toEqual(['app:rooms.name', 'app:rooms.comparedOf 5 7'])
})

test('without a comparison it says the days of its rows and how many of the stores that were asked about are in them', () => {
  const facts = passportFacts(projection, {}, { frames, values: { locals: [11, 12, 13] } })
  expect(facts).toMatchObject({
    days: { comparing: { begin: '2026-11-09', end: '2026-11-12' }, reference: null },
    stores: { compared: 2, asked: 3, isCompared: false },
    asOf: null,
  })
  expect(lines(facts)[1]).toEqual(['app:stores.name', 'app:about.placesIn 2 3'])
  const people = COLUMNS.map((column) => (column.id === 'visits' ? { ...column, id: 'peopleS' } : column))
  const rooms = passportFacts(projection, {}, { frames: { rows: fromRows(people, [[11, 20_769, 7]]) }, values: {} })
  expect(lines(rooms)[1]).toEqual(['app:rooms.name', 'app:about.placesIn 1 1'])
})

test('rows without days or stores leave both to the filters; one day is written once', () => {
  const bare = { rows: fromRows([{ id: 'visits', type: 'int', role: 'measure' }], [[7]]) }
  const facts = passportFacts(
    projection,
    {},
    { frames: bare, values: { order: 'asc', date: '2026-11-09', locals: [11, 12] } },
  )
  expect(facts).toMatchObject({
    days: { comparing: { begin: '2026-11-09', end: '2026-11-09' } },
    stores: { compared: 2, asked: 2 },
  })
  expect(lines(facts)[0]?.[1]).not.toContain('about.days')
})

test('what nothing tells is left out', () => {
  expect(lines(passportFacts({ columns: [], rows: [], summary: '' }, {}, { frames: {}, values: {} }))).toEqual([])
})
