import { civil, dayOf, isoDay, mondayOf } from '#domain/days'

/** The Friday after the fourth Thursday of November. */
export const blackFriday = (year: number): number => mondayOf(dayOf(year, 11, 1) + 3) + 3 + 21 + 1

export interface DemoCampaign {
  readonly name: string
  readonly begin: string
  readonly end: string
}

/** The retail calendar of the years between two days, as campaigns that began before the second. */
export function campaignsBetween(fromDay: number, toDay: number): DemoCampaign[] {
  const campaigns: DemoCampaign[] = []
  for (let { year } = civil(fromDay); year <= civil(toDay).year; year += 1) {
    const friday = blackFriday(year)
    const mothers = mondayOf(dayOf(year, 5, 7)) - 1 + (mondayOf(dayOf(year, 5, 7)) - 1 < dayOf(year, 5, 1) ? 7 : 0)
    const span = (name: string, begin: number, end: number) =>
      campaigns.push({ name: `${name} ${year}`, begin: isoDay(begin), end: isoDay(end) })
    span('Rebajas de invierno', dayOf(year, 1, 7), dayOf(year, 2, 7))
    span('Día de la Madre', mothers - 10, mothers)
    span('Rebajas de verano', dayOf(year, 7, 1), dayOf(year, 7, 31))
    span('Vuelta al cole', dayOf(year, 9, 1), dayOf(year, 9, 15))
    span('Black Friday', friday - 4, friday + 3)
    span('Navidad', dayOf(year, 12, 8), dayOf(year, 12, 31))
  }
  return campaigns.filter(({ begin, end }) => end >= isoDay(fromDay) && begin <= isoDay(toDay))
}
