import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('repetition-donuts', 'en', {
  periods: { comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' }, reference: null },
})
const OPTIONS = { tab: 'store' as const, edgesDays: [7, 15, 30, 60] }
const GOLDEN = {
  period: 'comparing',
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
const table = (projection: ReturnType<typeof project>, tab: string) =>
  projection.parts?.find(({ id }) => id === tab)?.projection.rows

test('the store knows who came to it, the brand who came to any of its stores; the rest is new', () => {
  const projection = project(OPTIONS, { rows: factFrame([GOLDEN]) }, context)
  expect(table(projection, 'store')?.map(([label, count]) => [label, count])).toEqual([
    ['Last 7 days', 10],
    ['Between 7 and 15 last days', 6],
    ['Between 15 and 30 last days', 4],
    ['Between 30 and 60 last days', 0],
    ['New at the store', 55],
  ])
  expect(table(projection, 'brand')?.map((row) => row[1])).toEqual([14, 8, 5, 1, 47])
})

test('each tab says its own rate: the store its own, the brand that of all its stores', () => {
  const { parts, summary } = project(OPTIONS, { rows: factFrame([GOLDEN]) }, context)
  expect(parts?.map(({ projection }) => projection.summary)).toEqual([
    'Repetition rate: 26.7% (This week).',
    'Repetition rate of the brand: 37.3% (This week).',
  ])
  expect(summary).toBe('Repetition rate: 26.7% (This week). Repetition rate of the brand: 37.3% (This week).')
})

test('a sentence that ends with a unit has one full stop', () => {
  const both = {
    comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' },
    reference: { begin: '2026-11-02', end: '2026-11-08', name: 'weekBefore' },
  }
  const spanish = contextOf('repetition-donuts', 'es', { periods: both })
  const rows = factFrame([GOLDEN, { ...GOLDEN, period: 'reference', localRepRange0: 5, clientRepRange0: 9 }])
  const { summary } = project(OPTIONS, { rows }, spanish)
  expect(summary.match(/p\. p\.+/g)).toEqual(['p. p.', 'p. p.'])
})

test('ranges beyond the four go to Others, and are not taken for new', () => {
  const projection = project(
    OPTIONS,
    { rows: factFrame([{ ...GOLDEN, localRepRange4: 5, localRepRange5: 2 }]) },
    context,
  )
  expect(
    table(projection, 'store')
      ?.map(([label, count]) => [label, count])
      .slice(-2),
  ).toEqual([
    ['Others', 7],
    ['New at the store', 48],
  ])
  expect(table(projection, 'brand')).toHaveLength(5)
})

test('below 30 % of identified visits the counts are gone and the shares stay', () => {
  const { parts, note } = project(OPTIONS, { rows: factFrame([{ ...GOLDEN, visits: 300 }]) }, context)
  expect(parts?.[0]?.projection.columns.map(({ id }) => id)).toEqual(['last', 'comparingShare'])
  expect(parts?.[0]?.projection.rows[0]).toEqual(['Last 7 days', expect.closeTo(13.333, 3)])
  expect(note).toContain('Only 25.0% of the visits were identified')
})

test('the file holds both tabs, each row with the tab it belongs to', () => {
  const { columns, rows } = project(OPTIONS, { rows: factFrame([GOLDEN]) }, context)
  expect(columns.map(({ id }) => id)).toEqual(['tab', 'last', 'comparing', 'comparingShare'])
  expect(rows.map(([tab, last]) => `${tab}: ${last}`).filter((line) => line.includes('New'))).toEqual([
    'Store: New at the store',
    'Brand: New at the brand',
  ])
})
