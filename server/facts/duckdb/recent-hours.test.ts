import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { toRows } from '#domain/frame-build'
import { COMPARE_CALLS } from '../../modules/compare/calls.ts'
import { FACT_MEASURES } from './compile.ts'
import { createChanges } from '../changes.ts'
import { createDuckDbFactStore } from './store.ts'
import { createRecentHours } from './recent-hours.ts'
import type { SqlFactStore } from './sql-store.ts'
import { arbitraryRow, hourRow } from '../testing.ts'

const DAY = 20_500
const WEEKS: FactPeriod[] = [
  { name: 'comparing', from: DAY + 7, to: DAY + 13 },
  { name: 'reference', from: DAY, to: DAY + 6 },
]

let store: SqlFactStore
beforeEach(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => (DAY + 40) * 86_400_000 })
})
afterEach(() => store.close())

const question = (given: Partial<FactQuery> = {}): FactQuery => ({
  table: 'traffic',
  measures: ['ins'],
  by: ['period'],
  where: { client: [1], local: [11] },
  periods: WEEKS,
  ...given,
})

/**
 * Counts how often the store is read. No hour is outside the opening hours here, so `all` is the same question put to
 * the statement itself.
 */
function counted(options: { localsOf?: number } = {}) {
  const reads: FactQuery[] = []
  let version = 0
  const ask = createRecentHours({
    version: () => version,
    read: (query) => {
      reads.push(query)
      return store.query(query, 'all')
    },
    localsOf: () => Promise.resolve(options.localsOf ?? 4),
  })
  return {
    ask,
    reads,
    written: () => {
      version++
    },
  }
}

const cells = async (frame: Promise<Frame | null>) => {
  const found = await frame
  return found === null ? null : toRows(found)
}

test('an unknown measure and a period turned round are refused', async () => {
  await expect(store.query(question({ measures: ['captureRate'] }))).rejects.toMatchObject({
    code: 'FACT_QUERY_INVALID',
  })
  await expect(store.query(question({ periods: [{ name: 'only', from: 2, to: 1 }] }))).rejects.toMatchObject({
    code: 'FACT_QUERY_INVALID',
  })
})

test('hours of one client never answer another', async () => {
  await store.upsertTraffic(
    [hourRow(DAY, 10, { client: 1, local: 11, ins: 5 }), hourRow(DAY, 10, { client: 2, local: 21, ins: 7 })],
    'test',
  )
  const { ask, reads } = counted()
  expect(await cells(ask(question({ where: { client: [1] } })))).toEqual([['reference', 5]])
  expect(await cells(ask(question({ where: { client: [2] } })))).toEqual([['reference', 7]])
  expect(await cells(ask(question({ where: { client: [2], local: [11] } })))).toEqual([])
  expect(reads.map(({ where }) => where)).toEqual([{ client: [1] }, { client: [2] }])
})

test('all calls of Compare at once, and then for other stores, read the hours once', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { local: 11, ins: 5 }), hourRow(DAY, 10, { local: 12, ins: 6 })], 'test')
  const { ask, reads } = counted()
  const first = await Promise.all(COMPARE_CALLS.map(({ by, measures }) => ask(question({ by, measures }))))
  expect(first.every((frame) => frame !== null)).toBe(true)
  expect(await cells(ask(question({ where: { client: [1], local: [12] } })))).toEqual([['reference', 6]])
  // Entries in one reading, exits in another, and sales in a third.
  expect(reads.map(({ measures }) => ['far', 'outs', 'sales'].filter((id) => measures.includes(id)))).toEqual([
    ['far'],
    ['outs'],
    ['sales'],
  ])
})

test('after a write the hours are read again', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { local: 11, ins: 5 })], 'test')
  expect(await cells(store.query(question()))).toEqual([['reference', 5]])
  await store.upsertTraffic([hourRow(DAY, 11, { local: 11, ins: 4 })], 'test')
  expect(await cells(store.query(question()))).toEqual([['reference', 9]])
  const { ask, reads, written } = counted()
  await ask(question())
  written()
  await ask(question())
  expect(reads).toHaveLength(2)
})

test('what sensors write of today leaves the hours of other days as they are; a write that names no days does not', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { local: 11, ins: 5 })], 'test')
  const changes = createChanges()
  const reads: FactQuery[] = []
  const ask = createRecentHours({
    version: changes.versionOf,
    localsOf: () => Promise.resolve(1),
    read: (query) => {
      reads.push(query)
      return store.query(query, 'all')
    },
  })
  const after = async (days?: readonly number[]) => {
    changes.note(days)
    await ask(question())
    return reads.length
  }
  expect(await after()).toBe(1)
  expect(await after([DAY - 1, DAY + 14])).toBe(1)
  expect(await after([])).toBe(1)
  expect(await after([DAY + 30, DAY])).toBe(2)
  expect(await after([DAY + 13])).toBe(3)
  expect(await after([DAY + 14])).toBe(3)
  expect(await after()).toBe(4)
})

test('a write that says what it changed makes its own days read again', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { local: 11, ins: 5 })], 'test')
  const set = (ins: number) =>
    store.write(
      async (connection) => {
        await connection.run(`UPDATE traffic SET ins = ${ins}`)
        return [DAY]
      },
      { changed: (days) => days },
    )
  expect(await cells(store.query(question()))).toEqual([['reference', 5]])
  await set(6)
  expect(await cells(store.query(question()))).toEqual([['reference', 6]])
  await expect(store.write(async () => Promise.reject(new Error('disk')), { changed: () => [] })).rejects.toThrow()
  await set(7)
  expect(await cells(store.query(question()))).toEqual([['reference', 7]])
})

test('a reading that failed is not kept', async () => {
  let fails = true
  const ask = createRecentHours({
    version: () => 0,
    localsOf: () => Promise.resolve(1),
    read: (query) => (fails ? Promise.reject(new Error('disk')) : store.query(query, 'all')),
  })
  await expect(ask(question())).rejects.toThrow('disk')
  fails = false
  expect(await cells(ask(question()))).toEqual([])
})

test.each([
  ['several clients', question({ where: { client: [1, 2] } })],
  ['areas, which hours do not have', question({ by: ['area'] })],
  ['one sum over everything', question({ by: [] })],
  ['no periods', question({ by: ['local'], periods: [] })],
])('%s: not a question of this kind', async (_, query) => {
  const { ask, reads } = counted()
  expect(await ask(query)).toBeNull()
  expect(reads).toEqual([])
})

test('of a client with too many locals only the chosen ones are kept, and no more than fit', async () => {
  const { ask, reads } = counted({ localsOf: 300 })
  await ask(question({ where: { client: [1], local: [12, 11] } }))
  expect(reads.map(({ where }) => where)).toEqual([{ client: [1], local: [11, 12] }])
  expect(await ask(question({ where: { client: [1], local: Array.from({ length: 300 }, (__, i) => i) } }))).toBeNull()
})

const arbitraryQuestion = fc
  .record({
    by: fc
      .subarray<FactDimension>(['period', 'index', 'day', 'local', 'hour', 'weekday', 'week', 'month'], {
        minLength: 1,
      })
      .chain((by) => fc.shuffledSubarray(by, { minLength: by.length })),
    measures: fc.subarray([...FACT_MEASURES], { minLength: 1 }),
    where: fc.record(
      {
        client: fc.constant([1]),
        local: fc.option(fc.subarray([11, 12, 13, 14], { minLength: 1 }), { nil: undefined }),
      },
      { requiredKeys: ['client'] },
    ),
    periods: fc
      .array(fc.record({ from: fc.integer({ min: DAY, max: DAY + 6 }), days: fc.nat({ max: 5 }) }), {
        minLength: 1,
        maxLength: 2,
      })
      .map((list) =>
        list.map(({ from, days }, i): FactPeriod => ({ name: ['comparing', 'reference'][i]!, from, to: from + days })),
      ),
  })
  .map(({ where: { client, local }, ...rest }): FactQuery => ({
    table: 'traffic',
    ...rest,
    where: { client, ...(local && { local }) },
  }))

test('an answer from kept hours is the answer of the statement, column by column', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow(DAY, 10), { maxLength: 60 }),
      fc.array(arbitraryQuestion, { minLength: 1, maxLength: 6 }),
      async (rows, questions) => {
        const own = await createDuckDbFactStore({ path: ':memory:', clock: () => (DAY + 40) * 86_400_000 })
        try {
          await own.upsertTraffic(rows, 'test')
          for (const query of questions) expect(await own.query(query)).toEqual(await own.query(query, 'all'))
        } finally {
          await own.close()
        }
      },
    ),
    { numRuns: 25 },
  )
})
