import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressProblem, addsCamera, areOrdered, isCamera, isPosition } from './local-rules.ts'

test.each([
  [null, '46001', 'countryRequired'],
  [' ', '46001', 'countryRequired'],
  ['XX', '46001', 'countryInvalid'],
  ['ES', null, 'zipCodeRequired'],
  ['ES', ' ', 'zipCodeRequired'],
  ['PT', '46001', 'zipCodeInvalid'],
  ['ES', '46001', null],
  ['AE', null, null],
])('an address in %j with the zip code %j: %s', (country, zipCode, expected) => {
  expect(addressProblem(country, zipCode)).toBe(expected)
})

test('a position has both numbers, or neither', () => {
  expect([isPosition(1, 2), isPosition(null, null), isPosition(1, null), isPosition(null, 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('limits go from the highest to the lowest, each once', () => {
  expect([
    areOrdered([]),
    areOrdered([90]),
    areOrdered([100, 80, 60]),
    areOrdered([80, 100]),
    areOrdered([80, 80]),
  ]).toEqual([true, true, true, false, false])
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 }), (some) => {
      expect(areOrdered(some.toSorted((a, b) => b - a))).toBe(true)
      if (some.length > 1) expect(areOrdered(some.toSorted((a, b) => a - b))).toBe(false)
    }),
  )
})

test('a counter with a lens is a camera; a mat, a beam and Wi-Fi are none', () => {
  expect(['xovis', 'axis', 'hikvision', 'aforo', 'meraki', 'imbuildings'].map(isCamera)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a camera is added where it was none before: new, moved, of another kind, or switched on', () => {
  const camera = { local: 1, kind: 'xovis', enabled: true }
  expect([
    addsCamera(null, camera),
    addsCamera(null, { ...camera, enabled: false }),
    addsCamera({ ...camera, local: 2 }, camera),
    addsCamera({ ...camera, kind: 'aforo' }, camera),
    addsCamera({ ...camera, enabled: false }, camera),
    addsCamera(camera, { ...camera, enabled: false }),
    addsCamera(camera, camera),
    addsCamera(null, { ...camera, kind: 'aforo' }),
  ]).toEqual([true, true, true, true, true, false, false, false])
})
