/**
 * Damaged facts: what needs them is refused and named, the others' figures go on, and a damaged log costs no count of a
 * device.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDamages } from '../../lib/damages.ts'
import { isDamage } from '../../lib/store-failure.ts'
import { createDuckDbFactStore } from './store.ts'
import { BLOCK_BYTES, BLOCKS_AT, checkBlocks, checkFactsLog } from './facts-check.ts'
import { repairFactsLog } from './repair-log.ts'
import { hourRow } from '../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'aforo-facts-damage-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
const path = join(folder, 'facts.duckdb')

function flipAt(file: string, byte: number, bit = 0): void {
  const handle = openSync(file, 'r+')
  const one = Buffer.alloc(1)
  readSync(handle, one, 0, 1, byte)
  one[0]! ^= 1 << bit
  writeSync(handle, one, 0, 1, byte)
  closeSync(handle)
}

describe('a block that is damaged', () => {
  /** More than DuckDB keeps together, so that the two clients have blocks of their own. */
  const HOURS = 130_000
  let blocks: number[]
  beforeAll(async () => {
    const store = await createDuckDbFactStore({ path })
    for (const client of [1, 2]) {
      await store.write(async (connection) => {
        await connection.run(`INSERT INTO traffic BY NAME SELECT ${client} AS client, ${client} AS local,
          (i // 24 // 2000)::INTEGER AS area, (15000 + i // 24 % 2000)::INTEGER AS day, (i % 24)::TINYINT AS hour,
          0::TINYINT AS fold, (1296000000 + i * 3600)::UINTEGER AS instant, (hash(i) % 997)::INTEGER AS ins,
          1 AS expected, 1 AS observed, 0 AS state, 0 AS learntAt FROM range(${HOURS}) t(i)`)
      })
    }
    await store.checkpoint()
    blocks = (
      await store.read(
        `SELECT DISTINCT block_id FROM pragma_storage_info('traffic') WHERE column_name = 'ins' AND row_group_id = ` +
          `0 AND block_id >= 0 AND segment_type <> 'VALIDITY'`,
      )
    ).map(([block]) => Number(block))
    await store.close()
  }, 60_000)

  test('is found by its sum, whichever bit it is', () => {
    const copy = join(folder, 'bits.duckdb')
    copyFileSync(path, copy)
    const before = [...checkBlocks(copy)].filter((one) => one !== null)
    fc.assert(
      fc.property(fc.nat(readFileSync(copy).length * 8 - 1), (bit) => {
        flipAt(copy, bit >> 3, bit & 7)
        const found = [...checkBlocks(copy)].filter((one) => one !== null)
        flipAt(copy, bit >> 3, bit & 7)
        expect(found.filter(({ at }) => !before.some((one) => one.at === at))).toMatchObject([
          { at: expect.any(Number) },
        ])
      }),
      { numRuns: 10 },
    )
  })

  test('is refused where it is needed and named with its table, column and client; the other client is answered as before', async () => {
    const good = await createDuckDbFactStore({ path })
    const right = String((await good.read('SELECT sum(ins) FROM traffic WHERE client = 2'))[0]?.[0])
    await good.close()
    flipAt(path, BLOCKS_AT + blocks[0]! * BLOCK_BYTES + 1000)
    const damages = createDamages()
    const store = await createDuckDbFactStore({ path, damages })
    const failure = await store.read('SELECT sum(ins) FROM traffic WHERE client = 1').then(
      () => null,
      (error: unknown) => error,
    )
    expect(isDamage(failure)).toBe(true)
    expect(String((await store.read('SELECT sum(ins) FROM traffic WHERE client = 2'))[0]?.[0])).toBe(right)
    await expect
      .poll(() => damages.list())
      .toMatchObject([
        {
          part: 'facts',
          where: `block ${blocks[0]}`,
          text: expect.stringMatching(/table traffic, .*ins.*, rows 0 to /),
        },
      ])
    expect(damages.list()[0]?.clients).toContain(1)
    expect(await store.ready()).toBe(true)
    await store.close()
  })
})

describe('a log that is damaged', () => {
  const crashed = join(folder, 'crashed.duckdb')
  const copy = join(folder, 'copy.duckdb')
  beforeAll(async () => {
    const live = join(folder, 'live.duckdb')
    const store = await createDuckDbFactStore({ path: live })
    await store.checkpoint()
    for (let i = 0; i < 5; i += 1) await store.upsertTraffic([hourRow(20_500 + i, 10, { ins: 5 })], 'test')
    // As after a kill: with its log.
    copyFileSync(live, crashed)
    copyFileSync(`${live}.wal`, `${crashed}.wal`)
    await store.close()
  })
  const rowsAfterRepair = async () => {
    const repaired = repairFactsLog(copy, 1)
    const store = await createDuckDbFactStore({ path: copy })
    const [[rows] = []] = await store.read('SELECT count(*)::INTEGER FROM traffic WHERE ins IS NOT NULL')
    await store.close()
    return { repaired, rows: Number(rows) }
  }
  const again = () => {
    rmSync(`${copy}.wal`, { force: true })
    copyFileSync(crashed, copy)
    copyFileSync(`${crashed}.wal`, `${copy}.wal`)
  }

  test('is distinguished from a complete one, which is left unchanged', async () => {
    again()
    expect(checkFactsLog(copy)).toMatchObject({ isDamaged: false })
    expect(await rowsAfterRepair()).toEqual({ repaired: null, rows: 5 })
  })

  test('never opens with less than it had without a word, whichever bit turned, and never refuses to start', async () => {
    const bits = readFileSync(`${crashed}.wal`).length * 8
    await fc.assert(
      fc.asyncProperty(fc.nat(bits - 1), async (bit) => {
        again()
        flipAt(`${copy}.wal`, bit >> 3, bit & 7)
        const { repaired, rows } = await rowsAfterRepair()
        expect([bit, repaired !== null || rows === 5]).toEqual([bit, true])
        if (repaired?.isDamaged === true)
          expect(repaired.text).toMatch(
            /^The (log of the facts is damaged: \d+ of \d+ bytes cannot be trusted|first bytes of the log .*)\..*set aside as copy\.duckdb\.wal\.damaged-1\.$/,
          )
      }),
      { numRuns: 30 },
    )
    expect(existsSync(`${copy}.wal.damaged-1`)).toBe(true)
  }, 120_000)

  test('that ends in the middle of a transaction costs that one, and is no damage', async () => {
    again()
    writeFileSync(`${copy}.wal`, readFileSync(`${copy}.wal`).subarray(0, -30))
    expect(await rowsAfterRepair()).toMatchObject({ repaired: { isDamaged: false }, rows: 4 })
  })
})
