import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { contextOf } from '../lib/test-support/context.ts'
import { layFlow } from './flow.ts'
import { project } from './model.ts'

const context = contextOf('sankey')
const OPTIONS: Parameters<typeof project>[0] = { stages: ['from', 'to'], measure: 'people', top: 8, names: [] }
const frame = (rows: (string | number | null)[][]) =>
  fromRows(
    [
      { id: 'from', type: 'text', role: 'dim' },
      { id: 'to', type: 'text', role: 'dim' },
      { id: 'people', type: 'int', role: 'measure', unit: 'count' },
    ],
    rows,
  )

test('a ribbon is the flow between two members, with its share of all', () => {
  const { rows } = project(
    OPTIONS,
    {
      rows: frame([
        ['Door', 'Cafe', 30],
        ['Door', 'Shop', 60],
        ['Garage', 'Shop', 10],
      ]),
    },
    context,
  )
  expect(rows).toEqual([
    ['Door', 'Shop', 60, 60],
    ['Door', 'Cafe', 30, 30],
    ['Garage', 'Shop', 10, 10],
  ])
})

test('missing values, and values below zero, do not flow', () => {
  const { rows, summary } = project(
    OPTIONS,
    {
      rows: frame([
        ['Door', 'Cafe', null],
        ['Door', 'Shop', -3],
      ]),
    },
    context,
  )
  expect([rows, summary]).toEqual([[], 'There is no data in the selection.'])
})

test('members beyond the largest are Others on their stage', () => {
  const { stages, rows } = project(
    { ...OPTIONS, top: 2 },
    {
      rows: frame([
        ['A', 'Z', 50],
        ['B', 'Z', 30],
        ['C', 'Z', 2],
        ['D', 'Z', 1],
      ]),
    },
    context,
  )
  expect(stages[0]?.nodes.map(({ name, value, isOthers }) => [name, value, isOthers])).toEqual([
    ['A', 50, false],
    ['B', 30, false],
    ['Others', 3, true],
  ])
  expect(rows.at(-1)?.slice(0, 3)).toEqual(['Others', 'Z', 3])
})

test('for any flows, the sum through every stage is the total', () => {
  const flow = fc.record({ path: fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)), value: fc.integer({ min: 1, max: 1000 }) })
  fc.assert(
    fc.property(fc.array(flow, { minLength: 1, maxLength: 40 }), fc.integer({ min: 2, max: 5 }), (flows, top) => {
      const { nodes, links, total } = layFlow(flows, { top, others: 'Others', nameOf: String })
      for (const stage of nodes) expect(stage.reduce((sum, { value }) => sum + value, 0)).toBe(total)
      for (const at of [0, 1])
        expect(links.filter(({ stage }) => stage === at).reduce((sum, { value }) => sum + value, 0)).toBe(total)
      for (const stage of nodes) expect(stage.length).toBeLessThanOrEqual(top + 1)
    }),
    { numRuns: 100 },
  )
})
