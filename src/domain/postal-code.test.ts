import { expect, test } from 'vitest'
import { COUNTRY_CODES, isCountryCode, isZipCodeOf, needsZipCode } from './postal-code.ts'

test.each([
  ['ES', '46001', true],
  ['ES', ' 46001 ', true],
  ['ES', '60001', false],
  ['ES', '4600', false],
  ['PT', '1000-205', true],
  ['PT', '46001', false],
  ['CZ', '110 00', true],
  ['GB', 'SW1A 1AA', true],
  ['GB', '46001', false],
  ['IT', '20121', true],
  ['US', '94103-1234', true],
  // No form of these is known: any is taken.
  ['AE', '', true],
  ['AE', '00000', true],
])('of %s, %j is a zip code: %s', (country, zipCode, expected) => {
  expect(isZipCodeOf(country, zipCode)).toBe(expected)
})

test('a country whose zip codes are not known needs none', () => {
  expect([needsZipCode('ES'), needsZipCode('AE'), needsZipCode('xx')]).toEqual([true, false, false])
})

test('there are 249 countries, by their code', () => {
  expect(COUNTRY_CODES).toHaveLength(249)
  expect([isCountryCode('ES'), isCountryCode('es'), isCountryCode('XX')]).toEqual([true, false, false])
})
