import { describe, expect, test } from 'vitest'
import { judge } from './new-password.ts'

const GOOD = 'Largo-2026-segura'
const unmet = (password: string, repeated = password) =>
  judge({ password, repeated, responsible: true })
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
    expect([unmet(password), judge({ password, repeated: password, responsible: true }).ready]).toEqual([rules, false])
  })

  test('when the repetition differs', () =>
    expect([unmet(GOOD, `${GOOD}x`), judge({ password: GOOD, repeated: '', responsible: true }).ready]).toEqual([
      ['match'],
      false,
    ]))
  test('without the responsibility', () =>
    expect(judge({ password: GOOD, repeated: GOOD, responsible: false }).ready).toBe(false))
})

test('a good password, repeated and answered for, may be set', () =>
  expect(judge({ password: GOOD, repeated: GOOD, responsible: true })).toMatchObject({ warn: false, ready: true }))

test('each special character of the policy counts, and ç and ñ in both cases', () => {
  for (const character of '@#$%^&*()_+={}-[]|/;:"<>,.?çÇñÑ')
    expect([character, unmet(`Largo2026segura${character}`)]).toEqual([character, []])
})

test('the rules warn about what was typed, not about what is still empty', () => {
  const warns = (password: string, repeated: string) => judge({ password, repeated, responsible: false }).warn
  expect([
    warns('', ''),
    warns('Largo', ''),
    warns(GOOD, ''),
    warns(GOOD, 'L'),
    warns(GOOD, GOOD),
    warns('', 'x'),
  ]).toEqual([false, true, false, true, false, true])
})
