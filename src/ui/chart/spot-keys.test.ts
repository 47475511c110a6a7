import { expect, test } from 'vitest'
import { spotsOf } from './items.ts'
import { spotOfKey } from './spot-keys.ts'

const ROW = spotsOf([0, 1, 2].map((place) => ({ x: 20 * place, y: 0, width: 10, height: 10 })))

test('an arrow begins at the first spot, goes on to the next and stays at the edge', () => {
  expect([
    spotOfKey('ArrowRight', ROW, null),
    spotOfKey('ArrowRight', ROW, 0),
    spotOfKey('ArrowRight', ROW, 2),
    spotOfKey('ArrowLeft', ROW, 2),
    spotOfKey('ArrowUp', ROW, 1),
  ]).toEqual([0, 1, 2, 1, 1])
})

test('Home and End lead to the first and the last; other keys nowhere', () => {
  expect([spotOfKey('Home', ROW, 2), spotOfKey('End', ROW, null), spotOfKey('a', ROW, 1)]).toEqual([0, 2, undefined])
})
