import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { cellText } from './cell-text.ts'

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
