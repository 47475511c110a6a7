/** Natural Earth's TopoJSON as lines on the map's plane: the land, and the borders on it. */
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { xOfLng, yOfLat } from './mercator.ts'

export type Atlas = Topology<{ readonly land: GeometryCollection; readonly countries: GeometryCollection }>

/** A line on the map's plane, x and y by turns, with the box around it. */
export interface Outline {
  readonly points: Float64Array
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
}
export interface Land {
  readonly rings: readonly Outline[]
  readonly borders: readonly Outline[]
}

/** `land` is filled; what two members of `countries` share is a border. */
export function landOf(atlas: Atlas): Land {
  const rings = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []
  })
  const borders = mesh(atlas, atlas.objects.countries, (one, other) => one !== other).coordinates
  return {
    rings: rings.flatMap((ring) => copies(whole(projected(ring)))),
    borders: borders.flatMap((line) => copies(unrolled(projected(line)))),
  }
}

function projected(line: readonly (readonly number[])[]): Float64Array {
  const points = new Float64Array(2 * line.length)
  line.forEach(([lng = 0, lat = 0], at) => {
    points[2 * at] = xOfLng(lng)
    points[2 * at + 1] = yOfLat(lat)
  })
  return points
}

/** Across the date line a line goes on beyond the edge of the square, and does not jump to the other side. */
function unrolled(line: Float64Array): Float64Array {
  const points = line.slice()
  for (let at = 2; at < points.length; at += 2)
    points[at] = (points[at] ?? 0) - Math.round((points[at] ?? 0) - (points[at - 2] ?? 0))
  return points
}

/** A ring that has gone once round the world encloses a pole: it is closed along that edge of the square. */
function whole(ring: Float64Array): Float64Array {
  const points = unrolled(ring)
  const [first = 0, last = 0] = [points[0], points[points.length - 2]]
  if (Math.abs(last - first) < 0.5) return points
  const edge = (points[1] ?? 0) > 0.5 ? 1 : 0
  return Float64Array.from([...points, last, edge, first, edge])
}

/** What reaches beyond one side of the square stands on the other as well. */
function copies(points: Float64Array): Outline[] {
  const own = outline(points)
  const moved = (by: number) => outline(points.map((value, at) => (at % 2 === 0 ? value + by : value)))
  return [own, ...(own.box[0] < 0 ? [moved(1)] : []), ...(own.box[2] > 1 ? [moved(-1)] : [])]
}

function outline(points: Float64Array): Outline {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { points, box: [left, top, right, bottom] }
}
