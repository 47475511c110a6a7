import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('number-tile')
const OPTIONS: Parameters<typeof project>[0] = {
  measure: 'ins',
  target: null,
  targetColumn: '',
  thresholds: [],
  spark: 'line',
  showReference: true,
  names: [],
}
const DAYS = [
  { period: 'comparing', index: 0, day: 20_766, ...WHOLE, fro: 400, ins: 100 },
  { period: 'comparing', index: 1, day: 20_767, ...LOST, fro: null, ins: null },
  { period: 'comparing', index: 2, day: 20_768, ...RUNNING, fro: 100, ins: 100 },
  { period: 'reference', index: 0, day: 20_759, ...WHOLE, fro: 400, ins: 100 },
  { period: 'reference', index: 1, day: 20_760, ...WHOLE, fro: 400, ins: 100 },
]

test('the figure is the sum of the period, and a day that was not reported is a gap in its course', () => {
  const { rows, value, course, states } = project({ ...OPTIONS, target: 400 }, { rows: factFrame(DAYS) }, context)
  expect(rows).toEqual([['Entries', 200, 200, null, 400, 50]])
  expect([value, states]).toEqual([200, ['partial']])
  expect(course?.values.slice(0, 3)).toEqual([100, null, 100])
  expect(course?.states.slice(0, 3)).toEqual(['final', 'missing', 'partial'])
})

test('a figure of no hours that is not known is no data, and not complete', () => {
  const rows = (trips: number | null) =>
    fromRows(
      [
        { id: 'day', type: 'day', role: 'dim', unit: 'day' },
        { id: 'trips', type: 'int', role: 'measure', unit: 'count' },
      ],
      [[20_766, trips]],
    )
  const resultOf = (trips: number | null) => {
    const { value, states, passport } = project({ ...OPTIONS, measure: 'trips' }, { rows: rows(trips) }, context)
    return [value, states, passport?.state]
  }
  expect(resultOf(null)).toEqual([null, ['missing'], 'missing'])
  expect(resultOf(0)).toEqual([0, ['final'], 'final'])
})

test('a ratio is a sum over a sum, and changes by points', () => {
  const rows = factFrame([
    { period: 'comparing', local: 1, ...WHOLE, fro: 4000, ins: 1000 },
    { period: 'comparing', local: 2, ...WHOLE, fro: 100, ins: 100 },
    { period: 'reference', local: 1, ...WHOLE, fro: 9000, ins: 1000 },
  ])
  const { value, change } = project({ ...OPTIONS, measure: 'captureRate' }, { rows }, context)
  expect(value).toBeCloseTo(21.1538, 3)
  expect(change).toMatchObject({ value: expect.closeTo(11.1538, 3), verdict: 'better' })
})

test('the word is that of the highest step reached; below all of them there is none', () => {
  const thresholds = [
    { from: 300, tone: 'good' as const, word: 'Done' },
    { from: 100, tone: 'warn' as const, word: 'Near' },
  ]
  const word = (ins: number) =>
    project({ ...OPTIONS, thresholds }, { rows: factFrame([{ period: 'comparing', ...WHOLE, ins }]) }, context).step
      ?.word ?? null
  expect([99, 100, 299, 300].map(word)).toEqual([null, 'Near', 'Near', 'Done'])
})

test('where less is better, the target is reached from above', () => {
  const progress = (bounces: number) =>
    project(
      { ...OPTIONS, measure: 'bounceRate', target: 20 },
      { rows: factFrame([{ period: 'comparing', ...WHOLE, ins: 100, bounces }]) },
      context,
    ).progress
  expect([40, 20, 10].map(progress)).toEqual([50, 100, 200])
})

test('a figure says that its target is reached, or by how much it is not, whichever way is better', () => {
  const goal = (more: object, cells: object) => {
    const { goal: found, summary } = project(
      { ...OPTIONS, ...more },
      { rows: factFrame([{ period: 'comparing', ...WHOLE, ...cells }]) },
      context,
    )
    expect(summary.endsWith(`${found?.words}.`)).toBe(found !== null)
    return found && [found.tone, found.words]
  }
  expect(goal({ target: 400 }, { ins: null })).toBeNull()
  expect(goal({}, { ins: 400 })).toBeNull()
  expect(goal({ target: 400 }, { ins: 399 })).toEqual(['bad', '1 short'])
  expect(goal({ target: 400 }, { ins: 400 })).toEqual(['good', 'Target reached'])
  const rate = { measure: 'bounceRate', target: 20 }
  expect(goal(rate, { ins: 100, bounces: 25 })).toEqual(['bad', '5.0 pp over target'])
  expect(goal(rate, { ins: 100, bounces: 20 })).toEqual(['good', 'Target reached'])
})

test('a column of ratios is shown for a single row, and never added up', () => {
  const frame = (...shares: number[]) => ({
    ...factFrame(shares.map((share, at) => ({ local: at, share }))),
    columns: [
      { id: 'local', type: 'int' as const, role: 'dim' as const },
      { id: 'share', type: 'int' as const, role: 'measure' as const, unit: 'percent' as const },
    ],
  })
  const value = (...shares: number[]) =>
    project({ ...OPTIONS, measure: 'share' }, { rows: frame(...shares) }, context).value
  expect([value(40), value(40, 60)]).toEqual([40, null])
})

test('figures of tills are shown also where no people were counted; shares of entries are not', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: 20_766, ...LOST, ins: null, visits: null, tickets: 3, sales: 150 },
    { period: 'comparing', index: 1, day: 20_767, ...LOST, ins: null, visits: null, tickets: null, sales: null },
  ])
  const of = (measure: string) => {
    const { value, states, course, passport } = project({ ...OPTIONS, measure }, { rows }, context)
    return [value, states?.[0], course?.values.slice(0, 2), passport?.state, passport?.missing ?? null]
  }
  expect(of('sales')).toEqual([150, 'final', [150, null], 'final', null])
  expect(of('tickets')).toEqual([3, 'final', [3, null], 'final', null])
  expect(of('ins').slice(0, 2)).toEqual([null, 'missing'])
  expect(of('conversionRate').slice(0, 2)).toEqual([null, 'missing'])
})
