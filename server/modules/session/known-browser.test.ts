import { expect, test } from 'vitest'
import { newToken, secretsOf } from '../../lib/secrets.ts'
import { knownBrowsers } from './known-browser.ts'

const secrets = secretsOf('k'.repeat(32), [])
const known = knownBrowsers(secrets, 'aforo.test')
const other = knownBrowsers(secretsOf('o'.repeat(32), []), 'aforo.test')

test('a browser is known to the accounts that signed in there, by any form of their name, and to no others', () => {
  const cookie = known.after(null, 'ana')
  const [browser = ''] = cookie.split('.')
  expect([known.of(cookie, 'ana'), known.of(cookie, 'ANA@aforo.test'), known.of(cookie, 'bea')]).toEqual([
    browser,
    browser,
    null,
  ])
  const both = known.after(cookie, 'bea')
  expect([known.of(both, 'ana'), known.of(both, 'bea')]).toEqual([browser, browser])
  expect(known.after(both, 'bea')).toBe(both)
})

test('a browser remembers the five accounts that signed in last, the latest first', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const cookie = names.reduce<string | null>((now, name) => known.after(now, name), null)
  expect(names.map((name) => known.of(cookie, name) !== null)).toEqual([false, true, true, true, true, true])
  const again = known.after(cookie, 'b')
  expect([again.split('.').length, again.split('.')[1]]).toEqual([6, cookie?.split('.')[5]])
})

test('what this server did not make is no known browser, and is given a new name', () => {
  const cookie = known.after(null, 'ana')
  const [browser = '', mark = ''] = cookie.split('.')
  const foreign = [
    null,
    '',
    browser,
    'x',
    `${browser}.${mark.replace(/./, (digit) => (digit === '0' ? '1' : '0'))}`,
    `${newToken()}.${mark}`,
    `${browser}.${mark}x`,
    `x.${mark}`,
    `${browser}.x${mark}`,
    `${browser}.${mark.replaceAll(/\d/g, 'A')}`,
    `${cookie}.x`,
    other.after(null, 'ana'),
    [browser, ...Array<string>(6).fill(mark)].join('.'),
  ]
  expect(foreign.map((one) => known.of(one, 'ana'))).toEqual(foreign.map(() => null))
  expect(known.after('x', 'ana')).toMatch(/^[\w-]{43}\.[0-9a-f]{32}$/)
  expect(known.after(null, 'ana').split('.')[0]).not.toBe(browser)
})
