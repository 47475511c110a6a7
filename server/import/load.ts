import { isoDay } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Catalog, Repositories } from '../db/catalog.ts'
import { createBatch } from '../facts/batch.ts'
import { NULL } from '../facts/columns.ts'
import { expectedLocals } from '../facts/expected.ts'
import type { FactStore, IngestReport } from '../facts/store.ts'
import { SYSTEM_SCOPE } from '../scope.ts'
import { labelled, WHOLE, type Count, type KeptApart, type NamedTable, type Reading } from './counts.ts'
import type { ImportedHour, Merging } from './hours.ts'
import type { PlaceInfo } from './places.ts'
import type { Preset } from './preset.ts'

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
  readonly places: ReadonlyMap<string, PlaceInfo>
  readonly tables: readonly NamedTable[]
}

export interface Loaded {
  readonly client: Client
  readonly newLocals: number
  readonly store: IngestReport
  /** Lines that the store kept apart. */
  readonly apart: readonly KeptApart[]
}

/** Data that end longer ago than this are of places that no longer report, as far as we know. */
const STILL_OPEN_DAYS = 60

/**
 * Writes client, places and hours: all or nothing. The hours are one transaction of the facts, made while the transaction of
 * the catalog is open, so that a failure of either leaves both as they were.
 */
export async function loadHours(reading: Reading, { hours }: Merging, kept: readonly KeptApart[], options: LoadOptions): Promise<Loaded> {
  const { catalog, facts, now, cause, tables } = options
  const refused: KeptApart[] = []
  const { client, store, newLocals } = await catalog.transaction(async (repositories) => {
    const made = await placesOf(repositories, reading, hours, options)
    const batch = createBatch(hours.length)
    for (const hour of hours) append(batch, reading, hour, made.ids, made.client.id)
    const report = await facts.upsertBatch(batch, cause, {
      alone: true,
      onQuarantine: (row, reason) => refused.push(apartOf(hours[row]!.from, reason, tables)),
    })
    return { client: made.client, newLocals: made.newLocals, store: report }
  })
  // What the store refused is in its quarantine already; lines that never became hours are added.
  await facts.keepApart(kept.map(({ file, line, reason, cells }) => ({ client: client.id, local: 0, reason, source: cause, row: { file, line, ...cells } })))
  await facts.rollForward({ nowMs: now, locals: await expectedLocals(catalog, { client: client.id }) })
  await facts.checkpoint()
  return { client, newLocals, store, apart: refused }
}

export function apartOf(count: Count, reason: string, tables: readonly NamedTable[]): KeptApart {
  const table = tables.find(({ file }) => file === count.file)!
  return { file: count.file, line: count.line.line, reason, cells: labelled(table, count.line) }
}

/** Client and locals of an import, without its counts. All or nothing. */
export const loadPlaces = (reading: Reading, { hours }: Merging, options: Omit<LoadOptions, 'facts'>): Promise<Places> =>
  options.catalog.transaction((repositories) => placesOf(repositories, reading, hours, options))

export interface Places {
  readonly client: Client
  readonly newLocals: number
  /** Local and area ids by `place` and `place/area` numbers. */
  readonly ids: ReadonlyMap<string, { local: number; area: number }>
}

async function placesOf(repositories: Repositories, reading: Reading, hours: readonly ImportedHour[], options: Omit<LoadOptions, 'facts'>): Promise<Places> {
  const { clients, locals, areas, openingHours } = repositories
  const { preset, zone, now, places } = options
  const client = (await clients.findByName(SYSTEM_SCOPE, options.client)) ?? (await clients.insert(SYSTEM_SCOPE, { name: options.client, type: preset.clientType }))
  const today = Math.floor(now / 86_400_000)
  const lastOfAll = hours.reduce((last, { day }) => Math.max(last, day), 0)
  const ids = new Map<string, { local: number; area: number }>()
  let newLocals = 0

  for (const [place, ofPlace] of Map.groupBy(hours, (hour) => hour.place)) {
    const key = reading.places[place]!
    const info = places.get(key.toLowerCase())
    const known = ofPlace.filter(({ values }) => values.some((value) => value !== NULL))
    const first = known.reduce((day, hour) => Math.min(day, hour.day), Infinity)
    const life = {
      openedOn: first === Infinity ? null : isoDay(first),
      closedOn: lastOfAll < today - STILL_OPEN_DAYS ? isoDay(lastOfAll) : null,
    }
    const code = key.slice(0, 60)
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
    for (const area of new Set(ofPlace.map((hour) => hour.area))) {
      const name = reading.areas[area] || 'counter'
      const found = there.find((other) => other.name === name) ?? (await areas.insert(SYSTEM_SCOPE, { local: local.id, name: name.slice(0, 120) }))
      ids.set(`${place}/${area}`, { local: local.id, area: found.id })
    }
  }
  return { client, newLocals, ids }
}

/** A later file may begin earlier or end later than the ones before. */
async function grow({ locals }: Repositories, local: Local, life: Pick<Local, 'openedOn' | 'closedOn'>): Promise<Local> {
  const openedOn = local.openedOn !== null && life.openedOn !== null && life.openedOn < local.openedOn ? life.openedOn : local.openedOn
  const closedOn = local.closedOn !== null && (life.closedOn === null || life.closedOn > local.closedOn) ? life.closedOn : local.closedOn
  return (await locals.replace(SYSTEM_SCOPE, local.id, { ...local, openedOn, closedOn })) ?? local
}

function append(batch: ReturnType<typeof createBatch>, reading: Reading, hour: ImportedHour, ids: Places['ids'], client: number) {
  const i = batch.length
  const { local, area } = ids.get(`${hour.place}/${hour.area}`)!
  batch.client[i] = client
  batch.local[i] = local
  batch.area[i] = area
  batch.day[i] = hour.day
  batch.hour[i] = hour.hour
  batch.fold[i] = hour.fold
  batch.instant[i] = hour.instant
  reading.atoms.forEach((atom, a) => { batch[atom][i] = hour.values[a]! })
  batch.length += 1
}
