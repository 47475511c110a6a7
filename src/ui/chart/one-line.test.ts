import { expect, test } from 'vitest'
import { headHeight, keysHeight, type Ruler } from './one-line.ts'

const ruler: Ruler = { measure: (text) => text.length * 7, remPx: 16, hasFingers: false }
const keys = ['Entries', 'Tickets', 'Conversion']
const axes = ['Entries', 'Conversion, %']

test('keys near the width of their room, and keys for fingers, are measured in the page', () => {
  expect(keysHeight(keys, 280, ruler)).toBeNull()
  expect([
    headHeight({ keys, axes }, 300, ruler),
    headHeight({ keys, axes }, 900, { ...ruler, hasFingers: true }),
    headHeight({ keys: [], axes: ['x'.repeat(200)] }, 900, ruler),
  ]).toEqual([null, null, null])
})

test('one line of keys, one of names, both with their gap, and nothing at all have the height of the sheets', () => {
  expect(keysHeight(keys, 420, ruler)).toBe(24)
  expect(
    [
      { keys, axes: [] },
      { keys: [], axes },
      { keys, axes },
      { keys: [], axes: [] },
    ].map((head) => headHeight(head, 420, ruler)),
  ).toEqual([24, 20, 46, 0])
  expect(headHeight({ keys: [], axes }, 420, { ...ruler, hasFingers: true })).toBe(20)
})

test('a reader with larger letters gets larger lines', () => {
  expect(headHeight({ keys, axes }, 900, { ...ruler, remPx: 20, measure: (text) => text.length * 9 })).toBe(58)
})

test('figures of a name are as wide as on the page, where each has the width of a zero', () => {
  const narrowOnes: Ruler = {
    ...ruler,
    measure: (text) => Array.from(text).reduce((sum, c) => sum + (c === '1' ? 1 : 8), 0),
  }
  expect([keysHeight(['11/11/1111 - 11/11/1111'], 200, narrowOnes), keysHeight(['11/11'], 200, narrowOnes)]).toEqual([
    null,
    24,
  ])
})
