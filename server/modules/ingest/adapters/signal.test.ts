import { expect, test } from 'vitest'
import { dbmOf } from './signal.ts'

test('a signal is in dBm; above zero it is how far it is above the noise floor of -95 dBm', () => {
  expect([-61, '-61', -61.4, 0, -120, 31, 1, 95].map(dbmOf)).toEqual([-61, -61, -61, 0, -120, -64, -94, 0])
})

test('a level that no radio can receive is no signal', () => {
  expect([-120.5, -121, 95.5, 96, 'loud', null, undefined].map(dbmOf)).toEqual(Array.from({ length: 7 }, () => null))
})
