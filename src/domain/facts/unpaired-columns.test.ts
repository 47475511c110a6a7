import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnIndex, fromRows, toRows } from '../frame-build.ts'
import type { Cell } from '../frame.ts'
import { withBasisColumns } from './unpaired-columns.ts'

const DIMS = [{ id: 'period', type: 'text', role: 'dim' }, { id: 'day', type: 'day', role: 'dim' }, { id: 'local', type: 'int', role: 'dim' }] as const
const WHOLE = [...DIMS, { id: 'ins', type: 'int', role: 'measure' }] as const
const PART = [DIMS[2], DIMS[0], DIMS[1], { id: 'ins.unpaired', type: 'int', role: 'measure' }] as const

const group = fc.tuple(fc.constantFrom('comparing', 'reference', null), fc.option(fc.integer({ min: 0, max: 4 })), fc.option(fc.integer({ min: -2, max: 2 })))
const groups = fc.uniqueArray(fc.tuple(group, fc.integer({ min: 1, max: 9 })), { maxLength: 30, selector: ([of]) => of.join(' ') })

test('each row of the part is put beside the row of its group, whatever its order, and nothing else is', () => {
  fc.assert(fc.property(groups, groups, (whole, part) => {
    const frame = fromRows(WHOLE, whole.map(([of, ins]): Cell[] => [...of, ins]))
    const asked = withBasisColumns(frame, fromRows(PART, part.map(([[period, day, local], ins]): Cell[] => [local, period, day, ins])))
    const found = new Map(part.map(([of, ins]) => [of.join(' '), ins]))
    const expected = whole.map(([of]) => found.get(of.join(' ')) ?? 0)
    const at = columnIndex(asked, 'ins.unpaired')
    expect(toRows(asked).map((row) => (at < 0 ? 0 : row[at]))).toEqual(expected)
    expect(at >= 0).toBe(expected.some((ins) => ins !== 0))
  }), { numRuns: 200 })
})
