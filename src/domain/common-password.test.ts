import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'
import { brokenRules } from './password.ts'

const ANA = ['ana.lopez@levante.test']

test.each([
  'Password2026#',
  'P@ssw0rd-2026!',
  'Contraseña-2026!',
  'Qwertyuiop1234#',
  '1qaz2WSX3edc#',
  'Abcdefgh-12345',
  'Zaq1#Zaq1#Zaq1#',
  'Aaaaaaaaaaa1#',
  'Welcome-2027!!',
  'Verano.2026.Verano',
  'Aforo-2026-demo!',
  'Administrator-1',
  'Barcelona-1899!',
  'ILoveYou-12345!',
  'Aa1#Aa1#Aa1#',
  'Poiuytrewq-0987!',
  'Dragon-Monkey-1',
  'Noviembre#2026',
])('%s keeps the rules and is common', (password) => {
  expect([brokenRules(password), isCommonPassword(password)]).toEqual([[], true])
})

test('the own name and domain with digits are common for this account only', () => {
  for (const password of ['Ana-Lopez-2026!', 'L0pez_Levante_99'])
    expect([isCommonPassword(password, ANA), isCommonPassword(password)]).toEqual([true, false])
})

test.each([
  'Correct-horse-7-battery',
  'Another-2026-password',
  'Largo-y-Seguro-2026',
  'Otra-Larga-2026!!',
  'vRq9#tLm2$Kx',
  'Tres-cigüeñas-en-la-torre-4',
])('%s is not', (password) => {
  expect(isCommonPassword(password, ANA)).toBe(false)
})

test('every password gets an answer, and a repetition of any short unit is common', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 128 }),
      fc.string({ unit: 'binary', maxLength: 128 }),
      (a, b) => {
        expect(
          [isCommonPassword(a, [b]), isCommonPassword(b, [a])].every((answer) => typeof answer === 'boolean'),
        ).toBe(true)
      },
    ),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9!#-]{1,6}$/), fc.integer({ min: 3, max: 20 }), (unit, times) =>
      isCommonPassword(unit.repeat(times)),
    ),
  )
})

test('random passwords are practically never common', () => {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Array.from(ALPHABET)), { minLength: 16, maxLength: 24 }), (chars) => {
      // Those that fast-check makes of few characters are repetitions indeed.
      fc.pre(new Set(chars).size >= 12 && !/\d{4}/.test(chars.join('')))
      return !isCommonPassword(chars.join(''))
    }),
  )
})

test('letters of any script are distinguished: those beyond 16 bits, and syllables that begin alike', () => {
  const run = (first: number) =>
    Array.from({ length: 20 }, (_, at) => String.fromCodePoint(first + ((at * 7) % 26))).join('')
  for (const first of [0x10380, 0xac00, 0x4e00, 0x0627, 0x1e900])
    expect([first.toString(16), isCommonPassword(`A-1a${run(first)}`)]).toEqual([first.toString(16), false])
  for (const letter of ['𐎀', '가', '密'])
    expect([letter, isCommonPassword(`A-1a${letter.repeat(20)}`)]).toEqual([letter, true])
})
