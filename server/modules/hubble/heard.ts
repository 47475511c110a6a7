/**
 * What was heard of MAC addresses: contacts and hours of footscans, and knocks of devices that no footscan was found
 * for.
 */
import type { MacPings } from '#schemas/generated/entities/mac-pings.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'

const MOST_HOURS = 48
const MOST_KNOCKS = 20

type Facts = Pick<SqlFactStore, 'read'>

const numberOrNull = (value: unknown) => (value === null ? null : Number(value))
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

/** Epoch ms of the last message of each footscan that has sent one, by its id. */
export async function contacts(facts: Facts): Promise<ReadonlyMap<number, number>> {
  const rows = await facts.read('SELECT device, CAST(lastAt AS DOUBLE) FROM contact')
  return new Map(rows.map(([device, lastAt]) => [Number(device), Number(lastAt)]))
}

/** Epoch ms of the last knock of each of these names. */
export async function lastKnocks(facts: Facts, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const marks = names.map((_, at) => `$${at + 1}`).join(', ')
  const rows = await facts.read(
    `SELECT device, CAST(max(learntAt) AS DOUBLE) FROM reading_quarantine WHERE reason = 'DEVICE_UNKNOWN' AND device IN (${marks}) GROUP BY device`,
    [...names],
  )
  return new Map(rows.map(([device, at]) => [String(device), Number(at)]))
}

/** Everything but the name and its maker. `footscan`: the one with this MAC. */
export async function pingsOf(
  facts: Facts,
  mac: string,
  footscan: number | null,
): Promise<Omit<MacPings, 'mac' | 'maker'>> {
  const [contact] =
    footscan === null
      ? []
      : await facts.read(
          'SELECT CAST(firstAt AS DOUBLE), CAST(lastAt AS DOUBLE), messages, firmware, battery FROM contact WHERE device = $1',
          [footscan],
        )
  const hours =
    footscan === null
      ? []
      : await facts.read(
          `SELECT CAST(instant AS DOUBLE), pings, ins, outs FROM device_hour WHERE device = $1 ORDER BY instant DESC LIMIT ${MOST_HOURS}`,
          [footscan],
        )
  const knocks = await facts.read(
    `SELECT CAST(learntAt AS DOUBLE), reason, adapter FROM reading_quarantine WHERE device = $1 ORDER BY learntAt DESC, id DESC LIMIT ${MOST_KNOCKS}`,
    [mac],
  )
  return {
    footscan,
    firstAt: numberOrNull(contact?.[0] ?? null),
    lastAt: numberOrNull(contact?.[1] ?? null),
    messages: Number(contact?.[2] ?? 0),
    firmware: textOrNull(contact?.[3] ?? null),
    battery: numberOrNull(contact?.[4] ?? null),
    hours: hours.map(([instant, pings, ins, outs]) => ({
      at: Number(instant) * 1000,
      pings: Number(pings),
      in: numberOrNull(ins),
      out: numberOrNull(outs),
    })),
    knocks: knocks.map(([at, reason, adapter]) => ({
      at: Number(at),
      reason: String(reason),
      adapter: String(adapter),
    })),
  }
}
