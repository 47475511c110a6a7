/** Which rooms two periods of people inside can be compared over; the rule itself is that of stores. */
import type { ComparedStore, StoreSide } from '#domain/compared-stores'
import { cellOf, columnIndex, numberData } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { INCOMPARABLE } from '#domain/metrics/paired'
import type { OccupancyLocal } from '../../facts/occupancy.ts'

/** @param perRoom `OCCUPANCY_ROOMS` of both periods: seconds in which a room was to be known, and was */
export function roomSides(perRoom: Frame, rooms: readonly OccupancyLocal[]): ComparedStore[] {
  const [local, period, expected, observed] = ['local', 'period', 'expected', 'observed'].map((id) =>
    columnIndex(perRoom, id),
  ) as [number, number, number, number]
  const sides = new Map(rooms.map((room) => [room.local, new Map<unknown, StoreSide>()]))
  for (let row = 0; row < perRoom.rows; row += 1) {
    const [due, known] = [Number(cellOf(perRoom, expected, row)), Number(cellOf(perRoom, observed, row))]
    sides.get(Number(cellOf(perRoom, local, row)))?.set(cellOf(perRoom, period, row), {
      countedDays: known > 0 ? 1 : 0,
      closedDays: 0,
      expected: due,
      observed: known,
      zero: 0,
      ins: null,
      hours: 0,
      unpairedHours: 0,
    })
  }
  return [...sides].map(([id, of]) => ({
    local: id,
    openedDay: null,
    comparing: of.get('comparing') ?? null,
    reference: of.get('reference') ?? null,
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
