import { NULL } from '../facts/columns.ts'
import { instantOf } from '../facts/zone.ts'
import type { Reading } from '../modules/imports/reading/reading.ts'
import type { Counted } from '../modules/imports/reading/counted.ts'
import type { CountReading } from '../modules/ingest/reading.ts'
import type { Source } from './player.ts'

const HOUR = 3_600_000

export interface Recorded extends Source {
  readonly places: readonly string[]
  /** Start of the first hour and end of the last, epoch ms. */
  readonly from: number
  readonly to: number
}

/**
 * Recorded hours as devices would have sent them, one device a place and counter. An hour without a row is silence; a
 * row without a number is a device that lives and cannot count; a zero is a zero.
 *
 * @param shiftDays whole weeks, so that weekdays stay; the civil hour stays too, across clock changes
 */
export function replaySource(
  reading: Pick<Reading, 'atoms' | 'places' | 'areas' | 'zone'>,
  { hours }: Counted['merging'],
  shiftDays = 0,
): Recorded {
  const column = Math.max(0, reading.atoms.indexOf('ins'))
  const rows = new Map<string, Map<number, number>>()
  let from = Infinity
  let to = -Infinity
  for (const hour of hours) {
    const start =
      shiftDays === 0 ? hour.instant * 1000 : shifted(reading.zone, hour.day + shiftDays, hour.hour, hour.fold)
    if (start === null) continue
    const place = placeName(reading, hour.place, hour.area)
    const ofPlace = rows.get(place) ?? new Map<number, number>()
    rows.set(place, ofPlace.set(start, hour.values[column]!))
    from = Math.min(from, start)
    to = Math.max(to, start + HOUR)
  }
  return {
    places: [...rows.keys()],
    from,
    to,
    readings(device, after, until) {
      const ofPlace = rows.get(device.place ?? '')
      if (!ofPlace) return null
      const readings: CountReading[] = []
      let silent = true
      for (let end = Math.floor(after / HOUR) * HOUR + HOUR; end <= until; end += HOUR) {
        if (end <= after) continue
        const count = ofPlace.get(end - HOUR)
        if (count === undefined) continue
        silent = false
        if (count !== NULL)
          readings.push({ kind: 'count', line: device.line, start: end - HOUR, end, in: count, out: null })
      }
      return silent ? null : readings
    },
  }
}

export const placeName = ({ places, areas }: Pick<Reading, 'places' | 'areas'>, place: number, area: number): string =>
  areas[area] ? `${places[place]}/${areas[area]}` : places[place]!

function shifted(zone: string, day: number, hour: number, fold: 0 | 1): number | null {
  const { instant, kind } = instantOf(zone, day * 86_400 + hour * 3600, fold)
  if (kind === 'gap' || (fold === 1 && kind !== 'repeated')) return null
  return instant * 1000
}
