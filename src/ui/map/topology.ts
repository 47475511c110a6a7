/**
 * Reads TopoJSON: arcs that neighbours share, as differences of whole numbers. Only what the map draws: the land, and
 * the borders on it.
 */
import { xOfLng, yOfLat } from './mercator.ts'

interface Geometry {
  readonly type: string
  readonly arcs?: unknown
  readonly geometries?: readonly Geometry[]
}
export interface Topology {
  readonly arcs: readonly (readonly (readonly number[])[])[]
  readonly transform?: { readonly scale: readonly number[]; readonly translate: readonly number[] }
  readonly objects: Readonly<Record<string, Geometry>>
}

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
export function landOf({ arcs, transform, objects }: Topology): Land {
  const lines = arcs.map((arc) => decoded(arc, transform))
  const rings = ringsOf(objects.land).flatMap((ring) => copies(whole(joined(ring, lines))))
  const uses = new Map<number, number>()
  for (const country of objects.countries?.geometries ?? [])
    for (const at of new Set(
      ringsOf(country)
        .flat()
        .map((arc) => (arc < 0 ? ~arc : arc)),
    ))
      uses.set(at, (uses.get(at) ?? 0) + 1)
  const borders = [...uses].flatMap(([at, n]) => (n > 1 && lines[at] !== undefined ? copies(unrolled(lines[at])) : []))
  return { rings, borders }
}

/** Rings as lists of arcs; a negative number is an arc from its end. */
function ringsOf(geometry: Geometry | undefined): (readonly number[])[] {
  if (geometry === undefined) return []
  if (geometry.type === 'GeometryCollection') return (geometry.geometries ?? []).flatMap(ringsOf)
  if (geometry.type === 'Polygon') return [...(geometry.arcs as readonly (readonly number[])[])]
  return geometry.type === 'MultiPolygon' ? (geometry.arcs as readonly (readonly (readonly number[])[])[]).flat() : []
}

function decoded(arc: readonly (readonly number[])[], transform: Topology['transform']): Float64Array {
  const points = new Float64Array(2 * arc.length)
  const [kx = 1, ky = 1] = transform?.scale ?? []
  const [dx = 0, dy = 0] = transform?.translate ?? []
  let [x, y] = [0, 0]
  arc.forEach(([first = 0, second = 0], at) => {
    ;[x, y] = transform === undefined ? [first, second] : [x + first, y + second]
    points[2 * at] = xOfLng(x * kx + dx)
    points[2 * at + 1] = yOfLat(y * ky + dy)
  })
  return points
}

function joined(ring: readonly number[], lines: readonly Float64Array[]): Float64Array {
  const parts = ring.map((arc) => (arc < 0 ? reversed(lines[~arc] ?? NONE) : (lines[arc] ?? NONE)))
  const points = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0) - 2 * (parts.length - 1))
  let at = 0
  parts.forEach((part, n) => {
    // An arc begins where the one before ends.
    const own = n === 0 ? part : part.subarray(2)
    points.set(own, at)
    at += own.length
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
const NONE = new Float64Array(2)

function reversed(line: Float64Array): Float64Array {
  const turned = new Float64Array(line.length)
  for (let at = 0; at < line.length; at += 2) {
    turned[at] = line[line.length - 2 - at] ?? 0
    turned[at + 1] = line[line.length - 1 - at] ?? 0
  }
  return turned
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
