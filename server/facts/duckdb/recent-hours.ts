/**
 * A page asks several questions about the same hours at once, and again about other stores of them. They are read once:
 * by day, local and hour, with every measure of their kind, and kept until something is written of these days. A
 * question about more hours than are worth keeping goes its own way.
 *
 * Cache keys have the client first, then its days. Rights are not in it: a question names the locals that its caller
 * may see (the service has checked each), and only their hours are taken.
 */
import type { FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { MEASURE_SETS } from './compile.ts'
import { GROUPED, groupHours, HOUR_KEYS } from './group-hours.ts'
import { createVersionedCache } from '../versioned-cache.ts'

/** Some 5 MB with all measures. */
const MAX_HOURS = 32_768
const MAX_KEPT = 6

interface Options {
  /** Grows with every write that may have changed an hour of these periods. */
  readonly version: (periods: readonly FactPeriod[]) => number
  /** Reads from the store. */
  readonly read: (query: FactQuery) => Promise<Frame>
  /** How many locals of a client have hours. */
  readonly localsOf: (client: number) => Promise<number>
}

/**
 * Answers a question from hours that are kept, or that it reads to keep; null for a question that is not of this kind.
 */
export type RecentHours = (query: FactQuery) => Promise<Frame | null>

export function createRecentHours({ version, read, localsOf }: Options): RecentHours {
  const kept = createVersionedCache<Frame>(MAX_KEPT)

  function hours(
    client: number,
    local: readonly number[],
    periods: readonly FactPeriod[],
    { set, notArea }: { set: number; notArea: readonly number[] },
  ): Promise<Frame> {
    const days = periods.map(({ from, to }) => `${from}-${to}`).sort()
    return kept([client, ...days, 'set', set, 'but', ...notArea, 'of', ...local].join(' '), version(periods), () =>
      read({
        table: 'traffic',
        measures: MEASURE_SETS[set]!,
        by: HOUR_KEYS,
        where: { client: [client], ...(local.length > 0 && { local }), ...(notArea.length > 0 && { notArea }) },
        periods,
      }),
    )
  }

  return async (query) => {
    const { by, measures, periods, where } = query
    const [client, ...others] = where.client
    if (
      client === undefined ||
      others.length > 0 ||
      periods.length === 0 ||
      by.length === 0 ||
      !by.every((id) => GROUPED.has(id))
    )
      return null
    const set = MEASURE_SETS.findIndex((known) => measures.every((id) => known.includes(id)))
    if (set < 0) return null
    const daily = 24 * periods.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    const fits = (locals: number) => locals * daily <= MAX_HOURS
    const selection = { set, notArea: where.notArea ?? [] }
    const local = where.local ?? []
    if (fits(Math.max(await localsOf(client), local.length)))
      return groupHours(await hours(client, [], periods, selection), query)
    if (local.length > 0 && fits(local.length))
      return groupHours(
        await hours(
          client,
          local.toSorted((a, b) => a - b),
          periods,
          selection,
        ),
        query,
      )
    return null
  }
}
