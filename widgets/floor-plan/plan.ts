/** The areas of a plan, from the layout or from a frame of points. What is no polygon is no area. Pure. */
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { FloorPlanOptions } from './generated/options.ts'

export type Point = readonly [x: number, y: number]
/** The ring around it, then those of its holes. */
export type Polygon = readonly (readonly Point[])[]

export interface PlanArea {
  /** Member of the dimension, as a text. */
  readonly key: string
  /** As the plan calls it. */
  readonly name: string | null
  readonly parts: readonly Polygon[]
}

export interface Plan {
  readonly areas: readonly PlanArea[]
  /** More than can be drawn was left out. */
  readonly isCut: boolean
}

const MAX_AREAS = 400
const MAX_POINTS = 20_000
const FURTHEST = 1e6

const isThere = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= FURTHEST

/** Of parts in their order: several of one key are one area. */
function planOf(
  parts: readonly { readonly key: string; readonly name: string | null; readonly polygon: Polygon }[],
): Plan {
  const areas = new Map<string, { key: string; name: string | null; parts: Polygon[] }>()
  let points = 0
  let isCut = false
  for (const { key, name, polygon } of parts) {
    const rings = polygon.filter((ring) => ring.length >= 3)
    if (rings.length === 0 || rings[0] !== polygon[0]) continue
    points += rings.reduce((sum, ring) => sum + ring.length, 0)
    const known = areas.get(key)
    if (points > MAX_POINTS || (known === undefined && areas.size >= MAX_AREAS)) {
      isCut = true
      break
    }
    if (known === undefined) areas.set(key, { key, name, parts: [rings] })
    else known.parts.push(rings)
  }
  return { areas: [...areas.values()], isCut }
}

/** The rows of a frame are the points, one ring after the other. */
function planIn(frame: Frame): Plan {
  const [area, x, y, name, ring] = ['area', 'x', 'y', 'name', 'ring'].map((id) => columnIndex(frame, id)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const rings = new Map<string, { key: string; name: string | null; points: Point[] }>()
  for (let row = 0; row < frame.rows; row++) {
    const [key, across, down] = [cellOf(frame, area, row), cellOf(frame, x, row), cellOf(frame, y, row)]
    if (key === null || !isThere(across) || !isThere(down)) continue
    const called = name < 0 ? null : cellOf(frame, name, row)
    const id = JSON.stringify([key, ring < 0 ? null : cellOf(frame, ring, row)])
    const own = rings.get(id) ?? { key: String(key), name: called === null ? null : String(called), points: [] }
    own.points.push([across, down])
    rings.set(id, own)
  }
  return planOf([...rings.values()].map(({ key, name: called, points }) => ({ key, name: called, polygon: [points] })))
}

/** A plan that the data give takes the place of the one in the layout. */
export function planFrom({ plan }: Pick<Required<FloorPlanOptions>, 'plan'>, frame: Frame | undefined): Plan {
  if (frame !== undefined && ['area', 'x', 'y'].every((id) => columnIndex(frame, id) >= 0)) {
    const given = planIn(frame)
    if (given.areas.length > 0) return given
  }
  return planOf(
    plan.features.map(({ properties: { area, name }, geometry: { coordinates } }) => ({
      key: area,
      name: name ?? null,
      polygon: coordinates.map((ring) => ring.map(([x = 0, y = 0]): Point => [x, y])),
    })),
  )
}
