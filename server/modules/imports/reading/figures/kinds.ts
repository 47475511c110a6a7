/**
 * The content of a line of each kind of figures: the numbers of its key, as the stage has them, or why it cannot be
 * taken.
 */
import { monthNumber } from '#domain/days'
import type { LineReason } from '../quarantine.ts'
import type { ImportClock } from '../clock.ts'
import type { createNames } from '../names.ts'
import { FLAG, slotOf } from '../stage.ts'
import { parseHour, parseTimestamp, type DateOrder } from '../timestamp.ts'
import type { FigureKind } from '../../../../facts/figures.ts'

export type FigureField =
  | 'time'
  | 'hour'
  | 'origin'
  | 'destination'
  | 'trips'
  | 'sensor'
  | 'placeName'
  | 'slotStart'
  | 'slotEnd'
  | 'boardings'
  | 'alightings'
  | 'month'
  | 'item'
  | 'figure'

interface Fields {
  /** A file without one of these is another file. */
  readonly needs: readonly FigureField[]
  readonly may: readonly FigureField[]
  /** Columns with figures, in the order of the stage. */
  readonly values: readonly FigureField[]
  /** More than this in one line is no figure. */
  readonly most: number
}

export const FIELDS: Readonly<Record<FigureKind, Fields>> = {
  flows: { needs: ['time', 'origin', 'destination', 'trips'], may: ['hour'], values: ['trips'], most: 200_000 },
  profile: {
    needs: ['sensor', 'slotStart', 'slotEnd', 'boardings', 'alightings'],
    may: ['placeName'],
    values: ['boardings', 'alightings'],
    most: 200_000,
  },
  monthly: { needs: ['month', 'figure'], may: ['sensor', 'item'], values: ['figure'], most: 1_000_000_000 },
}

export interface LineContext {
  readonly clock: ImportClock
  readonly places: ReturnType<typeof createNames>
  readonly items: ReturnType<typeof createNames>
  readonly dateOrder: DateOrder
  /** Month of now. */
  readonly month: number
  readonly isRest: (item: string) => boolean
  /** A line says what its place is called. */
  readonly onName: (place: number, name: string) => void
}

/** Numbers of the stage: five of the key. */
type Key = readonly [number, number, number, number, number]
export type LineReader = (cell: (field: FigureField) => string) => Key | LineReason

/** Which numbers of the key are places. */
export const PLACE_KEYS: Readonly<Record<FigureKind, number>> = { flows: 2, profile: 1, monthly: 0 }

const DAY_MINUTES = 1440

export function createLineReader(kind: FigureKind, context: LineContext): LineReader {
  return { flows: flowReader, profile: profileReader, monthly: monthReader }[kind](context)
}

/** Trips by the hour of their begin. The second line of an hour that happened twice is its second pass. */
function flowReader({ clock, places, dateOrder }: LineContext): LineReader {
  const stamps = new Map<string, ReturnType<typeof parseTimestamp>>()
  const seen = new Set<string>()
  return (cell) => {
    const [from, to] = [cell('origin'), cell('destination')]
    if (from === '' || to === '') return 'SENSOR_MISSING'
    const text = cell('time')
    let stamp = stamps.get(text)
    if (stamp === undefined) {
      if (stamps.size > 100_000) stamps.clear()
      stamps.set(text, (stamp = parseTimestamp(text, dateOrder)))
    }
    if (stamp === null) return 'TIME_UNREADABLE'
    const clockText = cell('hour')
    if (stamp.dateOnly && clockText === '') return 'HOUR_MISSING'
    const inDay = stamp.dateOnly ? parseHour(clockText) : 0
    if (inDay === null) return 'TIME_UNREADABLE'
    const placed =
      stamp.offset === null ? clock.civil(stamp.civil + inDay) : clock.withOffset(stamp.civil + inDay, stamp.offset)
    if (placed.wrong !== null) return placed.wrong
    if ((placed.flags & FLAG.skipped) !== 0) return 'TIME_SKIPPED'
    const [origin, destination] = [places.of(from).number, places.of(to).number]
    const { day, hour } = slotOf(placed.hour)
    let fold = (placed.flags & FLAG.secondPass) === 0 ? 0 : 1
    if ((placed.flags & FLAG.repeated) !== 0) {
      const key = `${origin} ${destination} ${placed.hour}`
      if (seen.has(key)) fold = 1
      seen.add(key)
    }
    return [origin, destination, day, hour, fold]
  }
}

/** A slot that ends at midnight or after it ends the next day; 24:00 is a begin of none. */
function profileReader({ places, onName }: LineContext): LineReader {
  return (cell) => {
    const name = cell('sensor')
    if (name === '') return 'SENSOR_MISSING'
    const [start, end] = [minuteOf(cell('slotStart')), minuteOf(cell('slotEnd'))]
    if (start === null || end === null || start >= DAY_MINUTES) return 'TIME_UNREADABLE'
    const minutes = end > start ? end - start : end + DAY_MINUTES - start
    if (minutes > 240) return 'TIME_UNREADABLE'
    const place = places.of(name).number
    const called = cell('placeName')
    if (called !== '') onName(place, called)
    return [place, start, minutes, 0, 0]
  }
}

function minuteOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})(:00)?$/.exec(text)
  if (match === null) return null
  const minute = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minute <= DAY_MINUTES ? minute : null
}

function monthReader({ places, items, month: now, dateOrder, isRest }: LineContext): LineReader {
  return (cell) => {
    const found = monthOf(cell('month'), dateOrder)
    if (found === null) return 'TIME_UNREADABLE'
    if (found.month > now) return 'FUTURE'
    if (found.month < 2001 * 12) return 'TOO_OLD'
    const item = cell('item')
    return [places.of(cell('sensor')).number, items.of(isRest(item) ? '' : item).number, found.month, found.months, 0]
  }
}

/** 2024-03, 03/2024, the first day of a month, or 2024-Q1: months since year 0, and how many. */
export function monthOf(text: string, order: DateOrder): { month: number; months: 1 | 3 } | null {
  const quarter = /^(\d{4})[-/ ]?[QT]([1-4])$/i.exec(text)
  if (quarter !== null) return { month: Number(quarter[1]) * 12 + (Number(quarter[2]) - 1) * 3, months: 3 }
  const iso = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
  const turned = /^(\d{1,2})[-/.](\d{4})$/.exec(text)
  if (iso !== null || turned !== null) {
    const [year, of] = [Number(iso?.[1] ?? turned?.[2]), Number(iso?.[2] ?? turned?.[1])]
    return of >= 1 && of <= 12 ? { month: year * 12 + of - 1, months: 1 } : null
  }
  const stamp = parseTimestamp(text, order)
  if (stamp === null || !stamp.dateOnly) return null
  const day = Math.floor(stamp.civil / 86_400)
  // A figure of a day is no figure of its month.
  return monthNumber(day - 1) === monthNumber(day) ? null : { month: monthNumber(day), months: 1 }
}
