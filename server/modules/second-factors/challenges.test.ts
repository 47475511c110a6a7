import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secrets.ts'
import { CHALLENGE_S, passkeyChallenges } from './challenges.ts'

const secrets = secretsOf('k'.repeat(32), [])
const NOW = Date.UTC(2026, 10, 20, 12)

function open() {
  const clock = {
    time: NOW,
    now() {
      return this.time
    },
  }
  return { clock, challenges: passkeyChallenges(secrets, clock) }
}

test('a challenge is taken once, by the browser that holds its cookie', () => {
  const { challenges } = open()
  const { challenge, kept } = challenges.make(null)
  expect(challenge).toMatch(/^[\w-]{43}$/)
  expect(kept).not.toContain(challenge)
  expect([challenges.take(kept, null), challenges.take(kept, null)]).toEqual([challenge, null])
})

test('a challenge ends after two minutes', () => {
  const { clock, challenges } = open()
  const [early, late] = [challenges.make(null), challenges.make(null)]
  clock.time += CHALLENGE_S * 1000 - 1
  expect(challenges.take(early.kept, null)).toBe(early.challenge)
  clock.time += 1
  expect(challenges.take(late.kept, null)).toBe(null)
})

test('a used challenge stays used until its end, also when others were used before it', () => {
  const { clock, challenges } = open()
  const first = challenges.make(7)
  challenges.take(first.kept, 7)
  clock.time += 60_000
  const second = challenges.make(7)
  challenges.take(second.kept, 7)
  clock.time += 59_999
  expect([challenges.take(first.kept, 7), challenges.take(second.kept, 7)]).toEqual([null, null])
})

test('a challenge of a sign-in registers nothing, and one of a person is of no other', () => {
  const { challenges } = open()
  const [signIn, own] = [challenges.make(null), challenges.make(7)]
  expect([challenges.take(signIn.kept, 7), challenges.take(own.kept, null), challenges.take(own.kept, 8)]).toEqual([
    null,
    null,
    null,
  ])
  expect(challenges.take(own.kept, 7)).toBe(own.challenge)
})

test('a missing cookie, a changed one and one of another place are invalid', () => {
  const { challenges } = open()
  const { challenge, kept } = challenges.make(null)
  const elsewhere = secrets.seal(JSON.stringify({ challenge, userId: null, until: NOW + 1000 }), 'cookie:other')
  expect([null, '', 'x', `${kept}x`, elsewhere].map((cookie) => challenges.take(cookie, null))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
