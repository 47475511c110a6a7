import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { HOLIDAYS } from '#domain/holiday-columns'
import { dayNumber } from '#domain/periods'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const BEGIN = dayNumber('2026-11-09')
const periods = {
  comparing: { begin: '2026-11-09', end: '2026-11-10', name: 'thisWeek' },
  reference: { begin: '2026-11-02', end: '2026-11-03', name: 'weekBefore' },
}
const context = contextOf('new-vs-repeat', 'en', { periods })
const OPTIONS = { show: 'counts', granularity: 'day', showRate: true } as const
/**
 * Golden row: visits 75, local 10,6,4,0, client 14,8,5,1 give 20 repeating, 8 new at the local, 47 new at the brand,
 * 26.7 %.
 */
const GOLDEN = {
  visits: 75,
  identifiedVisits: 75,
  localRepRange0: 10,
  localRepRange1: 6,
  localRepRange2: 4,
  localRepRange3: 0,
  clientRepRange0: 14,
  clientRepRange1: 8,
  clientRepRange2: 5,
  clientRepRange3: 1,
  ...WHOLE,
}
const NOTHING = Object.fromEntries(Object.keys(GOLDEN).map((id) => [id, null]))
const day = (period: string, index: number, atoms: Fact): Fact => ({
  period,
  index,
  day: BEGIN + index - (period === 'reference' ? 7 : 0),
  ...atoms,
})
const rows = factFrame([
  day('comparing', 0, GOLDEN),
  day('comparing', 1, { ...NOTHING, ...LOST }),
  day('reference', 0, GOLDEN),
  day('reference', 1, GOLDEN),
])

test('the three categories of a day add up to its identified visits', () => {
  const { parts } = project(OPTIONS, { rows }, context)
  expect(parts?.map(({ id, title, projection }) => [id, title, projection.rows])).toEqual([
    [
      'comparing',
      'This week',
      [
        [BEGIN, 20, 8, 47, expect.closeTo(26.667, 3)],
        [BEGIN + 1, null, null, null, null],
      ],
    ],
    [
      'reference',
      'Week before',
      [
        [BEGIN - 7, 20, 8, 47, expect.closeTo(26.667, 3)],
        [BEGIN - 6, 20, 8, 47, expect.closeTo(26.667, 3)],
      ],
    ],
  ])
  expect(parts?.[0]?.projection.states).toEqual(['final', 'missing'])
})

test('each of the two charts names the holidays of its period', () => {
  const holidays = fromRows(HOLIDAYS, [
    [BEGIN + 1, 'Almudena', 3, 3, 3],
    [BEGIN - 7, 'All Souls', 3, 0, 3],
  ])
  expect(
    project(OPTIONS, { rows, holidays }, context).parts?.map(
      ({ projection }) => (projection as { notes?: unknown }).notes,
    ),
  ).toEqual([
    [null, { short: 'Almudena', text: 'Almudena: closed.' }],
    [{ short: 'All Souls', text: 'All Souls: open.' }, null],
  ])
})

test('both charts end at the same count, and each period names its rate', () => {
  const { scale, rates } = project(OPTIONS, { rows }, context)
  expect(scale).toEqual({ counts: 80, rate: 100 })
  expect(rates).toEqual({ comparing: expect.closeTo(26.667, 3), reference: expect.closeTo(26.667, 3) })
})

test('shares are of the identified visits', () => {
  const { parts, columns } = project({ ...OPTIONS, show: 'shares', showRate: false }, { rows }, context)
  expect(parts?.[0]?.projection.rows[0]?.map((cell) => Math.round(Number(cell) * 10) / 10)).toEqual([
    BEGIN,
    26.7,
    10.7,
    62.7,
  ])
  expect(columns.at(-1)?.format).toBe('percent')
})

test('below 30 % of identified visits no number is shown, only shares, and the note says so', () => {
  const few = factFrame([day('comparing', 0, { ...GOLDEN, visits: 300 })])
  const { parts, note, scale } = project({ ...OPTIONS, showRate: false }, { rows: few }, context)
  expect(parts?.[0]?.projection.columns.map(({ format }) => format)).toEqual(['day', 'percent', 'percent', 'percent'])
  expect([scale.counts, note]).toEqual([
    100,
    'Only 25.0% of the visits were identified, so numbers are left out and only shares are shown.',
  ])
})

test('where the data do not tell who was identified, all visits count as identified', () => {
  const { identifiedVisits: _left, ...rest } = GOLDEN
  const { parts, note } = project(
    { ...OPTIONS, showRate: false },
    { rows: factFrame([day('comparing', 0, rest)]) },
    context,
  )
  expect(parts?.[0]?.projection.rows[0]).toEqual([BEGIN, 20, 8, 47])
  expect(note).toBe('Of identified devices.')
})

test('the file holds both periods, one day a row', () => {
  const { rows: cells } = project({ ...OPTIONS, showRate: false }, { rows }, context)
  expect(cells.map(([period, at]) => [period, at])).toEqual([
    ['This week', BEGIN],
    ['This week', BEGIN + 1],
    ['Week before', BEGIN - 7],
    ['Week before', BEGIN - 6],
  ])
})
