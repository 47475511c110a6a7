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
