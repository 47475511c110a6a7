/**
 * Over random openings, closings, outages, duplicates and corrections: the change shown is that of the same stores over
 * the hours both have.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUALITY_ATOMS } from '#domain/completeness'
import { isMixed } from '#domain/compared-stores'
import { columnIndex, toRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { changeBetween, metricOf } from '#domain/metrics/index'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import { openWeek, type ExpectedLocal } from '../../facts/expected.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { comparisonBasis } from './basis.ts'

/** Four weeks against the four weeks of 52 weeks before, from Monday on; three open hours a day. */
const [DAYS, HOURS] = [28, [10, 11, 12]]
const OLD = 20_493
const NEW = OLD + 364
const NOW = (NEW + DAYS + 2) * 86_400_000

interface Slot {
  readonly side: 0 | 1
  readonly at: number
  readonly hour: number
}
const slot = fc.record({ side: fc.constantFrom<0 | 1>(0, 1), at: fc.nat(DAYS - 1), hour: fc.constantFrom(...HOURS) })
const oneStore = fc.record({
  /** In which of the periods it counts at all. */
  lives: fc.constantFrom('both', 'both', 'both', 'comparing', 'reference'),
  /** The stated opening day, so long before the reference begins; null = not stated. */
  openedBefore: fc.option(fc.integer({ min: 100, max: 700 }), { nil: null }),
  outages: fc.array(slot, { maxLength: 3 }),
  closed: fc.array(fc.record({ side: fc.constantFrom<0 | 1>(0, 1), at: fc.nat(DAYS - 1) }), { maxLength: 3 }),
  again: fc.array(slot, { maxLength: 4 }),
  corrected: fc.array(fc.record({ of: slot, ins: fc.integer({ min: 20, max: 60 }) }), { maxLength: 4 }),
  level: fc.integer({ min: 20, max: 40 }),
})
type Store = typeof oneStore extends fc.Arbitrary<infer T> ? T : never

const dayOf = ({ side, at }: Pick<Slot, 'side' | 'at'>) => (side === 0 ? NEW : OLD) + at
const isSame = (a: Slot, b: Slot) => a.side === b.side && a.at === b.at && a.hour === b.hour
const lives = ({ lives: of }: Store, side: 0 | 1) => of === 'both' || of === (side === 0 ? 'comparing' : 'reference')
const counted = (store: Store, local: number, one: Slot) =>
  store.corrected.findLast(({ of }) => isSame(of, one))?.ins ??
  store.level + ((local * 13 + one.at * 7 + one.hour * 5 + one.side * 3) % 11)
const isClosed = (store: Store, { side, at }: Slot) => store.closed.some((day) => day.side === side && day.at === at)
/** The figure of an hour in the facts; null = it did not come. */
const known = (store: Store, local: number, one: Slot) =>
  !lives(store, one.side) || store.outages.some((lost) => isSame(lost, one)) ? null : counted(store, local, one)

const allSlots: readonly Slot[] = ([0, 1] as const).flatMap((side) =>
  Array.from({ length: DAYS }, (_, at) => HOURS.map((hour) => ({ side, at, hour }))).flat(),
)

/**
 * By hand: stores that both periods have and that opened a year before the reference; hours that both have, where one
 * was closed no gap.
 */
function byHand(stores: readonly Store[]) {
  const sums = [0, 0]
  for (const [at, store] of stores.entries()) {
    if (store.lives !== 'both' || (store.openedBefore !== null && store.openedBefore < 364)) continue
    for (const one of allSlots) {
      const twin: Slot = { ...one, side: one.side === 0 ? 1 : 0 }
      if (isClosed(store, one) || known(store, at + 1, one) === null) continue
      if (!isClosed(store, twin) && known(store, at + 1, twin) === null) continue
      sums[one.side]! += known(store, at + 1, one)!
    }
  }
  return sums
}

const sumsOf = (frame: Frame, period: string) => {
  const row = toRows(frame).find((cells) => cells[columnIndex(frame, 'period')] === period)
  return Object.fromEntries(
    frame.columns.flatMap(({ id, role }, at) => (role === 'measure' ? [[id, Number(row?.[at] ?? 0)]] : [])),
  )
}

test('the change shown is the change of the same stores over the hours that both periods have', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(oneStore, { minLength: 1, maxLength: 5 }), async (stores) => {
      const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
      try {
        const rowOf = (local: number, one: Slot, ins: number) =>
          hourRow(dayOf(one), one.hour, { local, ins, visits: ins, bounces: 0 })
        const first = stores.flatMap((store, at) =>
          allSlots.flatMap((one) =>
            known(store, at + 1, one) === null || isClosed(store, one)
              ? []
              : [rowOf(at + 1, one, store.level + (((at + 1) * 13 + one.at * 7 + one.hour * 5 + one.side * 3) % 11))],
          ),
        )
        // A store counted before the periods as well: a closed first day is a day of it then.
        const earlier = stores.flatMap((store, at) =>
          lives(store, 1) ? [hourRow(OLD - 1, 10, { local: at + 1, ins: 30, visits: 30, bounces: 0 })] : [],
        )
        await facts.upsertTraffic([...earlier, ...first], 'first')
        // The same hours again, then the corrected ones.
        const keys = (store: Store, at: number, slots: readonly Slot[]) =>
          slots.filter((one) => known(store, at + 1, one) !== null && !isClosed(store, one))
        await facts.upsertTraffic(
          stores.flatMap((store, at) =>
            keys(store, at, store.again).map((one) =>
              rowOf(at + 1, one, store.level + (((at + 1) * 13 + one.at * 7 + one.hour * 5 + one.side * 3) % 11)),
            ),
          ),
          'again',
        )
        for (const [at, store] of stores.entries()) {
          for (const { of, ins } of store.corrected)
            if (keys(store, at, [of]).length > 0) await facts.upsertTraffic([rowOf(at + 1, of, ins)], 'corrected')
        }
        const locals = stores.map((store, at): ExpectedLocal => ({
          client: 1,
          local: at + 1,
          areas: [0],
          timeZone: 'UTC',
          type: 'store',
          openedDay: store.openedBefore === null ? null : OLD - Math.min(store.openedBefore, 8),
          closedDay: null,
          week: openWeek([1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ weekDay, opening: '10:00', closing: '12:59' }))),
          holidays: new Map(store.closed.map((day) => [dayOf(day), true])),
        }))
        await facts.rollForward({ nowMs: NOW, locals })
        const bases = comparisonBasis({
          facts,
          clock: { now: () => NOW },
          holidays: { list: async () => [] },
          locals: {
            openings: async () =>
              new Map(
                stores.flatMap(({ openedBefore }, at) =>
                  openedBefore === null ? [] : [[at + 1, OLD - openedBefore] as const],
                ),
              ),
          },
        })
        const [comparing, reference] = [
          { name: 'comparing', from: NEW, to: NEW + DAYS - 1 },
          { name: 'reference', from: OLD, to: OLD + DAYS - 1 },
        ]
        const measured = { by: ['period'], measures: ['ins', ...QUALITY_ATOMS] } as const
        const basis = (await bases.of(SYSTEM_SCOPE, {
          client: 1,
          chosen: locals.map(({ local }) => local),
          notArea: [],
          periods: [comparing, reference],
          stores: 'same',
        }))!
        const frame = await bases.describe(
          await facts.query({
            table: 'traffic',
            ...measured,
            where: { client: [1], local: basis.kept },
            periods: [comparing, reference],
          }),
          basis,
          measured,
        )
        const shown = changeBetween(metricOf('ins'), sumsOf(frame, 'comparing'), sumsOf(frame, 'reference'))
        const [now, before] = byHand(stores) as [number, number]
        if (before === 0) {
          expect([basis.basis.stores, shown.verdict]).toEqual(['all', 'neutral'])
          if (isMixed(basis.basis)) expect(shown.mixed).toBe(true)
        } else {
          compared += 1
          expect(basis.basis.stores).toBe('same')
          expect(shown.value).toBeCloseTo((100 * (now - before)) / before, 9)
        }
      } finally {
        await facts.close()
      }
    }),
    { numRuns: 14 },
  )
  expect(compared, 'most of them can be compared').toBeGreaterThan(6)
}, 300_000)
