import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createDuckDbFactStore } from './store.ts'
import { hourRow } from '../testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'facts-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'facts.duckdb')

test('a second opener in this process is refused, and the file is named', async () => {
  const store = await createDuckDbFactStore({ path })
  await expect(createDuckDbFactStore({ path })).rejects.toMatchObject({
    code: 'FACTS_LOCKED',
    message: expect.stringContaining(path),
  })
  await store.close()
})

test('a second process is refused with the file and the holder', async () => {
  const store = await createDuckDbFactStore({ path })
  const script =
    `import('${join(import.meta.dirname, 'store.ts')}').then((m) => m.createDuckDbFactStore({ path: ` +
    `'${path}' })).catch((e) => console.log(e.code + ' ' + e.message))`
  const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(said).toBe(
    `FACTS_LOCKED ${path} is in use by another process (${process.pid}); stop it first, or choose another data ` +
      `folder.\n`,
  )
  await store.close()
})

test('a file that is no fact file is refused and left as it was', async () => {
  const other = join(folder, 'notes.txt')
  writeFileSync(other, 'not a database, only some text that is long enough to be looked at'.repeat(100))
  await expect(createDuckDbFactStore({ path: other })).rejects.toMatchObject({ code: 'FACTS_UNREADABLE' })
})

test('what was acknowledged is there after the file is closed and opened again', async () => {
  const first = await createDuckDbFactStore({ path })
  await first.upsertTraffic([hourRow(20_500, 10, { ins: 5 })], 'test')
  await first.close()
  await expect(first.upsertTraffic([hourRow(20_500, 11, { ins: 5 })], 'test')).rejects.toMatchObject({
    code: 'FACTS_WRITE_FAILED',
  })
  expect(await first.ready()).toBe(false)
  const second = await createDuckDbFactStore({ path })
  expect(await second.upsertTraffic([hourRow(20_500, 10, { ins: 5 })], 'test')).toMatchObject({ duplicate: 1 })
  await second.close()
})
