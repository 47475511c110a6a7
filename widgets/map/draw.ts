/**
 * Symbols of a map at one view: points, groups of points that would cover each other, and names where they fit. Pure.
 */
import type { Measure } from '#ui/chart/layout.ts'
import type { Mark, Word } from '#ui/chart/scene-types.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Symbols } from '#ui/map/map-chart.tsx'
import type { Atoms } from '#domain/metrics/index'
import { fieldValue } from '../lib/fields.ts'
import { totalOf } from '../lib/groups.ts'
import type { MapPoint, MapProjection } from './model.ts'

/** One symbol: a point, or several. */
export interface Spot {
  readonly members: readonly MapPoint[]
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly atoms: Atoms
  readonly before: Atoms | null
  /** Step of the scale; `NEUTRAL` where there is no value. */ readonly shade: number
}

export interface MapSymbols extends Symbols {
  readonly spots: readonly Spot[]
}

export const SHADES = 5
/** Place in the palette of what has no value. */
export const NEUTRAL = SHADES
const PLAIN_RADIUS = 7
const LEAST_RADIUS = 4.5
const MOST_RADIUS = 17
const GROUP_RADIUS = 12
/** Points nearer than this share of their radii cover each other. */
const COVERS = 0.85
const REACH_PX = 10
/** Beyond this many symbols names only hide them. */
const MOST_NAMED = 120

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

/** The area stands for the value. */
export const radiusOf = (value: number | null, largest: number): number =>
  value === null || largest <= 0
    ? PLAIN_RADIUS
    : Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(Math.max(0, value) / largest))

export interface DrawInput {
  readonly projection: MapProjection
  readonly at: (place: MapPoint) => { x: number; y: number }
  readonly extent: { readonly width: number; readonly height: number }
  readonly measure: Measure
  readonly withGroups: boolean
  readonly withNames: boolean
}

/** The larger ones first: each takes in what it would cover. */
export function spotsOf({
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
      const mean = (pick: (one: (typeof members)[number]) => number) =>
        members.reduce((sum, one) => sum + pick(one), 0) / members.length
      const atoms = totalOf(members.map(({ point }) => point.atoms))
      const before = members.every(({ point }) => point.before !== null)
        ? totalOf(members.flatMap(({ point: { before: one } }) => (one === null ? [] : [one])))
        : null
      return {
        members: members.map(({ point }) => point),
        x: mean(({ x }) => x),
        y: mean(({ y }) => y),
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
  const spots = spotsOf(input)
  const inSight = ({ x, y, radius }: Spot) => x > -radius && y > -radius && x < width + radius && y < height + radius

  function marks(theme: ChartTheme): Mark[] {
    // The large ones first, so that small ones stand on them.
    return spots
      .filter(inSight)
      .toSorted((a, b) => b.radius - a.radius)
      .flatMap(({ members, x, y, radius, shade }): Mark[] => {
        const fill = theme.tones[shade] ?? theme.others
        const edge = shade === NEUTRAL ? theme.others : (theme.tones[SHADES - 1] ?? theme.others)
        const dot: Mark['shape'] = { kind: 'dots', points: Float64Array.of(x, y), radius }
        if (members.length > 1)
          return [
            { shape: dot, fill: theme.background },
            { shape: { ...dot, radius: radius - 2 }, stroke: { colour: fill, width: 4 } },
            { shape: dot, stroke: { colour: edge, width: 1 } },
          ]
        const isOpen = members[0]?.isOpen === true
        return [
          { shape: { ...dot, radius: radius + 1.5 }, fill: theme.background, alpha: 0.9 },
          {
            shape: dot,
            fill: isOpen ? theme.background : fill,
            stroke: {
              colour: isOpen && shade !== NEUTRAL ? fill : edge,
              width: isOpen ? 2 : 1.25,
              ...(isOpen && { dash: [2.5, 2] }),
            },
          },
        ]
      })
  }

  function words(theme: ChartTheme): Word[] {
    const shown = spots.filter(inSight)
    const half = 0.36 * theme.fontSize
    const counts = shown
      .filter(({ members }) => members.length > 1)
      .map(({ members, x, y }): Word => ({
        text: String(members.length),
        x,
        y: y + half,
        align: 'center',
        colour: theme.text,
      }))
    return [...counts, ...(withNames && shown.length <= MOST_NAMED ? namesOf(shown, theme, half) : [])]
  }

  /** Beside the symbol, right or left, where neither a symbol nor a name stands yet; the larger ones choose first. */
  function namesOf(shown: readonly Spot[], theme: ChartTheme, half: number): Word[] {
    const taken = shown.map(({ x, y, radius }) => ({ x0: x - radius, x1: x + radius, y0: y - radius, y1: y + radius }))
    // Where the buttons and the bar of the scale are.
    taken.push(
      { x0: width - 44, x1: width, y0: 0, y1: Math.min(height, 150) },
      { x0: width - 130, x1: width, y0: height - 26, y1: height },
    )
    return shown
      .map((spot, at) => ({ spot, at }))
      .filter(({ spot }) => spot.members.length === 1)
      .toSorted((a, b) => b.spot.radius - a.spot.radius)
      .flatMap(({ spot: { members, x, y, radius }, at }): Word[] => {
        const text = members[0]?.name ?? ''
        const wide = measure(text)
        for (const x0 of [x + radius + 5, x - radius - 5 - wide]) {
          const box = { x0, x1: x0 + wide, y0: y - 7, y1: y + 7 }
          if (
            x0 < 2 ||
            box.x1 > width - 2 ||
            box.y0 < 2 ||
            box.y1 > height - 2 ||
            taken.some(
              (other, n) =>
                n !== at && other.x0 < box.x1 && other.x1 > box.x0 && other.y0 < box.y1 && other.y1 > box.y0,
            )
          )
            continue
          taken.push(box)
          return [{ text, x: x0, y: y + half, align: 'left', colour: theme.text }]
        }
        return []
      })
  }

  return {
    spots,
    count: spots.length,
    marks,
    words,
    isRound: true,
    inside: (spot) => {
      const members = spots[spot]?.members ?? []
      return members.length > 1 ? members : null
    },
    boxOf: (spot) => {
      const { x = 0, y = 0, radius = 0 } = spots[spot] ?? {}
      const reach = radius + 3
      return { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
    },
    spotAt: (x, y) => {
      let best: { spot: number; far: number } | null = null
      for (const [spot, one] of spots.entries()) {
        const far = Math.hypot(one.x - x, one.y - y) - one.radius
        if (far < REACH_PX && (best === null || far < best.far)) best = { spot, far }
      }
      return best?.spot ?? null
    },
    step: (spot, direction) => nextOf(spots, spot, direction),
  }
}

const TOWARDS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const

/** Beyond this slope something lies beside, not ahead. */
const AHEAD = 2.5
const BESIDE = 1e6

/** The nearest symbol in a direction, first among those ahead; what lies aside counts as farther. */
export function nextOf(
  spots: readonly Pick<Spot, 'x' | 'y'>[],
  from: number,
  direction: keyof typeof TOWARDS,
): number | null {
  const here = spots[from]
  if (here === undefined) return null
  const [tx, ty] = TOWARDS[direction]
  let best: { at: number; far: number } | null = null
  for (const [at, { x, y }] of spots.entries()) {
    const along = (x - here.x) * tx + (y - here.y) * ty
    const aside = Math.abs((x - here.x) * ty) + Math.abs((y - here.y) * tx)
    if (at === from || along < 0.5) continue
    const far = along + 2 * aside + (aside > AHEAD * along ? BESIDE : 0)
    if (best === null || far < best.far) best = { at, far }
  }
  return best?.at ?? null
}
