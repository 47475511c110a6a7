import * as fc from 'fast-check'
import { ATOM_COLUMNS } from './columns.ts'
import type { TrafficRow } from './traffic-row.ts'

/** A row of local 1 of client 1 at a UTC hour, with nothing reported but what is given. For tests. */
export function hourRow(day: number, hour: number, given: Partial<TrafficRow> = {}): TrafficRow {
  const atoms = Object.fromEntries(ATOM_COLUMNS.map((atom) => [atom, null])) as Pick<
    TrafficRow,
    (typeof ATOM_COLUMNS)[number]
  >
  return { client: 1, local: 1, area: 0, day, hour, fold: 0, instant: day * 86_400 + hour * 3600, ...atoms, ...given }
}

const maybe = (max: number) => fc.option(fc.nat({ max }), { nil: null, freq: 4 })

/** Rows that keep the invariants, with nulls and zeros, of a few clients and locals around a day. */
export const arbitraryRow = (fromDay: number, days: number): fc.Arbitrary<TrafficRow> =>
  fc
    .record({
      client: fc.integer({ min: 1, max: 3 }),
      local: fc.integer({ min: 1, max: 4 }),
      area: fc.integer({ min: 0, max: 1 }),
      day: fc.integer({ min: fromDay, max: fromDay + days - 1 }),
      hour: fc.integer({ min: 0, max: 23 }),
      fold: fc.constantFrom(0 as const, 0 as const, 1 as const),
      far: maybe(900),
      fro: maybe(400),
      bounces: maybe(20),
      visits: maybe(80),
      tickets: maybe(30),
      outs: maybe(60),
      insTimeS: maybe(90_000),
      ranges: fc.boolean(),
    })
    .map(({ bounces, visits, ranges, ...given }) => {
      const ins = bounces === null || visits === null ? null : bounces + visits
      const inRange = ranges && ins !== null ? { insInRange0: ins, insInRange1: 0, insInRange2: 0, insInRange3: 0 } : {}
      // One local belongs to one client.
      const local = given.client * 10 + given.local
      return hourRow(given.day, given.hour, { ...given, local, bounces, visits, ins, ...inRange })
    })
