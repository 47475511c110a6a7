import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnIndex, fromRows, toRows } from '../frame-build.ts'
import type { Cell, Frame } from '../frame.ts'
import { aggregate } from '../transform/aggregate.ts'
import { rename } from '../transform/columns.ts'
import { asCounted, changeBetween, derive, estimateIn, filledShare, metricOf, ofOneHour, pairedAtoms } from './index.ts'

const ins = metricOf('ins')
const counted = { ins: 900, bounces: 300, fro: 2100 }
const filled = { ...counted, 'ins.estimated': 100, 'ins.variance': 400 }

test('entries hold their estimate, and every other figure is as counted', () => {
  expect(derive('ins', filled)).toBe(1000)
  for (const metric of ['bounceRate', 'captureRate', 'total'])
    expect([metric, derive(metric, filled)]).toEqual([metric, derive(metric, counted)])
})

test('an estimate of 0 people is no figure: missing data is not zero', () => {
  expect(derive('ins', { ins: null, 'ins.estimated': 0, 'ins.variance': 0 })).toBeNull()
  expect(estimateIn({ ins: null, 'ins.estimated': 0 }, 'ins')).toBeNull()
  expect(derive('ins', { ins: null, 'ins.estimated': 40, 'ins.variance': 1 })).toBe(40)
})

test('an estimate says its share and its interval of 95 %', () => {
  expect(estimateIn(filled, 'ins')).toEqual({
    value: 1000,
    counted: 900,
    estimated: 100,
    share: 0.1,
    low: 961,
    high: 1039,
    isTooMuch: false,
  })
})

test('an interval does not go below the count', () => {
  expect(estimateIn({ ins: 900, 'ins.estimated': 10, 'ins.variance': 400 }, 'ins')).toMatchObject({
    low: 900,
    high: 949,
  })
})

test('there is no figure of which more than half is estimated', () => {
  expect(estimateIn({ ins: 50, 'ins.estimated': 50, 'ins.variance': 9 }, 'ins')?.isTooMuch).toBe(false)
  expect(estimateIn({ ins: 49, 'ins.estimated': 50, 'ins.variance': 9 }, 'ins')?.isTooMuch).toBe(true)
})

test('hours of one day are wider together than apart: the covariance is that of a sum, and not of one hour', () => {
  const hour = { ins: 80, 'ins.estimated': 20, 'ins.variance': 25, 'ins.covariance': 75 }
  const width = (atoms: Parameters<typeof estimateIn>[0]) => {
    const one = estimateIn(atoms, 'ins')
    return one === null ? 0 : one.high - one.value
  }
  expect([width(hour), width(ofOneHour(hour))]).toEqual([20, 10])
})

describe('a change with estimates', () => {
  test('compares what both periods have counted or estimated', () => {
    // Of the reference 40 lie in hours that the period did not count but has an estimate for.
    const reference = {
      ins: 1000,
      expected: 100,
      'ins.unpaired': 40,
      'expected.unpaired': 4,
      'ins.estimated': 0,
      'ins.variance': 0,
    }
    const comparing = {
      ins: 1150,
      expected: 100,
      'expected.unpaired': 4,
      'ins.unpaired': 0,
      'ins.estimated': 50,
      'ins.variance': 100,
    }
    expect(changeBetween(ins, comparing, reference).value).toBeCloseTo(20, 10)
    expect(filledShare(comparing, reference)).toBe(1)
  })

  test('leaves out hours that one period has neither counted nor estimated', () => {
    const reference = {
      ins: 1000,
      expected: 100,
      'ins.unpaired': 400,
      'ins.unfilled': 200,
      'expected.unfilled': 20,
      'ins.estimated': 0,
    }
    const comparing = {
      ins: 700,
      expected: 100,
      'ins.unpaired': 0,
      'ins.unfilled': 0,
      'expected.unfilled': 20,
      'ins.estimated': 100,
      'ins.variance': 100,
    }
    expect([derive(ins, pairedAtoms(comparing)), derive(ins, pairedAtoms(reference))]).toEqual([800, 800])
    expect(filledShare(comparing, reference)).toBe(0.8)
  })

  test('of ratios stays over the hours that both have counted', () => {
    const reference = { ins: 1000, bounces: 300, 'ins.unpaired': 400, 'bounces.unpaired': 200, 'ins.estimated': 0 }
    expect(derive('bounceRate', pairedAtoms(reference))).toBeCloseTo((100 * 100) / 600, 10)
  })

  test('is grey when the error of the estimates may explain it', () => {
    const reference = { ins: 10_000, 'ins.estimated': 0 }
    const comparing = (variance: number) => ({ ins: 10_000, 'ins.estimated': 400, 'ins.variance': variance })
    expect(changeBetween(ins, comparing(100), reference)).toMatchObject({ noise: false, verdict: 'better' })
    expect(changeBetween(ins, comparing(40_000), reference)).toMatchObject({ noise: true, verdict: 'neutral' })
  })
})

const frame = (rows: readonly Cell[][], ids: readonly string[]): Frame =>
  fromRows(
    ids.map((id) => ({ id, type: 'int' as const, role: id === 'local' ? ('dim' as const) : ('measure' as const) })),
    rows.map((row) => [...row]),
  )

test('sums with estimates are the sum counted and the sum estimated, to the unit, in any grouping', () => {
  const row = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.option(fc.nat(900), { nil: null }), fc.nat(300), fc.nat(99))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const whole = aggregate(frame(rows, ['local', 'ins', 'ins.estimated', 'ins.variance']), {
        by: ['local'],
        measures: { ins: { fn: 'total', of: 'ins' } },
      })
      const at = (id: string) => columnIndex(whole, id)
      const figures = toRows(whole).map((cells) =>
        derive('ins', {
          ins: cells[at('ins')] as number | null,
          'ins.estimated': cells[at('ins.estimated')] as number,
        }),
      )
      const sum = (index: 1 | 2) => rows.reduce((total, one) => total + (one[index] ?? 0), 0)
      expect(figures.reduce<number>((total, value) => total + (value ?? 0), 0)).toBe(sum(1) + sum(2))
    }),
  )
})

test('estimates follow a measure that is renamed or summed under another name', () => {
  const one = frame([[1, 5, 3, 4]], ['local', 'ins', 'ins.estimated', 'ins.variance'])
  expect(rename(one, { columns: { ins: 'entries' } }).columns.map(({ id }) => id)).toEqual([
    'local',
    'entries',
    'entries.estimated',
    'entries.variance',
  ])
  expect(aggregate(one, { by: [], measures: { all: { fn: 'total', of: 'ins' } } }).columns.map(({ id }) => id)).toEqual(
    ['all', 'all.estimated', 'all.variance'],
  )
})

test('as counted there is no word of an estimate', () => {
  expect(asCounted({ ...filled, 'ins.unestimated': 2, 'expected.unfilled': 4 })).toEqual(counted)
  expect(asCounted(counted)).toBe(counted)
})
