import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { cellText, MOST_SCROLL_PX, offsetOf, rowAt, scrollHeightOf } from './column-grid.ts'

const en = formatterFor('en')

test('a cleared bit and a code of -1 are a dash, never a zero or an empty cell', () => {
  const numbers = { kind: 'numbers' as const, values: Int32Array.of(0, 7), valid: Uint8Array.of(0b10) }
  expect([0, 1].map((row) => cellText({ data: numbers, format: 'count' }, row, en))).toEqual(['–', '7'])
  const text = { kind: 'text' as const, codes: Int32Array.of(-1, 0), dictionary: ['Colón'] }
  expect([0, 1].map((row) => cellText({ data: text, format: 'text' }, row, en))).toEqual(['–', 'Colón'])
})

test('ids are written by their names, others as they are', () => {
  const data = { kind: 'numbers' as const, values: Int32Array.of(17, 99) }
  expect(
    [0, 1].map((row) => cellText({ data, format: 'number', names: new Map([[17, 'Gran Vía']]) }, row, en)),
  ).toEqual(['Gran Vía', '99'])
})

test('the scroll height never passes what browsers can scroll', () => {
  expect([scrollHeightOf(1000, 32), scrollHeightOf(10_000_000, 32)]).toEqual([32_000, MOST_SCROLL_PX])
})

test('the ends of the scroll are the ends of the rows, scaled or not, and every row can be reached', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000_000 }),
      fc.integer({ min: 20, max: 48 }),
      fc.integer({ min: 100, max: 1200 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (rows, rowHeight, view, share) => {
        const size = { rows, rowHeight, view }
        const most = Math.max(0, (rows * rowHeight - view) / rowHeight)
        expect(rowAt(0, size)).toBe(0)
        expect(rowAt(Math.max(0, scrollHeightOf(rows, rowHeight) - view), size)).toBeCloseTo(most, 4)
        const row = share * most
        expect(rowAt(offsetOf(row, size), size)).toBeCloseTo(row, 4)
      },
    ),
  )
})
