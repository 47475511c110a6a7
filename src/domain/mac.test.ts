import { expect, test } from 'vitest'
import { macIn, strictMac } from './mac.ts'

test('a text without 12 hex digits once colons are removed is no MAC', () => {
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

test('the MAC on a label is found among other text, and a longer number is not one', () => {
  for (const label of [
    'MAC: 001E420A0B0C S/N 12',
    '00:1e:42:0a:0b:0c',
    'SN=1102334455;00-1E-42-0A-0B-0C',
    'https://example.com/d?m=001E420A0B0C&v=2',
  ])
    expect([label, macIn(label)]).toEqual([label, '00:1E:42:0A:0B:0C'])
  for (const label of ['', 'S/N 1102334455', '001E420A0B0C0D', 'ABCDEF', '8420001E420A0B0C'])
    expect([label, macIn(label)]).toEqual([label, null])
})
