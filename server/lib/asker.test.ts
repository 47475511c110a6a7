import { expect, test } from 'vitest'
import { askerOf, currentAsker, noteInWork, othersInWork, piecesFor, runAs, SERVER_ASKER } from './asker.ts'
import { fixture } from '../testing/fixture.ts'

test('accounts of a client are one tenant, whichever of its brands they see besides; who sees all clients is one alone', () => {
  expect(askerOf({ userId: 5, clients: [7, 3] })).toEqual({ tenant: 'client 3', account: '5' })
  expect(askerOf({ userId: 6, clients: [3] })).toEqual({ tenant: 'client 3', account: '6' })
  expect(askerOf({ userId: 1, clients: 'all' })).toEqual({ tenant: 'account 1', account: '1' })
  expect(askerOf({ userId: 8, clients: [] })).toEqual({ tenant: 'account 8', account: '8' })
})

test('work without a caller is the server’s', () => {
  expect(currentAsker()).toBe(SERVER_ASKER)
})

test('others are in work from their first question on until their last is answered; the server’s own work has no caller', () => {
  const [chain, shop] = [
    { tenant: 'client 3', account: '5' },
    { tenant: 'client 4', account: '7' },
  ]
  const seen = () => [chain, shop, SERVER_ASKER].map((one) => othersInWork(one))
  const jobs = noteInWork(SERVER_ASKER)
  expect(seen()).toEqual([[], [], []])
  const [first, second] = [noteInWork(chain), noteInWork(chain)]
  first()
  expect(seen()).toEqual([[], [chain.tenant], [chain.tenant]])
  second()
  expect(seen()).toEqual([[], [], []])
  jobs()
})

test('pieces that a stream takes later are made for who asked', async () => {
  const who = { tenant: 'client 3', account: '5' }
  async function* days() {
    for (let n = 0; n < 2; n += 1) {
      await new Promise(setImmediate)
      yield currentAsker()
    }
  }
  const taken: unknown[] = []
  for await (const piece of piecesFor(who, days())) {
    taken.push(piece)
    expect(currentAsker()).toBe(SERVER_ASKER)
  }
  expect(taken).toEqual([who, who])
})

test('pieces that are not taken to the end are closed', async () => {
  let isClosed = false
  async function* days() {
    try {
      for (;;) yield await Promise.resolve(1)
    } finally {
      isClosed = true
    }
  }
  for await (const _piece of piecesFor(SERVER_ASKER, days())) break
  expect(isClosed).toBe(true)
})

test('what a call runs as reaches what it calls later', async () => {
  const who = { tenant: 'client 3', account: '5' }
  expect(
    await runAs(who, async () => {
      await new Promise(setImmediate)
      return currentAsker()
    }),
  ).toBe(who)
})

test('a question of another client does not wait for twenty of one', async () => {
  const f = await fixture()
  try {
    const [many, one] = [await f.signIn('analyst'), await f.signIn('other')]
    const order: string[] = []
    const ask = async (name: string, token: string, client: number, day: number) => {
      const days = `p1Start=2026-10-${day}&p1End=2026-11-11&p2Start=2025-10-${day}&p2End=2025-11-11`
      const { status } = await f.get(`/compare/metrics/main/extended?client=${client}&${days}`, token)
      expect(status).toBe(200)
      order.push(name)
    }
    // Each with days of its own: none is answered from what was read for another.
    const requests = Array.from({ length: 20 }, (_, n) => ask('many', many, f.ids.uno, 10 + n))
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    await Promise.all([...requests, ask('one', one, f.ids.dos, 12)])
    expect(order).toHaveLength(21)
    // All that was under way when it came may have ended before it, and its own three readings one after the other take
    // turns.
    expect(order.indexOf('one')).toBeLessThan(14)
  } finally {
    await f.close()
  }
})
