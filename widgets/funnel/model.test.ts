import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('funnel')
const OPTIONS: Parameters<typeof project>[0] = {
  stages: ['total', 'ins', 'visits', 'tickets'],
  rate: 'previous',
  showReference: true,
  names: [],
}
const ROWS = [
  { period: 'comparing', ...WHOLE, fro: 400, ins: 100, visits: 75, tickets: 30 },
  { period: 'reference', ...WHOLE, fro: 450, ins: 50, visits: 40, tickets: 10 },
]

test('each stage is a part of the one before, and its change is in points', () => {
  const { rows } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([
    ['Opportunity', 500, 500, 0, null, null],
    ['Entries', 100, 50, 100, 20, 10],
    ['Visits', 75, 40, 87.5, 75, -5],
    ['Tickets', 30, 10, 200, 40, 15],
  ])
})

test('or of the first', () => {
  expect(project({ ...OPTIONS, rate: 'first', showReference: false }, { rows: factFrame(ROWS) }, context).rows).toEqual(
    [
      ['Opportunity', 500, null],
      ['Entries', 100, 20],
      ['Visits', 75, 15],
      ['Tickets', 30, 6],
    ],
  )
})

test('a stage that exceeds its whole is kept and reported', () => {
  const { stages } = project(
    { ...OPTIONS, stages: ['visits', 'tickets'] },
    { rows: factFrame([{ period: 'comparing', ...WHOLE, visits: 10, tickets: 12 }]) },
    context,
  )
  expect(stages.map(({ rate, exceeds }) => [rate, exceeds])).toEqual([
    [null, false],
    [120, true],
  ])
})

test('ratios are no stages, and a missing value is a dash', () => {
  const { rows } = project(
    { ...OPTIONS, stages: ['ins', 'captureRate', 'tickets'], showReference: false },
    { rows: factFrame([{ period: 'comparing', ...WHOLE, ins: 10, fro: 90, tickets: null }]) },
    context,
  )
  expect(rows).toEqual([
    ['Entries', 10, null],
    ['Tickets', null, null],
  ])
})
