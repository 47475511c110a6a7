import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HEALTH_ASKER, SERVER_ASKER } from '../lib/asker.ts'
import { createTurns } from './turns.ts'

const READERS = ['a', 'b', 'c', 'd']
const asker = (tenant: string, account = tenant) => ({ tenant, account })

/**
 * Everybody asks at once, and each that has one gives it back before the next turn of the loop. Gives the order in
 * which they got one.
 */
async function served(
  requests: readonly { readonly tenant: string; readonly account: string }[],
  most = 2,
): Promise<string[]> {
  const turns = createTurns(READERS, { alone: most, shared: most })
  const order: string[] = []
  await Promise.all(
    requests.map(async (one, at) => {
      const item = await turns.take(one)
      order.push(`${one.account}${at}`)
      await new Promise(setImmediate)
      turns.give(item, one)
    }),
  )
  return order
}

test('a tenant alone holds two of four, however much it asks', async () => {
  const turns = createTurns(READERS, { alone: 2, shared: 1 })
  const got: string[] = []
  for (let n = 0; n < 5; n += 1)
    void turns.take(asker('chain')).then((item) => {
      got.push(item)
    })
  await new Promise(setImmediate)
  expect(got).toEqual(['d', 'c'])
  turns.give('d', asker('chain'))
  await new Promise(setImmediate)
  expect(got).toEqual(['d', 'c', 'd'])
})

test('while another tenant asks each holds one; five seconds after its last question the other has all again', async () => {
  let time = 0
  const turns = createTurns(READERS, { alone: 2, shared: 1 }, () => time)
  const got: string[] = []
  const take = (tenant: string) =>
    turns.take(asker(tenant)).then((item) => {
      got.push(tenant)
      return item
    })
  const shop = await take('shop')
  const chain = await take('chain')
  void take('chain')
  void take('chain')
  await new Promise(setImmediate)
  expect(got).toEqual(['shop', 'chain'])
  turns.give(shop, asker('shop'))
  turns.give(chain, asker('chain'))
  await new Promise(setImmediate)
  // The shop has its answer and looks at it: it may ask on.
  expect(got).toEqual(['shop', 'chain', 'chain'])
  time = 5001
  void take('chain')
  await new Promise(setImmediate)
  expect(got).toEqual(['shop', 'chain', 'chain', 'chain'])
})

test('of two that ask the one that has had less keeps what it has alone', async () => {
  let time = 0
  const turns = createTurns(READERS, { alone: 2, shared: 1 }, () => time)
  const chain = await turns.take(asker('chain'))
  const shop = await turns.take(asker('shop'))
  time = 10
  turns.give(shop, asker('shop'))
  time = 900
  turns.give(chain, asker('chain'))
  const got: string[] = []
  for (const tenant of ['chain', 'chain', 'shop', 'shop'])
    void turns.take(asker(tenant)).then(() => {
      got.push(tenant)
    })
  await new Promise(setImmediate)
  expect(got).toEqual(['chain', 'shop', 'shop'])
})

test('what a tenant holds counts before it is given back: who asks little is not taken for one that asks much', async () => {
  let time = 0
  const turns = createTurns(READERS, { alone: 3, shared: 1 }, () => time)
  await turns.take(asker('chain'))
  const shop = await turns.take(asker('shop'))
  time = 300
  turns.give(shop, asker('shop'))
  time = 500
  let got = 0
  for (let n = 0; n < 3; n += 1) void turns.take(asker('shop')).then(() => (got += 1))
  await new Promise(setImmediate)
  // The chain holds one since half a second, which has not ended.
  expect(got).toBe(3)
})

test('who looks whether the server is well, and its own jobs, take nothing from a tenant', async () => {
  const turns = createTurns(READERS, { alone: 2, shared: 1 })
  await turns.take(HEALTH_ASKER)
  await turns.take(SERVER_ASKER)
  expect([await turns.take(asker('chain')), await turns.take(asker('chain'))]).toEqual(['b', 'a'])
})

test('jobs of the server hold one while a tenant asks', async () => {
  const turns = createTurns(READERS, { alone: 2, shared: 1 })
  await turns.take(asker('chain'))
  let jobs = 0
  for (let n = 0; n < 3; n += 1) void turns.take(SERVER_ASKER).then(() => (jobs += 1))
  await new Promise(setImmediate)
  expect(jobs).toBe(1)
})

test('who comes while a tenant has forty questions waiting is served at once', async () => {
  const turns = createTurns(READERS, { alone: 2, shared: 1 })
  for (let n = 0; n < 40; n += 1) void turns.take(asker('chain'))
  expect(await turns.take(asker('shop'))).toBe('b')
})

test('tenants that wait are served one after the other, and so are the accounts of each', async () => {
  const rude = Array.from({ length: 4 }, () => asker('chain', 'rude'))
  const order = await served([...rude, asker('chain', 'kind'), asker('shop'), asker('shop'), asker('shop')], 1)
  expect(order).toEqual(['rude0', 'shop5', 'rude1', 'shop6', 'kind4', 'shop7', 'rude2', 'rude3'])
})

test('questions of one account keep their order', async () => {
  const order = await served(Array.from({ length: 6 }, () => asker('chain')))
  expect(order).toEqual(['chain0', 'chain1', 'chain2', 'chain3', 'chain4', 'chain5'])
})

/** Random steps: a request for an item, or the release of one. */
const steps = fc.array(
  fc.oneof(
    fc.record({ tenant: fc.integer({ min: 0, max: 3 }), account: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ gives: fc.nat() }),
  ),
  { maxLength: 120 },
)

test('none exceeds its share, no connection is idle while another waits, and all are served in the end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (life, most) => {
      const turns = createTurns(READERS, { alone: most, shared: most })
      const holding: { item: string; tenant: string; account: string }[] = []
      const waiting: { tenant: string }[] = []
      for (const step of life) {
        if ('gives' in step) {
          const [one] = holding.splice(step.gives % Math.max(1, holding.length), 1)
          if (one !== undefined) turns.give(one.item, one)
        } else {
          const who = { tenant: `t${step.tenant}`, account: `t${step.tenant} a${step.account}` }
          waiting.push(who)
          void turns.take(who).then((item) => {
            waiting.splice(waiting.indexOf(who), 1)
            holding.push({ item, ...who })
          })
        }
        await new Promise(setImmediate)
        const heldBy = (tenant: string) => holding.filter((one) => one.tenant === tenant).length
        expect(Math.max(0, ...[0, 1, 2, 3].map((t) => heldBy(`t${t}`)))).toBeLessThanOrEqual(most)
        expect(new Set(holding.map(({ item }) => item)).size).toBe(holding.length)
        if (holding.length < READERS.length) expect(waiting.filter(({ tenant }) => heldBy(tenant) < most)).toEqual([])
      }
      // Until all have been served: each holder releases its item.
      for (let n = 0; waiting.length > 0; n += 1) {
        expect(n).toBeLessThan(300)
        const one = holding.shift()!
        turns.give(one.item, one)
        await new Promise(setImmediate)
      }
    }),
    { numRuns: 100 },
  )
})

test('no account of a tenant has a third turn before another that waits has had its first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })), { maxLength: 40 }),
      async (requests) => {
        const order = (
          await served(
            requests.map(([t, a]) => asker(`t${t}`, `t${t}a${a}-`)),
            1,
          )
        ).map((name) => name.split('-')[0]!)
        // The first of each account comes before the third of any other of its tenant.
        for (const account of new Set(order)) {
          const before = order.slice(0, order.indexOf(account)).filter((one) => one.slice(0, 2) === account.slice(0, 2))
          const times = [...new Set(before)].map((one) => before.filter((each) => each === one).length)
          expect(Math.max(0, ...times)).toBeLessThanOrEqual(2)
        }
      },
    ),
    { numRuns: 100 },
  )
})
