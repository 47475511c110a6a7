/** Files with people inside by the minute, as data. */
import type { Local } from '#schemas/generated/entities/local.ts'

export interface MinuteFormat {
  readonly name: string
  /** One line for `--help`. */
  readonly about: string
  readonly timeZone: string
  readonly localType: Local['type']
  /** Column of the room, which becomes a local; left out: the file is one room. */
  readonly room?: string
  readonly people: string
  /** 1 = somebody is there; it is no number of people. */
  readonly presence: boolean
  /** A column with date and time, or days whose dates the source hides. */
  readonly time:
    | { readonly column: string }
    | {
        readonly clock: string
        readonly dayId: string
        readonly weekday: string
        /** The dates are the days from here on. */ readonly firstDay: string
        readonly days: number
      }
  /** Column of the file of places (`--sensors`) with the room, and the one with its seats. */
  readonly seats?: { readonly room: string; readonly seats: string }
}

const ALL: readonly MinuteFormat[] = [
  {
    name: 'sdu-rooms',
    about: 'people per room and minute; dates are placed by their weekday, as the source hides them',
    timeZone: 'Europe/Copenhagen',
    localType: 'office',
    room: 'room',
    people: 'occupants',
    presence: false,
    time: { clock: 'time', dayId: 'day_id', weekday: 'weekday', firstDay: '2017-03-22', days: 15 },
    seats: { room: 'room', seats: 'seats' },
  },
  {
    name: 'uci-office',
    about: 'one room, occupied or not by the minute; minutes are rounded',
    timeZone: 'Europe/Brussels',
    localType: 'office',
    people: 'occupied',
    presence: true,
    time: { column: 'ts_local' },
  },
]

export const MINUTE_FORMATS: ReadonlyMap<string, MinuteFormat> = new Map(ALL.map((format) => [format.name, format]))
