/**
 * Symbols of a map at one view: points, groups of points that would cover each other, and names where they fit. Pure.
 */
import type { ScatterSeriesOption } from 'echarts/charts'
import { spotsOf } from '#ui/chart/items.ts'
import type { Measure } from '#ui/chart/plot.ts'
import { BESIDE, type Side, sidesOfNames } from '#ui/chart/names.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Symbols } from '#ui/map/map-chart.tsx'
import type { Atoms } from '#domain/metrics/index'
import { fieldValue } from '../lib/fields.ts'
import { totalOf } from '../lib/groups.ts'
import type { MapPoint, MapProjection } from './model.ts'

interface Place {
  readonly lat: number
  readonly lng: number
}

/** One symbol: a point, or several, in the middle of them. */
export interface Spot extends Place {
  readonly members: readonly MapPoint[]
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly atoms: Atoms
  readonly before: Atoms | null
  /** Step of the scale; `NEUTRAL` where there is no value. */ readonly shade: number
}

export interface MapSymbols extends Symbols {
  readonly symbols: readonly Spot[]
}

export const SHADES = 5
/** Place in the palette of what has no value. */
export const NEUTRAL = SHADES
const PLAIN_RADIUS = 7
const LEAST_RADIUS = 4.5
const MAX_RADIUS = 17
const GROUP_RADIUS = 12
/** Points nearer than this share of their radii cover each other. */
const COVERS = 0.85
/** Beyond this many symbols names only hide them. */
const MAX_NAMED = 120

export interface Scale {
  readonly low: number
  readonly high: number
}

/** From the least value to the largest; null without two of them. */
export function scaleOf(values: readonly (number | null)[]): Scale | null {
  const known = values.filter((value) => value !== null)
  const [low, high] = known.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)] as const, [
    Infinity,
    -Infinity,
  ] as readonly [number, number])
  return known.length === 0 ? null : { low, high }
}

export const shadeOf = (value: number | null, scale: Scale | null): number => {
  if (value === null || scale === null) return NEUTRAL
  return scale.high === scale.low
    ? Math.floor(SHADES / 2)
    : Math.max(0, Math.min(SHADES - 1, Math.floor(((value - scale.low) / (scale.high - scale.low)) * SHADES)))
}

/** The area shows the value. */
export const radiusOf = (value: number | null, largest: number): number =>
  value === null || largest <= 0
    ? PLAIN_RADIUS
    : Math.max(LEAST_RADIUS, MAX_RADIUS * Math.sqrt(Math.max(0, value) / largest))

export interface DrawInput {
  readonly projection: MapProjection
  readonly at: (place: Place) => { x: number; y: number }
  readonly extent: { readonly width: number; readonly height: number }
  readonly measure: Measure
  readonly withGroups: boolean
  readonly withNames: boolean
}

/** The larger ones first: each takes in what it would cover. */
export function symbolsOf({
  projection: { points, size, colour },
  at,
  withGroups,
}: Pick<DrawInput, 'projection' | 'at' | 'withGroups'>): Spot[] {
  const valueOf = (atoms: Atoms) => (size === null ? null : fieldValue(size, atoms))
  const largest = points.reduce((most, { atoms }) => Math.max(most, valueOf(atoms) ?? 0), 0)
  const scale = colour === null ? null : scaleOf(points.map(({ atoms }) => fieldValue(colour, atoms)))
  const shade = (atoms: Atoms) => (colour === null ? SHADES - 2 : shadeOf(fieldValue(colour, atoms), scale))
  const placed = points
    .map((point) => ({
      point,
      ...at(point),
      radius: size === null ? PLAIN_RADIUS : radiusOf(valueOf(point.atoms), largest),
    }))
    .sort((a, b) => b.radius - a.radius)
  const groups: { members: typeof placed; x: number; y: number; radius: number }[] = []
  for (const one of placed) {
    const near = withGroups
      ? groups.find((group) => Math.hypot(group.x - one.x, group.y - one.y) < (group.radius + one.radius) * COVERS)
      : undefined
    if (near === undefined) groups.push({ members: [one], x: one.x, y: one.y, radius: one.radius })
    else {
      near.members.push(one)
      near.radius = Math.max(near.radius, GROUP_RADIUS + 2 * Math.log2(near.members.length))
    }
  }
  return groups
    .map(({ members, radius }): Spot => {
      const mean = (pick: (point: MapPoint) => number) =>
        members.reduce((sum, { point }) => sum + pick(point), 0) / members.length
      const place = { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
      const atoms = totalOf(members.map(({ point }) => point.atoms))
      const before = members.every(({ point }) => point.before !== null)
        ? totalOf(members.flatMap(({ point: { before: one } }) => (one === null ? [] : [one])))
        : null
      return {
        ...place,
        ...at(place),
        members: members.map(({ point }) => point),
        radius: members.length === 1 ? radius : GROUP_RADIUS + 2 * Math.log2(members.length),
        atoms,
        before,
        shade: shade(atoms),
      }
    })
    .sort((a, b) => a.x - b.x || a.y - b.y)
}

export function drawMap(input: DrawInput): MapSymbols {
  const {
    extent: { width, height },
    measure,
    withNames,
  } = input
  const symbols = symbolsOf(input)
  // The large ones first, so that small ones are above them.
  const shown = symbols
    .filter(({ x, y, radius }) => x > -radius && y > -radius && x < width + radius && y < height + radius)
    .toSorted((a, b) => b.radius - a.radius)
  const sides =
    withNames && shown.length <= MAX_NAMED
      ? sidesOfNames(
          shown.map(({ members, ...one }) => ({
            ...one,
            name: members.length > 1 ? null : (members[0]?.name ?? null),
          })),
          {
            order: shown.map((_, at) => at),
            within: { left: 2, top: 2, right: width - 2, bottom: height - 2 },
            // Where the buttons and the bar of the scale are.
            taken: [
              { left: width - 44, right: width, top: 0, bottom: Math.min(height, 150) },
              { left: width - 130, right: width, top: height - 26, bottom: height },
            ],
            measure,
          },
        )
      : new Map<number, Side>()

  function series(theme: ChartTheme): ScatterSeriesOption[] {
    const items = shown.flatMap((one, at) => {
      const { members, shade, radius } = one
      const fill = theme.tones[shade] ?? theme.others
      const edge = shade === NEUTRAL ? theme.others : (theme.tones[SHADES - 1] ?? theme.others)
      const isOpen = members[0]?.isOpen === true
      if (members.length > 1)
        return [
          discOf(one, radius + 0.5, { color: edge }),
          {
            ...discOf(one, radius - 2.5, { color: theme.background, borderColor: fill, borderWidth: 4 }),
            label: {
              show: true,
              position: 'inside' as const,
              formatter: () => String(members.length),
              color: theme.text,
            },
          },
        ]
      const side = sides.get(at)
      return [
        discOf(one, radius + 1.5, { color: theme.background, opacity: 0.9 }),
        {
          ...discOf(one, radius, {
            color: isOpen ? theme.background : fill,
            borderColor: isOpen && shade !== NEUTRAL ? fill : edge,
            borderWidth: isOpen ? 2 : 1.25,
            ...(isOpen && { borderType: [2.5, 2] }),
          }),
          ...(side !== undefined && {
            label: {
              show: true,
              position: side,
              distance: BESIDE,
              formatter: () => members[0]?.name ?? '',
              color: theme.text,
              textBorderColor: theme.background,
              textBorderWidth: 3,
            },
          }),
        },
      ]
    })
    return [
      {
        id: 'symbols',
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        clip: false,
        progressive: 0,
        z: 4,
        itemStyle: { opacity: 1, borderWidth: 0 },
        data: items,
      },
    ]
  }

  return {
    symbols,
    series,
    inside: (spot) => {
      const members = symbols[spot]?.members ?? []
      return members.length > 1 ? members : null
    },
    spots: {
      ...spotsOf(
        symbols.map(({ x, y, radius }) => ({
          x: x - radius - 3,
          y: y - radius - 3,
          width: 2 * (radius + 3),
          height: 2 * (radius + 3),
        })),
      ),
      isRound: true,
    },
  }
}

const discOf = ({ lng, lat }: Place, radius: number, itemStyle: ScatterSeriesOption['itemStyle']) => ({
  value: [lng, lat],
  symbolSize: 2 * radius,
  itemStyle,
})
