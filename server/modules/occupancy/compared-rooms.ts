/** Which rooms two periods of people inside can be compared over; the rule itself is that of stores. */
import type { ComparedStore, StoreSide } from '#domain/compared-stores'
import { cellOf, columnIndex, numberData } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { INCOMPARABLE } from '#domain/metrics/paired'
import type { KnownTime, OccupancyLocal } from '../../facts/occupancy.ts'

const HOUR_S = 3600

/**
 * The sides of each room, and the rooms without opening hours that are not judged over whole days.
 *
 * A room without opening hours is to be known day and night, which one that is only recorded by day never is. Between
 * two periods it is to be known in the hours of the week in which it is known in either: so both have the same times
 * of day, or it is left out for its coverage.
 *
 * @param known of both periods, the comparing one as period 0
 */
export function roomSides(
  known: readonly KnownTime[],
  rooms: readonly Pick<OccupancyLocal, 'local' | 'week'>[],
): { readonly sides: ComparedStore[]; readonly withoutHours: number[] } {
  const ofRoom = Map.groupBy(known, ({ local }) => local)
  const withoutHours: number[] = []
  const sides = rooms.map(({ local, week }) => {
    const all = ofRoom.get(local) ?? []
    const due = week === null ? all.filter(isDueAmong(all)) : all
    if (due.length < all.length) withoutHours.push(local)
    return { local, openedDay: null, comparing: sideOf(all, due, 0), reference: sideOf(all, due, 1) }
  })
  return { sides, withoutHours }
}

function sideOf(all: readonly KnownTime[], due: readonly KnownTime[], period: number): StoreSide | null {
  if (!all.some((slot) => slot.period === period)) return null
  const own = due.filter((slot) => slot.period === period)
  const observed = own.reduce((sum, { knownS }) => sum + knownS, 0)
  return {
    countedDays: observed > 0 ? 1 : 0,
    closedDays: 0,
    expected: own.reduce((sum, { expectedS }) => sum + expectedS, 0),
    observed,
    zero: 0,
    ins: null,
    hours: own.reduce((sum, { expectedS }) => sum + expectedS, 0) / HOUR_S,
    unpairedHours: own.reduce((sum, { unpairedS }) => sum + unpairedS, 0) / HOUR_S,
  }
}

/** Whether an hour of the week is known in either period; of a weekday that the other has not, at this hour of any. */
function isDueAmong(all: readonly KnownTime[]): (slot: KnownTime) => boolean {
  const days = new Set(all.map(({ period, weekday }) => `${period} ${weekday}`))
  const seen = new Set(
    all.flatMap(({ period, weekday, hour, knownS }) =>
      knownS > 0 ? [`${period} ${weekday} ${hour}`, `${period} any ${hour}`] : [],
    ),
  )
  return ({ period, weekday, hour }) => {
    const other = 1 - period
    const day = days.has(`${other} ${weekday}`) ? weekday : 'any'
    return seen.has(`${period} ${weekday} ${hour}`) || seen.has(`${other} ${day} ${hour}`)
  }
}

/** Says which sums hold rooms that cannot be compared: by the hour, where rooms are together, all of them. */
export function withIncomparable(frame: Frame, locals: ReadonlySet<number>): Frame {
  const [local, hours] = [columnIndex(frame, 'local'), columnIndex(frame, 'hours')]
  const isIn = (row: number) => local < 0 || locals.has(Number(cellOf(frame, local, row)))
  const values = Float64Array.from({ length: frame.rows }, (_, row) =>
    isIn(row) ? Number(cellOf(frame, hours, row)) : 0,
  )
  return {
    ...frame,
    columns: [...frame.columns, { id: INCOMPARABLE, type: 'float', role: 'measure' }],
    data: [...frame.data, numberData(values)],
  }
}
