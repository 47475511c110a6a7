import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

const clockAt = () => ({
  time: 1_000_000,
  now() {
    return this.time
  },
})

test('the one too many is refused with the time to come back, and so is the next', () => {
  const clock = clockAt()
  const limit = rateLimit(clock, { most: 2, perMs: 60_000 })
  limit.require('ana')
  clock.time += 20_000
  limit.require('ana')
  for (let n = 0; n < 3; n++) {
    expect(() => {
      limit.require('ana')
    }).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        message: 'More than 2 of these in 60 s; try again in 40 s.',
        details: { retryAfterS: 40 },
      }),
    )
  }
  expect(limit.take('ana')).toBe(false)
  expect(limit.take('eva')).toBe(true)
  clock.time += 40_000
  expect(limit.take('ana')).toBe(true)
  expect(limit.take('ana')).toBe(false)
})

test('never more than allowed in any span, however the tries fall', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3000), { maxLength: 60 }), (gaps) => {
      const clock = clockAt()
      const limit = rateLimit(clock, { most: 3, perMs: 5000 })
      const allowed: number[] = []
      for (const gap of gaps) {
        clock.time += gap
        if (limit.take('x')) allowed.push(clock.time)
      }
      for (const at of allowed)
        expect(allowed.filter((other) => other > at - 5000 && other <= at).length).toBeLessThanOrEqual(3)
    }),
  )
})
