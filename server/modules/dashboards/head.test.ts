import { LANGUAGES } from '#domain/languages'
import { expect, test } from 'vitest'
import { headOf, readWords } from './head.ts'

test('the name and description of a document are those of every language, or the same in all of them', () => {
  expect(headOf({ name: 'Ventas', description: 'De la semana' })).toEqual({
    names: { '': 'Ventas' },
    descriptions: { '': 'De la semana' },
    flags: [],
  })
  const i18n = {
    es: { title: 'Ventas', what: 'Semana' },
    en: { title: 'Sales' },
    xx: { title: 'No' },
    it: { title: 7 },
    pt: null,
  }
  expect(headOf({ name: 't:title', description: 't:what', i18n })).toEqual({
    names: { es: 'Ventas', en: 'Sales' },
    descriptions: { es: 'Semana' },
    flags: [],
  })
  const all = Object.fromEntries(LANGUAGES.map((language) => [language, { a: language }]))
  expect(headOf({ name: 't:a', i18n: all }).names).toEqual({
    es: 'es',
    en: 'en',
    pt: 'pt',
    cs: 'cs',
    ca: 'ca',
    it: 'it',
  })
})

test('a name has 200 characters at most, a description 1,000, in whole characters', () => {
  const i18n = { es: { long: 'x'.repeat(1500) } }
  const { names, descriptions } = headOf({ name: 'x'.repeat(300), description: 't:long', i18n })
  expect([names['']?.length, descriptions.es?.length]).toEqual([200, 1000])
  expect(headOf({ name: `${'x'.repeat(199)}😀` }).names['']).toBe(`${'x'.repeat(199)}\uFFFD`)
})

test('the rights of a document are those that there are, each once, one or several', () => {
  expect(headOf({ access: 'footCompare' }).flags).toEqual(['footCompare'])
  expect(headOf({ access: ['footStatus', 'footCompare', 'footStatus', 'toString', 7] }).flags).toEqual([
    'footStatus',
    'footCompare',
  ])
})

test('of what is no document nothing is read, nor what an object inherits', () => {
  const nothing = { names: {}, descriptions: {}, flags: [] }
  for (const document of [
    null,
    7,
    'x',
    [],
    {},
    { name: 7, description: null, access: null },
    { name: 't:toString', i18n: { es: {} } },
  ]) {
    expect(headOf(document)).toEqual(nothing)
  }
  expect(headOf({ name: 't:a', i18n: 'none' }).names).toEqual({})
})

test('a name is read in a language, else in the one for all, English, Spanish or any other', () => {
  const words = { '': 'all', en: 'en', es: 'es', it: 'it' }
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(words).filter(([name]) => !names.includes(name)))
  expect(readWords(words, 'it', 'x')).toBe('it')
  expect(
    [words, without(''), without('', 'en'), without('', 'en', 'es'), {}].map((one) => readWords(one, 'cs', 'x')),
  ).toEqual(['all', 'en', 'es', 'it', 'x'])
})
