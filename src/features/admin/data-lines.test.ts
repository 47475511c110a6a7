import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines, writeLines } from './data-lines.ts'

test('a line without a name, without a colon, and a duplicate name are reported by their number', () => {
  expect(readLines('ticket: 12\nno colon')).toEqual({ wrong: 2 })
  expect(readLines(': 12')).toEqual({ wrong: 1 })
  expect(readLines('"": 12')).toEqual({ wrong: 1 })
  expect(readLines('a: 1\n\na: 2')).toEqual({ wrong: 3 })
})

test('numbers, true, false and null keep their type; a quoted value is text', () => {
  expect(readLines('ticket: 12\nopen: true\nby: null\ncode: "12"\nnote: door: left \nempty:\n')).toEqual({
    data: { ticket: 12, open: true, by: null, code: '12', note: 'door: left', empty: '' },
  })
  expect(writeLines({ ticket: 12, code: '12', note: 'door: left', 'a:b': null, empty: '' })).toBe(
    'ticket: 12\ncode: "12"\nnote: door: left\n"a:b": null\nempty: ',
  )
})

test('a number that no number can hold stays as it was written', () => {
  expect(readLines('n: 1e400')).toEqual({ data: { n: '1e400' } })
})

test('any data are read as they were written', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((one) => one !== '__proto__')
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('1', 'true', 'null', '"', ' x ', 'a\nb', '{}', '\u2028'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
    fc.boolean(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (data) => {
      expect(readLines(writeLines(data))).toEqual({ data })
    }),
  )
})
