/** Messages of footscans and their times; see `../devices.ts`. */
import type { DeviceFacts } from '../devices.ts'
import type { SqlFactStore } from './sql-store.ts'

const MAX_HOURS = 48
const MAX_KNOCKS = 20

export const numberOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const byId = (rows: readonly (readonly unknown[])[]) => new Map(rows.map(([id, value]) => [Number(id), Number(value)]))

type Words = Pick<
  DeviceFacts,
  | 'lastContacts'
  | 'lastContactsOfLocals'
  | 'hasHistory'
  | 'lastKnocks'
  | 'tracesOf'
  | 'firstDays'
  | 'contactsInAreas'
  | 'lateReadings'
>

export function deviceContacts({ read }: Pick<SqlFactStore, 'read'>): Words {
  return {
    async lastContacts(client) {
      const [where, params] = client === undefined ? ['', []] : ['WHERE client = $1', [client]]
      return byId(await read(`SELECT device, CAST(lastAt AS DOUBLE) FROM contact ${where}`, params))
    },
    lastContactsOfLocals: async (client) =>
      byId(
        await read('SELECT local, CAST(max(lastAt) AS DOUBLE) FROM contact WHERE client = $1 GROUP BY local', [client]),
      ),
    async hasHistory(device) {
      const [found] = await read(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM contact WHERE device = $1) OR EXISTS (SELECT 1 FROM device_hour
          WHERE device = $1)
     OR EXISTS (SELECT 1 FROM device_day WHERE device = $1 AND (pings > 0 OR coveredS > 0))`,
        [device],
      )
      return found !== undefined
    },
    async lastKnocks(names) {
      if (names.length === 0) return new Map()
      const marks = names.map((_, at) => `$${at + 1}`).join(', ')
      const rows = await read(
        `SELECT device, CAST(max(learntAt) AS DOUBLE) FROM reading_quarantine WHERE reason = 'DEVICE_UNKNOWN'
          AND device IN (${marks}) GROUP BY device`,
        [...names],
      )
      return new Map(rows.map(([device, at]) => [String(device), Number(at)]))
    },
    async tracesOf(mac, device) {
      const [[contact], hours] =
        device === null
          ? [[], []]
          : [
              await read(
                `SELECT CAST(firstAt AS DOUBLE), CAST(lastAt AS DOUBLE), messages, firmware, battery FROM contact
                  WHERE device = $1`,
                [device],
              ),
              await read(
                `SELECT CAST(instant AS DOUBLE), pings, ins, outs FROM device_hour WHERE device = $1
                  ORDER BY instant DESC LIMIT ${MAX_HOURS}`,
                [device],
              ),
            ]
      const knocks = await read(
        `SELECT CAST(learntAt AS DOUBLE), reason, adapter FROM reading_quarantine WHERE device = $1
          ORDER BY learntAt DESC, id DESC LIMIT ${MAX_KNOCKS}`,
        [mac],
      )
      return {
        firstAt: numberOrNull(contact?.[0]),
        lastAt: numberOrNull(contact?.[1]),
        messages: Number(contact?.[2] ?? 0),
        firmware: textOrNull(contact?.[3]),
        battery: numberOrNull(contact?.[4]),
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
    },
    firstDays: async () =>
      byId(
        await read(
          `SELECT area, min(day) FROM (SELECT area, day FROM device_hour UNION ALL SELECT area, day FROM traffic
            WHERE coalesce(ins, visits, fro, far) IS NOT NULL) GROUP BY area`,
        ),
      ),
    contactsInAreas: async () =>
      (await read('SELECT area, device, min(day), max(day) FROM device_hour GROUP BY area, device')).map(
        ([area, device, first, last]) => ({
          area: Number(area),
          device: Number(device),
          first: Number(first),
          last: Number(last),
        }),
      ),
    lateReadings: async (afterMs, beforeDay) =>
      (
        await read(
          `SELECT area, min(day), max(day) FROM (SELECT area, day FROM traffic WHERE learntAt > $1 UNION ALL
            SELECT area, day FROM device_hour WHERE learntAt > $1) WHERE day < $2 GROUP BY area`,
          [BigInt(afterMs), beforeDay],
        )
      ).map(([area, first, last]) => ({ area: Number(area), first: Number(first), last: Number(last) })),
  }
}
