/** Figures of places that are merged, moved or removed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDuckDbFactStore } from './duckdb/store.ts'
import { inForce } from './duckdb/figures.ts'
import { mergeFacts, moveClient, removeFacts } from './duckdb/place-edits.ts'
import type { SqlFactStore } from './duckdb/sql-store.ts'

let facts: SqlFactStore
beforeEach(async () => {
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => 0 })
  await facts.write((connection) =>
    connection.run(`INSERT INTO flow VALUES
      (1, 1, 10, 20, 5, 7, 0, 3), (1, 1, 20, 10, 5, 7, 0, 4), (1, 1, 11, 20, 5, 7, 0, 6),
      (1, 1, 20, 11, 5, 7, 0, 8), (1, 1, 10, 11, 5, 7, 0, 1), (2, 1, 10, 20, 5, 8, 0, 2)`),
  )
})
afterEach(() => facts.close())

const flows = () =>
  facts.read(`SELECT client, local, destination, hour, trips FROM (${inForce('flows', 'true')}) ORDER BY ALL`)

test('two stations that become one keep all their trips, from, to and between them', async () => {
  const moves = [{ local: 11, area: 0, toClient: 1, toLocal: 10, toArea: 0 }]
  await facts.write((connection) => mergeFacts(connection, { moves, both: 'keep', cause: 'merge', nowMs: 1 }))
  expect(await flows()).toEqual([
    [1, 10, 10, 7, 1],
    [1, 10, 20, 7, 9],
    [1, 10, 20, 8, 2],
    [1, 20, 10, 7, 12],
  ])
})

test('trips go with a station that is removed, whichever end of them it is', async () => {
  const place = { column: 'local', id: 10, locals: [10], areas: [], devices: [], remaining: null } as const
  await facts.write((connection) => removeFacts(connection, place))
  expect(await flows()).toEqual([
    [1, 11, 20, 7, 6],
    [1, 20, 11, 7, 8],
  ])
})

test('a client that is merged brings its trips', async () => {
  await facts.write((connection) => moveClient(connection, { from: 1, into: 4, locals: [10, 11, 20] }))
  expect(new Set((await flows()).map(([client]) => client))).toEqual(new Set([4]))
})
