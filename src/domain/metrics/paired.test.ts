import { expect, test } from 'vitest'
import {
  filledShare,
  INCOMPARABLE,
  isBasisColumn,
  isIncomparable,
  measureOf,
  pairedAtoms,
  pairedShare,
  unpairedId,
} from './paired.ts'

test('sums without hours that the other period lacks stay the same object', () => {
  for (const atoms of [{ ins: 5 }, { ins: 5, 'ins.unpaired': 0 }, { ins: 5, 'ins.unpaired': null }]) {
    expect(pairedAtoms(atoms)).toBe(atoms)
  }
})

test('the sum of hours of one period only is subtracted from each measure, also where others have none', () => {
  const off = { 'ins.unpaired': 10, 'visits.unpaired': 0, 'tickets.unpaired': 0 }
  expect(pairedAtoms({ ins: 50, visits: 40, tickets: null, ...off })).toEqual({ ins: 40, visits: 40, tickets: null })
})

test('a count that was made in other hours only is not known here: null and not 0', () => {
  expect(pairedAtoms({ ins: 10, visits: 0, 'ins.unpaired': 10, 'visits.unpaired': 0 })).toEqual({
    ins: null,
    visits: 0,
  })
})

test('of a measure with estimates the hours that are counted or estimated in both are left', () => {
  const atoms = { ins: 100, 'ins.estimated': 30, 'ins.unpaired': 20, 'ins.unfilled': 5, visits: 60 }
  expect(pairedAtoms(atoms)).toEqual({ ins: 80, 'ins.estimated': 45, 'ins.unfilled': 5, visits: 60 })
  const filled = { ins: 100, 'ins.estimated': 30, 'ins.unpaired': 0, 'ins.unfilled': 5 }
  expect(pairedAtoms(filled)).toEqual({ ins: 100, 'ins.estimated': 25, 'ins.unfilled': 5 })
  const whole = { ins: 100, 'ins.estimated': 30, 'ins.unpaired': 0, 'ins.unfilled': 0 }
  expect(pairedAtoms(whole)).toBe(whole)
  const other = { ins: 100, 'ins.unfilled': 5 }
  expect(pairedAtoms(other)).toBe(other)
})

test('a comparison has the share of the worse side, and none where no hours are shared', () => {
  const side = (expected: number, off: number) => ({
    expected,
    [unpairedId('expected')]: off,
    'expected.unfilled': off / 2,
  })
  expect(pairedShare(side(100, 10), side(50, 20))).toBe(0.6)
  expect([
    pairedShare(side(100, 0)),
    pairedShare(side(100, 130)),
    pairedShare(null, {}),
    pairedShare(side(0, 0)),
  ]).toEqual([1, 0, 1, 1])
  expect(filledShare(side(100, 10), side(50, 20))).toBe(0.8)
})

test('stores that cannot be compared are in a sum that is flagged, and a column says its subject', () => {
  expect([
    isIncomparable({ [INCOMPARABLE]: 1 }, null),
    isIncomparable({ [INCOMPARABLE]: 0 }, {}),
    isIncomparable(null),
  ]).toEqual([true, false, false])
  expect(measureOf(unpairedId('ins'))).toBe('ins')
  expect(['ins', unpairedId('ins'), INCOMPARABLE, 'ins.estimated'].map((id) => isBasisColumn({ id }))).toEqual([
    false,
    true,
    true,
    true,
  ])
})
