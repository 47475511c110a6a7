/**
 * Which local a place of a file is: chosen by hand, else by its code, its number outside, its name, or nearly its name.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportPlaceChoice } from '#schemas/generated/entities/import-settings.ts'
import { codeOf, matchPlaces, type KnownLocal } from './match-places.ts'

const local = (id: number, name: string, code = `code ${id}`, externalId: string | null = null): KnownLocal => ({
  id,
  name,
  code,
  externalId,
  timeZone: 'Europe/Madrid',
})
const found = (
  places: readonly string[],
  known: readonly KnownLocal[],
  choices: readonly ImportPlaceChoice[] = [],
  nameOf?: (place: string) => string,
) =>
  [...matchPlaces(places, known, choices, nameOf)].map(([place, { local: id, name, match }]) => [
    place,
    id,
    name,
    match,
  ])
const one = (...args: Parameters<typeof found>) => found(...args)[0]!.slice(1)

test('each way comes before the next: by hand, code, number outside, name, the same letters, nearly the same', () => {
  const known = [
    local(1, 'Sol', 'plaza norte'),
    local(2, 'Callao', 'c2', 'plaza norte'),
    local(3, 'PLAZA  Norte', 'c3'),
    local(4, 'Plaza-Norte', 'c4'),
    local(5, 'Plaza Norteñ', 'c5'),
  ]
  const place = ['plaza norte']
  expect(one(place, known, [{ place: 'Plaza Norte', local: 5 }])).toEqual([5, 'Plaza Norteñ', 'chosen'])
  expect(one(place, known)).toEqual([1, 'Sol', 'code'])
  expect(one(place, known.slice(1))).toEqual([2, 'Callao', 'code'])
  expect(one(place, known.slice(2))).toEqual([3, 'PLAZA  Norte', 'name'])
  expect(one(place, known.slice(3))).toEqual([4, 'Plaza-Norte', 'similar'])
  expect(one(place, known.slice(4))).toEqual([5, 'Plaza Norteñ', 'similar'])
  expect(one(place, [])).toEqual([null, 'plaza norte', 'new'])
})

test('a code is the first sixty letters of a place', () => {
  const long = 'x'.repeat(61)
  expect([codeOf(long), codeOf('Sol')]).toEqual(['x'.repeat(60), 'Sol'])
  expect(one([long], [local(1, 'Sol', 'x'.repeat(60))])).toEqual([1, 'Sol', 'code'])
  expect(one([long], [local(1, 'Sol', 'a', 'x'.repeat(60))])).toEqual([null, long, 'new'])
})

test('what two locals have finds none of them, and an empty number outside is none', () => {
  expect(one(['A'], [local(1, 'one', 'A'), local(2, 'two', 'A'), local(3, 'three', 'A')])).toEqual([null, 'A', 'new'])
  expect(one(['Sol'], [local(1, 'Sol'), local(2, 'SOL')])).toEqual([null, 'Sol', 'new'])
  expect(one(['Gran Vía'], [local(1, 'GranVia'), local(2, 'Gran-Via')])).toEqual([null, 'Gran Vía', 'new'])
  expect(one([''], [local(1, 'one', 'x', '')])).toEqual([null, '', 'new'])
})

test('a local is one place only: the manual choice first, then the first place', () => {
  const known = [local(1, 'Sol', 'S')]
  expect(found(['S', 'Sol', 'SOL'], known)).toEqual([
    ['S', 1, 'Sol', 'code'],
    ['Sol', null, 'Sol', 'new'],
    ['SOL', null, 'SOL', 'new'],
  ])
  expect(found(['S', 'north'], known, [{ place: 'north', local: 1 }])).toEqual([
    ['north', 1, 'Sol', 'chosen'],
    ['S', null, 'S', 'new'],
  ])
  expect(found(['Sol', 'S'], known)).toEqual([
    ['S', 1, 'Sol', 'code'],
    ['Sol', null, 'Sol', 'new'],
  ])
})

describe('by hand', () => {
  const known = [local(1, 'Sol', 'S')]
  test('a name alone makes a new local of this name', () => {
    expect(one(['S'], known, [{ place: 's ', name: ' Callao ' }])).toEqual([null, 'Callao', 'new'])
    expect(one(['S'], known, [{ place: 'S', name: '  ' }])).toEqual([1, 'Sol', 'code'])
    expect(one(['S'], known, [{ place: 'S', name: null }])).toEqual([1, 'Sol', 'code'])
    expect(one(['S'], known, [{ place: 'other', name: 'Callao' }])).toEqual([1, 'Sol', 'code'])
  })

  test('a local that the client does not have is ignored, and its name is used then', () => {
    expect(one(['S'], known, [{ place: 'S', local: 9 }])).toEqual([1, 'Sol', 'code'])
    expect(one(['S'], known, [{ place: 'S', local: 9, name: 'Callao' }])).toEqual([null, 'Callao', 'new'])
    expect(one(['S'], known, [{ place: 'S', local: 1, name: 'Callao' }])).toEqual([1, 'Sol', 'chosen'])
  })
})

test('a new local is called as the caller says', () => {
  expect(one(['17'], [], [], (place) => `the shop ${place}`)).toEqual([null, 'the shop 17', 'new'])
})

describe('nearly the same name', () => {
  const near = (place: string, ...names: readonly string[]) =>
    one(
      [place],
      names.map((name, i) => local(i + 1, name)),
    )[0]
  const letters = 'abcdefghijklmnopqrst'

  test('differs in a fifth of the letters at most, whether they are changed, added or left out', () => {
    expect(near(letters.slice(0, 10), `xx${letters.slice(2, 10)}`)).toBe(1)
    expect(near(letters.slice(0, 10), `xxx${letters.slice(3, 10)}`)).toBe(null)
    expect(near('abcde', 'abcdx')).toBe(1)
    expect(near('abcde', 'abcxx')).toBe(null)
    expect(near('abcdefgh', 'abcdefghij')).toBe(1)
    expect(near('abcdefgh', 'abcdefghijk')).toBe(null)
    expect(near('abcdefghij', 'cdefghij')).toBe(1)
    expect(near('abcdefghijk', 'defghijk')).toBe(null)
    expect(near('Madrid Gran Vía', 'MADRID - Gran Via')).toBe(1)
    expect(near('Madrid, Gran Via 5', 'Madrid Gran Viaa 5')).toBe(1)
  })

  test('has five letters at least', () => {
    expect(near('abcd', 'abcde')).toBe(null)
    expect(near('abcde', 'abcd')).toBe(null)
    expect(near('ab-cd', 'abcde')).toBe(null)
  })

  test('has the same numbers: they distinguish shops of one name', () => {
    expect(near('Gran Vía 31', 'Gran Vía 32')).toBe(null)
    expect(near('Gran Vía 31', 'Gran Via, 31 a')).toBe(1)
    expect(near('Gran Vía', 'Gran Vía 1')).toBe(null)
  })

  test('is the nearest one, and none where two are as near', () => {
    expect(near('Plaza Norte', 'Plaza Nortexy', 'Plaza Nortex')).toBe(2)
    expect(near('Plaza Norte', 'Plaza Nortex', 'Plaza Nortexy')).toBe(1)
    expect(near('Plaza Norte', 'Plaza Nortex', 'Plaza Nortey')).toBe(null)
    expect(near('Plaza Norte', 'Plaza Nortexy', 'Plaza Nortex', 'Plaza Nortey')).toBe(null)
    expect(near('Plaza Norte', 'Callao y Sol', 'Plaza Nortex')).toBe(2)
  })

  test('is one when few letters differ', () => {
    const word = fc.stringMatching(/^[a-z]{10,20}$/)
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('', 'ñ', 'ññ'), (name, at, added) => {
        const place = name.slice(0, at % name.length) + added + name.slice((at % name.length) + 1)
        expect([place, near(place, name)]).toEqual([place, 1])
      }),
    )
  })
})
