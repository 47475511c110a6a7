import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { layFlow } from './flow.ts'
import { drawFlow, spotsOfFlow, stepOfFlow } from './option.ts'

interface Series {
  data: { name: string; depth: number; label: { show: boolean; formatter?: () => string } }[]
  links: { source: string; target: string; value: number }[]
}
const laid = (flows: { path: string[]; value: number }[]) => {
  const { nodes, links } = layFlow(flows, { top: 4, others: 'Others', nameOf: String })
  return { stages: nodes.map((stage, at) => ({ name: `stage ${at}`, nodes: stage })), links }
}
const seriesOf = (flows: { path: string[]; value: number }[], width = 600) => {
  const projection = laid(flows)
  const { option } = drawFlow({
    projection,
    width,
    height: 300,
    measure: (text) => 6 * text.length,
    valueOf: String,
  })
  return { ...projection, series: (option(THEME).series as unknown as Series[])[0] as Series }
}
const FLOWS = [
  { path: ['Door', 'Shop'], value: 60 },
  { path: ['Door', 'Cafe'], value: 30 },
  { path: ['Garage', 'Shop'], value: 10 },
]

test('members are on their stage in their order, and ribbons run between them, also where two bear one name', () => {
  const { series } = seriesOf([{ path: ['Door', 'Door'], value: 5 }])
  expect([series.data.map(({ name, depth }) => [name, depth]), series.links]).toMatchObject([
    [
      ['0', 0],
      ['1', 1],
    ],
    [{ source: '0', target: '1', value: 5 }],
  ])
})

test('a long name ends before its figure, which stays whole, and a name is never read as a style', () => {
  const labels = (name: string, width: number) =>
    seriesOf([{ path: [name, 'Shop'], value: 12_345 }], width).series.data[0]?.label.formatter?.()
  expect(labels('A shopping centre of a very long name', 300)).toBe('A shopping cent… {value|12345}')
  expect(labels('{value|7}', 600)).toBe('{\u200Bvalue|7} {value|12345}')
  expect(labels('Door', 90)).toBeUndefined()
})

test('right and left follow the flow, up and down stay where they are', () => {
  const spots = spotsOfFlow(laid(FLOWS))
  const step = stepOfFlow(spots)
  const said = (at: number | null) => {
    const spot = at === null ? undefined : spots[at]
    return spot === undefined ? null : spot.kind === 'node' ? spot.node.name : `${spot.link.from}-${spot.link.to}`
  }
  // Door, Garage, Shop, Cafe, then the ribbons.
  expect(spots.map((_, at) => said(at))).toEqual(['Door', 'Garage', 'Shop', 'Cafe', '0-0', '0-1', '1-0'])
  expect([said(step(0, 'right')), said(step(4, 'right')), said(step(5, 'right')), said(step(2, 'left'))]).toEqual([
    '0-0',
    'Shop',
    'Cafe',
    '0-0',
  ])
  expect([said(step(0, 'down')), said(step(1, 'down')), said(step(4, 'up')), said(step(0, 'left'))]).toEqual([
    'Garage',
    null,
    null,
    null,
  ])
})

test('for any flows, each ribbon is drawn once, and the sum that leaves a stage is the one the widget states', () => {
  const flow = fc.record({
    path: fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z')).map(([a, b]) => [a, b]),
    value: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.array(flow, { minLength: 1, maxLength: 20 }), (flows) => {
      const { series, links } = seriesOf(flows)
      expect(series.links.length).toBe(links.length)
      expect(series.links.reduce((sum, { value }) => sum + value, 0)).toBe(
        flows.reduce((sum, { value }) => sum + value, 0),
      )
      const names = new Set(series.data.map(({ name }) => name))
      expect(series.links.every(({ source, target }) => names.has(source) && names.has(target))).toBe(true)
    }),
  )
})
