/** How many messages begin in a turn of the loop: few while people ask, all while no one does. */
import { expect, test } from 'vitest'
import { createPassage } from './passage.ts'

function open(sinceRequest: number) {
  const now = { sinceRequest }
  const turns: (() => void)[] = []
  const pass = createPassage({ sinceRequest: () => now.sinceRequest, nextTurn: (run) => void turns.push(run) })
  const begun: number[] = []
  let sent = 0
  const send = async () => {
    const nth = ++sent
    await pass()
    begun.push(nth)
  }
  return {
    now,
    begun,
    /** Messages that are there at once. */
    arrive: async (count: number) => {
      for (let n = 0; n < count; n += 1) void send()
      await Promise.resolve()
    },
    turn: async () => {
      turns.shift()?.()
      await new Promise(setImmediate)
      return begun.length
    },
    turns,
  }
}

test('while no one asks, messages begin at once', async () => {
  const { arrive, begun, turns } = open(1001)
  await arrive(50)
  expect([begun.length, turns.length]).toEqual([50, 0])
})

test('beside people four begin in a turn, in the order in which they came, and no turn is asked for when all have', async () => {
  const { arrive, turn, begun, turns } = open(0)
  await arrive(10)
  expect(begun).toEqual([])
  expect([await turn(), await turn(), await turn()]).toEqual([4, 8, 10])
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(turns).toEqual([])
})

test('who waits when the last question is a second old begins with all others in the next turn', async () => {
  const { arrive, turn, now, turns } = open(0)
  await arrive(20)
  expect(await turn()).toBe(4)
  now.sinceRequest = 1001
  await arrive(1)
  expect(await turn()).toBe(21)
  expect(turns).toEqual([])
})
