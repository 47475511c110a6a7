import { weekday } from '#domain/days'
import { random } from './random.ts'
import { RHYTHMS } from './rhythms.ts'
import { civilAt } from '../facts/zone.ts'
import type { CountReading } from '../modules/ingest/reading.ts'
import type { FleetDevice } from './fleet.ts'
import type { Source } from './player.ts'

const MINUTE = 60_000

/** People at the busiest hour when the fleet does not say. */
const PEAK = 120

/**
 * A door of a shop that is always open: people by the minute, following hour and weekday; those who come in leave a
 * while later.
 */
export function rhythmSource(seed: number): Source {
  const { hours, days } = RHYTHMS.always
  const busiest = Math.max(...hours) * Math.max(...days)
  const number = (mac: string) => parseInt(mac.replaceAll(':', '').slice(-7), 16)

  function meanAt(device: FleetDevice, at: number): number {
    const { day, hour } = civilAt(device.timeZone, Math.floor(at / 1000))
    return ((device.peak ?? PEAK) * hours[hour]! * days[weekday(day) - 1]!) / busiest / 60
  }

  return {
    readings(device, from, to) {
      const readings: CountReading[] = []
      for (let start = Math.floor(from / MINUTE) * MINUTE; start + MINUTE <= to; start += MINUTE) {
        const r = random(seed, number(device.mac), start / MINUTE)
        const crossings = (mean: number) => Math.floor(mean + r.next() + (r.next() < 0.3 ? r.next() * mean : 0))
        readings.push({
          kind: 'count',
          line: device.line,
          start,
          end: start + MINUTE,
          in: crossings(meanAt(device, start)),
          out: crossings(meanAt(device, start - 15 * MINUTE)),
        })
      }
      return readings
    },
  }
}
