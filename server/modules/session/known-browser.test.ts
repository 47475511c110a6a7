import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretsOf } from '../../secrets.ts'
import { knownBrowsers } from './known-browser.ts'

const browsers = knownBrowsers(secretsOf('k'.repeat(32)), 'aforo.test')

test('a browser is known for those who signed in there, under every spelling of their name, and for nobody else', () => {
  const cookie = browsers.after(browsers.after(null, 'ana'), 'eva@aforo.test')
  const [name] = cookie.split('.')
  expect(['ana', 'ANA@aforo.test', 'eva', 'ben'].map((username) => browsers.of(cookie, username))).toEqual([name, name, name, null])
})

test('the last five are kept, each once', () => {
  let cookie: string | null = null
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'f']) cookie = browsers.after(cookie, name)
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => browsers.of(cookie, name) !== null)).toEqual([false, true, true, true, true, true])
  expect(cookie!.split('.')).toHaveLength(6)
})

test('nothing but this server makes one: not another key, not another browser, not any text', () => {
  const cookie = browsers.after(null, 'ana')
  expect(knownBrowsers(secretsOf('z'.repeat(32)), 'aforo.test').of(cookie, 'ana')).toBeNull()
  expect(browsers.of(`${browsers.after(null, 'ana').split('.')[0]}.${cookie.split('.')[1]}`, 'ana')).toBeNull()
  fc.assert(fc.property(fc.oneof(fc.string(), fc.constant(`${cookie}.`), fc.constant(cookie.slice(0, -1))), (text) => browsers.of(text, 'ana') === null))
})
