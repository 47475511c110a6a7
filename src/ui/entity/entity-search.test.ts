import { expect, test } from 'vitest'
import { entitySearch } from './entity-search.ts'
import { nextEnabled, rowOfKey } from './entity-keys.ts'

const items = [
  { id: 1, name: 'Passeig de Gràcia', type: 'store' },
  { id: 27, name: 'Gran Vía', hint: 'Luna & Sol', type: 'store' },
  { id: 3, name: 'Colón', type: 'office' },
  { id: 271, name: 'Museo', type: 'museum' },
]
const search = entitySearch(items)
const found = (text: string, type = '') => search(text, type).map(({ id }) => id)

test('a missing entry is not found', () => {
  expect([found('zzz'), found('colon', 'store'), found('', 'mall')]).toEqual([[], [], []])
})
test('nothing typed finds everything, or everything of a type', () => {
  expect([found(' '), found('', 'store')]).toEqual([
    [1, 27, 3, 271],
    [1, 27],
  ])
})
test('name, second line and id text are searched without accents and case, and every word must be there', () => {
  expect([found('GRACIA'), found('27'), found('luna gran'), found('27', 'museum')]).toEqual([
    [1],
    [27, 271],
    [27],
    [271],
  ])
})
test('the keys step over disabled rows and stay where they are at the end', () => {
  const rows = [{ isDisabled: true }, {}, { isDisabled: true }, {}, { isDisabled: true }]
  expect([
    nextEnabled(rows, 0, 1),
    nextEnabled(rows, 2, 1),
    nextEnabled(rows, 4, 1),
    nextEnabled(rows, 2, -1),
    nextEnabled(rows, 0, -1),
  ]).toEqual([1, 3, 3, 1, 1])
})
test("a page is eight rows and ends with the list; Home and End are the list's own where there is no search", () => {
  const rows = Array.from({ length: 12 }, () => ({}))
  const from = (active: number, isSearchable = false) =>
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) =>
      rowOfKey(key, { rows, active, isSearchable }),
    )
  expect([from(2), from(9), from(9, true)]).toEqual([
    [3, 1, 10, 0, 0, 11, undefined],
    [10, 8, 11, 1, 0, 11, undefined],
    [10, 8, 11, 1, undefined, undefined, undefined],
  ])
})
