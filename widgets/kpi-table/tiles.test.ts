import { expect, test } from 'vitest'
import { phoneRows } from './index.ts'
import { tileColumns } from './tiles.ts'

test('eight figures are one row on a wide page, four and four on a tablet, and two in a row on the narrowest phone', () => {
  expect(
    [
      [1220, 138],
      [930, 242],
      [330, 398],
      [240, 398],
    ].map(([width = 0, height = 0]) => tileColumns(8, { width, height })),
  ).toEqual([8, 4, 2, 2])
})

test('on a phone a few figures are in one column where all have room, and fill the height of eight', () => {
  expect([1, 2, 3, 4, 5, 6].map((count) => tileColumns(count, { width: 330, height: 398 }))).toEqual([1, 1, 1, 1, 2, 2])
  expect([tileColumns(4, { width: 330, height: 300 }), tileColumns(4, { width: 700, height: 398 })]).toEqual([2, 2])
})

test('on a phone each two figures more take a row of tiles more', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(phoneRows)).toEqual([3, 3, 5, 5, 7, 7, 8, 8])
})

test('height that is there makes more rows instead of a void, and only rows of equal length', () => {
  expect([
    tileColumns(8, { width: 700, height: 398 }),
    tileColumns(8, { width: 1400, height: 242 }),
    tileColumns(5, { width: 700, height: 398 }),
  ]).toEqual([2, 4, 5])
})
