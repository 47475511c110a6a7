import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOf, columnIndex, fromRows } from '#domain/frame-build'
import type { Cell, Column, Frame } from '#domain/frame'
import { groupsOf, stateOfAtoms, totalOf } from './groups.ts'
import { LOST } from './test-support/facts.ts'

const COLUMNS: readonly Column[] = [
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'local', type: 'int', role: 'dim' },
  { id: 'open', type: 'boolean', role: 'dim' },
  { id: 'ins', type: 'int', role: 'measure' },
  { id: 'tickets', type: 'int', role: 'measure' },
]

/** The rule in its shortest words: row by row, cell by cell. */
function slowly(frame: Frame, by: readonly string[]) {
  const groups = new Map<string, { key: Cell[]; atoms: Record<string, number | null> }>()
  for (let row = 0; row < frame.rows; row++) {
    const key = by.map((id) => (columnIndex(frame, id) < 0 ? null : cellOf(frame, columnIndex(frame, id), row)))
    const group = groups.get(JSON.stringify(key)) ?? { key, atoms: { ins: null, tickets: null } }
    groups.set(JSON.stringify(key), group)
    for (const id of ['ins', 'tickets']) {
      const cell = cellOf(frame, columnIndex(frame, id), row)
      if (typeof cell === 'number') group.atoms[id] = (group.atoms[id] ?? 0) + cell
    }
  }
  return [...groups.values()]
}

const cell = <T extends Cell>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const row = fc.tuple(
  cell(fc.constantFrom('comparing', 'reference', '')),
  // Close together, and so far apart that no table has room for them.
  cell(fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom(-2_000_000_000, 70_000, 2_000_000_000))),
  cell(fc.boolean()),
  cell(fc.integer({ min: 0, max: 1000 })),
  cell(fc.integer({ min: 0, max: 9 })),
)

test('groups are those of the plain rule, in order of first appearance, for any dimensions', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.subarray(['period', 'local', 'open', 'absent']), (rows, by) => {
      const frame = fromRows(COLUMNS, rows)
      expect(groupsOf(frame, by)).toEqual(slowly(frame, by))
    }),
  )
})

test('a sum no number can hold is unknown', () => {
  const frame = fromRows(
    COLUMNS.map((column) => ({ ...column, type: column.role === 'measure' ? ('float' as const) : column.type })),
    [
      ['comparing', 1, true, 1.7e308, 1],
      ['comparing', 1, true, 1.7e308, null],
    ],
  )
  expect(groupsOf(frame, ['local'])).toEqual([{ key: [1], atoms: { ins: null, tickets: 1 } }])
})

test('a cell that no number holds is unknown also where each row is a group, and no sum is -0', () => {
  const frame = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'ins', type: 'float', role: 'measure' },
    ],
    [
      [1, Infinity],
      [2, -0],
      [3, null],
    ],
  )
  expect(groupsOf(frame, ['local']).map(({ atoms }) => atoms.ins)).toEqual([null, 0, null])
})

test('texts that are equal are one group, also where the dictionary has them twice', () => {
  const frame: Frame = {
    columns: [
      { id: 'type', type: 'text', role: 'dim' },
      { id: 'ins', type: 'int', role: 'measure' },
    ],
    data: [
      { kind: 'text', codes: Int32Array.of(1, 0, 2, -1), dictionary: ['a', 'b', 'a'] },
      { kind: 'numbers', values: Int32Array.of(1, 2, 4, 8) },
    ],
    rows: 4,
  }
  expect(groupsOf(frame, ['type'])).toEqual([
    { key: ['b'], atoms: { ins: 1 } },
    { key: ['a'], atoms: { ins: 6 } },
    { key: [null], atoms: { ins: 8 } },
  ])
})

test('two dimensions with more pairs than a table has room for are grouped all the same', () => {
  const rows = [1, 2, 1, 2, 3].map((local) => [
    local % 2 === 0 ? 'reference' : 'comparing',
    local * 20_000,
    true,
    local,
    0,
  ])
  const frame = fromRows(COLUMNS, rows)
  expect(groupsOf(frame, ['period', 'local'])).toEqual(slowly(frame, ['period', 'local']))
})

test('fractions are groups of their own', () => {
  const frame = fromRows([{ id: 'part', type: 'float', role: 'dim' }], [[0.25], [0.75], [0.25], [1]])
  expect(groupsOf(frame, ['part']).map(({ key }) => key)).toEqual([[0.25], [0.75], [1]])
})

test('a total is null only where every part is', () => {
  expect(
    totalOf([
      { ins: 1, tickets: null },
      { ins: null, visits: 2 },
      { ins: 4, tickets: undefined },
    ]),
  ).toEqual({ ins: 5, tickets: null, visits: 2 })
  expect(totalOf([])).toEqual({})
})

test('a figure of tills alone has the state of their files, not of the counters; a day that has not ended is partial', () => {
  const fromTills = { ...LOST, tickets: 3, sales: 150, salesWithTickets: 150, ticketsWithSales: 3, ins: null }
  const states = (atoms: object) =>
    ['sales', 'tickets', 'averageTicket', 'ins', 'conversionRate'].map((id) => stateOfAtoms(atoms as never, id))
  expect(states(fromTills)).toEqual(['final', 'final', 'final', 'missing', 'missing'])
  expect(states({ ...fromTills, partialHours: 1 })).toEqual(['partial', 'partial', 'partial', 'missing', 'missing'])
  expect(states({ ...fromTills, settlingHours: 1 }).slice(0, 3)).toEqual(['settling', 'settling', 'settling'])
  expect(states({ ...LOST, tickets: null, sales: null }).slice(0, 3)).toEqual(['missing', 'missing', 'missing'])
  expect(stateOfAtoms(fromTills as never)).toBe('missing')
})
