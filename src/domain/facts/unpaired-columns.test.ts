import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnIndex, fromRows, toRows } from '../frame-build.ts'
import type { Cell, Column, Frame } from '../frame.ts'
import { estimatePart, partId } from '../metrics/estimated.ts'
import { INCOMPARABLE, unpairedId } from '../metrics/paired.ts'
import { basisColumns, incomparableHours } from './unpaired-columns.ts'

/** The last piece is the answer. */
function inPieces(frame: Frame, part: Frame): { pieces: number; answer: Frame } {
  const work = basisColumns(frame, part)
  for (let pieces = 1; ; pieces += 1) {
    const { done, value } = work.next()
    if (done === true) return { pieces, answer: value }
  }
}
const withBasisColumns = (frame: Frame, part: Frame) => inPieces(frame, part).answer

const dim = (id: string, type: Column['type'] = 'int'): Column => ({ id, type, role: 'dim' })
const measure = (id: string, muted?: true): Column => ({ id, type: 'int', role: 'measure', ...(muted && { muted }) })
const UNPAIRED = unpairedId('ins')
const DIMS = [dim('period', 'text'), dim('local')]
const answer = fromRows(
  [...DIMS, measure('ins'), measure('tickets')],
  [
    ['comparing', 1, 10, 2],
    ['comparing', 2, 20, null],
    ['reference', 1, 30, 4],
  ],
)

test('the sum of hours of one period only is beside its measure, in the row of its group', () => {
  const part = fromRows(
    [...DIMS, measure(UNPAIRED)],
    [
      ['reference', 1, 7],
      ['comparing', 2, 5],
      ['reference', 9, 90],
    ],
  )
  const { columns, data, rows } = withBasisColumns(answer, part)
  expect(columns.map(({ id }) => id)).toEqual(['period', 'local', 'ins', 'tickets', UNPAIRED])
  expect(toRows({ columns, data, rows }).map((row) => row[4])).toEqual([0, 5, 7])
  expect(toRows({ columns, data, rows }).map((row) => row.slice(0, 4))).toEqual(toRows(answer))
  expect(data[4]).toMatchObject({ values: Int32Array.of(0, 5, 7) })
})

test('of many rows others may have a turn between the pieces', () => {
  const rows = 100_000
  const numbers = (of: (row: number) => number) => ({
    kind: 'numbers' as const,
    values: Int32Array.from({ length: rows }, (_, row) => of(row)),
  })
  const frame = { columns: [dim('local')], data: [numbers((row) => row)], rows }
  const part = {
    columns: [dim('local'), ...['a', 'b', 'c'].map((id) => measure(id))],
    data: [numbers((row) => rows - 1 - row), ...[1, 2, 0].map((times) => numbers((row) => row * times))],
    rows,
  }
  const { pieces, answer: found } = inPieces(frame, part)
  expect(pieces).toBeGreaterThan(15)
  expect(found.columns.map(({ id }) => id)).toEqual(['local', 'a', 'b'])
  expect([found.data[1], found.data[2]].map((data) => data?.kind === 'numbers' && data.values[10])).toEqual([
    rows - 11,
    2 * (rows - 11),
  ])
})

test('groups are found by their values, also where the part names its dimensions in another order', () => {
  const part = fromRows([DIMS[1]!, DIMS[0]!, measure(UNPAIRED)], [[2, 'comparing', 5]])
  expect(toRows(withBasisColumns(answer, part)).map((row) => row[4])).toEqual([0, 5, 0])
})

test('fractions and sums beyond 32 bits stay as they are', () => {
  const part = (number: number) =>
    fromRows([...DIMS, { ...measure(UNPAIRED), type: 'float' }], [['comparing', 1, number]])
  for (const number of [2.5, 2 ** 40]) {
    expect(toRows(withBasisColumns(answer, part(number))).map((row) => row[4])).toEqual([number, 0, 0])
  }
})

test('without rows, or where all that it adds is nothing, the answer stays as it was', () => {
  const columns = [...DIMS, measure(UNPAIRED)]
  expect(withBasisColumns(answer, fromRows(columns, []))).toBe(answer)
  const empty = withBasisColumns(
    answer,
    fromRows(columns, [
      ['comparing', 1, 0],
      ['reference', 1, null],
    ]),
  )
  expect(empty.columns).toEqual(answer.columns)
  expect(withBasisColumns(answer, fromRows(columns, [['comparing', 7, 3]])).columns).toEqual(answer.columns)
})

test('a measure whose module is off has neither an unpaired column nor an estimate', () => {
  const off = { ...answer, columns: answer.columns.map((one) => (one.id === 'ins' ? measure('ins', true) : one)) }
  const estimate = partId('ins', 'estimated')
  expect(estimatePart(estimate)?.measure).toBe('ins')
  const columns = [...DIMS, measure(UNPAIRED), measure(estimate), measure(unpairedId('tickets'))]
  const part = fromRows(columns, [['comparing', 1, 7, 8, 1]])
  expect(
    withBasisColumns(off, part)
      .columns.slice(4)
      .map(({ id }) => id),
  ).toEqual([unpairedId('tickets')])
  expect(withBasisColumns(answer, part).columns).toHaveLength(7)
})

test('hours of stores of one period only have a separate name', () => {
  const columns = [dim('local'), { ...measure('hours'), unit: 'count' as const }]
  const hours = fromRows(columns, [[1, 12]])
  expect(incomparableHours(hours)).toEqual({ ...hours, columns: [columns[0], { ...columns[1], id: INCOMPARABLE }] })
})

const BY = [
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  { id: 'local', type: 'int', role: 'dim' },
] as const
const WHOLE = [...BY, { id: 'ins', type: 'int', role: 'measure' }] as const
const PART = [BY[2], BY[0], BY[1], { id: 'ins.unpaired', type: 'int', role: 'measure' }] as const

const group = fc.tuple(
  fc.constantFrom('comparing', 'reference', null),
  fc.option(fc.integer({ min: 0, max: 4 })),
  fc.option(fc.integer({ min: -2, max: 2 })),
)
const groups = fc.uniqueArray(fc.tuple(group, fc.integer({ min: 1, max: 9 })), {
  maxLength: 30,
  selector: ([of]) => of.join(' '),
})

test('each row of the part is put beside the row of its group, in any order, and nothing else is', () => {
  fc.assert(
    fc.property(groups, groups, (whole, part) => {
      const frame = fromRows(
        WHOLE,
        whole.map(([of, ins]): Cell[] => [...of, ins]),
      )
      const asked = withBasisColumns(
        frame,
        fromRows(
          PART,
          part.map(([[period, day, local], ins]): Cell[] => [local, period, day, ins]),
        ),
      )
      const found = new Map(part.map(([of, ins]) => [of.join(' '), ins]))
      const expected = whole.map(([of]) => found.get(of.join(' ')) ?? 0)
      const at = columnIndex(asked, 'ins.unpaired')
      expect(toRows(asked).map((row) => (at < 0 ? 0 : row[at]))).toEqual(expected)
      expect(at >= 0).toBe(expected.some((ins) => ins !== 0))
    }),
    { numRuns: 200 },
  )
})
