import { expect, test } from 'vitest'
import { readDegrees, readPair } from './coordinates.ts'

test('degrees are read with a point or a comma, and an invalid number of degrees is distinguished from an empty one', () => {
  expect(
    ['39.4612', '39,4612', ' -0,3736 ', '−0.3736', '+7', '90', '39.46°', '5.'].map((text) => readDegrees(text, 90)),
  ).toEqual([39.4612, 39.4612, -0.3736, -0.3736, 7, 90, 39.46, 5])
  expect(['', '  '].map((text) => readDegrees(text, 90))).toEqual([null, null])
  expect(
    ['90.1', '394612', '39.461.2', '39 27', 'north', '-', '1e1', '٣'].map((text) => readDegrees(text, 90)),
  ).toEqual(Array.from({ length: 8 }, () => Number.NaN))
})

test('a pair is read as maps write it, and a single number with a comma is no pair', () => {
  const pair = { lat: 39.4612, lng: -0.3736 }
  expect(
    [
      '39.4612, -0.3736',
      '39.4612,-0.3736',
      '39,4612; -0,3736',
      '39,4612, -0,3736',
      '39.4612 -0.3736',
      '(39.4612, -0.3736)',
    ].map((text) => readPair(text)),
  ).toEqual(Array.from({ length: 6 }, () => pair))
  expect(['39,4612', '39.4612', '', '91, 0', '0, 181', 'a, b'].map((text) => readPair(text))).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})
