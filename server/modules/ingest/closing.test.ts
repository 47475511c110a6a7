import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MACS, message, minute, testIngest } from './testing.ts'

/** 10:00 in Madrid on the day of the tests. */
const TEN = Date.UTC(2026, 10, 20, 9)
const MINUTE = 60_000
const MESSAGES = 20

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'aforo-closing-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

test('an end does not wait for a long journal; what is left is counted once after the next start', async () => {
  const path = join(dataDir, 'facts.duckdb')
  // Each message is a group of its own.
  const t = await testIngest({ dataDir, path, closingMs: 0, most: { rows: 1, pieceBytes: 1 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = t.facts.write(() => promise)
  for (let k = 0; k < MESSAGES; k += 1) await t.send([message(MACS[0], [minute(TEN + k * MINUTE, 1, 0)])])
  const ended = t.ingest.close()
  resolve()
  await Promise.all([ended, held])
  const [[counted]] = (await t.rows('SELECT coalesce(sum(ins), 0) FROM traffic')) as [[number]]
  expect(counted).toBeLessThan(MESSAGES)
  await t.facts.close()

  const again = await testIngest({ dataDir, path, catalog: t.catalog })
  await again.ingest.applied()
  expect(await again.rows('SELECT sum(ins) FROM traffic')).toEqual([[MESSAGES]])
  await again.close()
  await t.catalog.close()
})
