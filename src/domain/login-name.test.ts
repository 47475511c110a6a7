import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, loginName } from './login-name.ts'

test('an empty name stays empty', () =>
  expect(['', ' ', '\t'].map((typed) => loginName(typed, 'aforo.test'))).toEqual(['', '', '']))

test('a name is trimmed and lower-cased, and without @ gets the company’s domain', () => {
  expect([' Ana ', 'ANA@Shop.ES', 'ana@'].map((typed) => loginName(typed, 'aforo.test'))).toEqual([
    'ana@aforo.test',
    'ana@shop.es',
    'ana@',
  ])
})

test('a normalised name is not changed again', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const once = loginName(typed, 'aforo.test')
      expect(loginName(once, 'aforo.test')).toBe(once)
    }),
  )
})

test.each([
  '',
  'ana',
  'ana@',
  '@shop.es',
  'ana@shop',
  'a b@shop.es',
  'ana@shop..es',
  'ana@-shop.es',
  'ana@shop.es\n',
  `${'a'.repeat(250)}@b.es`,
])('%j is no e-mail address', (text) => expect(isEmail(text)).toBe(false))
test.each(['ana@shop.es', 'ana.lopez+1@mail.shop.co.uk', "o'neil@x-y.test"])('%j is an e-mail address', (text) =>
  expect(isEmail(text)).toBe(true),
)
