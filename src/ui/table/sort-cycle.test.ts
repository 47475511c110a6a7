import { expect, test } from 'vitest'
import { ariaSort, compareCells, nextSort } from './sort-cycle.ts'

const collator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

test('a column goes through ascending, descending, reset; another one begins anew', () => {
  const first = nextSort(null, 'a')
  const second = nextSort(first, 'a')
  expect([first, second, nextSort(second, 'a'), nextSort(second, 'b')]).toEqual([
    { column: 'a', direction: 'ascending' },
    { column: 'a', direction: 'descending' },
    null,
    { column: 'b', direction: 'ascending' },
  ])
  expect([ariaSort(first, 'a'), ariaSort(first, 'b'), ariaSort(null, 'a')]).toEqual(['ascending', 'none', 'none'])
})

test('nulls are last in both directions', () => {
  const sorted = (direction: 1 | -1) => [3, null, 1, null, 2].sort((a, b) => compareCells(a, b, direction, collator))
  expect([sorted(1), sorted(-1)]).toEqual([
    [1, 2, 3, null, null],
    [3, 2, 1, null, null],
  ])
})

test('text sorts as the language does, numbers inside it as numbers', () => {
  expect(['Tienda 10', 'Ópera', 'tienda 9', 'Ñuñoa', 'Norte'].sort((a, b) => compareCells(a, b, 1, collator))).toEqual([
    'Norte',
    'Ñuñoa',
    'Ópera',
    'tienda 9',
    'Tienda 10',
  ])
})
