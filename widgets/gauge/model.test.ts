import { expect, test } from 'vitest'
import { encodeNumbers } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project, roundAbove } from './model.ts'

const context = contextOf('gauge')
const OPTIONS: Parameters<typeof project>[0] = {
  measure: 'captureRate',
  min: 0,
  max: null,
  target: 25,
  targetColumn: '',
  thresholds: [
    { from: 20, tone: 'good', word: 'Good' },
    { from: 0, tone: 'bad', word: 'Low' },
  ],
  showReference: true,
  names: [],
}
const ROWS = [
  { period: 'comparing', ...WHOLE, fro: 400, ins: 100 },
  { period: 'reference', ...WHOLE, fro: 450, ins: 50 },
]

test('a share has a scale to 100, a rating and its stretches', () => {
  const { rows, scale, zones } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([['Capture rate', 20, 10, 10, 25, 'Good']])
  expect([scale, zones.map(({ from, to, step }) => [from, to, step.word])]).toEqual([
    { min: 0, max: 100 },
    [
      [0, 0.2, 'Low'],
      [0.2, 1, 'Good'],
    ],
  ])
})

test('an amount has a round end above value, target and reference; a given end wins, and never lies before its begin', () => {
  const scale = (over: Partial<typeof OPTIONS>) =>
    project({ ...OPTIONS, measure: 'ins', ...over }, { rows: factFrame(ROWS) }, context).scale
  expect([scale({}), scale({ target: 130 }), scale({ max: 80 }), scale({ min: 10, max: 5 })]).toEqual([
    { min: 0, max: 100 },
    { min: 0, max: 200 },
    { min: 0, max: 80 },
    { min: 10, max: 11 },
  ])
})

test('round figures are 1, 2, 2.5 and 5 times a power of ten', () => {
  expect([0, 0.3, 1, 1.1, 24, 26, 51, 1001].map(roundAbove)).toEqual([1, 0.5, 1, 2, 25, 50, 100, 2000])
})

test('without a figure there is no rating', () => {
  expect(
    project(OPTIONS, { rows: factFrame([{ period: 'comparing', ...WHOLE, fro: null, ins: null }]) }, context),
  ).toMatchObject({ value: null, step: null, rows: [['Capture rate', null, 25, null]] })
})

test('a target of the data is that of the comparing period, added up; without one there is none', () => {
  const rows = factFrame([...ROWS, { period: 'comparing', ...WHOLE, fro: 10, ins: 20 }])
  const goals = (cells: Cell[]) => ({
    ...rows,
    columns: [...rows.columns, { id: 'goal', type: 'float', role: 'measure', unit: 'count' } as const],
    data: [...rows.data, encodeNumbers(cells as (number | null)[], true)],
  })
  const target = (cells: Cell[]) =>
    project({ ...OPTIONS, measure: 'ins', targetColumn: 'goal' }, { rows: goals(cells) }, context).target
  expect([target([70, 999, 30]), target([null, 999, null])]).toEqual([100, null])
})
