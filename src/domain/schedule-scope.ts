/**
 * The schedule of a client, of a local or of a position (spec 2, "Schedule manager"): what is edited, what is known
 * of it, and what a change touches. A position without hours follows its local.
 */
import type { DayShift } from './schedule.ts'
import { toMinute } from './schedule.ts'
import type { WeekShift } from './week-edit.ts'
import { inOrder, sameWeek } from './week-edit.ts'

export interface ScheduleChoice {
  readonly client: number | null
  readonly local: number | null
  readonly area: number | null
}

/** The choices at one client. */
export interface SchedulePlaces {
  readonly locals: readonly { readonly id: number }[]
  readonly areas: readonly { readonly local: number; readonly area: number }[]
}

export type ScheduleTarget =
  | { readonly scope: 'CLIENT'; readonly client: number }
  | { readonly scope: 'LOCAL'; readonly client: number; readonly local: number }
  | { readonly scope: 'POSITION'; readonly client: number; readonly local: number; readonly area: number }

/**
 * A client alone is CLIENT; a local, or the only local of a client, is LOCAL; an area of it is POSITION. What does not
 * belong to what was chosen before it counts as not chosen. Null without a client.
 */
export function targetOf(
  { client, local, area }: ScheduleChoice,
  { locals, areas }: SchedulePlaces,
): ScheduleTarget | null {
  if (client === null) return null
  const only = locals.length === 1 ? locals[0]!.id : null
  const chosen = locals.find(({ id }) => id === local)?.id ?? only
  if (chosen === null) return { scope: 'CLIENT', client }
  const position = areas.find((one) => one.local === chosen && one.area === area)
  return position === undefined
    ? { scope: 'LOCAL', client, local: chosen }
    : { scope: 'POSITION', client, local: chosen, area: position.area }
}

/** `localsWithout` completes the list of the specification: no local of the client has hours. */
export type ScheduleStatus =
  | 'noLocals'
  | 'localsDiffer'
  | 'localsWithout'
  | 'noPositions'
  | 'localWithout'
  | 'positionsDiffer'
  | 'positionWithout'

export interface ScheduleView {
  readonly statuses: readonly ScheduleStatus[]
  /** The week they all have; null when they differ. */
  readonly week: readonly WeekShift[] | null
  /** A position without hours shows those of its local. */
  readonly follows: boolean
}

const weekOf = (rows: readonly DayShift[]): WeekShift[] =>
  inOrder(
    rows.map(({ weekDay, opening, closing }) => ({ weekDay, opening: toMinute(opening), closing: toMinute(closing) })),
  )

/** The one week of several, or null. */
function common(weeks: readonly (readonly WeekShift[] | null)[]): readonly WeekShift[] | null {
  const [first = []] = weeks
  return first !== null && weeks.every((week) => week !== null && sameWeek(week, first)) ? first : null
}

/** Looks up the hours of one local in the rows of its client. */
function reader(rows: readonly DayShift[], areas: SchedulePlaces['areas']) {
  const [rowsOf, areasOf] = [Map.groupBy(rows, ({ local }) => local), Map.groupBy(areas, ({ local }) => local)]
  const own = (local: number, area: number | null) =>
    weekOf((rowsOf.get(local) ?? []).filter((row) => row.area === area))
  const position = (local: number, area: number) => {
    const week = own(local, area)
    return week.length > 0 ? week : own(local, null)
  }
  const positions = (local: number) => areasOf.get(local) ?? []
  const local = (id: number) =>
    positions(id).length === 0 ? own(id, null) : common(positions(id).map(({ area }) => position(id, area)))
  return { own, position, positions, local }
}

/** The week shown for a target, and the sentences above it. */
export function scheduleView(target: ScheduleTarget, rows: readonly DayShift[], places: SchedulePlaces): ScheduleView {
  const { own, position, positions, local } = reader(rows, places.areas)
  if (target.scope === 'CLIENT') {
    if (places.locals.length === 0) return { statuses: ['noLocals'], week: [], follows: false }
    const week = common(places.locals.map(({ id }) => local(id)))
    return {
      statuses: week === null ? ['localsDiffer'] : week.length === 0 ? ['localsWithout'] : [],
      week,
      follows: false,
    }
  }
  if (target.scope === 'LOCAL') {
    const week = local(target.local)
    const none: ScheduleStatus[] = positions(target.local).length === 0 ? ['noPositions'] : []
    return {
      statuses: [
        ...none,
        ...(week === null ? ['positionsDiffer' as const] : week.length === 0 ? ['localWithout' as const] : []),
      ],
      week,
      follows: false,
    }
  }
  const week = position(target.local, target.area)
  return {
    statuses: week.length === 0 ? ['positionWithout'] : [],
    week,
    follows: week.length > 0 && own(target.local, target.area).length === 0,
  }
}

/**
 * Who else gets the hours of an edit: all locals of a client, or all positions of a local.
 * Null when there is but one.
 */
export function affectedBy(target: ScheduleTarget, { locals, areas }: SchedulePlaces): 'locals' | 'positions' | null {
  if (target.scope === 'CLIENT') return locals.length > 1 ? 'locals' : null
  if (target.scope === 'LOCAL')
    return areas.filter(({ local }) => local === target.local).length > 1 ? 'positions' : null
  return null
}

/** The rows that give a target this week; positions follow their local again unless they are the target. */
export function rowsFor(
  target: ScheduleTarget,
  week: readonly WeekShift[],
  locals: SchedulePlaces['locals'],
): DayShift[] {
  const at = target.scope === 'CLIENT' ? locals.map(({ id }) => id) : [target.local]
  const area = target.scope === 'POSITION' ? target.area : null
  return at.flatMap((local) => week.map((shift): DayShift => ({ local, area, ...shift })))
}
