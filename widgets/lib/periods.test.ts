import { expect, test } from 'vitest'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness } from '#engine/types'
import { gapSentences, slightIn, statesIn } from './periods.ts'
import { reasonOf, reasonsIn } from './reasons.ts'
import { contextOf } from './test-support/context.ts'

const context = contextOf('time-series')
const WHOLE = { ins: 96, tickets: 3, expected: 1000, observed: 1000, hours: 10, missingHours: 0 }
const FILLED = { ...WHOLE, observed: 960, missingHours: 1, 'ins.estimated': 4, 'ins.variance': 1 }

const slot = (comparing: Atoms | null, counted: Completeness, isSlight = false) => ({
  comparing,
  reference: null,
  states: { comparing: counted, reference: 'closed' as const },
  slight: { comparing: isSlight, reference: false },
})

test('each step has the state of the measure, and one that the period cuts short stays unfinished', () => {
  const slots = [slot(FILLED, 'partial'), slot(WHOLE, 'partial'), slot(null, 'closed')]
  expect(statesIn(slots, 'comparing', 'ins')).toEqual(['estimated', 'partial', 'closed'])
  expect(statesIn([slot({ ...FILLED, observed: 1000, missingHours: 0 }, 'partial')], 'comparing', 'ins')).toEqual([
    'partial',
  ])
  expect(statesIn(slots, 'comparing', 'tickets')).toEqual(['final', 'partial', 'closed'])
  expect(statesIn(slots, 'comparing', null)).toEqual(['partial', 'partial', 'closed'])
})

test('a step is drawn whole where both its hours and its figure are nearly whole', () => {
  const nearly = { ...WHOLE, observed: 990, missingHours: 1 }
  const guessed = { ...nearly, ins: 60, 'ins.estimated': 40 }
  const slots = [slot(nearly, 'final', true), slot(nearly, 'partial'), slot(guessed, 'final', true)]
  expect(slightIn(slots, 'comparing', 'ins')).toEqual([true, false, false])
  expect(slightIn(slots, 'comparing', 'visits')).toEqual([true, false, true])
})

test('a sentence names the first five missing and unfinished places', () => {
  const named: number[] = []
  const nameOf = (at: number) => `d${named.push(at) && at}`
  const states: Completeness[] = ['missing', 'final', 'partial', ...Array.from({ length: 6 }, () => 'missing' as const)]
  expect(gapSentences(states, nameOf, { ...context, t: (key, { what } = {}) => `${key} ${what}` })).toEqual([
    'summary.missing d0, d3, d4, d5, d6',
    'summary.unfinished d2',
  ])
  expect(named).toEqual([0, 3, 4, 5, 6, 2])
})

test('a step says why it is not final, of the reference under its name, and nothing of a closed reference', () => {
  const lost = { ...WHOLE, observed: 500, missingHours: 5 }
  const step = {
    ...slot(lost, 'partial'),
    reference: lost,
    states: { comparing: 'partial', reference: 'partial' } as const,
  }
  const labels = { comparing: 'Now', reference: 'Before' }
  const of = (slots: Parameters<typeof reasonsIn>[0], reference?: Completeness[]) =>
    reasonsIn(
      slots,
      { comparing: slots.map(({ states }) => states.comparing), ...(reference && { reference }) },
      { measure: null, labels },
      context,
    )
  const own = reasonOf('partial', lost, context)
  expect(own).toContain('5')
  expect(of([step, slot(WHOLE, 'final')])).toEqual([own, null])
  expect(of([step], ['partial'])).toEqual([`Now: ${own} Before: ${own}`])
  expect(of([{ ...step, states: { comparing: 'partial', reference: 'closed' } }], ['partial'])).toEqual([own])
})

test('a final figure with a small estimate says it', () => {
  const small = { ...WHOLE, ins: 995, 'ins.estimated': 5, 'ins.variance': 1 }
  expect(reasonOf('final', small, context, 'ins')).toContain('5')
  expect([reasonOf('final', small, context, 'visits'), reasonOf('final', WHOLE, context, 'ins')]).toEqual([null, null])
})
