/** Zones of a local, and the points that count them, by area (spec 2, sections 3 and 5). */
export const ZONES = ['sales', 'service', 'outside', 'outsideActivity', 'competition'] as const
export type Zone = (typeof ZONES)[number]

/** The zones that a point of each type counts. */
export const POINT_TYPES = {
  AT: ['sales'],
  ABW: ['sales', 'service'],
  AW: ['sales'],
  AD: ['sales'],
  AL: ['sales'],
  AA: ['sales'],
  BT: ['service'],
  BW: ['service'],
  BD: ['service'],
  BL: ['service'],
  BA: ['service'],
  CO: ['outside'],
  CA: ['outsideActivity'],
  DO: ['competition'],
} as const satisfies Readonly<Record<string, readonly Zone[]>>
export type PointType = keyof typeof POINT_TYPES
export const POINT_TYPE_NAMES = Object.keys(POINT_TYPES) as readonly PointType[]

/** One point: its type and a number, `AD1`, and the points that it is compared with. */
export interface SetupPoint {
  readonly point: string
  readonly related: readonly string[]
}
export type PointsByArea = Readonly<Record<string, readonly SetupPoint[]>>

/** Points in these zones say what passes outside: they mean something only beside others. */
const RELATED_ZONES: readonly Zone[] = ['outside', 'competition']
const MAX_OF_A_TYPE = 99

const POINT = /^([A-Z]+)([1-9][0-9]?)$/

/** Null for what is no point. */
export function pointTypeOf(point: string): PointType | null {
  const [, type = ''] = POINT.exec(point) ?? []
  return Object.hasOwn(POINT_TYPES, type) ? (type as PointType) : null
}

export const zonesOfPoint = (point: string): readonly Zone[] => {
  const type = pointTypeOf(point)
  return type === null ? [] : POINT_TYPES[type]
}

export const needsRelation = (point: string): boolean =>
  zonesOfPoint(point).some((zone) => RELATED_ZONES.includes(zone))

/** Every point with its area, in the order of the areas. */
export const pointsWithArea = (points: PointsByArea): (SetupPoint & { readonly area: string })[] =>
  Object.entries(points).flatMap(([area, own]) => own.map((one) => ({ ...one, area })))

/** The first of this type that no area has; null when all are taken. */
export function nextPoint(points: PointsByArea, type: PointType): string | null {
  const taken = new Set(pointsWithArea(points).map(({ point }) => point))
  for (let number = 1; number <= MAX_OF_A_TYPE; number += 1)
    if (!taken.has(`${type}${number}`)) return `${type}${number}`
  return null
}

export type PointProblem =
  | { readonly reason: 'areaMissing' | 'pointMissing' }
  | { readonly reason: 'areaUnknown'; readonly area: string }
  /** It is in `area` already. */
  | { readonly reason: 'taken'; readonly point: string; readonly area: string }
  | { readonly reason: 'unrelated'; readonly point: string }
  | { readonly reason: 'relationUnknown'; readonly point: string; readonly related: string }

/** Why a point cannot be added to an area; null when it can. It needs both, and is in one area only. */
export function refusalOfPoint(
  points: PointsByArea,
  {
    area,
    point,
    related,
  }: { readonly area: string | null } & { readonly [K in keyof SetupPoint]: SetupPoint[K] | null },
): PointProblem | null {
  if (area === null || area === '') return { reason: 'areaMissing' }
  if (point === null || point === '') return { reason: 'pointMissing' }
  const all = pointsWithArea(points)
  const there = all.find((one) => one.point === point)
  if (there !== undefined) return { reason: 'taken', point, area: there.area }
  return problemOfRelation({ point, related: related ?? [] }, new Set(all.map((one) => one.point)))
}

function problemOfRelation({ point, related }: SetupPoint, all: ReadonlySet<string>): PointProblem | null {
  if (needsRelation(point) && related.length === 0) return { reason: 'unrelated', point }
  const unknown = related.find((one) => one === point || !all.has(one))
  return unknown === undefined ? null : { reason: 'relationUnknown', point, related: unknown }
}

/** The points with one more. Ask `refusalOfPoint` first. */
export const withPoint = (points: PointsByArea, area: string, added: SetupPoint): PointsByArea => ({
  ...points,
  [area]: [...(Object.hasOwn(points, area) ? (points[area] ?? []) : []), added],
})

/** The points without one; those related to it lose the relation. */
export const withoutPoint = (points: PointsByArea, gone: string): PointsByArea =>
  Object.fromEntries(
    Object.entries(points).flatMap(([area, own]) => {
      const rest = own
        .filter(({ point }) => point !== gone)
        .map((one) => ({ ...one, related: one.related.filter((name) => name !== gone) }))
      return rest.length === 0 ? [] : [[area, rest] as const]
    }),
  )

/** The first thing that is wrong with points; null when nothing is. @param areas null = any area */
export function problemOfPoints(points: PointsByArea, areas: readonly string[] | null): PointProblem | null {
  const all = pointsWithArea(points)
  const names = new Set(all.map(({ point }) => point))
  const seen = new Map<string, string>()
  for (const { area, ...one } of all) {
    if (areas !== null && !areas.includes(area)) return { reason: 'areaUnknown', area }
    const before = seen.get(one.point)
    if (before !== undefined) return { reason: 'taken', point: one.point, area: before }
    seen.set(one.point, area)
    const problem = problemOfRelation(one, names)
    if (problem !== null) return problem
  }
  return null
}
