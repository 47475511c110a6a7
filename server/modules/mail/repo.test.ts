/** Mails in the store: whose turn it is, what became of them, and how many are kept. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'

const NOW = 1_000_000
let catalog: Catalog
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const { id } of await catalog.mails.list(999)) await catalog.mails.remove(id)
  await catalog.mails.forgetFailures()
})

/** Its number, which is what it is sealed with here. */
async function add(at = NOW): Promise<number> {
  let made = 0
  await catalog.mails.add(at, (id) => {
    made = id
    return `sealed ${id}`
  })
  return made
}
const due = async (now: number, limit = 9) => (await catalog.mails.due(now, limit)).map(({ id }) => id)

test('a mail waits from when it was queued, sealed for its own row, and oldest first', async () => {
  const [late, early] = [await add(NOW + 5), await add()]
  expect(await catalog.mails.due(NOW + 5, 9)).toEqual([
    { id: late, at: NOW + 5, tries: 0, state: 'waiting', sealed: `sealed ${late}` },
    { id: early, at: NOW, tries: 0, state: 'waiting', sealed: `sealed ${early}` },
  ])
  expect([await due(NOW - 1), await due(NOW), await due(NOW + 5, 1)]).toEqual([[], [early], [late]])
  expect((await catalog.mails.list(1)).map(({ id }) => id)).toEqual([early])
})

test('one that did not leave waits until it is tried again, unless it is hurried', async () => {
  const [id, beside] = [await add(), await add()]
  await catalog.mails.retry(id, 2, NOW + 60)
  expect([await due(NOW + 59), await due(NOW + 60)]).toEqual([[beside], [id, beside]])
  expect((await catalog.mails.list(9)).map(({ tries }) => tries)).toEqual([0, 2])
  expect([await catalog.mails.hurry(id, NOW), await due(NOW)]).toEqual([true, [id, beside]])
})

test('a sent or dropped one is not queued any more, and cannot be sent at once; others can', async () => {
  const [sent, failed, waiting] = [await add(), await add(), await add()]
  await catalog.mails.settle(sent, 'sent')
  await catalog.mails.settle(failed, 'failed')
  expect(await due(NOW)).toEqual([waiting])
  expect([
    await catalog.mails.hurry(sent, NOW),
    await catalog.mails.hurry(failed, NOW),
    await catalog.mails.hurry(987_654, NOW),
  ]).toEqual([false, false, false])
  expect((await catalog.mails.list(9)).map(({ state }) => state)).toEqual(['waiting', 'failed', 'sent'])
})

test('the newest are kept, as many as are asked for', async () => {
  const ids = [await add(), await add(), await add()]
  const left = async () => (await catalog.mails.list(9)).map(({ id }) => id).reverse()
  await catalog.mails.trim(3)
  expect(await left()).toEqual(ids)
  await catalog.mails.trim(2)
  expect(await left()).toEqual(ids.slice(1))
  await catalog.mails.remove(ids[1]!)
  expect(await left()).toEqual(ids.slice(2))
})

test('dropped mails are recorded without their content: the newest two hundred, newest first', async () => {
  const failure = (at: number) => ({ at, kind: 'report', recipient: 'ana@aforo.test', reason: 'refused' })
  for (let at = 0; at < 200; at += 1) await catalog.mails.noteFailure(failure(at))
  expect((await catalog.mails.failures()).length).toBe(200)
  await catalog.mails.noteFailure(failure(200))
  const kept = await catalog.mails.failures()
  expect([kept.length, kept[0], kept.at(-1)?.at]).toEqual([200, { id: expect.any(Number), ...failure(200) }, 1])
  await catalog.mails.forgetFailures()
  expect(await catalog.mails.failures()).toEqual([])
})
