/**
 * People inside over some days: the minutes of files, else of devices, brought into quarters or hours (metrics.md 5.7).
 */
import { daySpan } from '#domain/days'
import { fromRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import { SETTINGS } from '#domain/metrics/settings'
import { courseOf } from '#domain/occupancy-levels'
import { figuresOf, together } from '#domain/occupancy-course'
import type { Course } from '#domain/occupancy-course'
import type { Level } from '#domain/occupancy-levels'
import { OCCUPANCY_LEVELS } from '#domain/occupancy-columns'
import type { OccupancyLevelsQuery } from '#schemas/generated/api/occupancy-levels-query.ts'
import type { Catalog } from '../../catalog.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { OccupancyFacts, OccupancyReading } from '../../facts/occupancy.ts'
import { hoursOfDay } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import type { LocalService } from '../locals/service.ts'

const MAX_DAYS = 31
const MINUTE_MS = 60_000
const SLOT_MIN = { quarter: 15, hour: 60 } as const

interface Zone {
  readonly local: number
  readonly presence: boolean
  readonly levels: Level[]
}

export function levelService({
  occupancy,
  catalog,
  locals,
}: {
  occupancy: Pick<OccupancyFacts, 'deviceOccupancy' | 'fileOccupancy'>
  catalog: Pick<Catalog, 'locals'>
  locals: Pick<LocalService, 'idsOfClient'>
}) {
  return {
    /**
     * One row a local, day and slot. Days of which nothing is known have no rows. Throws CLIENT_NOT_FOUND,
     * LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG.
     */
    async levels(
      scope: Scope,
      { client, locals: requested, begin, end, by = 'hour' }: OccupancyLevelsQuery,
    ): Promise<Answer> {
      const chosen = chosenLocals(await locals.idsOfClient(scope, client), requested)
      const { from: first, to: last } = daySpan(begin, end)
      if (last - first >= MAX_DAYS)
        throw new AppError(
          'DOWNLOAD_RANGE_TOO_LONG',
          `${begin} to ${end} is ${last - first + 1} days; choose at most ${MAX_DAYS}.`,
          { days: last - first + 1, most: MAX_DAYS },
        )
      if (chosen.length === 0) return { frame: fromRows(OCCUPANCY_LEVELS, []), asOf: null }
      // A day is that of the local, whose clock may be half a day away; a gap may begin before it.
      const [from, to] = [(first - 1) * 86_400_000, (last + 2) * 86_400_000]
      const [files, devices, settings, all] = await Promise.all([
        occupancy.fileOccupancy(client, chosen, from, to),
        occupancy.deviceOccupancy(client, chosen, from, to),
        catalog.locals.settings(scope, chosen),
        catalog.locals.list(scope, { client }),
      ])
      const zones = {
        files: Map.groupBy(zonesOf(files), ({ local }) => local),
        devices: Map.groupBy(zonesOf(devices), ({ local }) => local),
      }
      const rows: Cell[][] = []
      for (const { id, timeZone } of all.filter((local) => chosen.includes(local.id))) {
        for (let day = first; day <= last; day += 1) {
          const own = dayZones(zones.files.get(id), timeZone, day) ?? dayZones(zones.devices.get(id), timeZone, day)
          if (own === null) continue
          for (const [minute, course] of slotsOf(own.course, timeZone, day, SLOT_MIN[by])) {
            const { mean, min, peak, known } = figuresOf(course)
            rows.push([
              id,
              day,
              minute,
              own.presence,
              mean,
              wholeOrNull(min),
              wholeOrNull(peak),
              known,
              own.presence ? null : (settings.get(id)?.capacity ?? null),
            ])
          }
        }
      }
      return { frame: fromRows(OCCUPANCY_LEVELS, rows), asOf: null }
    },
  }
}

export type LevelService = ReturnType<typeof levelService>

function zonesOf(words: readonly OccupancyReading[]): Zone[] {
  const zones = new Map<string, Zone>()
  for (const { local, zone: name, at, people, presence } of words) {
    const key = `${local} ${name}`
    const zone = zones.get(key) ?? { local, presence, levels: [] }
    zones.set(key, zone)
    zone.levels.push({ at, people })
  }
  return [...zones.values()]
}

const wholeOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** The zones with data on a day of the local, minute by minute and together; null = none. */
function dayZones(
  zones: readonly Zone[] | undefined,
  timeZone: string,
  day: number,
): { course: Course; presence: boolean } | null {
  const hours = hoursOfDay(timeZone, day)
  const [begin, end] = [(hours[0]?.instant ?? 0) * 1000, ((hours.at(-1)?.instant ?? 0) + 3600) * 1000]
  const gapMs = SETTINGS.occupancyGapMin.value * MINUTE_MS
  const speaking = (zones ?? []).filter(({ levels }) => levels.some(({ at }) => at >= begin && at < end))
  if (hours.length === 0 || speaking.length === 0) return null
  const near = (levels: readonly Level[]) => levels.filter(({ at }) => at >= begin - gapMs && at < end + gapMs)
  return {
    course: together(speaking.map(({ levels }) => courseOf(near(levels), begin, end))),
    presence: speaking.every(({ presence }) => presence),
  }
}

/** The slots of a day by the minute of the clock at which they begin; both passes of a repeated hour are one slot. */
function slotsOf(course: Course, timeZone: string, day: number, length: number): Map<number, (number | null)[]> {
  const hours = hoursOfDay(timeZone, day)
  const begin = hours[0]?.instant ?? 0
  const slots = new Map<number, (number | null)[]>()
  for (const { hour, instant } of hours) {
    const at = (instant - begin) / 60
    for (let minute = 0; minute < 60; minute += length) {
      const key = hour * 60 + minute
      slots.set(key, [...(slots.get(key) ?? []), ...course.slice(at + minute, at + minute + length)])
    }
  }
  return slots
}
