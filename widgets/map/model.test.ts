import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { fieldValue } from '../lib/fields.ts'
import { drawMap, radiusOf, scaleOf, shadeOf, symbolsOf, NEUTRAL, SHADES } from './option.ts'
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

test('members are placed by their coordinates; a place beyond the poles is invalid, and those without one are counted', () => {
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
  const near = symbolsOf({ projection, at: ({ lng }) => ({ x: lng, y: 0 }), withGroups: true })
  expect(
    near.map(({ members, atoms }) => [
      members.length,
      fieldValue(projection.size!, atoms),
      fieldValue(projection.colour!, atoms),
    ]),
  ).toEqual([[2, 410, (100 * 410) / 520]])
  expect(symbolsOf({ projection, at: ({ lng }) => ({ x: lng, y: 0 }), withGroups: false })).toHaveLength(2)
  expect(symbolsOf({ projection, at: ({ lng }) => ({ x: 100 * lng, y: 0 }), withGroups: true })).toHaveLength(2)
})

test('the area shows the amount, the shade the place between the least and the most, and grey for no value', () => {
  expect(radiusOf(25, 100) / radiusOf(100, 100)).toBe(0.5)
  const scale = scaleOf([10, null, 30])
  expect([10, 19.9, 30, null].map((value) => shadeOf(value, scale))).toEqual([0, 2, SHADES - 1, NEUTRAL])
  expect(scaleOf([null])).toBe(null)
})

const mapOf = (cluster: boolean, name = 'Gran Vía') => {
  const projection = project(OPTIONS, { rows: factFrame(ROWS), places: PLACES }, context)
  return drawMap({
    projection: { ...projection, points: projection.points.map((point) => ({ ...point, name })) },
    at: ({ lat, lng }) => ({ x: 300 + 2 * lng, y: 200 - 2 * (lat - 41) }),
    extent: { width: 600, height: 400 },
    measure: (text) => 6 * text.length,
    withGroups: cluster,
    withNames: true,
  })
}
interface Item {
  value: number[]
  symbolSize: number
  label?: { formatter: () => string }
}
const itemsOf = (map: ReturnType<typeof mapOf>) => map.series(THEME)[0]?.data as unknown as Item[]

test('each symbol is at its place on the earth, on a rim that keeps it off its neighbours; a group writes its count', () => {
  const apart = itemsOf(mapOf(false))
  expect(apart.map(({ value }) => value)).toEqual([
    [-3.7, 40.4],
    [-3.7, 40.4],
    [2.2, 41.4],
    [2.2, 41.4],
  ])
  expect(apart[0]?.symbolSize).toBeGreaterThan(apart[1]?.symbolSize ?? Infinity)
  const [, group] = itemsOf(mapOf(true))
  expect([group?.value.map((degrees) => degrees.toFixed(2)), group?.label?.formatter()]).toEqual([
    ['-0.75', '40.90'],
    '2',
  ])
})

test('a name is written as it is, with any characters', () => {
  expect(itemsOf(mapOf(false, '{b} <i>')).flatMap(({ label }) => label?.formatter() ?? [])).toContain('{b} <i>')
})

test('the keys and the pointer find what is drawn, also where a group holds several', () => {
  const { spots, symbols, inside } = mapOf(true)
  expect([spots.count, spots.isRound, inside(0)?.length]).toEqual([1, true, 2])
  expect(spots.spotAt(symbols[0]?.x ?? 0, symbols[0]?.y ?? 0)).toBe(0)
})
