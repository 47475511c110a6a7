import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf } from '#domain/completeness'
import { ESTIMATED, isOfTills, METRICS } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import { sumRules } from './sum-rules.ts'

const WHOLE = { ins: 100, visits: 80, tickets: 20, expected: 1000, observed: 1000, hours: 10, missingHours: 0 }
/** Nine of ten hours never came. */
const SILENT = { ...WHOLE, observed: 100, missingHours: 9 }
/** Four of a hundred entries are estimated. */
const FILLED = { ...WHOLE, observed: 960, missingHours: 1, ins: 96, 'ins.estimated': 4, 'ins.variance': 1 }
const MOSTLY_ESTIMATED = { ...FILLED, ins: 10, 'ins.estimated': 11 }
const all = [null, 'visits', 'tickets', 'ins', 'captureRate']
const statesOf = (atoms: Atoms | null) => all.map((measure) => sumRules(measure).state(atoms))

test('without estimates a state is that of what was counted, and tills know their figures all the same', () => {
  expect(statesOf(WHOLE)).toEqual(all.map(() => 'final'))
  expect(statesOf(SILENT)).toEqual(['missing', 'missing', 'final', 'missing', 'missing'])
  expect(statesOf({ ...SILENT, tickets: null })).toEqual(all.map(() => 'missing'))
  expect(statesOf(null)).toEqual(all.map(() => 'closed'))
  expect(statesOf({ hours: 0, closedHours: 5 })).toEqual(all.map(() => 'closed'))
})

test('a figure of tills is unfinished while hours are, and settles with them', () => {
  expect(sumRules('tickets').state({ ...SILENT, partialHours: 1 })).toBe('partial')
  expect(sumRules('tickets').state({ ...SILENT, settlingHours: 1 })).toBe('settling')
})

test('only the measure that holds an estimate is estimated', () => {
  expect(statesOf(FILLED)).toEqual(['partial', 'partial', 'final', 'estimated', 'partial'])
})

test('an estimate below one in a hundred leaves a figure as it was counted, unless nothing was', () => {
  const { state } = sumRules('ins')
  expect(state({ ...FILLED, observed: 1000, ins: 995, 'ins.estimated': 5 })).toBe('final')
  expect(state({ ...SILENT, ins: 995, 'ins.estimated': 5 })).toBe('estimated')
})

test('where more than half is estimated there is no figure', () => {
  expect([sumRules('ins').state(MOSTLY_ESTIMATED), sumRules('visits').state(MOSTLY_ESTIMATED)]).toEqual([
    'missing',
    'partial',
  ])
  expect(sumRules('ins').estimate(MOSTLY_ESTIMATED)).toMatchObject({ isTooMuch: true, estimated: 11 })
})

test('an estimate says nothing of hours that are not over, have none, or were closed', () => {
  const { state } = sumRules('ins')
  expect(state({ ...FILLED, partialHours: 1 })).toBe('partial')
  expect(state({ ...FILLED, 'ins.unestimated': 1 })).toBe('partial')
  expect(state({ hours: 0, closedHours: 5, 'ins.estimated': 4 })).toBe('closed')
})

test('an estimate of 0 is none, but the answer knows estimates', () => {
  const none = { ...WHOLE, 'ins.estimated': 0 }
  const { estimate, state, hasOwnState } = sumRules('ins')
  expect([estimate(none), state(none), hasOwnState(none), hasOwnState(WHOLE)]).toEqual([null, 'final', true, false])
  expect([estimate(WHOLE), sumRules('visits').estimate(FILLED), estimate(null)]).toEqual([null, null, null])
})

test('the state of a figure is its own where tills report it, or an estimate may be in it', () => {
  expect(all.map((measure) => sumRules(measure).hasOwnState(FILLED))).toEqual([false, false, true, true, false])
})

test('a sum is drawn whole where little of it did not arrive, and little of it is estimated', () => {
  const slight = { ...WHOLE, observed: 990, missingHours: 1 }
  expect(all.map((measure) => sumRules(measure).isSlight(slight))).toEqual([true, true, false, true, true])
  expect(all.map((measure) => sumRules(measure).isSlight(WHOLE))).toEqual(all.map(() => false))
  expect(all.map((measure) => sumRules(measure).isSlight(null))).toEqual(all.map(() => false))
  const estimated = { ...slight, ins: 60, 'ins.estimated': 40 }
  expect([sumRules('ins').isSlight(estimated), sumRules('visits').isSlight(estimated)]).toEqual([false, true])
})

test('hours and weights are never below 0; visits stand for entries where an answer has none', () => {
  const { quality } = sumRules(null)
  expect(quality({ visits: 7, hours: -3, expected: null, observed: -1 })).toEqual({
    expected: 0,
    observed: 0,
    estimatedIns: 0,
    hours: 0,
    missingHours: 0,
    partialHours: 0,
    settlingHours: 0,
    closedHours: 0,
    ins: 7,
  })
  expect(quality({ ins: null, visits: 7 }).ins).toBe(0)
  expect(sumRules('tickets').quality(SILENT)).toMatchObject({ expected: 0, observed: 0, missingHours: 0, hours: 10 })
  expect(sumRules('tickets').quality({ ...SILENT, tickets: null })).toEqual(quality({ ...SILENT, tickets: null }))
})

const amount = fc.option(fc.integer({ min: -2, max: 40 }))
const anySums = fc.record(
  Object.fromEntries(
    ['ins', 'visits', 'tickets', 'sales', 'units', 'expected', 'observed', 'hours', 'missingHours', 'partialHours']
      .concat('settlingHours', 'closedHours', 'ins.estimated', 'ins.variance', 'ins.unestimated')
      .map((id) => [id, amount]),
  ),
  { requiredKeys: [] },
)

test('any sums: the state of what was counted is that of their hours and weights, none below 0', () => {
  fc.assert(
    fc.property(anySums, (atoms) => {
      const { state, quality } = sumRules(null)
      expect(state(atoms)).toBe(stateOf(quality(atoms)))
    }),
  )
})

test('any sums: a measure without rules of its own has those of what was counted', () => {
  const plain = METRICS.map(({ id }) => id).filter((id) => !isOfTills(id) && !ESTIMATED.includes(id))
  fc.assert(
    fc.property(anySums, fc.constantFrom(...plain, 'anyColumn', undefined), (atoms, measure) => {
      expect(sumRules(measure)).toBe(sumRules(null))
      expect(sumRules(measure).hasOwnState(atoms)).toBe(false)
    }),
  )
})

test('any sums: without an estimate the measure that may hold one is as counted', () => {
  fc.assert(
    fc.property(anySums, (sums) => {
      const { 'ins.estimated': _, ...atoms } = sums
      const [filled, counted] = [sumRules('ins'), sumRules(null)]
      expect([filled.state(atoms), filled.isSlight(atoms), filled.estimate(atoms)]).toEqual([
        counted.state(atoms),
        counted.isSlight(atoms),
        null,
      ])
    }),
  )
})

test('any sums: a figure of tills that they reported lacks no hour', () => {
  fc.assert(
    fc.property(anySums, (sums) => {
      const { state, isSlight } = sumRules('tickets')
      const atoms: Atoms = { ...sums, tickets: 3 }
      expect(['final', 'settling', 'partial', 'closed']).toContain(state(atoms))
      expect(state(atoms) === 'partial').toBe((atoms.hours ?? 0) > 0 && (atoms.partialHours ?? 0) > 0)
      expect(isSlight(atoms)).toBe(false)
    }),
  )
})
