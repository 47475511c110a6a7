import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('scatter')
const OPTIONS: Parameters<typeof project>[0] = {
  points: 'local',
  x: 'ins',
  y: 'captureRate',
  size: '',
  showReference: true,
  showMeans: true,
  showNames: true,
  densityFrom: 20_000,
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, ...WHOLE, ins: 100, fro: 400 },
  { period: 'comparing', local: 12, ...WHOLE, ins: 10, fro: 10 },
  { period: 'comparing', local: 13, ...LOST, ins: null, fro: null },
  { period: 'reference', local: 11, ...WHOLE, ins: 80, fro: 720 },
  { period: 'reference', local: 14, ...WHOLE, ins: 5, fro: 5 },
]

test('each member is a point with its place before; without one of its measures it is only in the table', () => {
  const { points, rows, summary } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(points.map(({ name, x, y, before }) => [name, x, y, before])).toEqual([
    ['Gran Vía', 100, 20, { x: 80, y: 10 }],
    ['Passeig de Gràcia', 10, 50, null],
  ])
  expect(rows).toEqual([
    ['Gran Vía', 100, 20, 80, 10],
    ['Passeig de Gràcia', 10, 50, null, null],
    ['Colón', null, null, null, null],
  ])
  expect(summary).toContain('Without data for 1.')
})

test('the line of a ratio is the ratio of the sums, that of an amount the mean of the points', () => {
  expect(project(OPTIONS, { rows: factFrame(ROWS) }, context).mean).toEqual({ x: 55, y: (100 * 110) / 520 })
})

test('the same measure twice is one column', () => {
  expect(
    project(
      { ...OPTIONS, y: 'ins', size: 'ins', showReference: false },
      { rows: factFrame(ROWS) },
      context,
    ).columns.map(({ id }) => id),
  ).toEqual(['local', 'ins'])
})

test('beyond the number of points wished they are counted; the table stays that of the points', () => {
  const rows = Array.from({ length: 150 }, (_, local): Fact => ({
    period: 'comparing',
    local,
    ...WHOLE,
    ins: local % 3,
    fro: 9,
  }))
  const {
    density,
    rows: table,
    summary,
  } = project({ ...OPTIONS, densityFrom: 100 }, { rows: factFrame(rows) }, context)
  expect(density?.cells.map(({ count }) => count)).toEqual([50, 50, 50])
  expect(table.length).toBe(150)
  expect(summary).toContain('150 points, counted in 3 squares.')
})
