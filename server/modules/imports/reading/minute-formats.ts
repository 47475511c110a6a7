/** Files with people inside by the minute, as data. */
import type { Local } from '#schemas/generated/entities/local.ts'
import type { DateOrder } from './timestamp.ts'

export interface MinuteFormat {
  readonly name: string
  /** One line for `--help`. */
  readonly about: string
  /** Left out: it has to be said. */
  readonly timeZone?: string
  readonly localType: Local['type']
  /** Column of the room, which becomes a local; left out: the file is one room. */
  readonly room?: string
  readonly people: string
  /** 1 = not empty; it is no number of people. */
  readonly presence: boolean
  /** A column with date and time, or days whose dates the source hides. */
  readonly time:
    | { readonly column: string }
    | { readonly date: string; readonly clock: string }
    | {
        readonly clock: string
        readonly dayId: string
        readonly weekday: string
        /** The dates are the days from here on. */ readonly firstDay: string
        readonly days: number
      }
  /** The order of dates such as 02/06/2014. */
  readonly dateOrder?: DateOrder
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
