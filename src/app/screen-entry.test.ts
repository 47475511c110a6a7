import { expect, test } from 'vitest'
import { carriedScreenToken, isScreenPage, takeScreenToken } from './screen-entry.ts'

test('the token is removed from the address', () => {
  const written: unknown[] = []
  takeScreenToken(
    { hash: '#secret' },
    {
      state: { key: 'a' },
      replaceState: (...given: unknown[]) => {
        written.push(...given)
      },
    },
  )
  expect([carriedScreenToken(), written]).toEqual(['secret', [{ key: 'a' }, '', '/screen']])
})

test('an address without a token stays as it is', () => {
  takeScreenToken(
    { hash: '' },
    {
      state: null,
      replaceState: () => {
        throw new Error('written')
      },
    },
  )
})

test('only the page of a screen is one', () => {
  expect(['/screen', '/screen/', '/screens', '/users/screen', '/'].map(isScreenPage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
