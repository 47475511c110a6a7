/** From messages to states: what did not arrive is missing, regardless of the usual traffic. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { QUALITY_ATOMS, rowStates } from '#domain/completeness'
import { toRows } from '#domain/frame-build'
import type { FactDimension } from '#domain/fact-query'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { MACS, message, testIngest } from './testing.ts'
import type { TestIngest } from './testing.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
/** Friday 2026-11-13, 10:00 in Madrid, a week before the tests. */
const TEN = Date.UTC(2026, 10, 13, 9)
const FRIDAY = 20_770

let t: TestIngest
beforeEach(async () => {
  t = await testIngest()
  await t.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: t.local, weekDay, opening: '10:00', closing: '12:58' })),
  )
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const hour = (start: number, ins: number) => ({
  kind: 'count' as const,
  line: '',
  start,
  end: start + HOUR,
  in: ins,
  out: 0,
})
/** Zero at ten, 20 at eleven, 30 at twelve. */
const usual = (ten: number) => [hour(ten, 0), hour(ten + HOUR, 20), hour(ten + 2 * HOUR, 30)]
async function sendFridays(last: readonly ReturnType<typeof hour>[]) {
  const before = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((weeks) => usual(TEN - weeks * WEEK))
  await t.send([message(MACS[0], [...before, ...last])])
  await t.ingest.applied()
  await t.facts.rollForward({ nowMs: t.clock.now(), locals: await expectedLocals(t.catalog, { client: t.client }) })
}
const ask = (by: readonly FactDimension[]) =>
  t.facts.query({
    table: 'traffic',
    measures: ['ins', ...QUALITY_ATOMS],
    by,
    where: { client: [t.client] },
    periods: [{ name: 'only', from: FRIDAY, to: FRIDAY }],
  })

test('an open hour without a message is missing, also where it is usually empty', async () => {
  await sendFridays([hour(TEN + HOUR, 20), hour(TEN + 2 * HOUR, 30)])
  const hours = await ask(['hour'])
  const at = (id: string) => hours.columns.findIndex((column) => column.id === id)
  expect(
    toRows(hours).map((row) => [
      row[at('hour')],
      row[at('ins')],
      row[at('hours')],
      row[at('missingHours')],
      row[at('estimatedIns')],
    ]),
  ).toEqual([
    [10, null, 1, 1, 0],
    [11, 20, 1, 0, null],
    [12, 30, 1, 0, null],
  ])
  expect(rowStates(hours)).toEqual(['missing', 'final', 'final'])
  // No people are missing in it, so the day is complete; it still reports the missing hour.
  expect(rowStates(await ask([]))).toEqual(['final'])
})

test('an hour with a count of 0 is a zero', async () => {
  await sendFridays(usual(TEN))
  expect(rowStates(await ask(['hour']))).toEqual(['final', 'final', 'final'])
})

test('a day without a message is missing, also after a counter that sent nothing but zeros for weeks', async () => {
  const zeros = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((weeks) => usual(TEN - weeks * WEEK).map((one) => ({ ...one, in: 0 })))
  await t.send([message(MACS[0], zeros)])
  await t.ingest.applied()
  await t.facts.rollForward({ nowMs: t.clock.now(), locals: await expectedLocals(t.catalog, { client: t.client }) })
  const day = await ask(['day'])
  const [row] = toRows(day)
  expect(row?.slice(0, 2)).toEqual([FRIDAY, null])
  expect(row?.[day.columns.findIndex(({ id }) => id === 'missingHours')]).toBe(3)
  expect(rowStates(day)).toEqual(['missing'])
})
