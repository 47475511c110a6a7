import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secrets.ts'
import { TURN_S, turnsOf } from './turns.ts'

let now = 1_800_000_000_000
const clock = { now: () => now }
const turns = turnsOf({ secrets: secretsOf('a key of thirty-two characters!!'), clock, loginDomain: 'aforo.test' })

test('a turn is that of one account at one network, however the name is typed', () => {
  const cookie = turns.give('Ana', '192.0.2.1')
  const has = (username: string, address: string) => turns.has(cookie, username, address)
  expect([has('ana@aforo.test', '192.0.2.1'), has(' ANA ', '192.0.2.1')]).toEqual([true, true])
  expect([has('eva', '192.0.2.1'), has('ana', '192.0.2.2')]).toEqual([false, false])
  expect(turns.has(turns.give('ana', '2001:db8:1:2::1'), 'ana', '2001:db8:1:2::ffff')).toBe(true)
})

test('a turn ends after a minute', () => {
  const cookie = turns.give('ana', '192.0.2.1')
  now += TURN_S * 1000 - 1
  expect(turns.has(cookie, 'ana', '192.0.2.1')).toBe(true)
  now += 1
  expect(turns.has(cookie, 'ana', '192.0.2.1')).toBe(false)
})

test('a turn cannot be forged without the key of this server, nor prolonged', () => {
  const other = turnsOf({ secrets: secretsOf('another key, of 32 characters too'), clock, loginDomain: 'aforo.test' })
  const [until = '', mark = ''] = turns.give('ana', '192.0.2.1').split('.')
  const cookies = [null, '', '.', until, `${until}.`, `${Number(until) + 1}.${mark}`, `${until}.${mark}0`, `x.${mark}`]
  for (const cookie of [...cookies, other.give('ana', '192.0.2.1'), `9${until}.${mark}`, `${until}.${'0'.repeat(32)}`])
    expect([cookie, turns.has(cookie, 'ana', '192.0.2.1')]).toEqual([cookie, false])
})
