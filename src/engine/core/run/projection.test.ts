import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { projectionContext, withBasis } from './projection.ts'

const about = { locale: 'es', labels: {}, t: (key: string) => key }
const sums = fromRows([{ id: 'ins', type: 'int', role: 'measure', unit: 'count' }], [[5]])
const byLocal = fromRows(
  [
    { id: 'local', type: 'int', role: 'dim' },
    { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
  ],
  [
    [11, 5],
    [12, 3],
    [11, 2],
  ],
)

test('a figure knows of how many stores it is, with and without a comparison', () => {
  const stores = (values: Record<string, unknown>, more: object = {}) =>
    projectionContext({ values, frames: { rows: sums }, ...more }, about).stores?.()
  expect(stores({ locals: [11, 12, 13] })).toEqual({ compared: 3, asked: 3, isCompared: false })
  expect(stores({ locals: [11, 12, 13] }, { frames: { rows: byLocal } })).toEqual({
    compared: 2,
    asked: 3,
    isCompared: false,
  })
  const basis = { stores: 'same', asked: 7, compared: 5, comparing: 6, reference: 5, leftOut: [] }
  expect(stores({ locals: [11] }, { basis })).toEqual({ compared: 5, asked: 7, isCompared: true })
  expect(stores({}), 'nobody said of which').toBeNull()
})

test('what a comparison rests on goes with what is shown, and so do the names of its stores', () => {
  const projection = { columns: [], rows: [], summary: '' }
  const basis = { stores: 'same' as const, asked: 2, compared: 1, comparing: 2, reference: 1, leftOut: [] }
  const local = new Map([[7, 'Gran Vía']])
  expect(withBasis(projection, { basis }, { labels: { local } })).toEqual({ ...projection, basis, leftOutNames: local })
  expect(withBasis(projection, {}, { labels: { local } })).toBe(projection)
})
