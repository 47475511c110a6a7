import { describe, expect, test } from 'vitest'
import type { Atoms } from './atoms.ts'
import { changeBetween, changeOf, wilson } from './change.ts'
import { flagOf, metricOf } from './derive.ts'

const between = (id: string, now: Atoms, before: Atoms, phi?: number) =>
  changeBetween(metricOf(id), now, before, phi === undefined ? {} : { phi })
const rate = (of: number, over: number): Atoms => ({ bounces: of, ins: over })
const isNoise = (now: Atoms, before: Atoms) => between('bounceRate', now, before).noise

test('counts change in percent, shares in points; from nothing it is new, and unknown where a side is', () => {
  expect(changeOf('count', 110, 100)).toEqual({ kind: 'percent', value: 10 })
  expect(changeOf('percent', 30, 20)).toEqual({ kind: 'points', value: 10 })
  expect([changeOf('count', 5, 0), changeOf('count', 0, 0)]).toEqual([
    { kind: 'new', value: null },
    { kind: 'percent', value: 0 },
  ])
  const none = { kind: 'none', value: null }
  expect([changeOf('count', null, 1), changeOf('count', 1, null), changeOf('percent', 1, null)]).toEqual([
    none,
    none,
    none,
  ])
})

describe('a change of a count', () => {
  test('is noise within 1.96 deviations of the chance and the local’s own variation on both sides', () => {
    // 1.96 x sqrt(a + b): 27.7 people of 200, and twice that where days vary four times as much.
    const noise = (a: number, phi?: number) => between('ins', { ins: a }, { ins: 86 }, phi).noise
    expect([noise(114), noise(115), noise(115, 4), noise(145, 4), noise(200, 4)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
    expect([between('ins', { ins: 113 }, { ins: 86 }).noise, between('ins', { ins: 86 }, { ins: 113 }).noise]).toEqual([
      true,
      true,
    ])
  })

  test('is better or worse by its metric, and neither where it is noise or nothing changed', () => {
    expect(between('ins', { ins: 500 }, { ins: 100 })).toMatchObject({ verdict: 'better', noise: false, mixed: false })
    expect(between('ins', { ins: 100 }, { ins: 500 }).verdict).toBe('worse')
    expect(between('bounceRate', rate(500, 1000), rate(100, 1000)).verdict).toBe('worse')
    expect(between('bounceRate', rate(100, 1000), rate(500, 1000)).verdict).toBe('better')
    expect(between('ins', { ins: 101 }, { ins: 100 }).verdict).toBe('neutral')
    expect(between('ins', {}, { ins: 100 })).toMatchObject({ kind: 'none', verdict: 'neutral', noise: true })
  })
})

describe('a change of a share', () => {
  test('is noise where Newcombe’s interval of the difference holds 0', () => {
    // Newcombe 1998, method 10: 56 of 70 against 48 of 80 is a difference of 0.2 with an interval of 0.0524 to 0.3339.
    expect(between('bounceRate', rate(56, 70), rate(48, 80)).noise).toBe(false)
    expect(between('bounceRate', rate(56, 70), rate(48, 80), 4).noise).toBe(true)
    // 9 of 10 against 3 of 10 leaves 0 out on one side, 5 of 56 against 0 of 29 has it inside: -0.0381 to 0.1926.
    expect([isNoise(rate(9, 10), rate(3, 10)), isNoise(rate(3, 10), rate(9, 10))]).toEqual([false, false])
    expect([isNoise(rate(5, 56), rate(0, 29)), isNoise(rate(0, 29), rate(5, 56))]).toEqual([true, true])
  })

  test('the interval of a share is Wilson’s, and as wide as fewer trials make it where days vary more', () => {
    const [low, high] = wilson(56, 70)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.6918', '0.8770'])
    expect(wilson(56, 70, 2)).toEqual(wilson(28, 35))
  })

  test('above 100 %, where it is no proportion, is never noise', () => {
    expect([isNoise(rate(11, 10), rate(9, 10)), isNoise(rate(9, 10), rate(11, 10))]).toEqual([false, false])
    expect(between('bounceRate', rate(10, 10), rate(10, 10)).noise).toBe(true)
  })

  test('means of times have no known variance and are never noise', () => {
    const mean = (seconds: number): Atoms => ({ insTimeS: seconds, ins: 10 })
    expect(between('insTime', mean(101), mean(100)).noise).toBe(false)
  })
})

test('a figure is flagged where its numerator exceeds its denominator, and only then', () => {
  const flagged = (atoms: Atoms) => flagOf(metricOf('conversionRate'), atoms)
  const atoms = (tickets: number | null, visits: number | null): Atoms => ({
    tickets,
    visits,
    visitsWithTickets: tickets === null ? null : visits,
  })
  expect(flagged(atoms(12, 10))).not.toBeNull()
  expect([atoms(10, 10), atoms(null, 10), atoms(12, null)].map(flagged)).toEqual([null, null, null])
  expect(flagOf(metricOf('ins'), { ins: 5 })).toBeNull()
})
