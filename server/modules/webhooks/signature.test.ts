import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, test } from 'vitest'
import { newEventId, newWebhookSecret, signedHeaders } from './signature.ts'

test('is that of the known vector of Standard Webhooks', () => {
  expect(
    signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}', [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ]),
  ).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('has one for each secret that is valid, and is read by the example of the documentation', () => {
  const [one, two] = [newWebhookSecret(), newWebhookSecret()]
  const { 'webhook-signature': signatures } = signedHeaders('msg_1', 5, '{"ñ":1}', [one, two])
  expect(signatures.split(' ')).toHaveLength(2)
  const isGood = (secret: string, body: string) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key).update(`msg_1.5.${body}`).digest()
    return signatures.split(' ').some((part) => {
      const given = Buffer.from(part.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }
  expect([isGood(one, '{"ñ":1}'), isGood(two, '{"ñ":1}')]).toEqual([true, true])
  expect([isGood(newWebhookSecret(), '{"ñ":1}'), isGood(one, '{"ñ":2}')]).toEqual([false, false])
})

test('secrets have 256 random bits and ids 128, in the forms of the standard', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newEventId()).toMatch(/^msg_[A-Za-z0-9_-]{22}$/)
  expect(new Set(Array.from({ length: 50 }, newWebhookSecret)).size).toBe(50)
})
