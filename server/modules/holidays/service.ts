/** The holidays of a local: what is stored, what is official at its place, and changing the days to come. */
import { dayNumber, isoDay } from '#domain/days'
import { requireYear } from '#domain/year-limit'
import { countryOfZone } from '#domain/zone-countries'
import type { HolidayChanges } from '#schemas/generated/api/holiday-changes.ts'
import type { HolidayQuery } from '#schemas/generated/api/holiday-query.ts'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import type { HolidayChange } from '#schemas/generated/entities/holiday-change.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { civilAt } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import { regionNamed } from './region.ts'
import type { OfficialHolidays } from './official.ts'
import type { HolidayRegion } from './repo.ts'

interface Parts {
  readonly catalog: Catalog
  readonly locals: LocalService
  readonly official: OfficialHolidays
  /** Recomputes the expectations from today on. */
  readonly reevaluate: (client: number) => void
  readonly clock: Clock
}

const unknownPlace = ({ country, region }: HolidayRegion) =>
  new AppError(
    'HOLIDAY_REGION_UNKNOWN',
    'No holidays are known for ' +
      `${region === null ? `the country ${country}` : `the region ${region} of ${country}`}; choose one of the list.`,
    { country, region },
  )

export function holidayService({ catalog, locals, official, reevaluate, clock }: Parts) {
  const todayAt = ({ timeZone }: Pick<Local, 'timeZone'>) => civilAt(timeZone, Math.floor(clock.now() / 1000)).day

  /**
   * The chosen place, else that of the address; of a local without one, as an import makes them, the country of its
   * time zone, where that is one country's alone. A reader of the demo learns none of them.
   */
  async function placeOf(scope: Scope, local: Local): Promise<HolidayRegion | null> {
    if (scope.demo) return null
    const chosen = await catalog.holidayRegions.find(scope, local.id)
    if (chosen !== undefined) return chosen
    const country = local.geo.countryCode ?? countryOfZone(local.timeZone)
    if (country === null) return null
    const { isKnown, regions } = await official.of({ country, region: null, year: 2026, language: 'es' })
    return isKnown ? { country, region: regionNamed(local.geo.region, regions) } : null
  }

  return {
    /**
     * Throws LOCAL_NOT_FOUND, YEAR_OUT_OF_RANGE, HOLIDAY_REGION_UNKNOWN for a place that was asked for and is not
     * known.
     */
    async calendar(scope: Scope, localId: number, query: HolidayQuery): Promise<HolidayCalendar> {
      const local = await locals.find(scope, localId)
      const today = isoDay(todayAt(local))
      const year = query.year ?? Number(today.slice(0, 4))
      requireYear(`${year}-01-01`, today)
      const requested = query.country === undefined ? null : { country: query.country, region: query.region ?? null }
      const place = requested ?? (await placeOf(scope, local))
      const { country, region } = place ?? { country: null, region: null }
      const { isKnown, countries, regions, days, language } = await official.of({
        country,
        region,
        year,
        language: query.language ?? 'es',
      })
      if (!isKnown && requested !== null) throw unknownPlace(requested)
      const stored = await catalog.holidays.list(scope, { local: localId, from: `${year}-01-01`, to: `${year}-12-31` })
      return {
        local: localId,
        year,
        today,
        country,
        region,
        language,
        countries: [...countries],
        regions: regions.map(({ code, names }) => ({ code, name: names[0] ?? code })),
        days: stored.map(({ day, name, closed }) => ({ day, name, closed })),
        official: days.map((one) => ({ ...one })),
      }
    },

    /**
     * All or nothing. Throws LOCAL_NOT_FOUND, HOLIDAY_PAST for a past day, YEAR_OUT_OF_RANGE, HOLIDAY_REGION_UNKNOWN.
     */
    async change(
      scope: Scope,
      localId: number,
      { add, remove, place, everywhere = false }: HolidayChanges,
    ): Promise<HolidayChange> {
      const local = await locals.find(scope, localId)
      const today = todayAt(local)
      const past = [...add.map(({ day }) => day), ...remove].find((day) => dayNumber(day) < today)
      for (const { day } of add) requireYear(day, isoDay(today))
      if (past !== undefined)
        throw new AppError(
          'HOLIDAY_PAST',
          `${past} is in the past at this local, where it is ${isoDay(today)}. Only future days can be changed.`,
          { day: past, today: isoDay(today) },
        )
      if (place !== undefined && !(await official.of({ ...place, year: 2026, language: 'es' })).isKnown)
        throw unknownPlace(place)
      const where = everywhere ? await locals.idsOfClient(scope, local.client) : [localId]
      const [closing, opening] = [[...new Map(add.map((one) => [one.day, one])).values()], [...new Set(remove)]]
      await catalog.transaction(async ({ holidays, holidayRegions, audit }) => {
        await holidays.remove(scope, where, [...opening, ...closing.map(({ day }) => day)])
        await holidays.insertMany(
          scope,
          where.flatMap((one) => closing.map(({ day, name }) => ({ local: one, day, name, closed: true }))),
        )
        if (place !== undefined) await holidayRegions.save(scope, localId, place)
        const target = everywhere ? `client ${local.client}` : `local ${localId}`
        await audit.append(scope, {
          action: 'holidays.change',
          target,
          details: { client: local.client, locals: where.length, added: closing.length, removed: opening.length },
          at: clock.now(),
        })
      })
      reevaluate(local.client)
      return { locals: where.length, added: closing.length, removed: opening.length }
    },

    close: official.close,
  }
}

export type HolidayService = ReturnType<typeof holidayService>
