import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('share-chart')
const OPTIONS: Parameters<typeof project>[0] = {
  category: 'local',
  measure: 'ins',
  shape: 'auto',
  top: 2,
  sort: 'valueDown',
  showReference: true,
  names: [],
}
const ROWS: Fact[] = [
  ...[10, 60, 20, 10].map((ins, at): Fact => ({ period: 'comparing', local: 11 + at, ...WHOLE, ins, fro: 100 })),
  { period: 'comparing', local: 15, ...WHOLE, ins: null, fro: null },
  ...[40, 40, 10, 10].map((ins, at): Fact => ({ period: 'reference', local: 11 + at, ...WHOLE, ins, fro: 100 })),
]

test('the largest parts come first and the rest is Others, in shares that add up to 100', () => {
  const { rows, members, slices, totals } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([
    ['Passeig de Gràcia', 60, 60, 40, 40, 20],
    ['Colón', 20, 20, 10, 10, 10],
    ['Others', 20, 20, 50, 50, -30],
  ])
  expect([members, slices.map(({ tone }) => tone), totals]).toEqual([
    [12, 13, null],
    [0, 1, -1],
    { comparing: 100, reference: 100 },
  ])
})

test('without a reference there is one whole', () => {
  expect(project({ ...OPTIONS, showReference: false, top: 7 }, { rows: factFrame(ROWS) }, context).rows).toEqual([
    ['Passeig de Gràcia', 60, 60],
    ['Colón', 20, 20],
    ['Gran Vía', 10, 10],
    ['Larios', 10, 10],
    ['Sierpes', null, null],
  ])
})

test('a ratio has no parts', () => {
  expect(project({ ...OPTIONS, measure: 'captureRate' }, { rows: factFrame(ROWS) }, context).rows).toEqual([])
})

test('a value below zero is no part', () => {
  const { rows } = project(
    OPTIONS,
    {
      rows: factFrame([
        { period: 'comparing', local: 11, ins: -5 },
        { period: 'comparing', local: 12, ins: 5 },
      ]),
    },
    context,
  )
  expect(rows).toEqual([
    ['Passeig de Gràcia', 5, 100],
    ['Gran Vía', null, null],
  ])
})

test('parts of a whole that holds an estimate are estimated, not incomplete; as counted they are incomplete', () => {
  const gap = { ...WHOLE, observed: 300, missingHours: 1 }
  const rows = (estimate: object): Fact[] =>
    ['comparing', 'reference'].flatMap((period) =>
      [11, 12].map((local) => ({ period, local, ...gap, ins: 50, ...estimate })),
    )
  const statesOf = (estimate: object) => {
    const { states, columnStates } = project(OPTIONS, { rows: factFrame(rows(estimate)) }, context)
    return [states, columnStates]
  }
  expect(statesOf({ 'ins.estimated': 10, 'ins.variance': 4 })).toEqual([
    ['estimated', 'estimated'],
    { reference: ['estimated', 'estimated'], referenceShare: ['estimated', 'estimated'] },
  ])
  expect(statesOf({})).toEqual([
    ['partial', 'partial'],
    { reference: ['partial', 'partial'], referenceShare: ['partial', 'partial'] },
  ])
})
