import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginThrottle, network } from './throttle.ts'

const clockAt = () => ({ time: 0, now() { return this.time } })

test('the wait doubles with each failure, up to a quarter of an hour', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  for (let n = 0; n < 5; n++) throttle.attempt('ana', '192.0.2.1')
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    try {
      throttle.attempt('ana', '192.0.2.1')
    } catch (error) {
      const { details } = error as { details: { retryAfterS: number } }
      waits.push(details.retryAfterS)
      clock.time += details.retryAfterS * 1000
      throttle.attempt('ana', '192.0.2.1')
    }
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('one address cannot try many accounts', () => {
  const throttle = loginThrottle(clockAt())
  for (let n = 0; n < 50; n++) throttle.attempt(`user${n}`, '192.0.2.1')
  expect(() => throttle.attempt('user50', '192.0.2.1')).toThrow('Too many failed sign-ins; try again in 1 s.')
  expect(() => throttle.attempt('user50', '192.0.2.2')).not.toThrow()
})

test('sign-ins that succeed never add up to a wait', () => {
  const throttle = loginThrottle(clockAt())
  for (let n = 0; n < 200; n++) {
    throttle.attempt('ana', '192.0.2.1')
    throttle.succeeded('ana', '192.0.2.1')
  }
})

test('an hour of silence is forgiven', () => {
  const clock = clockAt()
  const throttle = loginThrottle(clock)
  for (let n = 0; n < 5; n++) throttle.attempt('ana', '192.0.2.1')
  clock.time += 3_600_000
  for (let n = 0; n < 5; n++) throttle.attempt('ana', '192.0.2.1')
})

test('an IPv6 customer is one address, whichever of their own they use', () => {
  expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(network('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(network('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(network('::1')).toBe('0:0:0:0::/64')
  expect(network('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(network('192.0.2.1')).toBe('192.0.2.1')
})

test('any address gives some network, the same each time', () => {
  fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => network(address) === network(address)))
})
