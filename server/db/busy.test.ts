/**
 * Another process holds the catalog: requests are asked to retry, reads continue, and the event loop is never blocked.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixture } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { sender } from '../testing/send.ts'

let folder: string
let f: Fixture
let other: DatabaseSync
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-busy-'))
  f = await fixture({ catalogUrl: `sqlite:${folder}/catalog.sqlite` })
  other = new DatabaseSync(join(folder, 'catalog.sqlite'))
})
afterEach(async () => {
  other.close()
  await f.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a write answers 503 with a time to come back within about a second, reads answer, and the loop is not held up', async () => {
  const admin = sender(f, await f.signIn('admin'))
  const rename = () => admin('PUT', `/management/places/local/${f.ids.granVia}/name`, { name: 'Otra' })
  other.exec('begin immediate')
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const began = performance.now()
  const answer = await rename()
  const took = performance.now() - began
  loop.disable()
  expect([answer.status, (answer.body as { code: string }).code, answer.headers['retry-after']]).toEqual([
    503,
    'STORE_UNAVAILABLE',
    '5',
  ])
  expect(took).toBeLessThan(2500)
  expect(loop.max / 1e6).toBeLessThan(500)
  // The next ones do not wait one behind the other, so those who only read are not held up by those who write.
  const again = performance.now()
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, rename),
    ...Array.from({ length: 20 }, () => admin('GET', '/clients')),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 20 }, () => 503),
    ...Array.from({ length: 20 }, () => 200),
  ])
  expect(performance.now() - again).toBeLessThan(2500)
  other.exec('rollback')
  expect((await rename()).status).toBe(200)
})

test('readers do not wait for “last seen” one after the other', async () => {
  const tokens: string[] = []
  for (let n = 0; n < 8; n++) tokens.push(await f.signIn('analyst'))
  f.clock.time += 10 * 60_000
  other.exec('begin immediate')
  const began = performance.now()
  for (const token of tokens.slice(0, 4)) expect((await f.get('/me', token)).status).toBe(200)
  const rest = await Promise.all(tokens.slice(4).map((token) => f.get('/me', token)))
  expect(rest.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  // Each of the eight would wait a second.
  expect(performance.now() - began).toBeLessThan(6000)
  other.exec('rollback')
})

test('a write that another process holds up for a moment waits for it', async () => {
  const admin = sender(f, await f.signIn('admin'))
  other.exec('begin immediate')
  const renamed = admin('PUT', `/management/places/local/${f.ids.granVia}/name`, { name: 'Otra' })
  await setTimeout(200)
  other.exec('rollback')
  expect((await renamed).status).toBe(200)
})

test('who is signed in stays so: "last seen" is not worth a refusal', async () => {
  const token = await f.signIn('analyst')
  other.exec('begin immediate')
  f.clock.time += 10 * 60_000
  expect((await f.get('/me', token)).status).toBe(200)
  other.exec('rollback')
})

test('writes do not get slower and slower while another process goes on reading what was before', async () => {
  const { settings } = f.catalog
  const write = async (n: number) => {
    const began = performance.now()
    await settings.set('note', { text: 'x'.repeat(9000), n }, n)
    return performance.now() - began
  }
  other.exec('begin')
  other.prepare('select count(*) from users').get()
  const took: number[] = []
  for (let n = 0; n < 1200; n += 1) took.push(await write(n))
  // The log is read again after as many frames as were read, not after each write.
  const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
  expect(middle(took.slice(-300))).toBeLessThan(5 * Math.max(2, middle(took.slice(0, 150))))
  other.exec('commit')
})

test('nor does a write wait for another process that writes the sums of its pages', async () => {
  const sums = new DatabaseSync(join(folder, 'catalog.sqlite.sums-lock'))
  sums.exec('pragma journal_mode = delete; begin exclusive')
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  for (let n = 0; n < 700; n += 1) await f.catalog.settings.set('note', { text: 'x'.repeat(9000), n }, n)
  loop.disable()
  sums.close()
  expect(loop.max / 1e6).toBeLessThan(1500)
})
