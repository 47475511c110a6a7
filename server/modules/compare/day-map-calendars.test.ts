/**
 * The day map over real calendars: the holiday library's, and fifteen years of Spanish holidays from official gazettes
 * where they are at hand.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { alignDays, type DayNames, easterSunday } from '#domain/day-map'
import { civil, dayNumber, dayOf, isoDay } from '#domain/days'
import { officialHolidays } from '../holidays/official.ts'

const official = officialHolidays()
afterAll(() => official.close())

/** A whole year against the year before, by weekday from Monday to Sunday. */
const yearMap = (year: number, names: DayNames) =>
  alignDays(
    { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) },
    { from: dayOf(year - 1, 1, 1), to: dayOf(year - 1, 12, 31) },
    names,
  )

async function calendarOf(
  country: string,
  region: string | null,
  language: string,
  years: readonly number[],
): Promise<DayNames> {
  const all = await Promise.all(years.map((year) => official.of({ country, region, year, language })))
  return new Map(all.flatMap(({ days }) => days.map(({ day, name }): [number, string] => [dayNumber(day), name])))
}

describe.each([
  ['ES', 'CT', 'es'],
  ['ES', 'MD', 'es'],
  ['PT', null, 'pt'],
  ['CZ', null, 'cs'],
  ['IT', null, 'it'],
  ['GB', 'ENG', 'en'],
] as const)('in %s %s', (country, region, language) => {
  test('every holiday of nine years meets its like, and every other pair keeps its weekday', async () => {
    const years = [2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]
    const names = await calendarOf(country, region, language, years)
    let moved = 0
    for (const year of years.slice(1)) {
      const { pairs } = yearMap(year, names)
      for (const { day, reference, reason } of pairs) {
        const [here, there] = [day - easterSunday(year), reference - easterSunday(year - 1)]
        if (names.has(day) && (here === -2 || here === 1)) expect([isoDay(day), there]).toEqual([isoDay(day), here])
        if (names.has(day) && civil(day).month === 12 && civil(day).date === 25)
          expect(isoDay(reference)).toBe(`${year - 1}-12-25`)
        if (reason === 'weekday')
          expect(day - reference).toBe(
            pairs.find((one) => one.reason === 'weekday')!.day -
              pairs.find((one) => one.reason === 'weekday')!.reference,
          )
        if (reason === 'event' && day - reference !== 364 && day - reference !== 371) moved += 1
      }
      expect(new Set(pairs.map(({ reference }) => reference)).size).toBe(pairs.length)
    }
    expect(moved, 'Easter moved in all of these years').toBeGreaterThan(20)
  })
})

const DATA = join(
  process.env.AFORO_DATA ?? join(import.meta.dirname, '../../../../shared/data'),
  'spain-holidays/holidays.csv.gz',
)

describe.runIf(existsSync(DATA))('by official gazettes of Spain', () => {
  const rows = existsSync(DATA)
    ? gunzipSync(readFileSync(DATA))
        .toString('utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    : []
  const goodFridays = [
    ...new Set(rows.flatMap(([date, , , , name]) => (name === 'Viernes Santo' ? [date!] : []))),
  ].toSorted()

  test('Good Friday is where the rule says that it is', () => {
    expect(goodFridays.length).toBeGreaterThanOrEqual(14)
    expect(goodFridays).toEqual(goodFridays.map((date) => isoDay(easterSunday(Number(date.slice(0, 4))) - 2)))
  })

  test('each Good Friday meets that of the year before, in every calendar that has it', () => {
    const towns = [...Map.groupBy(rows, ([, , , , , source]) => source!)].filter(
      ([, own]) => own.filter(([, , , , name]) => name === 'Viernes Santo').length > 1,
    )
    let lookups = 0
    for (const [town, own] of towns) {
      const names = new Map(own.map(([date, , , , name]): [number, string] => [dayNumber(date!), name!]))
      for (const date of goodFridays.slice(1).filter((one) => names.has(dayNumber(one)))) {
        const year = Number(date.slice(0, 4))
        lookups += 1
        const found = yearMap(year, names).pairs.find(({ day }) => day === dayNumber(date))
        expect([town, date, found && isoDay(found.reference)]).toEqual([town, date, isoDay(easterSunday(year - 1) - 2)])
      }
    }
    expect([towns.length > 3, lookups > 20]).toEqual([true, true])
  })
})
