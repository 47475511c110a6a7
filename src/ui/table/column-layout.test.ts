import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { layColumns } from './column-layout.ts'

const FRAME = fromRows(
  [
    { id: 'name', type: 'text', role: 'dim' },
    { id: 'ins', type: 'int', role: 'measure' },
  ],
  [['Door', 3]],
)
const COLUMNS = [
  { id: 'name', label: 'Name', widthPx: 100 },
  { id: 'gone', label: 'Gone', widthPx: 100 },
  { id: 'ins', label: 'Ins', format: 'count' as const },
]
const placesIn = (width: number) =>
  layColumns(COLUMNS, FRAME, width).map(({ id, align, left, width }) => ({ id, align, left, width }))

test('columns are side by side as wide as they ask, numbers to the right, without those that the frame lacks', () => {
  expect(placesIn(0)).toEqual([
    { id: 'name', align: 'start', left: 0, width: 100 },
    { id: 'ins', align: 'end', left: 100, width: 120 },
  ])
})

test('a table that is wider stretches them alike', () => {
  expect(placesIn(640)).toEqual([
    { id: 'name', align: 'start', left: 0, width: 200 },
    { id: 'ins', align: 'end', left: 200, width: 240 },
  ])
})
