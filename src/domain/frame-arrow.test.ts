import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableFromIPC } from '@uwdata/flechette'
import { decodeArrow, encodeArrow } from './frame-arrow.ts'
import { fromJson, fromRows, toJson, toRows } from './frame-build.ts'
import type { Cell, Column } from './frame.ts'

const column = (id: string, type: Column['type'], role: Column['role'] = 'measure'): Column => ({ id, type, role })
const WIDE = [
  column('period', 'text', 'dim'),
  column('day', 'day', 'dim'),
  column('ins', 'int'),
  column('rate', 'float'),
  column('enabled', 'boolean', 'dim'),
]

describe('bytes that are no Arrow stream', () => {
  test.each([[[]], [[1, 2, 3]], [[...new TextEncoder().encode('<!doctype html>')]]])('%j are refused', (bytes) => {
    expect(() => decodeArrow(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ code: 'FRAME_BROKEN' }))
  })

  test('are refused when they were cut off', () => {
    const whole = encodeArrow(fromRows(WIDE, [['comparing', 20_000, 5, 0.5, true]]))
    for (const length of [8, 40, Math.floor(whole.length / 2)])
      expect(() => decodeArrow(whole.slice(0, length))).toThrow(expect.objectContaining({ code: 'FRAME_BROKEN' }))
  })
})

test('any frame comes back with its columns, values and nulls', () => {
  const cells = fc.tuple(
    fc.option(fc.string({ maxLength: 8 })),
    fc.option(fc.integer({ min: -30_000, max: 90_000 })),
    fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(fc.boolean()),
  )
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 40 }), (rows) => {
      const frame = fromRows(WIDE, rows)
      const back = decodeArrow(encodeArrow(frame))
      expect(back.columns).toEqual(WIDE)
      expect(toRows(back)).toEqual(toRows(frame))
    }),
  )
})

test('a frame that begins inside a larger buffer is read all the same', () => {
  const bytes = encodeArrow(fromRows(WIDE, [['comparing', 20_000, 5, 0.5, true]]))
  const padded = new Uint8Array(bytes.length + 3)
  padded.set(bytes, 3)
  expect(toRows(decodeArrow(padded.subarray(3)))).toEqual([['comparing', 20_000, 5, 0.5, true]])
})

test('whole numbers travel in the smallest type that holds them, at every edge', () => {
  const edges: [number[], string][] = [
    [[0, 255], 'Uint8Array'],
    [[0, 256], 'Uint16Array'],
    [[65_535], 'Uint16Array'],
    [[65_536], 'Int32Array'],
    [[-1, 127], 'Int8Array'],
    [[-128], 'Int8Array'],
    [[-1, 128], 'Int16Array'],
    [[-32_768, 32_767], 'Int16Array'],
    [[-1, 32_768], 'Int32Array'],
    [[2_147_483_648], 'Float64Array'],
  ]
  for (const [values, type] of edges) {
    const frame = fromRows(
      [column('ins', 'int')],
      values.map((value): Cell[] => [value]),
    )
    const bytes = encodeArrow(frame)
    expect([values, tableFromIPC(bytes).children[0]?.data[0]?.values?.constructor.name]).toEqual([values, type])
    expect(toRows(decodeArrow(bytes))).toEqual(toRows(frame))
  }
})

test('left-out columns travel with the basis of a comparison', () => {
  const basis = { stores: 'same' as const, asked: 3, compared: 2, comparing: 3, reference: 2, leftOut: [] }
  const frame = { ...fromRows([column('ins', 'int')], [[1]]), basis, byDay: { stores: 1, of: 2 } }
  for (const read of [decodeArrow(encodeArrow(frame)), fromJson(toJson(frame))])
    expect({ basis: read.basis, byDay: read.byDay }).toEqual({ basis, byDay: { stores: 1, of: 2 } })
  expect(decodeArrow(encodeArrow(fromRows([column('ins', 'int')], [[1]])))).not.toHaveProperty('byDay')
})
