import { civil } from '#domain/days'
import { blackFriday } from './campaigns.ts'
import { random } from '../simulator/random.ts'

const MONTHS = [0.96, 0.9, 0.95, 0.97, 1, 0.98, 0.99, 0.84, 1, 1.02, 1.07, 1.28]

/** Relative retail traffic of a day of the year: months, sales, Black Friday, Christmas, the eve of the Kings. */
export function season(day: number): number {
  const { year, month, date } = civil(day)
  const friday = blackFriday(year) - day
  const peak =
    month === 1 && date >= 2 && date <= 5
      ? 1.4
      : month === 1 && date >= 7 && date <= 20
        ? 1.3 - (date - 7) * 0.015
        : month === 7 && date <= 14
          ? 1.25 - date * 0.012
          : friday <= 1 && friday >= -2
            ? 1.55
            : friday <= 4 && friday >= -3
              ? 1.2
              : month === 12 && date >= 13 && date <= 24
                ? 1.05 + (date - 13) * 0.022
                : 1
  // Months flow into each other: half of the month, half of the nearer neighbour towards its edges.
  const within = (date - 15) / 30
  const neighbour = MONTHS[(month - 1 + (within < 0 ? 11 : 1)) % 12]!
  return peak * (MONTHS[month - 1]! * (1 - Math.abs(within)) + neighbour * Math.abs(within))
}

/** Rain and sunshine of a city: drifts from day to day, some ten per cent up and down. */
export function weather(seed: number, city: number, day: number): number {
  const drift = [0, 1, 2].reduce(
    (sum, back) => sum + random(seed, city, day - back, 31).normal() * [0.7, 0.5, 0.3][back]!,
    0,
  )
  return Math.exp(0.1 * drift)
}

/** Yearly growth, from the first day of the data on. */
export const growthSince = (growth: number, startDay: number, day: number): number =>
  (1 + growth) ** ((day - startDay) / 365.25)
