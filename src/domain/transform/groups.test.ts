import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeNumbers, encodeText, setBit, noBits, numberData } from '../frame-build.ts'
import type { Column, ColumnData, Frame, Numbers } from '../frame.ts'
import { groupRows } from './groups.ts'

const frameOf = (...data: ColumnData[]): Frame => ({
  columns: data.map((one, at): Column => ({ id: `c${at}`, type: one.kind === 'text' ? 'text' : 'int', role: 'dim' })),
  data,
  rows: data[0]?.kind === 'text' ? data[0].codes.length : (data[0]?.values.length ?? 0),
})
const numbers = (values: Numbers, nulls: readonly number[] = []): ColumnData => {
  const bits = noBits(values.length)
  for (let row = 0; row < values.length; row += 1) if (!nulls.includes(row)) setBit(bits, row)
  return numberData(values, bits)
}
const idsOf = ({ columns }: Frame) => columns.map(({ id }) => id)
const groupsOf = (frame: Frame) => {
  const { count, of, first, runs } = groupRows(frame, idsOf(frame))
  return { count, of: [...of], first: [...first], runs: [...runs] }
}

/** Groups of plain keys, numbered as they first appear. */
function plain(keys: readonly string[]) {
  const order = [...new Set(keys)]
  return {
    count: order.length,
    of: keys.map((key) => order.indexOf(key)),
    first: order.map((key) => keys.indexOf(key)),
    runs: [...keys.flatMap((key, row) => (row === 0 || key !== keys[row - 1] ? [row] : [])), keys.length],
  }
}

describe('groups are numbered in the order in which they appear', () => {
  test('with any columns: whole numbers, fractions, small numbers, texts, nulls', () => {
    const cell = fc.record({
      whole: fc.option(fc.integer({ min: -2, max: 2 }), { freq: 3 }),
      far: fc.constantFrom(-(2 ** 30), 0, 2 ** 30),
      fraction: fc.constantFrom(-0.5, 0, 0.25, 7),
      small: fc.integer({ min: 0, max: 2 }),
      text: fc.option(fc.constantFrom('a', 'b', ''), { freq: 3 }),
    })
    const columns = fc.subarray(['whole', 'far', 'fraction', 'small', 'text'] as const, { minLength: 1 })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 30 }), columns, (rows, chosen) => {
        const data = {
          whole: encodeNumbers(rows.map(({ whole }) => whole)),
          far: encodeNumbers(rows.map(({ far }) => far)),
          fraction: encodeNumbers(
            rows.map(({ fraction }) => fraction),
            true,
          ),
          small: { kind: 'numbers' as const, values: Uint8Array.from(rows, ({ small }) => small) },
          text: encodeText(rows.map(({ text }) => text)),
        }
        expect(groupsOf(frameOf(...chosen.map((id) => data[id])))).toEqual(
          plain(rows.map((row) => JSON.stringify(chosen.map((id) => row[id])))),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('a null is a separate value, also beside the 0 that is under it', () => {
    const whole = numbers(Int32Array.of(0, 0, 0, 1, 0), [1, 4])
    expect(groupsOf(frameOf(whole))).toEqual({
      count: 3,
      of: [0, 1, 0, 2, 1],
      first: [0, 1, 3],
      runs: [0, 1, 2, 3, 4, 5],
    })
    expect(groupsOf(frameOf(numbers(Float64Array.of(0.5, 0, 0, 0.5), [1]))).of).toEqual([0, 1, 2, 0])
  })

  test('rows that come together are one run', () => {
    expect(groupsOf(frameOf(numbers(Int32Array.of(4, 4, 4, 9, 9, 4))))).toEqual({
      count: 2,
      of: [0, 0, 0, 1, 1, 0],
      first: [0, 3],
      runs: [0, 3, 5, 6],
    })
    expect(groupsOf(frameOf(numbers(Float64Array.of(4, 4, 9)))).runs).toEqual([0, 2, 3])
    expect(groupsOf(frameOf(numbers(Int32Array.of(0, 0, 0), [0, 1]))).runs).toEqual([0, 2, 3])
  })

  test('numbers that lie farther apart than a table may have places', () => {
    for (const far of [2 ** 22 - 3, 2 ** 22 - 2, 2 ** 22, 2 ** 40]) {
      expect(groupsOf(frameOf(numbers(Float64Array.of(-7, far - 7, -7, far - 8)))).of).toEqual([0, 1, 0, 2])
      expect(groupsOf(frameOf(numbers(Float64Array.of(-7, far - 7, 0, far - 8), [2]))).of).toEqual([0, 1, 2, 3])
    }
  })

  test('pairs of which there may be more than a table has places', () => {
    const rows = 2100
    const counting = Int32Array.from({ length: rows }, (_, row) => row)
    const { count, of } = groupRows(frameOf(numbers(counting), numbers(counting.toReversed())), ['c0', 'c1'])
    expect([count, of[0], of[rows - 1]]).toEqual([rows, 0, rows - 1])
  })
})

test('without columns all rows are one group, also none; by columns no rows are no group', () => {
  const frame = frameOf(numbers(Int32Array.of(1, 2)))
  expect(groupRows(frame, [])).toMatchObject({ count: 1, of: Uint32Array.of(0, 0), first: Uint32Array.of(0) })
  const empty = frameOf(numbers(Int32Array.of()))
  expect([groupRows(empty, []).count, groupRows(empty, ['c0']).count]).toEqual([1, 0])
  expect(() => groupRows(frame, ['none'])).toThrow('There is no column none')
})

test('groups of a large frame are worked out once for the same columns, and anew for others', () => {
  const large = frameOf(numbers(new Int32Array(5000)), numbers(Int32Array.from({ length: 5000 }, (_, row) => row % 2)))
  expect(groupRows(large, ['c0'])).toBe(groupRows(large, ['c0']))
  expect([
    groupRows(large, ['c0']).count,
    groupRows(large, ['c1']).count,
    groupRows(large, ['c1', 'c0']).count,
  ]).toEqual([1, 2, 2])
  expect(groupRows({ ...large }, ['c0'])).not.toBe(groupRows(large, ['c0']))
})
