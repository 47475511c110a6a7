/**
 * People inside over one or two periods (metrics.md 5.7): by hour of all chosen locals together, and by local. Worked
 * out in the store.
 */
import { basisOf, hoursOver } from '#domain/compared-stores'
import { daySpan } from '#domain/days'
import { fromRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { OCCUPANCY_CLIENTS, OCCUPANCY_HOURS, OCCUPANCY_LOCALS, OCCUPANCY_ROOMS } from '#domain/occupancy-columns'
import type { ClientQuery } from '#schemas/generated/api/client-query.ts'
import type { OccupancyPeriodsQuery } from '#schemas/generated/api/occupancy-periods-query.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { weekText, type OccupancyFacts, type OccupancyLocal, type OccupancyPeriod } from '../../facts/occupancy.ts'
import { civilAt } from '../../facts/zone.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { Answer } from '../compare/answer.ts'
import type { LocalService } from '../locals/service.ts'
import { roomSides, withIncomparable } from './compared-rooms.ts'
import { withUnpaired } from './with-unpaired.ts'

/** A year, and fifty rooms in two of them. */
const MAX_DAYS = 366
const MAX_LOCAL_DAYS = 40_000

/** The key of a row of an answer. */
const KEYS = { hour: ['period', 'index', 'hour'], room: ['period', 'local'] }

interface Parts {
  readonly occupancy: Pick<OccupancyFacts, 'clients' | 'localsWithData' | 'known' | 'figures' | 'pairedFigures'>
  readonly catalog: Pick<Catalog, 'locals'> & Pick<Repositories, 'areas' | 'footscans' | 'openingHours' | 'holidays'>
  readonly clients: Pick<ClientService, 'list'>
  readonly locals: Pick<LocalService, 'idsOfClient' | 'ofClient'>
  readonly clock: Clock
}

export function occupancyFigures({ occupancy, catalog, clients, locals, clock }: Parts) {
  async function chosenOf(
    scope: Scope,
    { client, locals: requested, ...query }: OccupancyPeriodsQuery,
  ): Promise<{ rooms: OccupancyLocal[]; periods: OccupancyPeriod[] }> {
    const chosen = chosenLocals(await locals.idsOfClient(scope, client), requested)
    const periods = periodsOf(query)
    const known = await occupancy.localsWithData(client, chosen)
    const days = periods.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    if (days * known.length > MAX_LOCAL_DAYS) {
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${known.length} locals over ${days} days are too many at once; choose fewer locals or shorter periods.`,
        { days, most: Math.floor(MAX_LOCAL_DAYS / known.length) },
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

  /** With a reference period those of the rooms that can be compared, unless all are asked for. */
  async function figuresOf(
    { client, stores = 'same' }: OccupancyPeriodsQuery,
    rooms: readonly OccupancyLocal[],
    periods: readonly OccupancyPeriod[],
    by: 'hour' | 'room',
  ): Promise<Frame> {
    const [comparing, reference] = periods
    if (comparing === undefined || reference === undefined) return occupancy.figures(client, rooms, periods, by)
    const pair = [comparing, reference] as const
    const { sides, withoutHours } = roomSides(await occupancy.known(client, rooms, pair), rooms)
    const { basis, kept, incomparable, oneSided } = basisOf(sides, stores, comparing, reference)
    const byWeek = withoutHours.filter((local) => kept.includes(local) && !incomparable.includes(local)).length
    const shown = rooms.filter(({ local }) => kept.includes(local))
    const both = sides.filter(({ local }) => kept.includes(local) && !oneSided.includes(local))
    const share = hoursOver(both)
    const [all, paired] = await Promise.all([
      occupancy.figures(client, shown, pair, by),
      share === 1 ? null : occupancy.pairedFigures(client, shown, pair, by, oneSided),
    ])
    const frame = paired === null ? all : withUnpaired(all, paired, KEYS[by])
    return {
      ...(incomparable.length === 0 ? frame : withIncomparable(frame, new Set(incomparable))),
      basis: { ...basis, places: 'rooms', over: share, ...(byWeek > 0 && { withoutHours: byWeek }) },
    }
  }

  async function answer(scope: Scope, query: OccupancyPeriodsQuery, by: 'hour' | 'room'): Promise<Answer> {
    const { rooms, periods } = await chosenOf(scope, query)
    if (rooms.length === 0)
      return { frame: fromRows(by === 'hour' ? OCCUPANCY_HOURS : OCCUPANCY_ROOMS, []), asOf: null }
    const frame = await figuresOf(query, rooms, periods, by)
    const left = leftOut(rooms)
    const withMuted = {
      ...frame,
      columns: frame.columns.map((column) => (left.includes(column.id) ? { ...column, muted: true as const } : column)),
    }
    return { frame: withMuted, asOf: Math.max(...rooms.map(({ end }) => end)) * 1000 }
  }

  return {
    /**
     * By hour, all locals together. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG.
     */
    hours: (scope: Scope, query: OccupancyPeriodsQuery): Promise<Answer> => answer(scope, query, 'hour'),

    /** By local. Throws as `hours` does. */
    rooms: (scope: Scope, query: OccupancyPeriodsQuery): Promise<Answer> => answer(scope, query, 'room'),

    /** The clients with a local of which people or presence are known, among those that the caller may see. */
    async clients(scope: Scope): Promise<Answer> {
      const known = new Set(await occupancy.clients())
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
      const known = await occupancy.localsWithData(client, [...all.keys()])
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
 * Figures that no room has: presence is not a number of people, and a room without seats is never full. A widget of
 * such figures only is left out.
 */
function leftOut(rooms: readonly OccupancyLocal[]): readonly string[] {
  const counting = rooms.filter(({ presence }) => !presence)
  return [
    ...(counting.length === 0 ? PEOPLE : []),
    ...(counting.every(({ capacity }) => capacity === null) ? OF_CAPACITY : []),
  ]
}

function periodsOf({
  p1Start,
  p1End,
  p2Start,
  p2End,
}: Omit<OccupancyPeriodsQuery, 'client' | 'locals'>): OccupancyPeriod[] {
  return [periodOf(p1Start, p1End), ...(p2Start !== undefined && p2End !== undefined ? [periodOf(p2Start, p2End)] : [])]
}

function periodOf(begin: string, end: string): OccupancyPeriod {
  const { from, to } = daySpan(begin, end)
  if (to - from >= MAX_DAYS)
    throw new AppError(
      'DOWNLOAD_RANGE_TOO_LONG',
      `${begin} to ${end} is ${to - from + 1} days; choose at most ${MAX_DAYS}.`,
      { days: to - from + 1, most: MAX_DAYS },
    )
  return { from, to }
}
