import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { fieldValue } from '../lib/fields.ts'
import { nextOf, radiusOf, scaleOf, shadeOf, spotsOf, NEUTRAL, SHADES } from './draw.ts'
import { project } from './model.ts'

const context = contextOf('map')
const OPTIONS: Parameters<typeof project>[0] = {
  points: 'local',
  size: 'ins',
  colour: 'captureRate',
  latitude: 'lat',
  longitude: 'lng',
  cluster: true,
  showNames: true,
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, ...WHOLE, ins: 400, fro: 100 },
  { period: 'comparing', local: 12, ...WHOLE, ins: 10, fro: 10 },
  { period: 'comparing', local: 13, ...LOST, ins: null, fro: null },
  { period: 'reference', local: 11, ...WHOLE, ins: 300, fro: 300 },
  { period: 'reference', local: 14, ...WHOLE, ins: 5, fro: 5 },
]
const places = (rows: readonly (readonly Cell[])[]) =>
  fromRows(
    [
      { id: 'id', type: 'int', role: 'dim' },
      { id: 'lat', type: 'float', role: 'dim' },
      { id: 'lng', type: 'float', role: 'dim' },
    ],
    rows,
  )
const PLACES = places([
  [11, 40.4, -3.7],
  [12, 41.4, 2.2],
  [13, 91, 0],
  [99, 0, 0],
])

test('without any coordinates nothing is drawn, the figures stay in the table, and a sentence says so', () => {
  const { points, rows, summary, unplaced } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect([points, unplaced, rows.map((row) => row.slice(-2))]).toEqual([
    [],
    3,
    [
      [null, null],
      [null, null],
      [null, null],
    ],
  ])
  expect(summary).toContain('No store here has coordinates.')
})

test('members are placed by their coordinates; a place beyond the poles is none, and who has none is counted', () => {
  const { points, unplaced, summary, rows } = project(OPTIONS, { rows: factFrame(ROWS), places: PLACES }, context)
  expect(points.map(({ name, lat, lng }) => [name, lat, lng])).toEqual([
    ['Gran Vía', 40.4, -3.7],
    ['Passeig de Gràcia', 41.4, 2.2],
  ])
  expect([unplaced, rows[0]]).toEqual([1, ['Gran Vía', 400, 80, 40.4, -3.7]])
  expect(summary).toMatch(/^2 points on the map\. .*Without coordinates: 1\.$/)
})

test('coordinates of the rows themselves win over those of the places', () => {
  const rows = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'ins', type: 'int', role: 'measure' },
      { id: 'lat', type: 'float', role: 'dim' },
      { id: 'lng', type: 'float', role: 'dim' },
    ],
    [
      [11, 7, 28.1, -15.4],
      [12, 7, null, null],
    ],
  )
  expect(project(OPTIONS, { rows, places: PLACES }, context).points.map(({ lat }) => lat)).toEqual([28.1, 41.4])
})

test('points that would cover each other are one symbol: its amount is the sum, its ratio the ratio of the sums', () => {
  const projection = project(OPTIONS, { rows: factFrame(ROWS), places: PLACES }, context)
  const near = spotsOf({ projection, at: ({ lng }) => ({ x: lng, y: 0 }), withGroups: true })
  expect(
    near.map(({ members, atoms }) => [
      members.length,
      fieldValue(projection.size!, atoms),
      fieldValue(projection.colour!, atoms),
    ]),
  ).toEqual([[2, 410, (100 * 410) / 520]])
  expect(spotsOf({ projection, at: ({ lng }) => ({ x: lng, y: 0 }), withGroups: false })).toHaveLength(2)
  expect(spotsOf({ projection, at: ({ lng }) => ({ x: 100 * lng, y: 0 }), withGroups: true })).toHaveLength(2)
})

test('the area stands for the amount, the shade for the place between the least and the most, and grey for no value', () => {
  expect(radiusOf(25, 100) / radiusOf(100, 100)).toBe(0.5)
  const scale = scaleOf([10, null, 30])
  expect([10, 19.9, 30, null].map((value) => shadeOf(value, scale))).toEqual([0, 2, SHADES - 1, NEUTRAL])
  expect(scaleOf([null])).toBe(null)
})

test('keys go to the nearest symbol in their direction, and nowhere at the edge', () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 50, y: 5 },
    { x: 30, y: 80 },
    { x: 200, y: 0 },
  ]
  expect([
    nextOf(spots, 0, 'right'),
    nextOf(spots, 0, 'down'),
    nextOf(spots, 1, 'left'),
    nextOf(spots, 0, 'left'),
    nextOf(spots, 3, 'up'),
  ]).toEqual([1, 2, 0, null, null])
})
