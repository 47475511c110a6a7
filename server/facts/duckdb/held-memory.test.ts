import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connections } from './connection-types.ts'
import { openConnections } from './connections.ts'

const folder = mkdtempSync(join(tmpdir(), 'aforo-held-memory-'))
let facts: Connections
beforeAll(async () => {
  facts = await openConnections(join(folder, 'facts.duckdb'), { memory: '256MB' })
})
afterAll(async () => {
  await facts.close()
  rmSync(folder, { recursive: true })
})

const SETTING = "SELECT current_setting('memory_limit')"
const held = async () => (await (await facts.read(SETTING)).getRows())[0]?.[0]
const FULL = '244.1 MiB'
/** Takes some 30 MB that cannot wait on the disk. */
const LARGE = 'SELECT count(*) FROM (SELECT list(range % 97) AS found FROM range(3000000)) WHERE len(found) > 0'

/** While a job that asked for less runs. */
const during = <T>(to: `${number}MB`, work: () => Promise<T>): Promise<T> =>
  facts.write(async (connection) => {
    await facts.memory.lower(connection, to)
    try {
      return await work()
    } finally {
      await facts.memory.restore(connection)
    }
  })

test('a job may ask for less than there is, and after it there is all again', async () => {
  expect(await during('64MB', held)).toBe('61.0 MiB')
  expect(await held()).toBe(FULL)
})

test('a job never asks for more', async () => {
  expect(await during('900MB', held)).toBe(FULL)
})

test('who finds too little meanwhile has all of it back, and an answer', async () => {
  const answer = await during('10MB', async () => [(await (await facts.read(LARGE)).getRows())[0]?.[0], await held()])
  expect(answer).toEqual([1n, FULL])
})

test('what is too much for all there is stays refused, and is tried once', async () => {
  await expect(facts.read(LARGE.replace('3000000', '60000000'))).rejects.toThrow(/Out of Memory/)
  await expect(during('64MB', () => facts.read(LARGE.replace('3000000', '60000000')))).rejects.toThrow(/Out of Memory/)
  expect(await held()).toBe(FULL)
})

test('a long reading, which could not begin again, has all of it from its begin to its end', async () => {
  const { promise: end, resolve } = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const readings: Promise<unknown>[] = []
  await during('64MB', async () => {
    readings.push(
      facts.snapshot(async () => {
        begun.resolve(undefined)
        await end
      }),
    )
    await begun.promise
    expect(await held()).toBe(FULL)
  })
  expect(await during('64MB', held)).toBe(FULL)
  resolve(undefined)
  await Promise.all(readings)
  expect(await during('64MB', held)).toBe('61.0 MiB')
})
