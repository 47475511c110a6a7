import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTransform } from '#schemas/generated/layout/transform.ts'
import {
  canShowStep,
  DERIVATIONS,
  freshDerivation,
  freshStep,
  OPS,
} from '../../src/features/editor/panels/steps/ops.ts'
import { asSide, SIDES, sideOf, writtenSide } from '../../src/features/editor/panels/steps/formulas.ts'
import {
  conditionsOf,
  fitValue,
  OPERATORS,
  readList,
  readScalar,
  readValue,
  showList,
  showScalar,
  showValue,
  whereOf,
  type Condition,
  type Scalar,
} from '../../src/features/editor/panels/steps/values.ts'

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.string(),
  fc.constantFrom('null', 'true', '12', '$local', 'a, b', ' a', '"'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
  fc.boolean(),
  fc.constant(null),
)

test('a value shown in a field and read again is the same value, and a list the same list', () => {
  fc.assert(
    fc.property(scalar, (value) => {
      expect(readScalar(showScalar(value))).toBe(value)
    }),
  )
  fc.assert(
    fc.property(fc.array(scalar, { maxLength: 6 }), (values) => {
      expect(readList(showList(values))).toEqual(values)
    }),
  )
})

test('conditions come back as they were, in the same order', () => {
  const value = (operator: string) =>
    operator === 'in' ? fc.oneof(fc.array(scalar, { maxLength: 4 }), fc.constant('$locals')) : scalar
  const rows = fc.uniqueArray(
    fc
      .tuple(fc.constantFrom('local', 'ins', 'day'), fc.constantFrom(...OPERATORS))
      .chain(([column, operator]) => value(operator).map((one): Condition => ({ column, operator, value: one }))),
    { selector: ({ column, operator }) => `${column} ${operator}`, minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(rows, (some) => {
      const where = whereOf(some)
      expect(whereOf(conditionsOf(where) ?? [])).toEqual(where)
      for (const one of some) expect(readValue(one.operator, showValue(one))).toEqual(one.value)
    }),
  )
})

test('what is no set of conditions is left alone', () => {
  expect(
    [null, [], { local: 3 }, { local: {} }, { local: { like: 'x' } }, { local: { in: 3 } }, { local: { eq: [1] } }].map(
      conditionsOf,
    ),
  ).toEqual(Array.from({ length: 7 }, () => null))
})

test('another operator keeps what it can of the value', () => {
  expect([
    fitValue('in', 3),
    fitValue('in', '$locals'),
    fitValue('in', null),
    fitValue('eq', [3, 4]),
    fitValue('eq', []),
  ]).toEqual([[3], '$locals', [], 3, null])
})

test.each(OPS)('a new step %s is valid at once and can be shown, with columns or without any', (op) => {
  for (const step of [freshStep(op, ['period', 'local'], ['ins', 'visits'], ['main']), freshStep(op, [], [], [])]) {
    expect(isTransform([structuredClone(step)])).toBe(true)
    expect(canShowStep(step)).toBe(true)
  }
})

test('a step with a mistake is not shown as a form', () => {
  expect(
    [{ op: 'sum' }, { op: 'filter' }, { op: 'limit', n: -1 }, null, { op: 'derive', as: 'x' }].map(canShowStep),
  ).toEqual([false, false, false, false, false])
})

test('a new column is worked out in any way by a step that is valid at once and can be shown', () => {
  for (const kind of DERIVATIONS)
    for (const measures of [['ins', 'visits'], []]) {
      const step = freshDerivation(kind, 'own', measures)
      expect([kind, isTransform([structuredClone(step)]), canShowStep(step)]).toEqual([kind, true, true])
    }
})

test('a side of a formula comes back as it was written, and one in another is left as JSON', () => {
  const flat = ['ins', { plus: ['ins', 'outs', 'fro'] }, { minus: ['ins', 'outs'] }, { times: 'ins', factor: -0.5 }]
  for (const side of flat) {
    const read = sideOf(side)
    if (read === null) throw new Error('it is not shown')
    expect(writtenSide(read)).toEqual(side)
    // Every result is a formula that the schema accepts.
    for (const kind of SIDES)
      expect(
        isTransform([{ op: 'derive', as: 'own', formula: { of: writtenSide(asSide(read, kind, ['ins', 'outs'])) } }]),
      ).toBe(true)
  }
  const nested = { plus: ['ins', { times: 'outs', factor: 2 }] }
  expect(sideOf(nested)).toBeNull()
  expect(canShowStep({ op: 'derive', as: 'own', formula: { of: nested } })).toBe(false)
  expect(canShowStep({ op: 'derive', as: 'own', formula: { of: 'ins', over: nested } })).toBe(false)
})
