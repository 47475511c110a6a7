import { describe, expect, test } from 'vitest'
import { checkNewPassword } from './new-password.ts'

const GOOD = 'Largo-2026-segura'
const unmet = (password: string, repeated = password) =>
  checkNewPassword({ password, repeated, responsible: true })
    .rules.filter(({ met }) => !met)
    .map(({ rule }) => rule)

describe('a new password may not be set', () => {
  test.each([
    ['Corta-2026', ['length']],
    ['LARGO-2026-SEGURA', ['lowerCase']],
    ['largo-2026-segura', ['upperCase']],
    ['Largo-segura-si', ['digit']],
    ['Largo2026segura', ['special']],
    ['Largo 2026-segura', ['noBlanks']],
    ['', ['length', 'lowerCase', 'upperCase', 'digit', 'special', 'noBlanks', 'match']],
  ])('as %j: unmet are %j', (password, rules) => {
    expect([unmet(password), checkNewPassword({ password, repeated: password, responsible: true }).ready]).toEqual([
      rules,
      false,
    ])
  })

  test('when the repetition differs', () =>
    expect([
      unmet(GOOD, `${GOOD}x`),
      checkNewPassword({ password: GOOD, repeated: '', responsible: true }).ready,
    ]).toEqual([['match'], false]))
  test('without the responsibility', () =>
    expect(checkNewPassword({ password: GOOD, repeated: GOOD, responsible: false }).ready).toBe(false))
})

test('a good password, repeated and answered for, may be set', () =>
  expect(checkNewPassword({ password: GOOD, repeated: GOOD, responsible: true })).toMatchObject({
    warn: false,
    ready: true,
  }))

test('each special character of the policy counts, and ç and ñ in both cases', () => {
  for (const character of '@#$%^&*()_+={}-[]|/;:"<>,.?çÇñÑ')
    expect([character, unmet(`Largo2026segura${character}`)]).toEqual([character, []])
})

test('the rules warn about typed text, not about empty fields', () => {
  const warns = (password: string, repeated: string) =>
    checkNewPassword({ password, repeated, responsible: false }).warn
  expect([
    warns('', ''),
    warns('Largo', ''),
    warns(GOOD, ''),
    warns(GOOD, 'L'),
    warns(GOOD, GOOD),
    warns('', 'x'),
  ]).toEqual([false, true, false, true, false, true])
})
