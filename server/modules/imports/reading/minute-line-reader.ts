/** One parsed line of a file of people inside. */
import { dayNumber } from '#domain/days'
import { instantOf } from '../../../facts/zone.ts'
import type { LineReason } from './quarantine.ts'
import { ImportError } from './import-error.ts'
import type { MinuteFormat } from './minute-formats.ts'
import { fold } from './names.ts'
import { parseHour, parseTimestamp } from './timestamp.ts'

interface Rejected {
  readonly reason: LineReason
  readonly cells: Readonly<Record<string, string>>
  readonly people: number
}
interface ReadMinute {
  readonly room: string
  readonly instant: number
  readonly people: number
}
type Line = ReadMinute | Rejected | 'empty' | null

export const MINUTE_S = 60
/** No hall holds more. */
const MAX_PEOPLE = 200_000
/** People are whole: three digits behind a sign are thousands, not a fraction. */
const THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})?$/
/** The room of a file that is about one. */
export const ONE_ROOM = 'room'

/** Reads one line after the other, the header first: null = no line of data. */
export function lineReader(format: MinuteFormat, zone: string, file: string) {
  const { time, people, room } = format
  const names =
    'column' in time ? [time.column] : 'date' in time ? [time.date, time.clock] : [time.clock, time.dayId, time.weekday]
  let header: readonly string[] | null = null
  let at: (name: string) => number = () => -1
  const dates = 'dayId' in time ? hiddenDates(time, file) : null
  return (cells: readonly string[]): Line => {
    if (header === null) {
      header = cells.map(fold)
      const columns = header
      at = (name) => columns.indexOf(fold(name))
      const missing = [...names, people, ...(room === undefined ? [] : [room])].filter((name) => at(name) < 0)
      if (missing.length > 0)
        throw new ImportError(
          'FILE_COLUMNS_MISSING',
          `${file} has no column ${missing.join(', ')}; it has ${cells.join(', ').slice(0, 300)}. Nothing was loaded.`,
        )
      return null
    }
    if (cells.every((one) => one === '')) return null
    const columns = header
    const cell = (name: string) => cells[at(name)]
    const text = cell(people) ?? ''
    const isThousands = !format.presence && THOUSANDS.test(text)
    const isNumber = isThousands || /^-?\d{1,9}([.,]0+)?$/.test(text)
    const count = isNumber ? Math.trunc(Number(isThousands ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.'))) : 0
    const keep = (reason: LineReason): Rejected => ({
      reason,
      people: Math.max(0, count),
      cells: Object.fromEntries(columns.flatMap((name, c) => (cells[c] === undefined ? [] : [[name, cells[c]]]))),
    })
    if (cells.length < Math.max(...[...names, people].map(at)) + 1) return keep('CELLS_MISSING')
    const name = room === undefined ? ONE_ROOM : (cell(room) ?? '')
    if (name === '') return keep('SENSOR_MISSING')
    if (text === '') return 'empty'
    if (!isNumber) return keep('COUNT_UNREADABLE')
    if (count < 0) return keep('NEGATIVE')
    if (count > (format.presence ? 1 : MAX_PEOPLE)) return keep('ABSURD')
    const said = civilOf(format, cell, dates)
    if (said === null) return keep('TIME_UNREADABLE')
    // Some say :00 and :59 in turn: cut off, minutes would be lost and others come twice.
    const civil = Math.round(said.civil / MINUTE_S) * MINUTE_S
    if (said.offset !== null) return { room: name, instant: civil - said.offset, people: count }
    const { instant, kind } = instantOf(zone, civil)
    return kind === 'gap' ? keep('TIME_SKIPPED') : { room: name, instant, people: count }
  }
}

type Dates = (id: string, weekday: string, clock: string) => number | null

function civilOf(
  { time, dateOrder }: MinuteFormat,
  cell: (name: string) => string | undefined,
  dates: Dates | null,
): { civil: number; offset: number | null } | null {
  if ('column' in time) return parseTimestamp(cell(time.column) ?? '', dateOrder)
  if ('date' in time) {
    const [date, clock] = [parseTimestamp(cell(time.date) ?? '', dateOrder), parseHour(cell(time.clock) ?? '')]
    return date === null || clock === null
      ? null
      : { civil: Math.floor(date.civil / 86_400) * 86_400 + clock, offset: null }
  }
  const civil = dates?.(cell(time.dayId) ?? '', cell(time.weekday) ?? '', cell(time.clock) ?? '') ?? null
  return civil === null ? null : { civil, offset: null }
}

/** Days without a date get those of their weekday in the order in which the days come. */
function hiddenDates({ firstDay, days }: { firstDay: string; days: number }, file: string): Dates {
  const first = dayNumber(firstDay)
  const known = new Map<string, number>()
  const free = new Map<number, number[]>()
  // 1 January 1970 was a Thursday; Monday is 0.
  for (let day = first; day < first + days; day += 1) free.set((day + 3) % 7, [...(free.get((day + 3) % 7) ?? []), day])
  return (id, weekday, clock) => {
    const second = parseHour(clock)
    if (second === null || !/^[0-6]$/.test(weekday) || id === '') return null
    const key = `${id} ${weekday}`
    let day = known.get(key)
    if (day === undefined) {
      day = free.get(Number(weekday))?.shift()
      if (day === undefined)
        throw new ImportError(
          'FILE_DAYS_UNPLACED',
          `${file} has more days of weekday ${weekday} than the ${days} days from ${firstDay} on. Nothing was loaded.`,
        )
      known.set(key, day)
    }
    return day * 86_400 + second
  }
}
