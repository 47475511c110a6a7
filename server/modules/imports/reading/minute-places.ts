/**
 * The rooms of an import of minutes: a room is a local with one area, and its seats are its capacity unless it has one.
 */
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { Repositories } from '../../../catalog.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { ImportError } from './import-error.ts'
import { clientOf, refuseOtherZones, type Made } from './load.ts'
import { codeOf, type PlaceMatch } from './match-places.ts'
import type { MinutesRead } from './minutes-read.ts'
import { ONE_ROOM } from './minute-line-reader.ts'
import { fold } from './names.ts'
import type { MinuteTarget } from '../../../facts/occupancy.ts'

export interface MinutePlaces {
  readonly client: Client
  readonly made: Made
  readonly targets: readonly MinuteTarget[]
  /** Takes away the capacities that it gave, where they have not been changed since. */
  readonly unseat: (repositories: Pick<Repositories, 'locals'>) => Promise<void>
}

type Options = {
  readonly client: number | string
  /** Where each room goes, by its name in the files. */ readonly matches?: ReadonlyMap<string, PlaceMatch>
}

/**
 * Makes what is not there. No opening hours: minutes are expected from the first to the last word, and no counts are
 * expected at all.
 */
export async function minutePlaces(
  repositories: Repositories,
  { rooms, seats, zone, localType }: MinutesRead,
  { client: wanted, matches }: Options,
): Promise<MinutePlaces> {
  const { locals, areas } = repositories
  const { client, isNew } = await clientOf(repositories, { client: wanted, preset: { clientType: 'office' } })
  const seatsOf = new Map(seats.map(([room, count]) => [fold(room), count]))
  const all = await locals.list(SYSTEM_SCOPE, { client: client.id })
  const known = rooms.map(({ room }): Local | undefined => {
    const chosen = matches?.get(room)?.local ?? null
    return all.find(({ id, code }) => (chosen === null ? code === codeOf(room) : id === chosen))
  })
  refuseOtherZones(client, known, zone)
  const made = {
    client: isNew ? client.id : null,
    locals: [] as number[],
    areas: [] as number[],
    grown: [],
    seated: [] as { local: number; capacity: number }[],
  }
  const targets: MinuteTarget[] = []
  for (const [room, { room: name }] of rooms.entries()) {
    let local = known[room]
    if (local === undefined) {
      const called = matches?.get(name)?.name ?? (name === ONE_ROOM ? client.name : name)
      local = await locals.insert(SYSTEM_SCOPE, {
        client: client.id,
        name: called.slice(0, 200),
        code: codeOf(name),
        type: localType,
        timeZone: zone,
      })
      made.locals.push(local.id)
    }
    let [area] = await areas.list(SYSTEM_SCOPE, { local: local.id })
    if (area === undefined) {
      area = await areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'room', zone: 'service' })
      made.areas.push(area.id)
    }
    const other = targets.find((one) => one.area === area.id)
    if (other !== undefined)
      throw new ImportError(
        'IMPORT_OPTION_INVALID',
        `${rooms[other.room]!.room} and ${name} would go to the same room ${local.name}; join them by name, so that ` +
          'their lines are merged. Nothing was loaded.',
      )
    const capacity = seatsOf.get(fold(name))
    const own = (await locals.settings(SYSTEM_SCOPE, [local.id])).get(local.id)
    if (capacity !== undefined && own?.capacity === undefined) {
      await locals.saveSettings(SYSTEM_SCOPE, local.id, { ...own, capacity })
      made.seated.push({ local: local.id, capacity })
    }
    targets.push({ room, client: client.id, local: local.id, area: area.id })
  }
  return { client, made, targets, unseat: (stores) => unseat(stores, made) }
}

/** Takes away the capacities that an import gave, where they have not been changed since. */
export async function unseat(
  { locals }: Pick<Repositories, 'locals'>,
  { seated = [] }: Pick<Made, 'seated'>,
): Promise<void> {
  for (const { local, capacity } of seated) {
    const own = (await locals.settings(SYSTEM_SCOPE, [local])).get(local)
    if (own?.capacity !== capacity) continue
    const { capacity: _, ...rest } = own
    await locals.saveSettings(SYSTEM_SCOPE, local, rest)
  }
}
