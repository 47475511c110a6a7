import { expect, test } from 'vitest'
import { localsInList } from './local-list.ts'

const LOCALS = [
  { id: 1, code: 'MAD-1', externalId: 'x1' },
  { id: 2, code: '1', externalId: null },
  { id: 3, code: null, externalId: 'x3' },
]

test('locals are named by code, external id or id, each once; the rest of the line is ignored', () => {
  expect(localsInList('MAD-1;Gran Vía\nx3,Norte\r\n"x1"\n\nMAD-1\n', LOCALS)).toEqual({ found: [1, 3], unknown: [] })
  expect(localsInList('3', LOCALS)).toEqual({ found: [3], unknown: [] })
})

test('a code wins over an id', () => {
  expect(localsInList('1', LOCALS)).toEqual({ found: [2], unknown: [] })
})

test('an unknown local is reported, and the header of a file is not taken for one', () => {
  expect(localsInList('\uFEFFcode;name\nMAD-1\nMAD-9\nMAD-9', LOCALS)).toEqual({ found: [1], unknown: ['MAD-9'] })
  expect(localsInList('MAD-9', LOCALS)).toEqual({ found: [], unknown: ['MAD-9'] })
})
