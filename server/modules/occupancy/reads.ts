/**
 * Facts that the live figures read: sums since the reset, the last hour's crossings, and what the past says of a door.
 */
import { driftOf } from '#domain/occupancy'
import { SETTINGS } from '#domain/metrics/settings'
import type { Clock } from '../../lib/clock.ts'
import { createVersionedCache } from '../../facts/versioned-cache.ts'
import type { Place } from '../../facts/occupancy.ts'
import type { FactStore } from '../../facts/store.ts'

/**
 * The drift of the days of the same weekday, the most people seen at the end of an hour, and whether people were
 * counted in and out at all.
 */
export interface Past {
  readonly drift: number
  readonly most: number | null
  readonly hasCounted: boolean
}

/** The past changes once a day; so often it is looked at again. */
const PAST_KEPT_MS = 600_000
/** Locals whose past is kept: some bytes each. */
const MAX_KEPT = 50_000
/** Questions of each kind that are shared within one tick. */
const MAX_SHARED = 24

const keyOf = (client: number, { local, day, areas }: Place) => `${client}/${local}/${day}/${areas.join('+')}`

/** @param tick what many screens ask of the same locals between two of its values is read once */
export function liveReads(
  { occupancy, devices }: Pick<FactStore, 'occupancy' | 'devices'>,
  clock: Clock,
  tick: () => number,
) {
  const kept = new Map<string, { readonly at: number; readonly past: Promise<Past> }>()
  /** The same question within a tick is one reading. */
  function shared<Arguments extends readonly unknown[], T>(ask: (...args: Arguments) => Promise<T>) {
    const readings = createVersionedCache<T>(MAX_SHARED)
    return (...args: Arguments) => readings(JSON.stringify(args), tick(), () => ask(...args))
  }

  async function readPast(client: number, places: readonly Place[]): Promise<ReadonlyMap<number, Past>> {
    const past = await occupancy.past(client, places)
    return new Map(
      [...past].map(([local, { days, most, hasCounted }]) => [
        local,
        { drift: driftOf(days.slice(-SETTINGS.driftDays.value)), most, hasCounted },
      ]),
    )
  }

  return {
    sums: shared(occupancy.sums),
    entries: shared(occupancy.entries),
    spans: shared(occupancy.spans),
    firstContacts: shared(occupancy.firstContacts),
    zones: shared(occupancy.zones),
    levels: shared(occupancy.levels),

    /** Seconds of the last word of each footscan. */
    contacts: shared(
      async (client: number): Promise<ReadonlyMap<number, number>> =>
        new Map([...(await devices.lastContacts(client))].map(([device, at]) => [device, at / 1000])),
    ),

    /**
     * The past of these locals, each read again after some minutes: screens that show other sets of them share what
     * they have in common.
     */
    async past(client: number, all: readonly Place[]): Promise<ReadonlyMap<number, Past>> {
      const now = clock.now()
      const places = all.filter(({ areas }) => areas.length > 0).map((place) => ({ place, key: keyOf(client, place) }))
      const lacking = places.filter(({ key }) => {
        const found = kept.get(key)
        return found === undefined || now - found.at >= PAST_KEPT_MS
      })
      if (lacking.length > 0) {
        const reading = readPast(
          client,
          lacking.map(({ place }) => place),
        )
        for (const {
          place: { local },
          key,
        } of lacking) {
          const past = reading.then((found) => found.get(local) ?? NO_PAST)
          past.catch(() => {
            if (kept.get(key)?.past === past) kept.delete(key)
          })
          kept.delete(key)
          kept.set(key, { at: now, past })
        }
      }
      const answers = await Promise.all(
        places.map(async ({ place: { local }, key }) => [local, await (kept.get(key)?.past ?? NO_PAST)] as const),
      )
      for (const key of kept.keys()) {
        if (kept.size <= MAX_KEPT) break
        kept.delete(key)
      }
      return new Map(answers)
    },
  }
}
const NO_PAST: Past = { drift: 0, most: null, hasCounted: false }

export type LiveReads = ReturnType<typeof liveReads>
