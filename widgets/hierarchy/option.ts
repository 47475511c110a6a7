/** Parts of a whole as rectangles in rectangles, or as rings around the whole. Pure. */
import type { ComposeOption } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { Drawn } from '#ui/chart/chart.tsx'
import { stripesOf } from '#ui/chart/hatch.ts'
import type { Measure } from '#ui/chart/plot.ts'
import { register } from '#ui/chart/library.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import { placeTone } from '../lib/fields.ts'
import { type ShadeScale, shadeOf } from '../lib/item-charts/shades.ts'
import { BOLD, nameWithin } from '../lib/item-charts/words.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { Part } from './model.ts'
import { type Rect, squarify } from './squarify.ts'
import { type Branch, stepInTree } from './tree.ts'

register([CustomChart])

export type PartsOption = ComposeOption<CustomSeriesOption>

type Item = ReturnType<NonNullable<CustomSeriesOption['renderItem']>>

export interface PartsInput {
  readonly branches: readonly Branch[]
  readonly width: number
  readonly height: number
  readonly measure: Measure
  readonly valueOf: (value: number | null) => string
  readonly shareOf: (share: number | null) => string
  /** The meaning of the colours; without a scale the top part. */
  readonly shade: { readonly scale: ShadeScale; readonly of: (part: Part) => number | null } | null
  /** Colour of words on a colour. */
  readonly wordsOn: (theme: ChartTheme) => (fill: string) => string
}

/** The tone of an outermost part and of all that is in it. */
export const branchTone = ({ branch, isOthers, parent }: Pick<Part, 'branch' | 'isOthers' | 'parent'>): number =>
  isOthers && parent === null ? OTHERS_TONE : placeTone(branch)

/** Deeper parts are lighter. What has no value on the scale is grey. */
function fillOf({ part, level }: Branch, theme: ChartTheme, shade: PartsInput['shade']): string {
  if (shade !== null) {
    const value = shade.of(part)
    return value === null ? theme.gridLine : (theme.tones[shadeOf(value, shade.scale)] ?? theme.others)
  }
  const tone = branchTone(part)
  return level === 0 ? toneOf(theme, tone) : toneOf(theme, tone, 'reference', level === 1 ? 'line' : 'bar')
}

/** Beside the words, up to the edge of their part. */
const GROUND_PX = 4
/** On stripes words need a plain background, as high as a line. */
const groundOf = ({ background }: ChartTheme) => ({ backgroundColor: background, padding: [2, GROUND_PX] })

// ---------------------------------------------------------------- rectangles

const HEAD_PX = 20
/** A part smaller than this has no head: its parts take all of it. */
const HEADED_FROM = { width: 44, height: 46 }
/** Between the outermost parts, and between those in them. */
const GAPS = [3, 1.5, 1]
const EDGE_PX = 6
const LINE_PX = 16

export interface Tile {
  readonly branch: Branch
  readonly rect: Rect
  /** A part with parts in it bears its words in a head; without room for one it bears none. */
  readonly head: boolean
  readonly isLeaf: boolean
}

/** The place of each part. */
export function tilesOf(branches: readonly Branch[], { width, height }: Pick<Rect, 'width' | 'height'>): Tile[] {
  const rects = new Map<number, Tile>()
  const lay = (places: readonly number[], within: Rect, level: number) => {
    const gap = GAPS[Math.min(level, GAPS.length - 1)] as number
    const boxes = squarify(
      places.map((place) => branches[place]?.size ?? 0),
      within,
    )
    places.forEach((place, at) => {
      const branch = branches[place] as Branch
      const box = boxes[at] as Rect
      // The gap is taken off the right and the lower edge, so that outer edges stay where they are.
      const isLast = {
        x: box.x + box.width > within.x + within.width - 0.5,
        y: box.y + box.height > within.y + within.height - 0.5,
      }
      const rect = {
        ...box,
        width: Math.max(0, box.width - (isLast.x ? 0 : gap)),
        height: Math.max(0, box.height - (isLast.y ? 0 : gap)),
      }
      const isLeaf = branch.inside.length === 0
      const head = !isLeaf && rect.width >= HEADED_FROM.width && rect.height >= HEADED_FROM.height
      rects.set(place, { branch, rect, head, isLeaf })
      if (!isLeaf)
        lay(branch.inside, head ? { ...rect, y: rect.y + HEAD_PX, height: rect.height - HEAD_PX } : rect, level + 1)
    })
  }
  lay(
    branches.flatMap(({ parent }, place) => (parent === null ? [place] : [])),
    { x: 0, y: 0, width, height },
    0,
  )
  return branches.map((_, place) => rects.get(place) as Tile)
}

/** Lines of a rectangle: its name, then its figure and its share as far as they stay whole. */
export function wordsOf(
  { name, value, share }: Part,
  { width, height }: Pick<Rect, 'width' | 'height'>,
  { measure, valueOf, shareOf }: Pick<PartsInput, 'measure' | 'valueOf' | 'shareOf'>,
): string[] {
  const room = width - 2 * EDGE_PX
  const first = height < LINE_PX + EDGE_PX ? null : nameWithin(name, room / BOLD, measure)
  if (first === null) return []
  const [figure, part] = [valueOf(value), shareOf(share)]
  const second = [`${figure} · ${part}`, figure].find((words) => measure(words) <= room)
  return height < 2 * LINE_PX + 2 * EDGE_PX || second === undefined ? [first] : [first, second]
}

export function drawTreemap(input: PartsInput): Drawn {
  const { branches, width, height, measure, valueOf, shade, wordsOn } = input
  const tiles = tilesOf(branches, { width, height })
  const option = (theme: ChartTheme): PartsOption => {
    const on = wordsOn(theme)
    const font = (weight: number) => `${weight} ${theme.fontSize}px ${theme.font}`
    const text = (words: string, x: number, y: number, fill: string, more: object = {}) => ({
      type: 'text' as const,
      style: { text: words, x, y, fill, font: font(420), verticalAlign: 'middle' as const, ...more },
    })
    const itemOf = ({ branch, rect, head, isLeaf }: Tile): Item => {
      const { part } = branch
      const fill = fillOf(branch, theme, shade)
      const isOpen = isLeaf && part.isOpen
      const ink = isOpen ? theme.text : on(fill)
      const pad = isOpen ? GROUND_PX : 0
      const middle = rect.y + HEAD_PX / 2
      const figure = head ? valueOf(part.value) : ''
      const nameRoom = rect.width - 2 * EDGE_PX - measure(figure) - 2 * EDGE_PX
      const name = head ? nameWithin(part.name, nameRoom / BOLD, measure) : null
      return {
        type: 'group',
        children: [
          ...(isLeaf || head
            ? [
                {
                  type: 'rect' as const,
                  // Around its parts a head leaves the ground free, so that parts of the same shade are distinguished.
                  shape: { ...rect, ...(head && { height: HEAD_PX - 1 }), r: 2 },
                  style: isOpen
                    ? {
                        fill: theme.background,
                        decal: stripesOf(fill),
                        stroke: theme.muted,
                        lineWidth: 1,
                        lineDash: [2, 2],
                      }
                    : { fill },
                },
              ]
            : []),
          ...(isLeaf
            ? wordsOf(part, rect, input).map((words, line) =>
                text(words, rect.x + EDGE_PX - pad, rect.y + EDGE_PX + (line + 0.5) * LINE_PX, ink, {
                  ...(isOpen && groundOf(theme)),
                  font: font(line === 0 ? 560 : 420),
                }),
              )
            : name === null
              ? []
              : [
                  text(name, rect.x + EDGE_PX, middle, ink, { font: font(560) }),
                  text(figure, rect.x + rect.width - EDGE_PX, middle, ink, { align: 'right' }),
                ]),
        ],
      }
    }
    return {
      series: [
        {
          id: 'parts',
          type: 'custom',
          coordinateSystem: 'none',
          silent: true,
          data: tiles.map(({ branch }) => branch.size),
          renderItem: ({ dataIndex }) => itemOf(tiles[dataIndex] as Tile),
        },
      ],
    }
  }
  return {
    option,
    spots: {
      count: branches.length === 0 ? 0 : branches.length + 1,
      boxOf: (spot) => (spot === 0 ? { x: 0, y: 0, width, height } : (tiles[spot - 1]?.rect ?? NOWHERE)),
      spotAt: (x, y) => {
        // Inner parts come after their outer one.
        for (let place = tiles.length - 1; place >= 0; place--) {
          const rect = tiles[place]?.rect ?? NOWHERE
          if (x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height) return place + 1
        }
        return null
      },
      step: stepInTree(branches),
    },
  }
}

const NOWHERE: Rect = { x: Number.NaN, y: Number.NaN, width: 0, height: 0 }

// ---------------------------------------------------------------- rings

/** The hole in the middle, of the radius. */
const HOLE = 0.3
/** Along the ring a line needs this much. */
const LEAST_ARC_PX = 14
const TOP = -Math.PI / 2

interface RingInput extends PartsInput {
  readonly whole: { readonly value: number | null; readonly name: string }
}

interface Sector {
  readonly cx: number
  readonly cy: number
  readonly r0: number
  readonly r: number
  readonly startAngle: number
  readonly endAngle: number
}

/** The place of each part: clockwise from the top, inside of the angle of the part around it. */
export function sectorsOf(branches: readonly Branch[], { width, height }: Pick<Rect, 'width' | 'height'>): Sector[] {
  const outer = Math.max(1, Math.min(width, height) / 2 - 2)
  const inner = outer * HOLE
  const thick = (outer - inner) / Math.max(1, ...branches.map(({ level }) => level + 1))
  const outermost = branches.flatMap(({ parent }, place) => (parent === null ? [place] : []))
  const total = outermost.reduce((sum, place) => sum + (branches[place]?.size ?? 0), 0)
  const begins = branches.map(() => TOP)
  const turn = (size: number) => (total > 0 && Number.isFinite(total) ? (size / total) * 2 * Math.PI : 0)
  const spread = (places: readonly number[], from: number) => {
    let at = from
    for (const place of places) {
      begins[place] = at
      spread(branches[place]?.inside ?? [], at)
      at += turn(branches[place]?.size ?? 0)
    }
  }
  spread(outermost, TOP)
  return branches.map(({ level, size }, place) => ({
    cx: width / 2,
    cy: height / 2,
    r0: inner + level * thick,
    r: inner + (level + 1) * thick,
    startAngle: begins[place] as number,
    endAngle: (begins[place] as number) + turn(size),
  }))
}

export function drawSunburst(input: RingInput): Drawn {
  const { branches, width, height, measure, valueOf, shade, wordsOn, whole } = input
  const sectors = sectorsOf(branches, { width, height })
  const hole = HOLE * Math.max(1, Math.min(width, height) / 2 - 2)
  const option = (theme: ChartTheme): PartsOption => {
    const on = wordsOn(theme)
    const font = (weight: number, size = theme.fontSize) => `${weight} ${size}px ${theme.font}`
    const words = (text: string, style: object, more: object = {}) => ({
      type: 'text' as const,
      style: { text, align: 'center' as const, verticalAlign: 'middle' as const, font: font(420), ...style },
      ...more,
    })
    const itemOf = (place: number): Item => {
      const branch = branches[place] as Branch
      const sector = sectors[place] as Sector
      const fill = fillOf(branch, theme, shade)
      const isOpen = branch.part.isOpen && branch.inside.length === 0
      const label = labelOf(branch.part.name, sector, measure)
      return {
        type: 'group',
        children: [
          {
            type: 'sector',
            shape: { ...sector, clockwise: true },
            style: {
              ...(isOpen ? { fill: theme.background, decal: stripesOf(fill) } : { fill }),
              stroke: theme.background,
              lineWidth: 1.5,
            },
          },
          ...(label === null
            ? []
            : [
                words(label.text, isOpen ? { fill: theme.text, ...groundOf(theme) } : { fill: on(fill) }, {
                  ...label.at,
                  rotation: label.rotation,
                }),
              ]),
        ],
      }
    }
    const inTheMiddle = (): Item => {
      const figure = valueOf(whole.value)
      const isLarge = 1.5 * BOLD * measure(figure) < 1.7 * hole && hole > 16
      const isNamed = isLarge && measure(whole.name) < 1.6 * hole && hole > 30
      return {
        type: 'group',
        x: width / 2,
        y: height / 2,
        children: [
          ...(isLarge
            ? [words(figure, { y: isNamed ? -7 : 0, fill: theme.text, font: font(600, 1.5 * theme.fontSize) })]
            : []),
          ...(isNamed ? [words(whole.name, { y: 12, fill: theme.muted })] : []),
        ],
      }
    }
    return {
      series: [
        {
          id: 'parts',
          type: 'custom',
          coordinateSystem: 'none',
          silent: true,
          data: [...branches.map(({ size }) => size), 0],
          renderItem: ({ dataIndex }) => (dataIndex === branches.length ? inTheMiddle() : itemOf(dataIndex)),
        },
      ],
    }
  }
  const rings = sectors.map((sector) => ({
    ...pointOn(sector, (sector.startAngle + sector.endAngle) / 2, (sector.r0 + sector.r) / 2),
    width: 0,
    height: 0,
    contains: (x: number, y: number) => isIn(sector, x, y),
    outline: outlineOf(sector),
  }))
  return {
    option,
    spots: {
      count: branches.length === 0 ? 0 : branches.length + 1,
      boxOf: (spot) =>
        spot === 0
          ? { x: width / 2 - hole, y: height / 2 - hole, width: 2 * hole, height: 2 * hole }
          : (rings[spot - 1] ?? NOWHERE),
      spotAt: (x, y) => {
        const found = sectors.findIndex((sector) => isIn(sector, x, y))
        return found < 0 ? null : found + 1
      },
      step: stepInTree(branches),
      isRound: true,
    },
  }
}

const pointOn = ({ cx, cy }: Sector, angle: number, radius: number) => ({
  x: cx + radius * Math.cos(angle),
  y: cy + radius * Math.sin(angle),
})

function isIn({ cx, cy, r0, r, startAngle, endAngle }: Sector, x: number, y: number): boolean {
  const far = Math.hypot(x - cx, y - cy)
  if (far < r0 || far >= r) return false
  const angle = Math.atan2(y - cy, x - cx)
  const turned = angle < TOP ? angle + 2 * Math.PI : angle
  return turned >= startAngle && turned < endAngle
}

/** An arc ends where it began when it goes all around: two halves do not. */
function outlineOf(sector: Sector): string {
  const { r0, r, startAngle, endAngle } = sector
  const middle = (startAngle + endAngle) / 2
  const at = (angle: number, radius: number) => {
    const { x, y } = pointOn(sector, angle, radius)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const arc = (to: number, radius: number, sweep: 0 | 1) => `A${radius} ${radius} 0 0 ${sweep} ${at(to, radius)}`
  return [
    `M${at(startAngle, r)}${arc(middle, r, 1)}${arc(endAngle, r, 1)}`,
    `L${at(endAngle, r0)}${arc(middle, r0, 0)}${arc(startAngle, r0, 0)}Z`,
  ].join('')
}

/** Along the ring where the whole name fits, else from the middle outwards as far as it does; never upside down. */
function labelOf(name: string, sector: Sector, measure: Measure) {
  const { r0, r, startAngle, endAngle } = sector
  const [middle, radius] = [(startAngle + endAngle) / 2, (r0 + r) / 2]
  const arc = (endAngle - startAngle) * radius
  const isAlong = arc >= measure(name) + 2 * EDGE_PX && r - r0 >= LINE_PX
  const text = isAlong ? name : arc >= LEAST_ARC_PX ? nameWithin(name, r - r0 - 2 * EDGE_PX, measure) : null
  if (text === null) return null
  const isFlipped = isAlong ? Math.sin(middle) > 0 : Math.cos(middle) < 0
  // The library turns against the clock.
  const rotation = -(isAlong ? middle - TOP : middle) + (isFlipped ? Math.PI : 0)
  return { text, rotation, at: pointOn(sector, middle, radius) }
}
