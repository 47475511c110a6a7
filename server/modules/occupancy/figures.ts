/**
 * People inside over one or two periods (metrics.md 5.7): by hour of all chosen locals together, and by local. Worked
 * out in the store.
 */
import { dayNumber, isoDay } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import { fromRows } from '#domain/frame-build'
import { OCCUPANCY_CLIENTS, OCCUPANCY_HOURS, OCCUPANCY_LOCALS, OCCUPANCY_ROOMS } from '#domain/occupancy-columns'
import type { Column } from '#domain/frame'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { OccupancyPeriodsQuery } from '#schemas/generated/api/occupancy-periods-query.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { CompiledColumn } from '../../facts/compile.ts'
import { hoursSql, roomsSql, weekText } from '../../facts/occupancy-figures.ts'
import type { OccupancyLocal, OccupancyPeriod } from '../../facts/occupancy-figures.ts'
import type { FactStore } from '../../facts/store.ts'
import { civilAt } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { Answer } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'

/** A year, and fifty rooms in two of them. */
const MOST_DAYS = 366
const MOST_LOCAL_DAYS = 40_000
const PERIODS = ['comparing', 'reference']

interface Parts {
  readonly facts: Pick<FactStore, 'read' | 'frame'>
  readonly catalog: Pick<Catalog, 'locals'> & Pick<Repositories, 'areas' | 'footscans' | 'openingHours' | 'holidays'>
  readonly clients: Pick<ClientService, 'list'>
  readonly locals: Pick<LocalService, 'idsOfClient' | 'ofClient'>
  readonly clock: Clock
}

/** What is known of the minutes of a local, whatever the days. */
interface Spoken {
  readonly local: number
  readonly presence: boolean
  readonly hasFiles: boolean
  readonly hasDevices: boolean
  readonly zones: number
  /** First and last minute, seconds. */
  readonly first: number
  readonly last: number
}

export function occupancyFigures({ facts, catalog, clients, locals, clock }: Parts) {
  /** Of the chosen locals, those with minutes of people or of presence. */
  async function spoken(client: number, chosen: readonly number[]): Promise<Spoken[]> {
    if (chosen.length === 0) return []
    const of = chosen.map(String).join(', ')
    const rows = await facts.read(
      `SELECT local, bool_and(presence), bool_or(files), bool_or(NOT files), count(*), min(first), max(last) FROM (
  SELECT local, area::VARCHAR AS room, bool_and(presence) AS presence, true AS files, min(instant)::DOUBLE AS first, max(instant)::DOUBLE AS last
  FROM occupancy_minute WHERE client = $1 AND local IN (${of}) GROUP BY ALL
  UNION ALL
  SELECT local, device || '/' || line, false, false, floor(min("at") / 60000)::DOUBLE * 60, floor(max("at") / 60000)::DOUBLE * 60 FROM occupancy WHERE client = $1 AND local IN (${of}) GROUP BY ALL
) GROUP BY local ORDER BY local`,
      [client],
    )
    return rows.map(([local, presence, hasFiles, hasDevices, zones, first, last]) => ({
      local: Number(local),
      presence: presence === true,
      hasFiles: hasFiles === true,
      hasDevices: hasDevices === true,
      zones: Number(zones),
      first: Number(first),
      last: Number(last),
    }))
  }

  async function chosenOf(
    scope: Scope,
    { client, locals: asked, ...query }: OccupancyPeriodsQuery,
  ): Promise<{ rooms: OccupancyLocal[]; periods: OccupancyPeriod[] }> {
    const chosen = chosenLocals(await locals.idsOfClient(scope, client), asked)
    const periods = periodsOf(query)
    const known = await spoken(client, chosen)
    const days = periods.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    if (days * known.length > MOST_LOCAL_DAYS) {
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${known.length} locals over ${days} days are too many at once; choose fewer locals or shorter periods.`,
        { days, most: Math.floor(MOST_LOCAL_DAYS / known.length) },
      )
    }
    const ids = known.map(({ local }) => local)
    const [settings, all, plans] = await Promise.all([
      catalog.locals.settings(scope, ids),
      catalog.locals.list(scope, { client }),
      expectedLocals(catalog, { client }),
    ])
    const [zoneOf, planOf] = [
      new Map(all.map(({ id, timeZone }) => [id, timeZone])),
      new Map(plans.map((plan) => [plan.local, plan])),
    ]
    const nowS = Math.floor(clock.now() / 1000)
    const rooms = known.map((one): OccupancyLocal => {
      const plan = planOf.get(one.local)
      return {
        ...one,
        timeZone: zoneOf.get(one.local) ?? 'UTC',
        capacity: settings.get(one.local)?.capacity ?? null,
        begin: one.first,
        // Devices are expected to go on; a file ends where it ends.
        end: one.hasDevices ? Math.max(one.last + 60, nowS) : one.last + 60,
        week: plan?.week == null ? null : weekText(plan.week),
        holidays: plan?.holidays ?? new Map(),
      }
    })
    return { rooms, periods }
  }

  async function answer(
    scope: Scope,
    query: OccupancyPeriodsQuery,
    columns: readonly Column[],
    sqlOf: typeof hoursSql,
  ): Promise<Answer> {
    const { rooms, periods } = await chosenOf(scope, query)
    if (rooms.length === 0) return { frame: fromRows(columns, []), asOf: null }
    const sql = periods.map((period, code) => sqlOf(query.client, rooms, period, code)).join('\nUNION ALL\n')
    const frame = await facts.frame(
      `SELECT ${columns.map(({ id }) => (id === 'period' ? 'period::TINYINT AS period' : id)).join(', ')} FROM (${sql})`,
      [],
      columns.map(compiled),
      PERIODS,
    )
    const left = leftOut(rooms)
    const told = {
      ...frame,
      columns: frame.columns.map((column) => (left.includes(column.id) ? { ...column, muted: true as const } : column)),
    }
    return { frame: told, asOf: Math.max(...rooms.map(({ end }) => end)) * 1000 }
  }

  return {
    /**
     * By hour, all locals together. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG.
     */
    hours: (scope: Scope, query: OccupancyPeriodsQuery): Promise<Answer> =>
      answer(scope, query, OCCUPANCY_HOURS, hoursSql),

    /** By local. Throws as `hours` does. */
    rooms: (scope: Scope, query: OccupancyPeriodsQuery): Promise<Answer> =>
      answer(scope, query, OCCUPANCY_ROOMS, roomsSql),

    /** The clients with a local of which people or presence are known, among those that the caller may see. */
    async clients(scope: Scope): Promise<Answer> {
      const rows = await facts.read('SELECT client FROM occupancy_minute UNION SELECT client FROM occupancy')
      const known = new Set(rows.map(([client]) => Number(client)))
      const own = (await clients.list(scope)).filter(({ id }) => known.has(id))
      return {
        frame: fromRows(
          OCCUPANCY_CLIENTS,
          own.map(({ id, name }) => [id, name]),
        ),
        asOf: null,
      }
    },

    /** The locals of which people or presence are known, and from when to when. Throws CLIENT_NOT_FOUND. */
    async locals(scope: Scope, { client }: ClientQuery): Promise<Answer> {
      const all = new Map((await locals.ofClient(scope, client)).map((local) => [local.id, local]))
      const known = await spoken(client, [...all.keys()])
      const rows = known.flatMap(({ local, presence, first, last }) => {
        const { name, timeZone } = all.get(local)!
        return [[local, name, presence, civilAt(timeZone, first).day, civilAt(timeZone, last).day]]
      })
      return { frame: fromRows(OCCUPANCY_LOCALS, rows), asOf: null }
    },
  }
}

export type OccupancyFigures = ReturnType<typeof occupancyFigures>

const PEOPLE = ['peopleS', 'measuredS', 'peak']
const OF_CAPACITY = [
  'capacityS',
  'ratedS',
  'saturatedS',
  'emptyS',
  'underuseS',
  'correctS',
  'heavyS',
  'overloadS',
  'seats',
]

/**
 * What none of the rooms has: presence says nothing of people, and a room without seats is never full. A widget of
 * nothing else is left out.
 */
function leftOut(rooms: readonly OccupancyLocal[]): readonly string[] {
  const counting = rooms.filter(({ presence }) => !presence)
  return [
    ...(counting.length === 0 ? PEOPLE : []),
    ...(counting.every(({ capacity }) => capacity === null) ? OF_CAPACITY : []),
  ]
}

const compiled = (column: Column): CompiledColumn => ({
  column,
  result:
    column.id === 'period'
      ? 'period'
      : column.role === 'measure' || column.type === 'boolean' || column.type === 'float'
        ? 'double'
        : 'integer',
})

function periodsOf({
  p1Start,
  p1End,
  p2Start,
  p2End,
}: Omit<OccupancyPeriodsQuery, 'client' | 'locals'>): OccupancyPeriod[] {
  return [periodOf(p1Start, p1End), ...(p2Start !== undefined && p2End !== undefined ? [periodOf(p2Start, p2End)] : [])]
}

function periodOf(begin: string, end: string): OccupancyPeriod {
  const [from, to] = [dayNumber(begin), dayNumber(end)]
  if (from > to)
    throw new DomainError(
      'DATES_INCORRECT',
      `Incorrect dates: ${isoDay(from)} is after ${isoDay(to)}; give the first day first.`,
      { start: begin, end },
    )
  if (to - from >= MOST_DAYS)
    throw new AppError(
      'DOWNLOAD_RANGE_TOO_LONG',
      `${begin} to ${end} is ${to - from + 1} days; choose at most ${MOST_DAYS}.`,
      { days: to - from + 1, most: MOST_DAYS },
    )
  return { from, to }
}
