import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_SIZES } from '../table/types.ts'
import { DEFAULT_TABLE_STATE, readTableState, writeTableState } from './state.ts'

const read = (query: string) => readTableState(new URLSearchParams(query))

test.each(['page=0', 'page=-1', 'page=x', 'page=1e400', 'size=10', 'size=25.5', 'sort=', 'sort=-', 'size='])(
  '%s makes no sense and counts as not given',
  (query) => {
    expect(read(query)).toEqual(DEFAULT_TABLE_STATE)
  },
)
test('a link holds search, order, page and size', () => {
  expect(read('q=ana&sort=-properties.lang&page=3&size=50')).toEqual({
    text: 'ana',
    sort: { column: 'properties.lang', direction: 'descending' },
    page: 2,
    size: 50,
  })
})
test('defaults are left out, and other parameters stay', () => {
  expect(writeTableState(DEFAULT_TABLE_STATE, new URLSearchParams('tab=people&page=4&q=x')).toString()).toBe(
    'tab=people',
  )
})
test('a list with a default order can be shown without order, and the link says so', () => {
  const defaults = { sort: { column: 'name', direction: 'ascending' as const } }
  const query = writeTableState({ ...DEFAULT_TABLE_STATE, sort: null }, new URLSearchParams(), defaults)
  expect(query.toString()).toBe('sort=')
  expect(readTableState(query, defaults).sort).toBe(null)
})
test('every state comes back from its link as it was', () => {
  const state = fc.record({
    text: fc.string(),
    page: fc.integer({ min: 0, max: 1000 }),
    size: fc.constantFrom(...PAGE_SIZES),
    sort: fc.option(
      fc.record({
        column: fc.string({ minLength: 1 }).filter((column) => !column.startsWith('-')),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
    ),
  })
  fc.assert(
    fc.property(state, (wanted) => {
      const query = writeTableState(wanted, new URLSearchParams('other=1')).toString()
      expect(readTableState(new URLSearchParams(query))).toEqual(wanted)
      expect(new URLSearchParams(query).get('other')).toBe('1')
    }),
  )
})
