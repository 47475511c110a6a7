import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entitySearch, nextEnabled, windowOf } from './entity-search.ts'

const items = [
  { id: 1, name: 'Passeig de Gràcia', type: 'store' },
  { id: 27, name: 'Gran Vía', hint: 'Luna & Sol', type: 'store' },
  { id: 3, name: 'Colón', type: 'office' },
  { id: 271, name: 'Museo', type: 'museum' },
]
const search = entitySearch(items)
const found = (text: string, type = '') => search(text, type).map(({ id }) => id)

test('what is not there is not found', () => {
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
test('the rows in sight are among those drawn, and never more than fit with a few around', () => {
  fc.assert(
    fc.property(
      fc.nat(200_000),
      fc.integer({ min: 100, max: 800 }),
      fc.constantFrom(32, 44),
      fc.nat(5000),
      (scrollTop, height, rowHeight, count) => {
        const [begin, end] = windowOf(scrollTop, height, rowHeight, count)
        expect(begin).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(count)
        expect(end - begin).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 13)
        const first = Math.floor(scrollTop / rowHeight)
        if (first < count) expect(begin <= first && first < end).toBe(true)
      },
    ),
  )
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
