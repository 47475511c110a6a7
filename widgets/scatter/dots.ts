/** Each point as a dot: how large, with its name where that fits, and its place before. Pure. */
import type { LinesSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { Spots } from '#ui/chart/items.ts'
import { type Area, BESIDE, type Side, sidesOfNames } from '#ui/chart/names.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import type { ScatterProjection } from './model.ts'
import { COMMON, type Plane } from './plane.ts'

type Points = ScatterProjection['points']

const PLAIN_RADIUS = 5
const [LEAST_RADIUS, MAX_RADIUS] = [3, 18]
/** From so many points on they are small and nameless, and painted in one go. */
const CROWD = 400
const REACH_PX = 14
/** Ground around a name. */
const [PAD_PX, PAD_ABOVE_PX] = [2, 1]
/** A name above or below is read with its point less surely. */
const SIDES: readonly Side[] = ['right', 'left', 'top', 'bottom']
/** Of the ring at the place of a point before. */
const RING_PX = 5

interface Place {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly name: string
}

interface DotsInput {
  readonly points: Points
  readonly plane: Plane
  readonly width: number
  readonly measure: (text: string) => number
  readonly withNames: boolean
  /** Lines of the means, in pixels. */
  readonly lines: readonly Area[]
}

export interface Dots {
  /** Under the lines of the means. */
  readonly traces: (theme: ChartTheme) => (ScatterSeriesOption | LinesSeriesOption)[]
  readonly dots: (theme: ChartTheme) => ScatterSeriesOption[]
  readonly spots: Spots
}

export function dotsOf({ points, plane, width, measure, withNames, lines }: DotsInput): Dots {
  const isCrowd = points.length > CROWD
  const places = placesOf(points, plane, isCrowd)
  // From left to right, as the keys go.
  const order = points.map((_, at) => at).sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0))
  const within = { ...plane.plot, left: plane.plot.left + 2, right: width }
  const sides =
    withNames && !isCrowd
      ? sidesOfNames(places, {
          order: order.toReversed(),
          within,
          sides: SIDES,
          taken: ringsOf(points, plane),
          lines,
          measure,
        })
      : new Map<number, Side>()
  return {
    traces: (theme) => tracesOf(points, isCrowd, theme),
    dots: (theme) => (isCrowd ? crowdOf(points, order, theme) : [namedDots(points, { places, order, sides }, theme)]),
    spots: spotsOfPlaces(places, order),
  }
}

function placesOf(points: Points, { x, y }: Plane, isCrowd: boolean): Place[] {
  const largest = points.reduce((most, { size }) => Math.max(most, size ?? 0), 0)
  // The area shows the value, so the radius goes with its root.
  const radiusOf = (size: number | null) =>
    isCrowd
      ? 2
      : size === null || largest <= 0
        ? PLAIN_RADIUS
        : Math.max(LEAST_RADIUS, MAX_RADIUS * Math.sqrt(Math.max(0, size) / largest))
  return points.map((point) => ({
    x: x.at(point.x),
    y: y.at(point.y),
    radius: radiusOf(point.size),
    name: point.name,
  }))
}

/** No name covers these: the places of points before. */
const ringsOf = (points: Points, { x, y }: Plane): Area[] =>
  points.flatMap(({ before }) => {
    if (before === null) return []
    const [across, up, half] = [x.at(before.x), y.at(before.y), RING_PX / 2 + 1]
    return [{ left: across - half, right: across + half, top: up - half, bottom: up + half }]
  })

/** From the place of a point before to its place now, and a ring at the beginning of each. */
function tracesOf(points: Points, isCrowd: boolean, theme: ChartTheme): (ScatterSeriesOption | LinesSeriesOption)[] {
  const trace = toneOf(theme, 0, 'reference', 'line')
  const moved = points.flatMap(({ before, ...now }) => (before === null ? [] : [{ before, now }]))
  if (moved.length === 0) return []
  const lines: LinesSeriesOption = {
    id: 'traces',
    type: 'lines',
    coordinateSystem: 'cartesian2d',
    silent: true,
    z: 3,
    progressive: 0,
    large: isCrowd,
    lineStyle: { color: trace, width: 1.25, type: [3, 3], opacity: 1 },
    data: moved.map(({ before, now }) => ({
      coords: [
        [before.x, before.y],
        [now.x, now.y],
      ],
    })),
  }
  const rings: ScatterSeriesOption = {
    ...COMMON,
    id: 'before',
    z: 3,
    symbolSize: RING_PX,
    itemStyle: { color: theme.background, borderColor: trace, borderWidth: 1.25 },
    data: moved.map(({ before }) => [before.x, before.y]),
  }
  return isCrowd ? [lines] : [lines, rings]
}

const openOrWhole = (isOpen: boolean, { background }: ChartTheme, colour: string) =>
  isOpen ? { color: background, borderColor: colour, borderType: [2, 1.5] } : { color: colour, borderColor: background }

/** Those that are whole, and those that are open: each in one go. */
function crowdOf(points: Points, order: readonly number[], theme: ChartTheme): ScatterSeriesOption[] {
  const colour = toneOf(theme, 0)
  return [false, true].map((isOpen) => ({
    ...COMMON,
    id: isOpen ? 'open' : 'whole',
    large: true,
    largeThreshold: CROWD,
    symbolSize: 4,
    itemStyle: {
      opacity: 0.6,
      ...(isOpen ? { ...openOrWhole(true, theme, colour), borderWidth: 1 } : { color: colour, borderWidth: 0 }),
    },
    data: order.flatMap((at) => {
      const point = points[at]
      return point?.isOpen === isOpen ? [[point.x, point.y]] : []
    }),
  }))
}

const labelOf = (name: string, side: Side) => ({
  show: true,
  position: side,
  distance: BESIDE - (side === 'left' || side === 'right' ? PAD_PX : PAD_ABOVE_PX),
  formatter: () => name,
})

function namedDots(
  points: Points,
  {
    places,
    order,
    sides,
  }: {
    readonly places: readonly Place[]
    readonly order: readonly number[]
    readonly sides: ReadonlyMap<number, Side>
  },
  theme: ChartTheme,
): ScatterSeriesOption {
  const colour = toneOf(theme, 0)
  // The large ones first, so that small ones are above them.
  const largeFirst = order.toSorted((a, b) => (places[b]?.radius ?? 0) - (places[a]?.radius ?? 0))
  return {
    ...COMMON,
    id: 'points',
    itemStyle: { opacity: 0.9, borderWidth: 1.5 },
    label: {
      color: theme.text,
      // A name has a plain background, also over lines: between its words too.
      backgroundColor: theme.background,
      padding: [PAD_ABOVE_PX, PAD_PX],
    },
    data: largeFirst.map((at) => {
      const { x: across = 0, y: up = 0, name = '', isOpen = false } = points[at] ?? {}
      const side = sides.get(at)
      return {
        value: [across, up],
        symbolSize: 2 * (places[at]?.radius ?? 0),
        itemStyle: openOrWhole(isOpen, theme, colour),
        label: side === undefined ? { show: false } : labelOf(name, side),
      }
    }),
  }
}

/** The nearest within reach is pointed at; keys go from left to right. */
function spotsOfPlaces(places: readonly Place[], order: readonly number[]): Spots {
  const rank = new Map(order.map((at, n) => [at, n]))
  return {
    count: places.length,
    isRound: true,
    boxOf: (spot) => {
      const { x: across = 0, y: up = 0, radius = 0 } = places[spot] ?? {}
      const reach = radius + 3
      return { x: across - reach, y: up - reach, width: 2 * reach, height: 2 * reach }
    },
    spotAt: (at, up) => {
      let best: { spot: number; far: number } | null = null
      for (const [spot, place] of places.entries()) {
        const far = Math.hypot(place.x - at, place.y - up) - place.radius
        if (far < REACH_PX && (best === null || far < best.far)) best = { spot, far }
      }
      return best?.spot ?? null
    },
    step: (spot, direction) =>
      order[(rank.get(spot) ?? 0) + (direction === 'right' || direction === 'up' ? 1 : -1)] ?? null,
  }
}
