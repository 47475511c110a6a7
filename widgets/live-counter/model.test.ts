import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column } from '#domain/frame'
import { contextOf } from '../lib/test-support/context.ts'
import { project } from './model.ts'

const context = contextOf('live-counter')
const OPTIONS: Parameters<typeof project>[0] = {
  figure: 'people',
  capacity: 0,
  midFrom: 60,
  highFrom: 85,
  showTrend: true,
  showOther: true,
}
const NOW = 1_800_000_000
const NAMES = [
  'local',
  'asOf',
  'now',
  'why',
  'inferred',
  'source',
  'people',
  'ins',
  'raw',
  'drift',
  'capacity',
  'doors',
  'silentDoors',
  'staleAfterS',
]
const TYPES: Readonly<Record<string, Column['type']>> = {
  why: 'text',
  source: 'text',
  inferred: 'boolean',
  asOf: 'float',
  now: 'float',
}
const columns = NAMES.map((id, at): Column => ({ id, type: TYPES[id] ?? 'int', role: at < 6 ? 'dim' : 'measure' }))

const store = (local: number, over: Record<string, Cell> = {}) => {
  const row: Record<string, Cell> = {
    local,
    asOf: NOW - 10,
    now: NOW,
    why: null,
    inferred: false,
    source: null,
    people: 40,
    ins: 300,
    raw: 42,
    drift: 2,
    capacity: 100,
    doors: 2,
    silentDoors: 0,
    staleAfterS: 300,
    ...over,
  }
  return NAMES.map((id) => row[id] ?? null)
}
const MINUTES: Column[] = [
  { id: 'local', type: 'int', role: 'dim' },
  { id: 'minute', type: 'float', role: 'dim' },
  { id: 'people', type: 'int', role: 'measure' },
  { id: 'ins', type: 'int', role: 'measure' },
]
const live = (rows: Cell[][], { minutes = [] as Cell[][], options = {} } = {}) =>
  project({ ...OPTIONS, ...options }, { now: fromRows(columns, rows), minutes: fromRows(MINUTES, minutes) }, context)

test('people of several stores are summed against the sum of their capacities, as of the store that reported least recently', () => {
  const { live: figure, summary } = live([store(11), store(12, { people: 50, asOf: NOW - 30, capacity: 50 })])
  expect(figure).toMatchObject({
    status: 'live',
    people: 90,
    ins: 600,
    capacity: 150,
    share: 60,
    level: 'mid',
    asOf: NOW - 30,
    ageS: 30,
  })
  expect(summary).toMatch(/^90 people inside now, 600 entries today\. 60\.0% of 150\. As of /)
})

test('a store that fell silent is left out of the sum and named, while the others go on', () => {
  const { live: figure, rows, states } = live([store(11), store(12, { people: 7, asOf: NOW - 301 })])
  expect(figure).toMatchObject({ status: 'estimated', people: 40, capacity: 100 })
  expect(figure.notes).toContain('1 of 2 stores: the others send no recent readings.')
  expect([rows.map((row) => row.at(-1)), states]).toEqual([
    ['Live', 'No recent readings'],
    ['partial', 'missing'],
  ])
})

test('when no store has reported within its rule the last figure stays, and is stale', () => {
  expect(live([store(11, { asOf: NOW - 301 })]).live).toMatchObject({ status: 'stale', people: 40, ageS: 301 })
  // A door that reports every ten minutes has longer.
  expect(live([store(11, { asOf: NOW - 301, staleAfterS: 1200 })]).live.status).toBe('live')
})

test('counts of sensors inside are noted, and the doors of such a store do not matter for the figure', () => {
  const seen = live([store(11, { source: 'zones', raw: null, drift: null, silentDoors: 1 })]).live
  expect([seen.status, seen.notes]).toEqual(['live', ['As seen by footscans inside.']])
  expect(live([store(11, { source: 'doors' })]).live.notes).not.toContain('As seen by footscans inside.')
})

test('with a door that does not answer the figure is estimated, and says which share of the doors it rests on', () => {
  const { status, notes } = live([store(11, { silentDoors: 1 })]).live
  expect([status, notes]).toEqual([
    'estimated',
    ['1 of 2 doors are not responding.', '−2 for the usual drift of the doors, provisional.'],
  ])
})

test('below zero is shown as zero, with a note', () => {
  expect(live([store(11, { people: -3, raw: -3, drift: 0 })]).live).toMatchObject({
    people: 0,
    notes: ['More people went out than came in; shown as 0.'],
  })
})

test('without data there is no figure but a sentence that says what to do', () => {
  for (const [why, sentence] of [
    ['oneWay', /both ways/],
    ['silent', /footscan status/],
    ['noDoors', /Add a footscan/],
  ] as const) {
    const { status, people, share, notes } = live([store(11, { people: null, why })]).live
    expect([status, people, share]).toEqual(['unknown', null, null])
    expect(notes[0]).toMatch(sentence)
  }
})

test('a capacity given by the author counts for all; an inferred one is noted', () => {
  expect(live([store(11), store(12, { capacity: null })]).live).toMatchObject({ capacity: null, level: null })
  expect(live([store(11), store(12, { capacity: null })], { options: { capacity: 80 } }).live).toMatchObject({
    capacity: 80,
    share: 100,
    level: 'over',
  })
  expect(live([store(11, { inferred: true, drift: 0 })]).live.notes).toEqual([
    'Capacity inferred from the most seen in 60 days.',
  ])
})

test('a minute that a store has not reported yet has no sum, and the level is left only three points below its edge', () => {
  const minutes = (values: readonly (number | null)[]) =>
    values.map((people, at) => [11, NOW - 600 + 60 * at, people, 1])
  const { live: figure, parts } = live([store(11, { people: 58 })], { minutes: minutes([61, 59, null]) })
  expect(figure.level).toBe('mid')
  expect(parts?.[1]?.projection.rows.map(([, people]) => people)).toEqual([61, 59, null])
  expect(live([store(11, { people: 56 })], { minutes: minutes([61, 59, null]) }).live.level).toBe('low')
})
