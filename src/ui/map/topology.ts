/** Natural Earth's TopoJSON as GeoJSON that a flat map can draw: cut at nothing, and closed along the poles. */
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

export type Atlas = Topology<{ readonly land: GeometryCollection; readonly countries: GeometryCollection }>

type Point = [lng: number, lat: number]

/** A line in degrees, with the box around it. */
export interface Outline {
  readonly points: Point[]
  readonly box: Box
}
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
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
    rings: rings.flatMap((ring) => copies(whole(unrolled(ring)))),
    borders: borders.flatMap((line) => copies(unrolled(line))),
  }
}

/** Across the date line a line continues beyond 180°, and does not jump to the other side. */
function unrolled(line: readonly (readonly number[])[]): Point[] {
  const points: Point[] = []
  for (const [lng = 0, lat = 0] of line) {
    const before = points.at(-1)?.[0] ?? lng
    points.push([lng - 360 * Math.round((lng - before) / 360), lat])
  }
  return points
}

/** A ring that has gone once round the world encloses a pole: it is closed along that edge of the map. */
function whole(points: Point[]): Point[] {
  const [first = 0, last = 0] = [points[0]?.[0], points.at(-1)?.[0]]
  if (Math.abs(last - first) < 180) return points
  const pole = (points[0]?.[1] ?? 0) < 0 ? -90 : 90
  return [...points, [last, pole], [first, pole]]
}

/** A shape beyond one side of the map is on the other as well. */
function copies(points: Point[]): Outline[] {
  const own = outline(points)
  const moved = (by: number) => outline(points.map(([lng, lat]): Point => [lng + by, lat]))
  return [own, ...(own.box.west < -180 ? [moved(360)] : []), ...(own.box.east > 180 ? [moved(-360)] : [])]
}

function outline(points: Point[]): Outline {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of points) {
    west = Math.min(west, lng)
    south = Math.min(south, lat)
    east = Math.max(east, lng)
    north = Math.max(north, lat)
  }
  return { points, box: { west, south, east, north } }
}

/** Names of the two regions that the map has. */
export const LAND = 'land'
export const BORDERS = 'borders'

/** The land inside a box, in the form of the library. */
export function geoJsonOf({ rings, borders }: Land, within: Box) {
  const inside = (outlines: readonly Outline[]) =>
    outlines.flatMap(({ points, box }) =>
      box.west > within.east || box.east < within.west || box.south > within.north || box.north < within.south
        ? []
        : [points],
    )
  // A given middle spares the library the search for one.
  const region = (name: string, geometry: object) => ({
    type: 'Feature' as const,
    properties: { name, cp: [0, 0] },
    geometry,
  })
  const [land, lines] = [inside(rings), inside(borders)]
  // An empty map has no extent, and the library asks for it: then a corner of the view is the land.
  const corner: Point = [within.west, within.south]
  return {
    type: 'FeatureCollection' as const,
    features: [
      region(LAND, {
        type: 'MultiPolygon',
        coordinates: land.length === 0 ? [[[corner, corner, corner]]] : land.map((ring) => [ring]),
      }),
      ...(lines.length === 0 ? [] : [region(BORDERS, { type: 'MultiLineString', coordinates: lines })]),
    ],
  }
}
