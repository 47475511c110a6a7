/** When locals and their areas are open, for the calls of the specification (2, section 7). */
import { findOverlap, isEmptyShift, splitRows } from '#domain/schedule'
import type { DayShift } from '#domain/schedule'
import type { AreaOpeningHours } from '#schemas/generated/api/area-opening-hours.ts'
import type { OpeningHourRow } from '#schemas/generated/api/opening-hour-row.ts'
import type { OpeningHoursList } from '#schemas/generated/api/opening-hours-list.ts'
import type { LocalArea } from '#schemas/generated/entities/local-area.ts'
import type { OpeningHour } from '#schemas/generated/entities/opening-hour.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'

interface Parts {
  readonly catalog: Catalog
  readonly clients: ClientService
  readonly locals: LocalService
  /** Recomputes the expectations from today on. */
  readonly reevaluate: (client: number) => void
  readonly clock: Clock
}

const DAY_NAMES = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const toRow = ({ area, weekDay, local, opening, closing }: OpeningHour): OpeningHourRow => ({
  area,
  week_day: weekDay,
  local,
  opening: `${opening}:00`,
  closing: `${closing}:00`,
})
const toShift = ({ area = null, week_day: weekDay, local, opening, closing }: OpeningHoursList[number]): DayShift => ({
  local,
  area,
  weekDay,
  opening,
  closing,
})

/** Split at midnight. Throws OPENING_HOURS_EMPTY, OPENING_HOURS_OVERLAP. */
function storable(given: readonly DayShift[]): DayShift[] {
  const place = ({ area, local, weekDay }: DayShift) =>
    `${area === null ? `local ${local}` : `area ${area}`} on ${DAY_NAMES[weekDay] ?? weekDay}`
  const rows = splitRows(given)
  const empty = rows.find(isEmptyShift)
  if (empty !== undefined) {
    throw new AppError(
      'OPENING_HOURS_EMPTY',
      `A shift of ${place(empty)} opens and closes at ${empty.opening}; a shift must be open for at least a minute.`,
      { local: empty.local, area: empty.area, weekDay: empty.weekDay, opening: empty.opening },
    )
  }
  const overlap = findOverlap(rows)
  if (overlap !== null) {
    const [first, second] = [overlap.first, overlap.second].map(({ opening, closing }) => `${opening}–${closing}`)
    const { local, area, weekDay } = overlap.first
    throw new AppError(
      'OPENING_HOURS_OVERLAP',
      `The shifts ${first} and ${second} of ${place(overlap.first)} overlap; shifts of one day must follow each other.`,
      { local, area, weekDay, first, second },
    )
  }
  return rows
}

export function openingHourService({ catalog, clients, locals, reevaluate, clock }: Parts) {
  async function requireAreas(scope: Scope, client: number, rows: readonly DayShift[]): Promise<void> {
    const known = new Map((await catalog.areas.list(scope, { client })).map(({ id, local }) => [id, local]))
    const foreign = rows.find(({ area, local }) => area !== null && known.get(area) !== local)
    if (foreign !== undefined)
      throw new AppError('AREA_NOT_FOUND', `There is no area ${foreign.area} in local ${foreign.local}.`, {
        area: foreign.area,
        local: foreign.local,
      })
  }

  /**
   * All or nothing: the shifts of these locals (or of one area) become these. Throws what `storable` and `requireAreas`
   * throw.
   */
  async function replace(
    scope: Scope,
    client: number,
    of: { locals: readonly number[]; area?: number },
    given: readonly DayShift[],
  ): Promise<void> {
    await requireAreas(scope, client, given)
    const rows = storable(given)
    await catalog.transaction(async ({ locks, openingHours, audit }) => {
      // Two at once would not see each other's shifts, and both would stay.
      await locks.hold('openingHours', client)
      await openingHours.remove(scope, of.locals, of.area)
      await openingHours.insertMany(scope, rows)
      const target =
        of.area !== undefined
          ? `area ${of.area}`
          : of.locals.length === 1
            ? `local ${of.locals[0]}`
            : `client ${client}`
      await audit.append(scope, {
        action: 'openingHours.change',
        target,
        details: { client, locals: of.locals.length, shifts: rows.length },
        at: clock.now(),
      })
    })
    reevaluate(client)
  }

  const ofClient = async (scope: Scope, client: number): Promise<OpeningHourRow[]> =>
    (await catalog.openingHours.list(scope, { client })).map(toRow)
  const ofLocal = async (scope: Scope, local: number): Promise<OpeningHourRow[]> =>
    (await catalog.openingHours.list(scope, { local })).map(toRow)

  return {
    /** By local, weekday and opening. Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async list(scope: Scope, client: number): Promise<OpeningHourRow[]> {
      await clients.find(scope, client)
      return ofClient(scope, client)
    },

    /**
     * Every local of the client and its areas; a local that is not in the list has no hours any more. Throws
     * LOCAL_NOT_FOUND for a local of another client.
     */
    async replaceClient(scope: Scope, client: number, list: OpeningHoursList): Promise<OpeningHourRow[]> {
      const own = await locals.idsOfClient(scope, client)
      const ids = new Set(own)
      const foreign = list.find(({ local }) => !ids.has(local))
      if (foreign !== undefined) throw localNotFound(foreign.local)
      await replace(scope, client, { locals: own }, list.map(toShift))
      return ofClient(scope, client)
    },

    /** A local and all its areas. Throws LOCAL_NOT_FOUND also for a row of another local. */
    async replaceLocal(scope: Scope, local: number, list: OpeningHoursList): Promise<OpeningHourRow[]> {
      const { client } = await locals.find(scope, local)
      const foreign = list.find((row) => row.local !== local)
      if (foreign !== undefined) throw localNotFound(foreign.local)
      await replace(scope, client, { locals: [local] }, list.map(toShift))
      return ofLocal(scope, local)
    },

    /** One area. Throws LOCAL_NOT_FOUND, AREA_NOT_FOUND also for a row that names another place. */
    async replaceArea(
      scope: Scope,
      localId: number,
      { area, local, ohs }: AreaOpeningHours,
    ): Promise<OpeningHourRow[]> {
      if (local !== localId) throw localNotFound(local)
      const { client } = await locals.find(scope, local)
      const given = ohs.map((row) => toShift({ ...row, area: row.area ?? area, local: row.local ?? local }))
      const foreign = given.find((row) => row.local !== local || row.area !== area)
      if (foreign !== undefined)
        throw new AppError(
          'AREA_NOT_FOUND',
          `A shift is of area ${foreign.area} in local ${foreign.local}; only area ${area} of local ${local} is ` +
            'being changed.',
          { area: foreign.area, local: foreign.local },
        )
      await requireAreas(scope, client, [{ local, area, weekDay: 1, opening: '00:00', closing: '23:59' }])
      await replace(scope, client, { locals: [local], area }, given)
      return ofLocal(scope, local)
    },

    /** By local and area. Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async areas(scope: Scope, client: number): Promise<LocalArea[]> {
      await clients.find(scope, client)
      const rows = (await catalog.areas.list(scope, { client })).toSorted((a, b) => a.local - b.local || a.id - b.id)
      const inLocal = new Map<number, number>()
      return rows.map(({ id, local, name }) => {
        const rank = (inLocal.get(local) ?? 0) + 1
        inLocal.set(local, rank)
        return { local, area: id, name: scope.demo ? `Demo Area ${rank}` : name }
      })
    },
  }
}

export type OpeningHourService = ReturnType<typeof openingHourService>
