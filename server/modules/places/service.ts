/**
 * Clients, locals and areas that are put right: renamed, moved in time zone, closed and opened again, merged, removed.
 * The facts follow in one transaction, while that of the catalog is open, so that a failure of either leaves both as
 * they were.
 */
import { dayNumber, isoDay } from '#domain/days'
import { requireYear } from '#domain/year-limit'
import type { PlaceMerge } from '#schemas/generated/api/place-merge.ts'
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import type { PlaceMergePreview } from '#schemas/generated/entities/place-merge-preview.ts'
import type { Place } from '#schemas/generated/entities/place.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { clientNotFound, localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { AreaMove, Overlap, PlaceEdits } from '../../facts/places.ts'
import type { FactStore } from '../../facts/store.ts'
import { isZone } from '../../facts/zone.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { PlaceKind, StoredPlace } from './repo.ts'

type Catalogs = Pick<Catalog, 'places' | 'transaction' | keyof ExpectedCatalog>
type ExpectedCatalog = Pick<Repositories, 'locals' | 'areas' | 'footscans' | 'openingHours' | 'holidays'>

export interface PlaceParts {
  readonly catalog: Catalogs
  readonly facts: Pick<FactStore, 'places'>
  readonly clock: Clock
  /** All that was accepted from devices is in the facts. */
  readonly applied: () => Promise<void>
  /** After places have changed: invalidates caches of footscans. */
  readonly onChange: () => void
  /** Days of these locals are judged again by the new clock. */
  readonly judgeAgain: (locals: readonly number[]) => void
}

const NOTHING = { hours: 0, firstDay: null, lastDay: null }
const dayOf = (day: number | null) => (day === null ? null : isoDay(day))
const NO_OVERLAP: Overlap = {
  hours: 0,
  equal: 0,
  firstDay: null,
  lastDay: null,
  fromIns: 0,
  intoIns: 0,
  ticketDays: 0,
  minutes: 0,
}

function allOf(scope: Scope): AllClients {
  // A demo account reads made-up names, and puts no real places right by them.
  if (scope.clients !== 'all' || scope.demo)
    throw new AppError('ADMIN_REQUIRED', 'Only an administrator who is no demo account may do this.')
  return scope as AllClients
}

const notFound = (kind: PlaceKind, id: number) =>
  kind === 'client'
    ? clientNotFound(id)
    : kind === 'local'
      ? localNotFound(id)
      : new AppError('AREA_NOT_FOUND', `There is no area ${id} among those this account may see.`, { area: id })

export function placeService({ catalog, facts, clock, applied, onChange, judgeAgain }: PlaceParts) {
  async function find(
    scope: AllClients,
    kind: PlaceKind,
    id: number,
    { places }: Pick<Repositories, 'places'> = catalog,
  ): Promise<StoredPlace> {
    const found = await places.find(scope, kind, id)
    if (found === undefined) throw notFound(kind, id)
    return found
  }

  async function contentsOf(scope: AllClients, place: StoredPlace): Promise<PlaceContents> {
    const [own, { firstDay, lastDay, ...counts }] = await Promise.all([
      catalog.places.contents(scope, place),
      facts.places.contents(place.kind, place.id),
    ])
    return {
      kind: place.kind,
      id: place.id,
      name: place.name,
      ...own,
      ...counts,
      firstDay: dayOf(firstDay),
      lastDay: dayOf(lastDay),
    }
  }

  async function rows(scope: AllClients, stored: readonly StoredPlace[], client: number | undefined): Promise<Place[]> {
    const active = await catalog.places.activeFootscans(scope)
    const within = client === undefined ? null : { column: 'client' as const, id: client }
    const kinds: readonly PlaceKind[] = client === undefined ? ['client'] : ['client', 'local', 'area']
    const hours = new Map(
      await Promise.all(kinds.map(async (kind) => [kind, await facts.places.hoursBy(kind, within)] as const)),
    )
    return Promise.all(
      stored.map(async (place): Promise<Place> => {
        const { firstDay, lastDay, hours: counted } = hours.get(place.kind)?.get(place.id) ?? NOTHING
        const areas = place.kind === 'area' ? [place.id] : await catalog.places.areaIds(place)
        return {
          ...place,
          hours: counted,
          firstDay: dayOf(firstDay),
          lastDay: dayOf(lastDay),
          footscans: areas.reduce((sum, area) => sum + (active.get(area) ?? 0), 0),
        }
      }),
    )
  }

  async function row(scope: AllClients, kind: PlaceKind, id: number): Promise<Place> {
    const place = await find(scope, kind, id)
    const [found] = await rows(scope, [place], place.client)
    if (found === undefined) throw notFound(kind, id)
    return found
  }

  interface Plan {
    readonly from: StoredPlace
    readonly into: StoredPlace
    readonly moves: readonly AreaMove[]
    readonly areas: PlaceMergePreview['areas']
    readonly overlap: Overlap
    readonly obstacles: PlaceMergePreview['obstacles']
  }

  /**
   * Each area goes to the one of the same name, or moves as it is; counts of the local as a whole (area 0) go to the
   * other's.
   */
  async function planLocals(
    scope: AllClients,
    from: StoredPlace,
    into: StoredPlace,
  ): Promise<Pick<Plan, 'moves' | 'areas'>> {
    const [own, there] = await Promise.all([
      catalog.places.areasOf(scope, from.id),
      catalog.places.areasOf(scope, into.id),
    ])
    const areas = own.map(({ id, name }) => ({
      area: id,
      name,
      into: there.find((other) => other.name === name)?.id ?? null,
    }))
    const to = { toClient: into.client, toLocal: into.id }
    return {
      areas,
      moves: [
        { local: from.id, area: 0, ...to, toArea: 0 },
        ...areas.map(({ area, into: taker }) => ({ local: from.id, area, ...to, toArea: taker ?? area })),
      ],
    }
  }

  async function planOf(scope: AllClients, kind: PlaceKind, id: number, intoId: number): Promise<Plan> {
    const [from, into] = [await find(scope, kind, id), await find(scope, kind, intoId)]
    const obstacles: Plan['obstacles'] = []
    if (from.id === into.id) return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles: ['SAME_PLACE'] }
    if (kind === 'client') {
      if ((await catalog.places.sharedCodes(scope, from.id, into.id)).length > 0) obstacles.push('CODES')
      if ((await facts.places.sharedInvestments(from.id, into.id)) > 0) obstacles.push('INVESTMENT')
      return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles }
    }
    if (from.client !== into.client) obstacles.push('CLIENTS')
    if (kind === 'area' && from.local !== into.local) obstacles.push('LOCALS')
    if (from.timeZone !== into.timeZone) obstacles.push('TIME_ZONES')
    if (obstacles.length > 0) return { from, into, moves: [], areas: [], overlap: NO_OVERLAP, obstacles }
    const { moves, areas } =
      kind === 'local'
        ? await planLocals(scope, from, into)
        : {
            areas: [],
            moves: [
              {
                local: from.local ?? 0,
                area: from.id,
                toClient: into.client,
                toLocal: into.local ?? 0,
                toArea: into.id,
              },
            ],
          }
    const overlap = await facts.places.overlap(moves)
    if (kind === 'local' && overlap.ticketDays > 0) obstacles.push('TICKETS')
    if (overlap.minutes > 0) obstacles.push('MINUTES')
    return { from, into, moves, areas, overlap, obstacles }
  }

  /**
   * After the facts of some locals have changed: expected hours, weights and tickets of whole days, by what the catalog
   * of the same transaction says.
   */
  async function remaker(repositories: ExpectedCatalog, client: number) {
    const locals = await expectedLocals(repositories, { client })
    return async (edits: PlaceEdits, changed: readonly StoredPlace[], timeZone?: string): Promise<void> => {
      await edits.rollForward({ nowMs: clock.now(), locals })
      for (const { local, timeZone: own } of changed) {
        if (local === null) continue
        const [area = 0] = locals.find((one) => one.local === local)?.areas ?? []
        await edits.ticketsAgain({ local, timeZone: timeZone ?? own ?? 'UTC', area }, clock.now())
      }
    }
  }

  return {
    /** All clients; or one, its locals and their areas. Throws CLIENT_NOT_FOUND. */
    async list(scope: Scope, client: number | undefined): Promise<Place[]> {
      const all = allOf(scope)
      if (client !== undefined) await find(all, 'client', client)
      return rows(all, await catalog.places.list(all, client), client)
    },

    /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, AREA_NOT_FOUND, as all of these do. */
    async contents(scope: Scope, kind: PlaceKind, id: number): Promise<PlaceContents> {
      const all = allOf(scope)
      return contentsOf(all, await find(all, kind, id))
    },

    /** Throws NAME_TAKEN. */
    async rename(scope: Scope, kind: PlaceKind, id: number, given: string): Promise<Place> {
      const all = allOf(scope)
      const name = given.trim()
      await catalog.transaction(async (repositories) => {
        const before = await find(all, kind, id, repositories)
        await repositories.places.rename(all, before, name)
        await repositories.audit.append(scope, {
          action: 'place.rename',
          target: `${kind} ${id}`,
          details: { name: [before.name, name] },
          at: clock.now(),
        })
      })
      onChange()
      return row(all, kind, id)
    },

    /**
     * The hours stay where they are in time and get the day and hour of the new clock. Throws PLACE_TIME_ZONE_INVALID,
     * PLACE_HOURS_SPLIT.
     */
    async moveTimeZone(scope: Scope, local: number, timeZone: string): Promise<Place> {
      const all = allOf(scope)
      if (!isZone(timeZone))
        throw new AppError(
          'PLACE_TIME_ZONE_INVALID',
          `There is no time zone ${JSON.stringify(timeZone)}; give an IANA name such as Europe/Madrid.`,
          { timeZone },
        )
      const { timeZone: known } = await find(all, 'local', local)
      await applied()
      const split = await facts.places.splitHours(local, { from: known ?? 'UTC', to: timeZone })
      if (split > 0) {
        throw new AppError(
          'PLACE_HOURS_SPLIT',
          `${split} hours of local ${local} would begin within an hour of ${timeZone}; only a time zone that differs by whole hours can be given to hours that were counted.`,
          { local, timeZone, hours: split },
        )
      }
      await catalog.transaction(async (repositories) => {
        const before = await find(all, 'local', local, repositories)
        const from = before.timeZone ?? 'UTC'
        await repositories.places.setTimeZone(all, local, timeZone)
        await repositories.audit.append(scope, {
          action: 'local.timeZone',
          target: `local ${local}`,
          details: { timeZone: [from, timeZone] },
          at: clock.now(),
        })
        const remake = await remaker(repositories, before.client)
        await facts.places.edit(async (edits) => {
          await edits.relabelHours({ local, from, to: timeZone, nowMs: clock.now() })
          await remake(edits, [before], timeZone)
        })
      })
      onChange()
      judgeAgain([local])
      return row(all, 'local', local)
    },

    /**
     * The last day of a local, or null to open it again. What a person closes stays closed when data come.
     * Throws DATE_INVALID, YEAR_OUT_OF_RANGE.
     */
    async setClosing(scope: Scope, local: number, closedOn: string | null): Promise<Place> {
      if (closedOn !== null) {
        dayNumber(closedOn)
        requireYear(closedOn, isoDay(Math.floor(clock.now() / 86_400_000)))
      }
      const all = allOf(scope)
      await catalog.transaction(async (repositories) => {
        const before = await find(all, 'local', local, repositories)
        await repositories.places.setClosing(all, local, closedOn === null ? null : { closedOn, closedBy: 'person' })
        await repositories.audit.append(scope, {
          action: closedOn === null ? 'local.reopen' : 'local.close',
          target: `local ${local}`,
          details: { closedOn: [before.closedOn, closedOn] },
          at: clock.now(),
        })
        const remake = await remaker(repositories, before.client)
        // Days after the last one are expected no more, and those that it was closed by mistake are.
        await facts.places.edit(async (edits) => {
          await edits.forgetExpected([local])
          await remake(edits, [before])
        })
      })
      onChange()
      judgeAgain([local])
      return row(all, 'local', local)
    },

    async mergePreview(scope: Scope, kind: PlaceKind, id: number, into: number): Promise<PlaceMergePreview> {
      const all = allOf(scope)
      const { from, into: taker, areas, overlap, obstacles } = await planOf(all, kind, id, into)
      return {
        from: await contentsOf(all, from),
        into: await contentsOf(all, taker),
        areas,
        obstacles,
        bothHours: overlap.hours,
        equalHours: overlap.equal,
        bothFirstDay: dayOf(overlap.firstDay),
        bothLastDay: dayOf(overlap.lastDay),
        fromIns: overlap.fromIns,
        intoIns: overlap.intoIns,
      }
    },

    /** Throws PLACE_MERGE_NOT_ALLOWED, PLACE_MERGE_CHOICE_REQUIRED. */
    async merge(scope: Scope, kind: PlaceKind, id: number, { into: intoId, both }: PlaceMerge): Promise<Place> {
      const all = allOf(scope)
      await applied()
      const { from, into, moves, areas, overlap, obstacles } = await planOf(all, kind, id, intoId)
      if (obstacles.length > 0)
        throw new AppError(
          'PLACE_MERGE_NOT_ALLOWED',
          `${from.name} cannot be merged into ${into.name}: ${obstacles.join(', ')}.`,
          { obstacles },
        )
      if (overlap.hours > overlap.equal && both === undefined) {
        throw new AppError(
          'PLACE_MERGE_CHOICE_REQUIRED',
          `${from.name} and ${into.name} both have ${overlap.hours} hours, and ${overlap.hours - overlap.equal} of them differ; say with both whether to keep, take or sum them.`,
          { hours: overlap.hours, differ: overlap.hours - overlap.equal },
        )
      }
      const nowMs = clock.now()
      await catalog.transaction(async (repositories) => {
        const locals =
          kind === 'client'
            ? [...(await repositories.places.localIds(from)), ...(await repositories.places.localIds(into))]
            : []
        if (kind === 'client') await repositories.places.mergeClient(all, from.id, into.id)
        else if (kind === 'area') await repositories.places.mergeArea(all, from.id, into.id)
        else {
          for (const { area, into: taker } of areas)
            await (taker === null
              ? repositories.places.moveArea(all, area, into.id)
              : repositories.places.mergeArea(all, area, taker))
          await repositories.places.mergeLocal(all, from, into)
        }
        const details = {
          into: into.id,
          name: from.name,
          ...(overlap.hours > 0 && { both: both ?? 'keep', bothHours: overlap.hours }),
          ...(areas.length > 0 && { areas: areas.length }),
        }
        await repositories.audit.append(scope, { action: 'place.merge', target: `${kind} ${id}`, details, at: nowMs })
        const remake = await remaker(repositories, into.client)
        await facts.places.edit(async (edits) => {
          if (kind === 'client') await edits.moveClient({ from: from.id, into: into.id, locals })
          else
            await edits.merge({
              moves,
              both: both ?? 'keep',
              cause: `merge of ${kind} ${id} into ${into.id}`,
              nowMs,
            })
          await remake(edits, [into])
        })
      })
      onChange()
      judgeAgain(kind === 'client' ? await catalog.places.localIds(into) : [into.local ?? 0])
      return row(all, kind, into.id)
    },

    /** Throws PLACE_IN_USE while footscans of it are switched on: they would go on sending. */
    async remove(scope: Scope, kind: PlaceKind, id: number): Promise<void> {
      const all = allOf(scope)
      await applied()
      const nowMs = clock.now()
      await catalog.transaction(async (repositories) => {
        const { places, audit } = repositories
        const place = await find(all, kind, id, repositories)
        const contents = await places.contents(all, place)
        if (contents.activeFootscans > 0) {
          throw new AppError(
            'PLACE_IN_USE',
            `${place.name} has ${contents.activeFootscans} footscans that are switched on; move them or switch them off first.`,
            { footscans: contents.activeFootscans },
          )
        }
        const [locals, areas, devices] = [
          await places.localIds(place),
          await places.areaIds(place),
          await places.footscanIds(all, place),
        ]
        await places.remove(all, place)
        const { hours, firstDay, lastDay } = await facts.places.contents(kind, id)
        const details = {
          name: place.name,
          client: place.client,
          hours,
          firstDay: dayOf(firstDay),
          lastDay: dayOf(lastDay),
        }
        await audit.append(scope, { action: 'place.remove', target: `${kind} ${id}`, details, at: nowMs })
        const remake = await remaker(repositories, place.client)
        const remaining = kind === 'area' ? place.local : null
        await facts.places.edit(async (edits) => {
          await edits.remove({ column: kind, id, locals, areas, devices, remaining })
          await remake(edits, remaining === null ? [] : [place])
        })
      })
      onChange()
    },
  }
}

export type PlaceService = ReturnType<typeof placeService>
