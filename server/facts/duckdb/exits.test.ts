import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from './store.ts'
import { SCHEMA } from './schema.ts'
import { hourRow } from '../testing.ts'

const DAY = 20_500
const clock = () => (DAY + 1) * 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'aforo-exits-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A file as the release before exits left it: an hour of a door whose device said how many left, one of which it said
 * nothing, one of a street.
 */
async function oldFile(path: string) {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(SCHEMA)
  for (const table of ['traffic', 'traffic_log']) await connection.run(`ALTER TABLE ${table} DROP COLUMN outs`)
  await connection.run(`INSERT INTO traffic (client, local, area, day, hour, fold, instant, ins, fro, state, learntAt)
    VALUES (1, 1, 5, ${DAY}, 9, 0, ${DAY * 86_400 + 9 * 3600}, 40, NULL, 0, 1),
    (1, 1, 5, ${DAY}, 10, 0, ${DAY * 86_400 + 10 * 3600}, 50, NULL, 0, 1),
    (1, 1, 6, ${DAY}, 9, 0, ${DAY * 86_400 + 9 * 3600}, NULL, 90, 0, 1)`)
  const said = (area: number, device: number, hour: number, outs: number | null) =>
    `(1, 1, ${area}, ${device}, ${DAY}, ${hour}, 0, ${DAY * 86_400 + hour * 3600}, 1, ${outs ?? 'NULL'}, 3600, 1, 0, 1)`
  await connection.run(
    'INSERT INTO device_hour VALUES ' +
      [said(5, 1, 9, 12), said(5, 2, 9, 8), said(5, 1, 10, null), said(6, 3, 9, 30)].join(', '),
  )
  connection.closeSync()
  instance.closeSync()
}

test('a file of the release before exits goes on: what devices had said of them is adopted once, and hours are written as before', async () => {
  const path = join(folder, 'facts.duckdb')
  await oldFile(path)
  const exits = async () => {
    const store = await createDuckDbFactStore({ path, clock })
    const rows = await store.read('SELECT area, hour, outs FROM traffic ORDER BY area, hour')
    expect(await store.upsertTraffic([hourRow(DAY, 9, { area: 5, ins: 41 })], 'test')).toMatchObject({ quarantined: 0 })
    const [[balance] = []] = toRows(
      await store.query({ table: 'traffic', measures: ['insWithOuts'], by: [], where: { client: [1] }, periods: [] }),
    )
    await store.write((connection) => connection.run('UPDATE traffic SET outs = NULL WHERE area = 5 AND hour = 9'))
    await store.close()
    return { rows, balance }
  }
  expect(await exits()).toEqual({
    rows: [
      [5, 9, 20],
      [5, 10, null],
      [6, 9, null],
    ],
    balance: 41,
  })
  expect((await exits()).rows).toEqual([
    [5, 9, null],
    [5, 10, null],
    [6, 9, null],
  ])
})
