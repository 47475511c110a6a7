import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRows, noBits, numberData, setBit } from './frame-build.ts'
import type { Cell, Column, Frame } from './frame.ts'
import { sortOrder } from './sort.ts'

/** Reference: a comparator over row objects, stable, nulls last. */
function naive(cells: readonly Cell[], desc: boolean, compare: (a: never, b: never) => number): number[] {
  return [...cells.keys()].sort((i, j) => {
    const [a, b] = [cells[i] as Cell, cells[j] as Cell]
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
    return desc ? compare(b as never, a as never) : compare(a as never, b as never)
  })
}
const column = (type: Column['type']): Column => ({ id: 'x', type, role: 'measure' })
const order = (type: Column['type'], cells: readonly Cell[], desc: boolean) => [
  ...sortOrder(
    fromRows(
      [column(type)],
      cells.map((cell) => [cell]),
    ),
    [{ column: 'x', desc }],
    'es',
  ),
]

test('an unknown column is refused', () => {
  expect(() => sortOrder(fromRows([column('int')], []), [{ column: 'y' }])).toThrow('There is no column y')
})

test.each<[Column['type'], fc.Arbitrary<Cell>]>([
  ['int', fc.option(fc.integer({ min: -3, max: 3 }))],
  ['int', fc.option(fc.integer())],
  ['int', fc.integer({ min: 0, max: 100_000 })],
  ['float', fc.option(fc.double({ noNaN: true }))],
])('%s columns sort like a stable comparator with nulls last', (type, cell) => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 60 }), fc.boolean(), (cells, desc) => {
      const sign = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)
      expect(order(type, cells, desc)).toEqual(naive(cells, desc, sign))
    }),
  )
})

test.each(['Uint8Array', 'Uint16Array', 'Int16Array', 'Float32Array'] as const)(
  'a column kept as %s sorts as its numbers do, with and without nulls',
  (name) => {
    const made = { Uint8Array, Uint16Array, Int16Array, Float32Array }[name]
    const cell =
      name === 'Float32Array'
        ? fc.option(fc.float({ noNaN: true }))
        : fc.option(fc.integer({ min: name === 'Int16Array' ? -300 : 0, max: name === 'Uint8Array' ? 255 : 700 }))
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 60 }), fc.boolean(), (cells, desc) => {
        const valid = noBits(cells.length)
        cells.forEach((one, row) => {
          if (one !== null) setBit(valid, row)
        })
        const frame: Frame = {
          columns: [column('int')],
          data: [numberData(made.from(cells.map((one) => one ?? 0)), valid)],
          rows: cells.length,
        }
        expect([...sortOrder(frame, [{ column: 'x', desc }])]).toEqual(
          naive(cells, desc, (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)),
        )
      }),
    )
  },
)

test('text sorts as the language does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.constantFrom('Ávila', 'avila', 'Ñu', 'Nu', 'Oslo', 'Tienda 2', 'Tienda 10', '')), {
        maxLength: 40,
      }),
      fc.boolean(),
      (cells, desc) => {
        expect(order('text', cells, desc)).toEqual(
          naive(cells, desc, new Intl.Collator('es', { numeric: true }).compare as never),
        )
      },
    ),
  )
})

test('the first key decides, later keys break ties', () => {
  const frame = fromRows(
    [
      { id: 'a', type: 'int', role: 'dim' },
      { id: 'b', type: 'text', role: 'dim' },
    ],
    [
      [2, 'x'],
      [1, 'z'],
      [2, null],
      [1, 'a'],
      [null, 'a'],
    ],
  )
  expect([...sortOrder(frame, [{ column: 'a', desc: true }, { column: 'b' }])]).toEqual([0, 2, 3, 1, 4])
})
