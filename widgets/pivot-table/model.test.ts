import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('pivot-table')
const OPTIONS: Parameters<typeof project>[0] = {
  rows: 'local',
  columns: 'weekday',
  measure: 'ins',
  show: 'value',
  totals: true,
  shading: true,
  sort: 'valueDown',
  top: 0,
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, weekday: 1, ...WHOLE, ins: 10, fro: 30 },
  { period: 'comparing', local: 11, weekday: 2, ...WHOLE, ins: 30, fro: 30 },
  { period: 'comparing', local: 12, weekday: 1, ...WHOLE, ins: 60, fro: 60 },
  { period: 'comparing', local: 12, weekday: 2, ...LOST, ins: null, fro: null },
  { period: 'reference', local: 11, weekday: 1, ...WHOLE, ins: 20, fro: 30 },
]
const of = (over: Partial<typeof OPTIONS>) => project({ ...OPTIONS, ...over }, { rows: factFrame(ROWS) }, context)

test('rows by columns with totals, and a dash where nothing was measured', () => {
  const { rows, totals, columnStates } = of({})
  expect(rows).toEqual([
    ['Passeig de Gràcia', 60, null, 60],
    ['Gran Vía', 10, 30, 40],
  ])
  expect(totals).toEqual({ at0: 70, at1: 30, total: 100 })
  expect(columnStates).toEqual({ at0: ['final', 'final'], at1: ['missing', 'final'], total: ['partial', 'final'] })
})

test('totals of ratios are sums over sums', () => {
  const { rows, totals } = of({ measure: 'captureRate' })
  expect(rows).toEqual([
    ['Passeig de Gràcia', 50, null, 50],
    ['Gran Vía', 25, 50, 40],
  ])
  expect(totals?.total).toBeCloseTo((100 * 100) / 220, 9)
})

test('shares of the row, of the column and of everything', () => {
  expect([
    of({ show: 'shareOfRow' }).rows[1],
    of({ show: 'shareOfColumn' }).rows[1],
    of({ show: 'shareOfAll' }).rows[1],
  ]).toEqual([
    ['Gran Vía', 25, 75, 100],
    ['Gran Vía', expect.closeTo(14.2857, 3), 100, 40],
    ['Gran Vía', 10, 30, 40],
  ])
  expect(of({ show: 'shareOfAll', measure: 'captureRate' }).rows[1]).toEqual(['Gran Vía', null, null, null])
})

test('beyond the top rows there is one for the others', () => {
  expect(of({ top: 1 }).rows).toEqual([
    ['Passeig de Gràcia', 60, null, 60],
    ['Others', 10, 30, 40],
  ])
})

test('cells are tinted against the strongest', () => {
  expect(of({}).tints).toEqual([
    [1, null],
    [1 / 6, 0.5],
  ])
  expect(of({ shading: false }).tints).toEqual([
    [null, null],
    [null, null],
  ])
})
