import { expect, test } from 'vitest'
import { createBreath } from './breathe.ts'

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
