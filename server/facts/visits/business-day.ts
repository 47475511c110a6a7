/** Business days of a local: civil days that begin at a whole hour of its own. */
import { civilAt, hoursOfDay, type CivilHour } from '../zone.ts'

export interface DayClock {
  readonly timeZone: string
  readonly dayStartHour: number
}

/** Business day (days since 1970-01-01) of an instant in epoch ms. */
export function businessDayAt({ timeZone, dayStartHour }: DayClock, at: number): number {
  const { day, hour } = civilAt(timeZone, Math.floor(at / 1000))
  return hour < dayStartHour ? day - 1 : day
}

/** First instant of a business day, epoch ms. Where the clocks skip that hour, the first hour after it. */
export function businessDayStart({ timeZone, dayStartHour }: DayClock, day: number): number {
  for (let civil = day; civil <= day + 2; civil += 1) {
    const first = hoursOfDay(timeZone, civil).find(({ hour }) => civil > day || hour >= dayStartHour)
    if (first) return first.instant * 1000
  }
  throw new RangeError(`There is no day ${day} in ${timeZone}.`)
}

export interface CivilSlot extends CivilHour {
  readonly day: number
}

/** The civil hour of an instant in epoch ms. */
export function slotOf(timeZone: string, at: number): CivilSlot {
  const seconds = Math.floor(at / 1000)
  const { day } = civilAt(timeZone, seconds)
  const hours = hoursOfDay(timeZone, day)
  let found = hours[0]!
  for (const hour of hours) if (hour.instant <= seconds) found = hour
  return { ...found, day }
}
