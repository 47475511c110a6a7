import { expect, test } from 'vitest'
import { strictMac } from './mac.ts'

test('what has not 12 hex digits once colons are removed is no MAC', () => {
  expect(['', '00:00:00:00:00', '00:00:00:00:00:0G', '0000000000000', 'hello'].map(strictMac)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('a plain MAC is written as 6 pairs of upper-case hex digits separated by colons', () => {
  expect(['a0b1c2d3e4f5', 'A0:b1:C2:d3:E4:f5', ' a0-b1-c2-d3-e4-f5 '].map(strictMac)).toEqual([
    'A0:B1:C2:D3:E4:F5',
    'A0:B1:C2:D3:E4:F5',
    'A0:B1:C2:D3:E4:F5',
  ])
})
