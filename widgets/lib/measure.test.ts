/** A change, with and without what an arrow says of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { METRICS } from '#domain/metrics/index'
import { type Field, fieldChange, fieldChangeValue } from './fields.ts'
import { change, changeValueWith } from './measure.ts'

const amount = fc.integer({ min: 0, max: 900 })
const COUNTED = ['far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'expected', 'observed']
const OFTEN_ABSENT = ['incomparableHours', 'ins.unpaired', 'expected.unpaired', 'ins.estimated', 'ins.variance']
const counted = fc.record(Object.fromEntries(COUNTED.map((id) => [id, amount])))
// More than half of the entries estimated: no figure.
const GUESSED = { 'ins.estimated': 2000 }
const besides = fc.oneof(fc.constantFrom({}, GUESSED), fc.dictionary(fc.constantFrom(...OFTEN_ABSENT), amount))
const atoms = fc.option(
  fc.tuple(counted, besides).map(([own, more]) => ({ ...own, ...more })),
  { nil: null },
)

test('the value of a change is the same where nothing else of it is shown', () => {
  const metric = fc.oneof(fc.constant('ins'), fc.constantFrom(...METRICS.map(({ id }) => id)))
  fc.assert(
    fc.property(metric, atoms, atoms, (id, comparing, reference) => {
      expect(changeValueWith(id)(comparing, reference)).toBe(change(id, comparing, reference).value)
    }),
  )
})

test('of a field too, whether the registry knows its metric or not', () => {
  const of = (id: string, metric: string | null, unit: Field['unit']): Field => {
    return { id, label: id, format: 'count', unit, metric, betterWhen: 'up', isAdditive: true }
  }
  const field = fc.oneof(
    fc.constantFrom(...METRICS.map(({ id, unit }) => of(id, id, unit))),
    fc.constantFrom(of('ins', null, 'count'), of('own', null, 'ratio')),
  )
  fc.assert(
    fc.property(field, atoms, atoms, (one, comparing, reference) => {
      expect(fieldChangeValue(one, comparing, reference)).toBe(fieldChange(one, comparing, reference).value)
    }),
  )
})
