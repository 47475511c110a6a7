/** Which rooms two periods of people inside can be compared over; the rule itself is that of stores. */
import type { ComparedStore, StoreSide } from '#domain/compared-stores'
import { cellOf, columnIndex, numberData } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { INCOMPARABLE } from '#domain/metrics/paired'
import type { KnownTime, OccupancyLocal } from '../../facts/occupancy.ts'

/** @param known of both periods, the comparing one first */
export function roomSides(known: readonly KnownTime[], rooms: readonly OccupancyLocal[]): ComparedStore[] {
  const sideOf = (room: number, of: number): StoreSide | null => {
    const found = known.find(({ local, period }) => local === room && period === of)
    if (found === undefined) return null
    return {
      countedDays: found.knownS > 0 ? 1 : 0,
      closedDays: 0,
      expected: found.expectedS,
      observed: found.knownS,
      zero: 0,
      ins: null,
      hours: 0,
      unpairedHours: 0,
    }
  }
  return rooms.map(({ local }) => ({
    local,
    openedDay: null,
    comparing: sideOf(local, 0),
    reference: sideOf(local, 1),
  }))
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
