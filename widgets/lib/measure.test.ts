/** A change, with and without what an arrow says of it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { METRICS } from '#domain/metrics/index'
import { change, changeValue } from './measure.ts'

const amount = fc.option(fc.integer({ min: 0, max: 900 }), { nil: null })
const IDS = [
  ...['far', 'fro', 'ins', 'bounces', 'visits', 'tickets', 'expected', 'observed', 'incomparableHours'],
  ...['ins.unpaired', 'expected.unpaired', 'ins.estimated', 'ins.variance'],
]
const atoms = fc.option(fc.dictionary(fc.constantFrom(...IDS), amount), { nil: null })

test('the value of a change is the same where nothing else of it is shown', () => {
  const metric = fc.constantFrom(...METRICS.map(({ id }) => id))
  fc.assert(
    fc.property(metric, atoms, atoms, (id, comparing, reference) => {
      expect(changeValue(id, comparing, reference)).toBe(change(id, comparing, reference).value)
    }),
  )
})
