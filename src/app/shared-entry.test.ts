import { expect, test } from 'vitest'
import { isSharedPage, lookOf, sharedLink } from './shared-entry.ts'

test('the page of a public link has its own address, and nothing below it', () => {
  expect(['/shared/abc', '/shared/abc/', '/shared', '/shared/', '/shared/a/b', '/users'].map(isSharedPage)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('its token is behind the hash', () => {
  expect(sharedLink('https://aforo.example', { slug: 'abc', token: 'secret' })).toBe(
    'https://aforo.example/shared/abc#secret',
  )
})

test('language and theme are taken from the address; invalid ones are left out', () => {
  expect(lookOf('?lang=cs&theme=dark')).toEqual({ lang: 'cs', theme: 'dark' })
  expect(lookOf('?lang=xx&theme=pink')).toEqual({ lang: null, theme: null })
  expect(lookOf('')).toEqual({ lang: null, theme: null })
})
