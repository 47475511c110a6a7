import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenRules, PASSWORD_RULES } from './password.ts'

test.each([
  ['', ['length', 'lowerCase', 'upperCase', 'digit', 'special']],
  ['Abcdefgh-12', ['length']],
  ['ABCDEFGH-123', ['lowerCase']],
  ['abcdefgh-123', ['upperCase']],
  ['Abcdefgh-xyz', ['digit']],
  ['Abcdefgh1234', ['special']],
  ['Abcdefgh!123', ['special']],
  ['Abcdefg -123', ['noBlanks']],
  ['Abcdefg\u00a0-123', ['noBlanks']],
  [`A-1${'a'.repeat(126)}`, ['length']],
  [`A-1a${'𐎀'.repeat(125)}`, ['length']],
  [`A-1a${'𐎀'.repeat(7)}`, ['length']],
])('%j breaks %j', (password, broken) => {
  expect(brokenRules(password)).toEqual(broken)
})

test.each([
  'Abcdefgh-123',
  'Demo-2026-aforo!',
  'Contraseñas1',
  'ÇÇÇÇabcdefg1',
  'Ñandú-ñandú-9',
  '@#$%^&*()_+aA1',
  `A-1${'a'.repeat(125)}`,
  // 128 characters of any script, composed or not: a person counts characters, not units of an encoding.
  `A-1a${'𐎀'.repeat(124)}`,
  `A-1a${'ệ'.normalize('NFD').repeat(124)}`,
  `A-1a${'密'.repeat(124)}`,
  `Aa-1${'א'.repeat(8)}`,
])('%j may be used', (password) => {
  expect(brokenRules(password)).toEqual([])
})

test('every special character of the policy is enough on its own', () => {
  for (const character of '@#$%^&*()_+={}-[]|/;:"<>,.?çÇñÑ')
    expect([character, brokenRules(`Abcdefgh1234${character}`)]).toEqual([character, []])
})

test('a longer password never breaks more rules, up to the limit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (start, end) => {
      const tail = end.replaceAll(/\s/g, '')
      expect(brokenRules(start + tail).every((rule) => brokenRules(start).includes(rule))).toBe(true)
    }),
  )
  expect(PASSWORD_RULES).toEqual(['length', 'lowerCase', 'upperCase', 'digit', 'special', 'noBlanks'])
})
