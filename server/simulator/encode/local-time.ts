import { civilAt } from '../../facts/zone.ts'
import { isoDay } from '#domain/days'

const two = (n: number) => String(n).padStart(2, '0')

/** Local date and time of an instant, for vendors that write nothing else. */
export function localTime(timeZone: string, at: number): { date: string; time: string; offsetS: number } {
  const instant = Math.floor(at / 1000)
  const { day, hour, second } = civilAt(timeZone, instant)
  return {
    date: isoDay(day),
    time: `${two(hour)}:${two(Math.floor(second / 60))}:${two(second % 60)}`,
    offsetS: day * 86_400 + hour * 3600 + second - instant,
  }
}

/** ISO 8601 with the zone's offset. */
export function isoWithOffset(timeZone: string, at: number): string {
  const { date, time, offsetS } = localTime(timeZone, at)
  const minutes = Math.abs(offsetS) / 60
  return `${date}T${time}${offsetS < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(Math.round(minutes % 60))}`
}
