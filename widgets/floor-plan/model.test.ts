import { guardedWidgets } from '#widgets/guarded'
import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { planFrom } from './plan.ts'

const context = contextOf('floor-plan')
const validate = (options: unknown) => guardedWidgets.get('floor-plan')?.validate(options)
type Options = Parameters<typeof project>[0]
type Feature = Options['plan']['features'][number]
const SQUARE: [number, number][] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const feature = (area: string, rings = [SQUARE], name?: string): Feature => ({
  type: 'Feature',
  properties: { area, ...(name !== undefined && { name }) },
  geometry: { type: 'Polygon', coordinates: rings as Feature['geometry']['coordinates'] },
})
const planOf = (...features: Feature[]): Options['plan'] => ({ type: 'FeatureCollection', features })
const OPTIONS: Options = {
  area: 'local',
  measure: 'ins',
  plan: planOf(feature('11'), feature('12', [SQUARE], 'Corner'), feature('99', [SQUARE], 'Atrium')),
  tone: 'value',
  showNames: true,
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, ...WHOLE, ins: 50 },
  { period: 'comparing', local: 12, ...RUNNING, ins: 20 },
  { period: 'comparing', local: 13, ...WHOLE, ins: 30 },
  { period: 'reference', local: 11, ...WHOLE, ins: 40 },
]
const of = (rows: readonly Fact[] = ROWS, options: Partial<Options> = {}) =>
  project({ ...OPTIONS, ...options }, { rows: factFrame(rows) }, context)

test('each area has the figure of its member, under the name that the plan gives it, else under its own', () => {
  expect(of().rows).toEqual([
    ['Gran Vía', 50, 40, 25],
    ['Corner', 20, null, null],
    ['Atrium', null, null, null],
    ['Colón', 30, null, null],
  ])
})

test('an area missing in the data has no figure, and a member missing in the plan no area: notes name both', () => {
  const { areas, notes, summary } = of()
  expect(areas.map(({ name, state, parts, member }) => [name, state, parts.length, member])).toEqual([
    ['Gran Vía', 'final', 1, 11],
    ['Corner', 'partial', 1, 12],
    ['Atrium', 'missing', 1, null],
    ['Colón', 'final', 0, 13],
  ])
  expect(notes).toEqual(['Without data: Atrium.', 'Not on the plan: Colón.'])
  expect(summary).toContain('Not on the plan: Colón.')
  expect(areas[2]?.reason).toBe('Not in the data: this area has no figure.')
})

test('a missing value is missing, no zero', () => {
  const { areas } = of([{ period: 'comparing', local: 11, ...LOST, ins: null }])
  expect([areas[0]?.value, areas[0]?.state]).toEqual([null, 'missing'])
})

test('several features of one key are parts of one area', () => {
  const { areas } = of(ROWS, { plan: planOf(feature('11'), feature('11')) })
  expect(areas[0]?.parts.length).toBe(2)
})

test('without a plan it says so, and the table has the figures', () => {
  const { summary, rows, notes } = of(ROWS, { plan: planOf() })
  expect(summary).toContain('There is no plan yet.')
  expect([rows.length, notes]).toEqual([3, []])
})

const POINTS = [
  ['hall', 0, 0],
  ['hall', 4, 0],
  ['hall', 4, 3],
  ['stand', 0, 0],
  ['stand', 1, 0],
] as const
const pointsFrame = (rows: readonly (readonly [string, number, number])[]) =>
  fromRows(
    [
      { id: 'area', type: 'text', role: 'dim' },
      { id: 'x', type: 'float', role: 'dim' },
      { id: 'y', type: 'float', role: 'dim' },
    ],
    rows.map((row) => [...row]),
  )

test('a plan of the data replaces the one in the layout; fewer than three corners are no area', () => {
  const { areas } = planFrom(OPTIONS, pointsFrame(POINTS))
  expect(areas).toEqual([
    {
      key: 'hall',
      name: null,
      parts: [
        [
          [
            [0, 0],
            [4, 0],
            [4, 3],
          ],
        ],
      ],
    },
  ])
  expect(planFrom(OPTIONS, pointsFrame([])).areas.map(({ key }) => key)).toEqual(['11', '12', '99'])
})

test('a plan of the data is drawn up to 20,000 points, and says that there is more', () => {
  const rows = Array.from({ length: 21_000 }, (_, at) => [`a${Math.floor(at / 100)}`, at % 100, at % 7] as const)
  const { areas, isCut } = planFrom(OPTIONS, pointsFrame(rows))
  expect([areas.length, isCut]).toEqual([200, true])
})

test.each([
  ['markup beside the areas', { ...planOf(), svg: '<svg/>' }],
  [
    'another kind of geometry',
    { type: 'FeatureCollection', features: [{ ...feature('a'), geometry: { type: 'Point', coordinates: [0, 0] } }] },
  ],
  [
    'properties that are unknown',
    {
      type: 'FeatureCollection',
      features: [{ ...feature('a'), properties: { area: 'a', href: 'https://example.com' } }],
    },
  ],
  ['an area of two corners', planOf(feature('a', [SQUARE.slice(0, 2)]))],
  [
    'a ring of more than 100 points',
    planOf(feature('a', [Array.from({ length: 101 }, () => [0, 0] as [number, number])])),
  ],
  ['more than four rings', planOf(feature('a', [SQUARE, SQUARE, SQUARE, SQUARE, SQUARE]))],
  ['more than 200 areas', planOf(...Array.from({ length: 201 }, (_, at) => feature(String(at))))],
  [
    'a corner out of all bounds',
    planOf(
      feature('a', [
        [
          [0, 0],
          [1e7, 0],
          [0, 1],
        ],
      ]),
    ),
  ],
])('the schema refuses %s', (_name, plan) => {
  expect(validate({ plan: structuredClone(planOf(feature('a'))) })).toBe(true)
  expect(validate({ plan: structuredClone(plan) })).toBe(false)
})
