import { modulesFor } from '#domain/data-modules'
import { isoDay } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Catalog, Repositories } from '../../../catalog.ts'
import { isOutOfMemory } from '../../../facts/errors.ts'
import type { ImportLoad, ImportMemory, ImportStored, ImportTarget } from '../../../facts/imports.ts'
import type { FactStore } from '../../../facts/store.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { expectedLocals } from '../../opening-hours/expected-locals.ts'
import type { QuarantineSummary } from './quarantine.ts'
import type { Reading } from './reading.ts'
import type { Merging } from './merger.ts'
import { ImportError } from './import-error.ts'
import { codeOf, type PlaceMatch } from './match-places.ts'
import { WHOLE } from './names.ts'
import type { PlaceInfo } from './places.ts'
import type { Preset } from './preset.ts'

export interface PlacesOptions {
  /** Epoch ms. */
  readonly now: number
  /** A client by its number; by name: made when there is none of this name. */
  readonly client: number | string
  readonly preset: Pick<Preset, 'clientType' | 'localType'>
  readonly zone: string
  readonly infos: ReadonlyMap<string, PlaceInfo>
  /** Where each place goes, by its name in the files; left out: the local with its code, else a new one. */
  readonly matches?: ReadonlyMap<string, PlaceMatch>
}

export interface LoadOptions extends PlacesOptions {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'imports' | 'rollForward' | 'checkpoint'>
  /** Number of the import in the catalog. */
  readonly import: number
  /** File of the stage; no other process has it open. */
  readonly stage: string
  /** Where it came from, kept with the rows. */
  readonly cause: string
  /** An empty cell takes back what an earlier import said. */
  readonly retracts?: boolean
  /** See `ImportLoad`. */
  readonly memory?: ImportMemory
  readonly onProgress?: (phase: 'storing' | 'weighing', done: number, of: number) => void
  /** Called now and then: throws to cancel. */
  readonly check?: () => void
  /** Called with what was made for it before its hours are written. */
  readonly onMade?: (made: Made, client: Client) => Promise<void>
}

export interface Loaded {
  readonly client: Client
  readonly newLocals: number
  readonly store: Omit<ImportStored, 'refused' | 'isWeighed'>
  /** Hours that the store refused, and the people in them by atom. */
  readonly apart: readonly QuarantineSummary[]
  readonly quarantinedSums: readonly number[]
}

/** Entries made in the catalog for an import: they are removed with it, unless they are used elsewhere by then. */
export interface Made {
  /** Null = the client was there. */
  readonly client: number | null
  readonly locals: readonly number[]
  readonly areas: readonly number[]
  /** Locals whose life it made longer, as it was before and as it became. */
  /** Locals that got a capacity from it. */
  readonly seated?: readonly { readonly local: number; readonly capacity: number }[]
  readonly grown: readonly { readonly local: number; readonly before: Life; readonly after: Life }[]
}
type Life = Pick<Local, 'openedOn' | 'closedOn'>

/** Data that end longer ago than this are of places that no longer report, as far as we know. */
const STILL_OPEN_DAYS = 60

/**
 * Writes client, places and hours: all or nothing. The places come first, in a transaction of their own: one that
 * waited for the hours would keep everybody else from the catalog. When the hours cannot be written what was made for
 * them is removed again.
 *
 * @throws {ImportError} IMPORT_ZONE_CONFLICT, IMPORT_NOTHING_TAKEN when the store kept every hour apart
 */
export async function loadHours(
  reading: Pick<Reading, 'atoms' | 'places' | 'areas' | 'kinds' | 'streams' | 'lineAt'>,
  merging: Merging,
  options: LoadOptions,
): Promise<Loaded> {
  const { catalog, facts, now, cause, onProgress, check } = options
  const { made, ...places } = await catalog.transaction(async (repositories) => {
    const found = await placesOf(repositories, reading, merging, options)
    await repositories.imports.made(SYSTEM_SCOPE, options.import, found.client, found.made)
    if (found.made.client !== null)
      await repositories.modules.saveClient(SYSTEM_SCOPE, found.made.client, modulesFor(reading.atoms))
    return found
  })
  let stored: ImportStored
  try {
    const expected = await expectedLocals(catalog, { client: places.client.id })
    const load: ImportLoad = {
      locals: expected,
      import: options.import,
      file: options.stage,
      atoms: reading.atoms,
      client: places.client.id,
      cause,
      nowMs: now,
      retracts: options.retracts === true,
      targets: targetsOf(reading, merging, places),
      isHourly: merging.meaning.lines === 'counts' && merging.meaning.stepS === 3600,
      ...(options.memory && { memory: options.memory }),
      ...(onProgress && {
        onProgress: (done: number, of: number) => {
          onProgress('storing', done, of)
        },
      }),
      ...(check && { check }),
    }
    const write = (how: ImportLoad) =>
      facts.imports.loadHours(how, (report) => {
        if (report.accepted + report.duplicate + report.restated === 0)
          throw nothingTaken(quarantineSummary(report, reading))
      })
    const { memory, ...unlimited } = load
    stored = await write(load).catch((error: unknown) => {
      // Existing data decide how much is needed: nothing was stored, and it has all there is.
      if (memory === undefined || !isOutOfMemory(error)) throw error
      return write(unlimited)
    })
  } catch (error) {
    await catalog.transaction(async (repositories) => {
      await repositories.imports.unmake(SYSTEM_SCOPE, made)
    })
    throw error
  }
  if (!stored.isWeighed) {
    onProgress?.('weighing', 0, 0)
    await facts.rollForward({ nowMs: now, locals: await expectedLocals(catalog, { client: places.client.id }) })
  }
  await facts.checkpoint()
  const { refused, isWeighed: _, ...store } = stored
  return {
    client: places.client,
    newLocals: made.locals.length,
    store,
    apart: quarantineSummary(stored, reading),
    quarantinedSums: reading.atoms.map((_, a) => refused.reduce((sum, { sums }) => sum + sums[a]!, 0)),
  }
}

/** An import of which nothing is counted is a failure, and leaves no client behind. */
export function nothingTaken(apart: readonly QuarantineSummary[]): ImportError {
  const why = apart.map(({ reason, lines }) => `${lines} ${reason}`).join(', ')
  return new ImportError(
    'IMPORT_NOTHING_TAKEN',
    `No line has a count that can be taken${why ? ` (${why})` : ': none of them reports one'}. Nothing was loaded.`,
    apart.flatMap(({ first }) => first).slice(0, 10),
  )
}

const quarantineSummary = ({ refused }: ImportStored, { lineAt }: Pick<Reading, 'lineAt'>): QuarantineSummary[] =>
  refused.map(({ reason, hours, first }) => ({
    reason,
    lines: hours,
    first: first.map(({ line, day, hour, values }) =>
      (
        `${lineAt(line).file}:${lineAt(line).line}  ` +
        [timeOf(day, hour), ...values.map((value) => value ?? '')].join(' | ')
      ).slice(0, 300),
    ),
  }))

const timeOf = (day: number, hour: number) =>
  isoDay(day) + (hour === WHOLE_DAY ? '' : `T${String(hour).padStart(2, '0')}:00`)

function targetsOf(
  { streams }: Pick<Reading, 'streams'>,
  merging: Pick<Merging, 'streams'>,
  { client, ids }: Pick<Places, 'client' | 'ids'>,
): ImportTarget[] {
  const taken = new Set<string>()
  return streams.flatMap(({ place, area }, stream) => {
    const target = ids.get(`${place}/${area}`)
    if (!merging.streams.has(stream) || target === undefined) return []
    const key = `${target.local}/${target.area}`
    if (taken.has(key))
      throw new ImportError(
        'IMPORT_OPTION_INVALID',
        `Two counters of the files would go to area ${target.area} of local ${target.local}; join their places by ` +
          'name, so that their lines are merged. Nothing was loaded.',
      )
    taken.add(key)
    return [{ stream, client: client.id, ...target }]
  })
}

/** Client and locals of an import, without its counts. All or nothing. */
export const loadPlaces = (
  reading: PlacesRead,
  merging: PlacesTaken,
  options: PlacesOptions & { catalog: Catalog },
): Promise<Places> => options.catalog.transaction((repositories) => placesOf(repositories, reading, merging, options))

export interface Places {
  readonly client: Client
  readonly newLocals: number
  readonly made: Made
  /** Local and area ids by `place` and `place/area` numbers. */
  readonly ids: ReadonlyMap<string, { local: number; area: number }>
  /** Local ids by the numbers of their places, also of those without an area. */
  readonly locals: ReadonlyMap<number, number>
}

type PlacesRead = Pick<Reading, 'places' | 'areas' | 'kinds' | 'streams'>
type PlacesTaken = Pick<Merging, 'firstDays' | 'streams' | 'lastDay'>

export async function placesOf(
  repositories: Repositories,
  reading: PlacesRead,
  merging: PlacesTaken,
  options: PlacesOptions,
): Promise<Places> {
  const { locals, areas, openingHours } = repositories
  const { preset, zone, now, infos, matches } = options
  const { client, isNew } = await clientOf(repositories, options)
  const today = Math.floor(now / 86_400_000)
  const lastOfAll = merging.lastDay ?? 0
  const ids = new Map<string, { local: number; area: number }>()
  const placed = new Map<number, number>()
  const areasOf = Map.groupBy(
    reading.streams.filter((_, stream) => merging.streams.has(stream)),
    ({ place }) => place,
  )
  const made = {
    client: isNew ? client.id : null,
    locals: [] as number[],
    areas: [] as number[],
    grown: [] as Made['grown'][number][],
  }
  // Read once: no other call is answered while the catalog is asked for each of a thousand places.
  const known = await knownLocals(repositories, client.id, matches)
  /** The local of a place, by hand, by what was found when the files were read, or by its code. */
  const localOf = async (place: string): Promise<Local | undefined> => {
    const chosen = matches?.get(place)?.local ?? null
    return chosen === null ? locals.findByCode(SYSTEM_SCOPE, client.id, codeOf(place)) : known.get(chosen)
  }

  const localOfPlace = new Map<number, Local | undefined>()
  for (const place of merging.firstDays.keys()) localOfPlace.set(place, await localOf(reading.places[place]!))
  refuseOtherZones(client, [...localOfPlace.values()], zone)
  for (const [place, first] of merging.firstDays) {
    const key = reading.places[place]!
    const info = infos.get(key.toLowerCase())
    const closedOn = lastOfAll < today - STILL_OPEN_DAYS ? isoDay(lastOfAll) : null
    let local = localOfPlace.get(place)
    if (local) {
      const before = { openedOn: local.openedOn, closedOn: local.closedOn }
      local = await grow(repositories, local, { firstDay: first === null ? null : isoDay(first), closedOn }, now)
      const after = { openedOn: local.openedOn, closedOn: local.closedOn }
      if (before.openedOn !== after.openedOn || before.closedOn !== after.closedOn)
        made.grown.push({ local: local.id, before, after })
    } else {
      const name = matches?.get(key)?.name ?? (key === WHOLE ? client.name : (info?.name ?? key))
      local = await locals.insert(SYSTEM_SCOPE, {
        client: client.id,
        name: name.slice(0, 200),
        code: codeOf(key),
        type: preset.localType,
        timeZone: zone,
        // When it opened is not known: a first count is no opening day.
        geo: { lat: info?.lat ?? null, lng: info?.lng ?? null },
        openedOn: null,
        closedOn,
        closedBy: 'import',
      })
      made.locals.push(local.id)
      const local24h = [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({
        local: local!.id,
        weekDay,
        opening: '00:00',
        closing: '23:59',
      }))
      await openingHours.insertMany(SYSTEM_SCOPE, local24h)
    }
    placed.set(place, local.id)
    const there = await areas.list(SYSTEM_SCOPE, { local: local.id })
    const counters = areasOf.get(place) ?? []
    const namesNone = counters.every(({ area }) => reading.areas[area] === '')
    for (const { area } of counters) {
      const name = (reading.areas[area] || 'counter').slice(0, 120)
      const traffic = reading.kinds[area] ?? null
      // Files that know no areas count for the local as a whole: where it has one area, that is the one.
      let found = there.find((other) => other.name === name) ?? (namesNone && there.length === 1 ? there[0] : undefined)
      if (found === undefined) {
        found = await areas.insert(SYSTEM_SCOPE, { local: local.id, name, ...(traffic && { traffic }) })
        there.push(found)
        made.areas.push(found.id)
      }
      if (traffic !== null && found.traffic !== traffic) await areas.setTraffic(SYSTEM_SCOPE, found.id, traffic)
      ids.set(`${place}/${area}`, { local: local.id, area: found.id })
    }
  }
  return { client, newLocals: made.locals.length, made, ids, locals: placed }
}

/** The locals that places are matched with, by their ids. */
async function knownLocals(
  { locals }: Pick<Repositories, 'locals'>,
  client: number,
  matches: PlacesOptions['matches'],
): Promise<ReadonlyMap<number, Local>> {
  const isChosen = [...(matches?.values() ?? [])].some(({ local }) => local !== null)
  return new Map(isChosen ? (await locals.list(SYSTEM_SCOPE, { client })).map((local) => [local.id, local]) : [])
}

export async function clientOf(
  { clients }: Pick<Repositories, 'clients'>,
  { client, preset }: { readonly client: number | string; readonly preset: Pick<Preset, 'clientType'> },
): Promise<{ client: Client; isNew: boolean }> {
  const found =
    typeof client === 'number'
      ? await clients.find(SYSTEM_SCOPE, client)
      : await clients.findByName(SYSTEM_SCOPE, client)
  if (found !== undefined) return { client: found, isNew: false }
  if (typeof client === 'number')
    throw new ImportError('IMPORT_OPTION_INVALID', `There is no client ${client} any more. Nothing was loaded.`)
  return { client: await clients.insert(SYSTEM_SCOPE, { name: client, type: preset.clientType }), isNew: true }
}

/** The hours of a place are stored by its clock: another clock would put the same hour somewhere else. */
export function refuseOtherZones(
  client: Pick<Client, 'name'>,
  places: readonly (Pick<Local, 'name' | 'timeZone'> | undefined)[],
  zone: string,
) {
  const others = places
    .filter((local) => local !== undefined)
    .filter((local) => canonical(local.timeZone) !== canonical(zone))
  const [first] = others
  if (first === undefined) return
  throw new ImportError(
    'IMPORT_ZONE_CONFLICT',
    `${others.length} of ${places.length} places of ${client.name} are known with another time zone than ${zone}: ` +
      `which one is right? Say --time-zone ${first.timeZone} when the known one is, or change the time zone of the ` +
      'places first. Nothing was loaded.',
    others.slice(0, 10).map((local) => `${local.name}: ${local.timeZone}`),
  )
}

const canonicals = new Map<string, string>()
/** A zone under the one of its names that Intl goes by. Asking takes a fifth of a millisecond, and venues are many. */
function canonical(zone: string): string {
  const known = canonicals.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  canonicals.set(zone, known)
  return known
}

/**
 * A later file may begin before the stated opening day, which then is its first day, or end later than the ones before.
 */
async function grow(
  { locals, audit }: Repositories,
  local: Local,
  { firstDay, closedOn: last }: { readonly firstDay: string | null; readonly closedOn: string | null },
  now: number,
): Promise<Local> {
  const openedOn = local.openedOn !== null && firstDay !== null && firstDay < local.openedOn ? firstDay : local.openedOn
  // A local closed by a person stays closed, also when a file has data.
  const isLater = local.closedOn !== null && local.closedBy !== 'person' && (last === null || last > local.closedOn)
  const closedOn = isLater ? last : local.closedOn
  if (openedOn === local.openedOn && closedOn === local.closedOn) return local
  if (local.closedOn !== null && closedOn === null)
    await audit.append(SYSTEM_SCOPE, {
      action: 'local.reopen',
      target: `local ${local.id}`,
      details: { closedOn: local.closedOn, by: 'import' },
      at: now,
    })
  return (await locals.replace(SYSTEM_SCOPE, local.id, { ...local, openedOn, closedOn })) ?? local
}
