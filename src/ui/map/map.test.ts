import { expect, test } from 'vitest'
import { THEME } from '../chart/test-support/charts.ts'
import { detailOf, mapOption, netLines } from './ground.ts'
import {
  boxOf,
  fitView,
  held,
  latOfY,
  lngOfX,
  metresPerPixel,
  netStep,
  panned,
  scaleBar,
  toPixel,
  worldView,
  xOfLng,
  yOfLat,
  zoomedAt,
} from './mercator.ts'
import { geoJsonOf, landOf } from './topology.ts'

const EXTENT = { width: 600, height: 400 }
const MADRID = { lat: 40.4168, lng: -3.7038 }
const LISBOA = { lat: 38.7223, lng: -9.1393 }
const pixel = (view: Parameters<typeof toPixel>[0], { lat, lng }: { lat: number; lng: number }) =>
  toPixel(view, EXTENT)({ x: xOfLng(lng), y: yOfLat(lat) })

test('a place comes back from the plane as it went in, and the poles stay on it', () => {
  expect([lngOfX(xOfLng(-3.7038)), latOfY(yOfLat(40.4168))].map((value) => value.toFixed(9))).toEqual([
    '-3.703800000',
    '40.416800000',
  ])
  expect([yOfLat(0), yOfLat(90).toFixed(4), yOfLat(-90).toFixed(4)]).toEqual([0.5, '0.0000', '1.0000'])
})

test('fitting leaves out places far to the right, and keeps the others where they are', () => {
  const at = toPixel(fitView([MADRID, LISBOA], EXTENT, 34, 44), EXTENT)
  const xs = [MADRID, LISBOA].map(({ lng, lat }) => at({ x: xOfLng(lng), y: yOfLat(lat) }).x)
  expect([Math.min(...xs) >= 34 - 1e-6, Math.max(...xs) <= EXTENT.width - 34 - 44 + 1e-6]).toEqual([true, true])
})

test('fitting shows every place with room around it, and one place alone with its neighbourhood', () => {
  const view = fitView([MADRID, LISBOA], EXTENT)
  for (const place of [MADRID, LISBOA]) {
    const { x, y } = pixel(view, place)
    expect([x >= 33.9, x <= 566.1, y >= 33.9, y <= 366.1]).toEqual([true, true, true, true])
  }
  expect(metresPerPixel(fitView([MADRID], EXTENT)) * EXTENT.height).toBeCloseTo(4000, 0)
  expect(fitView([], EXTENT)).toEqual(worldView(EXTENT))
})

test('zooming keeps the point under the pointer; panning moves by pixels; neither leaves the world', () => {
  const view = fitView([MADRID, LISBOA], EXTENT)
  const at = pixel(view, LISBOA)
  const nearer = pixel(zoomedAt(view, EXTENT, 3, at), LISBOA)
  expect([nearer.x, nearer.y].map((value) => value.toFixed(6))).toEqual([at.x, at.y].map((value) => value.toFixed(6)))
  expect(pixel(panned(view, EXTENT, 10, -4), MADRID).x - pixel(view, MADRID).x).toBeCloseTo(10, 6)
  expect(held({ x: -3, y: 9, scale: 1 }, EXTENT)).toEqual({ x: 0.5, y: 1 - 200 / 600, scale: 600 })
  expect(metresPerPixel(zoomedAt(view, EXTENT, 1e12, at))).toBeLessThan(0.51)
})

test('the bar is a round length within its room, the net keeps its lines apart, and a city gets no land that would be wrong', () => {
  const view = fitView([MADRID, LISBOA], EXTENT)
  expect(scaleBar(view, 110).metres).toBe(50_000)
  expect(scaleBar(view, 110).px).toBeLessThanOrEqual(110)
  expect((netStep(view) / 360) * view.scale).toBeGreaterThanOrEqual(90)
  expect([detailOf(worldView(EXTENT)), detailOf(view), detailOf(fitView([MADRID], EXTENT))]).toEqual([
    'coarse',
    'fine',
    null,
  ])
})

test('land is joined from shared arcs, and a border is an arc that two countries share', () => {
  // Two squares side by side: arc 0 is the border, 1 and 2 what is left of each.
  const { rings, borders } = landOf({
    type: 'Topology',
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [
      [
        [10, 0],
        [0, 10],
      ],
      [
        [10, 10],
        [-10, 0],
        [0, -10],
        [10, 0],
      ],
      [
        [10, 0],
        [10, 0],
        [0, 10],
        [-10, 0],
      ],
    ],
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'MultiPolygon', arcs: [[[1, 2]]] }] },
      countries: {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', arcs: [[0, 1]] },
          { type: 'Polygon', arcs: [[2, -1]] },
        ],
      },
    },
  })
  expect(rings.map(({ points }) => points)).toEqual([
    [
      [10, 10],
      [0, 10],
      [0, 0],
      [10, 0],
      [20, 0],
      [20, 10],
      [10, 10],
    ],
  ])
  expect(borders.map(({ points }) => points)).toEqual([
    [
      [10, 0],
      [10, 10],
    ],
  ])
})

test('land across the date line continues beyond the edge and is on both sides; land round a pole is closed along it', () => {
  const { rings } = landOf({
    type: 'Topology',
    arcs: [
      [
        [170, 10],
        [-170, 10],
        [-170, 20],
        [170, 20],
        [170, 10],
      ],
      [
        [-180, -70],
        [-60, -70],
        [60, -70],
        [180, -70],
      ],
    ],
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'MultiPolygon', arcs: [[[0]], [[1]]] }] },
      countries: { type: 'GeometryCollection', geometries: [] },
    },
  })
  expect(rings.map(({ box }) => [box.west, box.east])).toEqual([
    [170, 190],
    [-190, -170],
    [-180, 180],
  ])
  expect(rings[2]?.box.south).toBe(-90)
})

test('only land that reaches into the view is given to the library, at sea a corner of it, and a view knows its degrees', () => {
  const square = (west: number) => ({
    points: [[west, 0] as [number, number]],
    box: { west, east: west + 10, south: 0, north: 10 },
  })
  const land = { rings: [square(0), square(50)], borders: [square(50)] }
  const [ground, borders] = geoJsonOf(land, { west: 45, east: 70, south: -5, north: 5 }).features
  expect([ground?.geometry, borders?.geometry]).toEqual([
    { type: 'MultiPolygon', coordinates: [[[[50, 0]]]] },
    { type: 'MultiLineString', coordinates: [[[50, 0]]] },
  ])
  expect(geoJsonOf(land, { west: -20, east: -10, south: -5, north: 5 }).features).toMatchObject([
    {
      geometry: {
        coordinates: [
          [
            [
              [-20, -5],
              [-20, -5],
              [-20, -5],
            ],
          ],
        ],
      },
    },
  ])
  const { west, east, north, south } = boxOf(worldView(EXTENT), EXTENT)
  expect([west, east].map(Math.round)).toEqual([-180, 180])
  expect(north).toBeGreaterThan(south)
})

test('the option fills its room exactly with the degrees of the view, and its net lies within them', () => {
  const view = fitView([MADRID, LISBOA], EXTENT)
  const { geo, series } = mapOption(
    { view, extent: EXTENT, theme: THEME, note: '', writeMetres: (metres) => `${metres} m` },
    [],
  ) as {
    geo: { width: number; height: number; boundingCoords: number[][] }
    series: { data: { coords: number[][] }[] }[]
  }
  const box = boxOf(view, EXTENT)
  expect([geo.width, geo.height, geo.boundingCoords]).toEqual([
    600,
    400,
    [
      [box.west, box.north],
      [box.east, box.south],
    ],
  ])
  expect(series[0]?.data.length).toBe(netLines(box, netStep(view)).length)
  expect(netLines({ west: -3.5, east: 7, south: 40, north: 44 }, 5).map((line) => line[0])).toEqual([
    [0, 40],
    [5, 40],
    [-3.5, 40],
  ])
})
