import { expect, test } from 'vitest'
import { noteInWork, runAs, type Asker } from './asker.ts'
import { createBreath, inSlices } from './breathe.ts'

const busy = (ms: number) => {
  for (const since = performance.now(); performance.now() - since < ms;);
}

/** So many pieces of 2 ms, with a breath after each. */
async function work(pieces: number, done: () => void): Promise<void> {
  const breathe = createBreath(1)
  for (let n = 0; n < pieces; n += 1) {
    busy(2)
    done()
    await breathe()
  }
}

test('what is short is done at once', async () => {
  const breathe = createBreath(1000)
  expect(breathe()).toBe(undefined)
})

test('of much long work together, one slice is done between two turns of the loop', async () => {
  const done = { pieces: 0 }
  let most = 0
  const all = Promise.all(
    Array.from({ length: 6 }, () =>
      work(5, () => {
        done.pieces += 1
      }),
    ),
  )
  let before = done.pieces
  while (done.pieces < 30) {
    await new Promise(setImmediate)
    most = Math.max(most, done.pieces - before)
    before = done.pieces
  }
  await all
  expect(most).toBe(1)
})

test('while a question of another tenant is in work, long work rests between its slices', async () => {
  const [chain, shop] = ['chain', 'shop'].map((tenant) => ({ tenant, account: tenant })) as [Asker, Asker]
  const turnsOf = async (): Promise<number> => {
    const loop = { turns: 0, isDone: false }
    void runAs(chain, () => work(4, () => undefined)).then(() => {
      loop.isDone = true
    })
    for (; !loop.isDone; loop.turns += 1) await new Promise(setImmediate)
    return loop.turns
  }
  const own = noteInWork(chain)
  const alone = await turnsOf()
  const isAnswered = noteInWork(shop)
  const beside = await turnsOf()
  isAnswered()
  expect([alone < 10, beside > 10 * alone, (await turnsOf()) < 10]).toEqual([true, true, true])
  own()
})

test('of two tenants that both work long the one that took less of late does not rest, and is done first', async () => {
  const [greedy, modest] = ['greedy', 'modest'].map((tenant) => ({ tenant, account: tenant })) as [Asker, Asker]
  await runAs(greedy, () => work(10, () => undefined))
  const areAnswered = [noteInWork(greedy), noteInWork(modest)]
  const order: string[] = []
  await Promise.all(
    [greedy, modest].map((asker) => runAs(asker, () => work(4, () => undefined)).then(() => order.push(asker.tenant))),
  )
  for (const isAnswered of areAnswered) isAnswered()
  expect(order).toEqual(['modest', 'greedy'])
})

test('work that says where it may be cut ends with its answer, and others have turns between its pieces', async () => {
  function* pieces(): Generator<void, string> {
    for (let n = 0; n < 6; n += 1) {
      busy(4)
      yield
    }
    return 'done'
  }
  let [turns, isGoing] = [0, true]
  const count = () => {
    turns += 1
    if (isGoing) setImmediate(count)
  }
  setImmediate(count)
  expect(await inSlices(pieces())).toBe('done')
  isGoing = false
  expect(turns).toBeGreaterThanOrEqual(5)
})
