/** How many messages a key may send: at once, and then as the bucket fills up again. */
import { expect, test } from 'vitest'
import { createQuota } from './quota.ts'
import type { Quota } from './quota.ts'

function open() {
  const clock = { ms: 0 }
  const quota = createQuota(() => clock.ms)
  /** How many of these messages pass, one after the other. */
  const sent = (key: string, limits: Quota, tries: number) => {
    let passed = 0
    for (let n = 0; n < tries; n += 1)
      try {
        quota.require(key, limits)
        passed += 1
      } catch {
        return passed
      }
    return passed
  }
  return { clock, quota, sent }
}
const TWO = { perS: 2, burst: 5 }

test('a key sends a burst at once, then so many a second, and never keeps more than a burst', () => {
  const { clock, sent } = open()
  expect(sent('a', TWO, 99)).toBe(5)
  clock.ms = 499
  expect(sent('a', TWO, 99)).toBe(0)
  clock.ms = 500
  expect(sent('a', TWO, 99)).toBe(1)
  clock.ms = 2000
  expect(sent('a', TWO, 99)).toBe(3)
  clock.ms = 3_600_000
  expect(sent('a', TWO, 99)).toBe(5)
  expect(sent('b', TWO, 99)).toBe(5)
})

test('a refusal says when there is room again, in whole seconds and at least one', () => {
  const { sent, quota } = open()
  const refusal = (key: string, limits: Quota) => {
    sent(key, limits, 99)
    try {
      return quota.require(key, limits)
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: object }
      return [code, message, details]
    }
  }
  const retryAfter = (perS: number, s: number) => [
    'RATE_LIMITED',
    `This key may send ${perS} messages a second; try again in ${s} s.`,
    { retryAfterS: s },
  ]
  expect([
    refusal('a', { perS: 2, burst: 1 }),
    refusal('b', { perS: 0.25, burst: 1 }),
    refusal('c', { perS: 0.3, burst: 1 }),
  ]).toEqual([retryAfter(2, 1), retryAfter(0.25, 4), retryAfter(0.3, 4)])
})

test('twenty thousand keys are remembered; with one more the oldest begins anew', () => {
  const one = { perS: 1e-9, burst: 1 }
  const { sent } = open()
  for (let key = 0; key < 20_000; key += 1) sent(String(key), one, 1)
  expect([sent('0', one, 1), sent('19999', one, 1)]).toEqual([0, 0])
  sent('new', one, 1)
  expect([sent('1', one, 1), sent('0', one, 1)]).toEqual([0, 1])
})
