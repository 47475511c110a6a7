import { isoDay } from '#domain/days'
import { WHOLE_DAY } from '#domain/fact-query'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Catalog, Repositories } from '../db/catalog.ts'
import { bulkLoad, type BulkSlice } from '../facts/bulk-load.ts'
import { createBatch, type TrafficBatch } from '../facts/batch.ts'
import { SENTINELS, type QuarantineReason } from '../facts/checks.ts'
import { NULL } from '../facts/columns.ts'
import { expectedLocals } from '../facts/expected.ts'
import type { FactStore, IngestReport } from '../facts/store.ts'
import { SYSTEM_SCOPE } from '../scope.ts'
import { createApart, type ApartReason } from './apart.ts'
import { createInstants } from './clock.ts'
import type { Reading } from './counts.ts'
import type { Merging } from './hours.ts'
import { ImportError } from './import-error.ts'
import { WHOLE } from './names.ts'
import type { PlaceInfo } from './places.ts'
import type { Preset } from './preset.ts'
import { slotOf, type Stage } from './stage.ts'

export interface LoadOptions {
  readonly catalog: Catalog
  readonly facts: FactStore
  /** Epoch ms. */
  readonly now: number
  /** Client to load into; made when there is none of this name. */
  readonly client: string
  readonly preset: Preset
  readonly zone: string
  /** Where it came from, kept with the rows: the names of the files. */
  readonly cause: string
  readonly infos: ReadonlyMap<string, PlaceInfo>
}

export interface Loaded {
  readonly client: Client
  readonly newLocals: number
  readonly store: IngestReport
  /** Lines that the store kept apart, and the people in them by atom. */
  readonly apart: readonly ApartReason[]
  readonly apartSums: readonly number[]
}

/** Data that end longer ago than this are of places that no longer report, as far as we know. */
const STILL_OPEN_DAYS = 60
/** Hours that are merged into the facts at once. */
const SLICE = 65_536

/**
 * Writes client, places and hours: all or nothing. The hours are one transaction of the facts, made while the transaction of
 * the catalog is open, so that a failure of either leaves both as they were.
 *
 * @throws {ImportError} IMPORT_ZONE_CONFLICT, IMPORT_NOTHING_TAKEN when the store kept every hour apart
 */
export async function loadHours(reading: Reading, merging: Merging, stage: Stage, options: LoadOptions): Promise<Loaded> {
  const { catalog, facts, now, cause } = options
  const apart = createApart()
  const apartSums = reading.atoms.map(() => 0)
  const loaded = await catalog.transaction(async (repositories) => {
    const made = await placesOf(repositories, reading, merging, options)
    const onQuarantine = (batch: TrafficBatch, row: number, line: number, reason: QuarantineReason) => {
      const values = reading.atoms.map((atom) => [atom, batch[atom][row]!] as const)
      values.forEach(([, value], a) => { if (value !== NULL) apartSums[a]! += value })
      apart.add({ ...reading.lineAt(line), reason, cells: { time: timeOf(batch.day[row]!, batch.hour[row]!), ...Object.fromEntries(values.map(([atom, value]) => [atom, value === NULL ? '' : String(value)])) } })
    }
    const store = await facts.write(async (connection) => {
      const slices = slicesOf(reading, merging, stage, made, onQuarantine)
      const report = await bulkLoad(connection, { slices, apart: apartRows(stage, made.client.id, cause), cause, nowMs: now })
      if (report.accepted + report.duplicate + report.restated === 0) throw nothingTaken(apart.reasons())
      return report
    })
    return { client: made.client, newLocals: made.newLocals, store }
  })
  await facts.rollForward({ nowMs: now, locals: await expectedLocals(catalog, { client: loaded.client.id }) })
  await facts.checkpoint()
  return { ...loaded, apart: apart.reasons(), apartSums }
}

/** An import of which nothing is counted is a failure, and leaves no client behind. */
export function nothingTaken(apart: readonly ApartReason[]): ImportError {
  const why = apart.map(({ reason, lines }) => `${lines} ${reason}`).join(', ')
  return new ImportError('IMPORT_NOTHING_TAKEN', `No line has a count that can be taken${why ? ` (${why})` : ': none of them reports one'}. Nothing was loaded.`, apart.flatMap(({ first }) => first).slice(0, 10))
}

const timeOf = (day: number, hour: number) => isoDay(day) + (hour === WHOLE_DAY ? '' : `T${String(hour).padStart(2, '0')}:00`)

async function* apartRows(stage: Stage, client: number, source: string) {
  for await (const rows of stage.apart()) {
    yield rows.map(({ file, line, reason, cells }) => ({ client, local: 0, reason, source, row: { file, line, ...cells } }))
  }
}

async function* slicesOf(
  reading: Reading, { meaning }: Merging, stage: Stage, { client, ids }: Places,
  onQuarantine: (batch: TrafficBatch, row: number, line: number, reason: QuarantineReason) => void,
): AsyncGenerator<BulkSlice> {
  const instantOf = createInstants(reading.zone)
  const batch = createBatch(SLICE)
  const lines = new Int32Array(SLICE)
  const ofStream = reading.streams.map(({ place, area }) => ids.get(`${place}/${area}`))
  let suspects: number[] = []
  // An hour that is a sum of parts says nothing of the scale of a counter.
  const isSum = meaning.lines !== 'counts' || meaning.stepS < 3600
  const slice = (): BulkSlice => ({ batch, suspects, onQuarantine: (row, reason) => onQuarantine(batch, row, lines[row]!, reason) })
  const atoms = reading.atoms.map((atom) => `"${atom}"`).join(', ')
  const columns = reading.atoms.map((atom) => batch[atom])

  for await (const chunk of stage.read(`SELECT hour, stream, fold, line, ${atoms} FROM slot ORDER BY rowid`)) {
    const [hours, streams, folds, ofLine, ...values] = chunk.columns as [Int32Array, Int32Array, Int32Array, Int32Array, ...Int32Array[]]
    for (let i = 0; i < chunk.length; i += 1) {
      const row = batch.length
      const { local, area } = ofStream[streams[i]!]!
      const hour = hours[i]!
      batch.client[row] = client.id
      batch.local[row] = local
      batch.area[row] = area
      const slot = slotOf(hour)
      batch.day[row] = slot.day
      batch.hour[row] = slot.hour
      batch.fold[row] = folds[i]!
      batch.instant[row] = instantOf(hour, folds[i]!)
      lines[row] = ofLine[i]!
      for (let a = 0; a < columns.length; a += 1) {
        const value = values[a]![i]!
        columns[a]![row] = value
        if (!isSum && slot.hour !== WHOLE_DAY && SENTINELS.includes(value)) suspects.push(row)
      }
      batch.length += 1
      if (batch.length < SLICE) continue
      yield slice()
      batch.length = 0
      suspects = []
    }
  }
  if (batch.length > 0) yield slice()
}

/** Client and locals of an import, without its counts. All or nothing. */
export const loadPlaces = (reading: PlacesRead, merging: PlacesTaken, options: Omit<LoadOptions, 'facts'>): Promise<Places> =>
  options.catalog.transaction((repositories) => placesOf(repositories, reading, merging, options))

export interface Places {
  readonly client: Client
  readonly newLocals: number
  /** Local and area ids by `place` and `place/area` numbers. */
  readonly ids: ReadonlyMap<string, { local: number; area: number }>
}

type PlacesRead = Pick<Reading, 'places' | 'areas' | 'kinds' | 'streams'>
type PlacesTaken = Pick<Merging, 'firstDays' | 'streams' | 'lastDay'>

async function placesOf(repositories: Repositories, reading: PlacesRead, merging: PlacesTaken, options: Omit<LoadOptions, 'facts'>): Promise<Places> {
  const { clients, locals, areas, openingHours } = repositories
  const { preset, zone, now, infos } = options
  const client = (await clients.findByName(SYSTEM_SCOPE, options.client)) ?? (await clients.insert(SYSTEM_SCOPE, { name: options.client, type: preset.clientType }))
  const today = Math.floor(now / 86_400_000)
  const lastOfAll = merging.lastDay ?? 0
  const ids = new Map<string, { local: number; area: number }>()
  const areasOf = Map.groupBy(reading.streams.filter((_, stream) => merging.streams.has(stream)), ({ place }) => place)
  let newLocals = 0

  await refuseOtherZones(repositories, client, [...merging.firstDays.keys()].map((place) => reading.places[place]!), zone)
  for (const [place, first] of merging.firstDays) {
    const key = reading.places[place]!
    const info = infos.get(key.toLowerCase())
    const life = {
      openedOn: first === null ? null : isoDay(first),
      closedOn: lastOfAll < today - STILL_OPEN_DAYS ? isoDay(lastOfAll) : null,
    }
    const code = codeOf(key)
    let local = await locals.findByCode(SYSTEM_SCOPE, client.id, code)
    if (local) local = await grow(repositories, local, life)
    else {
      newLocals += 1
      local = await locals.insert(SYSTEM_SCOPE, {
        client: client.id, name: (key === WHOLE ? client.name : (info?.name ?? key)).slice(0, 200), code, type: preset.localType, timeZone: zone,
        geo: { lat: info?.lat ?? null, lng: info?.lng ?? null }, ...life,
      })
      const local24h = [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: local!.id, weekDay, opening: '00:00', closing: '23:59' }))
      await openingHours.insertMany(SYSTEM_SCOPE, local24h)
    }
    const there = await areas.list(SYSTEM_SCOPE, { local: local.id })
    for (const { area } of areasOf.get(place) ?? []) {
      const name = (reading.areas[area] || 'counter').slice(0, 120)
      const traffic = reading.kinds[area] ?? null
      const found = there.find((other) => other.name === name) ?? (await areas.insert(SYSTEM_SCOPE, { local: local.id, name, ...(traffic && { traffic }) }))
      if (traffic !== null && found.traffic !== traffic) await areas.setTraffic(SYSTEM_SCOPE, found.id, traffic)
      ids.set(`${place}/${area}`, { local: local.id, area: found.id })
    }
  }
  return { client, newLocals, ids }
}

const codeOf = (place: string) => place.slice(0, 60)

/** The hours of a place are stored by its clock: another clock would put the same hour somewhere else. */
async function refuseOtherZones({ locals }: Repositories, client: Client, places: readonly string[], zone: string) {
  const others: Local[] = []
  for (const place of places) {
    const local = await locals.findByCode(SYSTEM_SCOPE, client.id, codeOf(place))
    if (local && canonical(local.timeZone) !== canonical(zone)) others.push(local)
  }
  const [first] = others
  if (first === undefined) return
  throw new ImportError(
    'IMPORT_ZONE_CONFLICT',
    `${others.length} of ${places.length} places of ${client.name} are known with another time zone than ${zone}: which one is right? Say --time-zone ${first.timeZone} when the known one is, or change the time zone of the places first. Nothing was loaded.`,
    others.slice(0, 10).map((local) => `${local.name} has ${local.timeZone}`),
  )
}

const canonical = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone

/** A later file may begin earlier or end later than the ones before. */
async function grow({ locals }: Repositories, local: Local, life: Pick<Local, 'openedOn' | 'closedOn'>): Promise<Local> {
  const openedOn = local.openedOn !== null && life.openedOn !== null && life.openedOn < local.openedOn ? life.openedOn : local.openedOn
  const closedOn = local.closedOn !== null && (life.closedOn === null || life.closedOn > local.closedOn) ? life.closedOn : local.closedOn
  return (await locals.replace(SYSTEM_SCOPE, local.id, { ...local, openedOn, closedOn })) ?? local
}
