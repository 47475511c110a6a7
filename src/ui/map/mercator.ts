/** The map's plane: Web Mercator on a square of side 1, north up, and what part of it is on show. Pure. */

export interface Place {
  readonly lat: number
  readonly lng: number
}
/** `x`, `y`: the centre, 0 to 1; `scale`: pixels of the page for the whole width of the world. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}
export interface Extent {
  readonly width: number
  readonly height: number
}

/** Further north or south the square ends. */
const MAX_LAT = 85.0511
/** Round the equator, metres. */
const WORLD_M = 40_075_017
/** A pixel is never less than this many metres. */
const FINEST_M = 0.5
/** One point alone is shown with this much around it, metres from edge to edge. */
const ALONE_M = 4_000

export const xOfLng = (lng: number): number => lng / 360 + 0.5
export function yOfLat(lat: number): number {
  const sine = Math.sin((Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
export const lngOfX = (x: number): number => (x - 0.5) * 360
export const latOfY = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI

/** Metres of a pixel in the middle of a view. */
export const metresPerPixel = ({ y, scale }: View): number => (WORLD_M * Math.cos((latOfY(y) * Math.PI) / 180)) / scale

export const toPixel =
  ({ x, y, scale }: View, { width, height }: Extent) =>
  (at: { readonly x: number; readonly y: number }) => ({
    x: width / 2 + (at.x - x) * scale,
    y: height / 2 + (at.y - y) * scale,
  })

/**
 * The coordinates of a pixel, in degrees of six decimals (some ten centimetres); the last of the earth beyond its edge.
 */
export function placeAt({ x, y, scale }: View, { width, height }: Extent, at: { x: number; y: number }): Place {
  const degrees = (value: number, most: number) =>
    Math.round(Math.max(-most, Math.min(most, value)) * 1_000_000) / 1_000_000
  return {
    lat: degrees(latOfY(y + (at.y - height / 2) / scale), 85),
    lng: degrees(lngOfX(x + (at.x - width / 2) / scale), 180),
  }
}

/** The part of the world in a view, in degrees. */
export const boxOf = ({ x, y, scale }: View, { width, height }: Extent) => ({
  west: lngOfX(x - width / 2 / scale),
  east: lngOfX(x + width / 2 / scale),
  north: latOfY(y - height / 2 / scale),
  south: latOfY(y + height / 2 / scale),
})

const least = ({ width }: Extent) => Math.max(1, width)
const most = WORLD_M / FINEST_M

/** Nearer or farther within reason, and never beyond the edge of the world. */
export function held({ x, y, scale }: View, extent: Extent): View {
  const kept = Math.max(least(extent), Math.min(most, scale))
  const half = { x: Math.min(0.5, extent.width / 2 / kept), y: Math.min(0.5, extent.height / 2 / kept) }
  return { scale: kept, x: Math.max(half.x, Math.min(1 - half.x, x)), y: Math.max(half.y, Math.min(1 - half.y, y)) }
}

/** The whole world. */
export const worldView = (extent: Extent): View => held({ x: 0.5, y: yOfLat(20), scale: 1 }, extent)

/** All places within the extent, with room for their symbols, and beside `aside` pixels at its right edge. */
export function fitView(places: readonly Place[], extent: Extent, padding = 34, aside = 0): View {
  if (places.length === 0) return worldView(extent)
  const xs = places.map(({ lng }) => xOfLng(lng))
  const ys = places.map(({ lat }) => yOfLat(lat))
  const [left, right, top, bottom] = [
    smallest(xs),
    -smallest(xs.map((x) => -x)),
    smallest(ys),
    -smallest(ys.map((y) => -y)),
  ]
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const room = {
    width: Math.max(1, extent.width - 2 * padding - aside),
    height: Math.max(1, extent.height - 2 * padding),
  }
  const alone =
    (WORLD_M * Math.cos((latOfY(middle.y) * Math.PI) / 180) * Math.min(extent.width, extent.height)) / ALONE_M
  const scale = Math.min(alone, room.width / Math.max(1e-12, right - left), room.height / Math.max(1e-12, bottom - top))
  return held({ x: middle.x + aside / 2 / scale, y: middle.y, scale }, extent)
}
const smallest = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity)

/** The point under a pixel stays under it. */
export function zoomedAt(
  view: View,
  extent: Extent,
  factor: number,
  at: { readonly x: number; readonly y: number },
): View {
  const scale = Math.max(least(extent), Math.min(most, view.scale * factor))
  const [dx, dy] = [at.x - extent.width / 2, at.y - extent.height / 2]
  return held({ x: view.x + dx / view.scale - dx / scale, y: view.y + dy / view.scale - dy / scale, scale }, extent)
}

export const panned = (view: View, extent: Extent, dx: number, dy: number): View =>
  held({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, extent)

/** The longest round length (1, 2 or 5 and zeros) that is no longer than so many pixels. */
export function scaleBar(view: View, longest: number): { readonly metres: number; readonly px: number } {
  const perPixel = metresPerPixel(view)
  const whole = longest * perPixel
  const power = 10 ** Math.floor(Math.log10(whole))
  const metres = [5, 2, 1].map((n) => n * power).find((length) => length <= whole) ?? power
  return { metres, px: metres / perPixel }
}

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001]

/** Degrees between two meridians of the net: the finest step that keeps them so many pixels apart. */
export const netStep = ({ scale }: View, apart = 90): number =>
  STEPS.findLast((step) => (step / 360) * scale >= apart) ?? 30
