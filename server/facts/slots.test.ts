/** No minute is lost or counted twice when the clocks change (reliability.md F1). */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/days'
import { offsetAt } from './zone.ts'
import { QUARTER_MS, slotAt } from './slots.ts'
import { MACS, message, minute, testIngest } from '../modules/ingest/testing.ts'
import type { TestIngest } from '../modules/ingest/testing.ts'

const ZONES = [
  'Europe/Madrid',
  'Atlantic/Canary',
  'Europe/London',
  'Europe/Dublin',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
] as const
const FIRST = Date.UTC(2011, 0, 1)
const LAST = Date.UTC(2028, 11, 31)
const RUNS = Number(process.env.AFORO_ZONE_RUNS ?? 20_000)

/** Days on which the clocks of a zone change. */
function changes(zone: string): number[] {
  const found: number[] = []
  for (let at = FIRST; at < LAST; at += DAY_MS)
    if (offsetAt(zone, at / 1000) !== offsetAt(zone, (at + DAY_MS) / 1000)) found.push(at)
  return found
}

test('every instant lies in one hour, which begins and ends where its neighbours do', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: FIRST, max: LAST }), (zone, at) => {
      const slot = slotAt(zone, at)
      expect(
        slot.from <= at &&
          at < slot.to &&
          slot.to - slot.from <= 7_200_000 &&
          slot.from % QUARTER_MS === 0 &&
          slot.to % QUARTER_MS === 0,
      ).toBe(true)
      expect(slotAt(zone, slot.to).from).toBe(slot.to)
      expect(slotAt(zone, slot.from)).toEqual(slot)
      expect(slotAt(zone, slot.from - 1).to).toBe(slot.from)
    }),
    { numRuns: RUNS },
  )
})

test('around every change of the clocks since 2011, quarters of an hour lie in hours of different names one after the other', () => {
  for (const zone of ZONES) {
    for (const at of changes(zone)) {
      const names = new Set<string>()
      for (let from = at - DAY_MS; from < at + 2 * DAY_MS;) {
        const { day, hour, fold, to } = slotAt(zone, from)
        const name = `${zone} ${day} ${hour} ${fold}`
        expect([names.has(name), name]).toEqual([false, name])
        names.add(name)
        from = to
      }
    }
  }
})

describe.each(['Europe/Madrid', 'America/Havana', 'Australia/Lord_Howe', 'America/Santiago'] as const)(
  'in %s',
  (timeZone) => {
    let t: TestIngest
    beforeAll(async () => {
      t = await testIngest({ timeZone, readingDays: 0 })
    })
    afterAll(() => t.close())

    test('the hours of the days around each change of the last two years add up to the minutes', async () => {
      const days = changes(timeZone)
        .filter((at) => at > Date.UTC(2025, 0, 1) && at < Date.UTC(2026, 10, 18))
        .slice(-3)
      let sent = 0
      for (const at of days) {
        const minutes = Array.from({ length: (2 * 1440) / 7 }, (_, i) =>
          minute(at - DAY_MS / 2 + i * 420_000 + 30_000, (i * 7) % 11, 1, {
            end: at - DAY_MS / 2 + (i + 1) * 420_000 + 30_000,
          }),
        )
        sent += minutes.reduce((sum, one) => sum + (one.kind === 'count' ? (one.in ?? 0) : 0), 0)
        await t.send([message(MACS[0], minutes)])
      }
      await t.ingest.applied()
      expect(await t.rows('SELECT CAST(sum(ins) AS DOUBLE) FROM traffic')).toEqual([[sent]])
      expect(
        await t.rows('SELECT CAST(sum(ins) AS DOUBLE), count(*) = count(DISTINCT instant) FROM device_hour'),
      ).toEqual([[sent, true]])
      expect(t.errors).toEqual([])
    })
  },
)
