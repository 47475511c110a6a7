import { expect, test } from 'vitest'
import { curlOf, fetchOf } from './call-text.ts'

const ORIGIN = 'https://aforo.example.com'

test('a call is whole, and the token is a name', () => {
  const path = '/api/compare/metrics/ins?client=1&locals=1%2C2'
  expect(curlOf(ORIGIN, path)).toBe(
    `curl 'https://aforo.example.com/api/compare/metrics/ins?client=1&locals=1%2C2' \\
  -H "access_token: $AFORO_TOKEN" \\
  -H 'accept: application/json'`,
  )
  expect(fetchOf(ORIGIN, path)).toContain(`fetch('https://aforo.example.com${path}'`)
})

test('no value ends the quotes around it', () => {
  const query = new URLSearchParams({ stores: `'; rm -rf / #\\"$(x)` })
  for (const text of [curlOf(ORIGIN, `/api/x?${query}`), fetchOf(ORIGIN, `/api/x?${query}`)]) {
    const [, inside = ''] = /'(https:[^']*)'/.exec(text) ?? []
    expect(new URL(inside).searchParams.get('stores')).toBe(`'; rm -rf / #\\"$(x)`)
    expect(inside).not.toMatch(/['\\\s]/)
  }
})

test('an invalid address of a server is no call', () => {
  expect(() => curlOf("https://x'y", '/api')).toThrow('no address')
  expect(() => fetchOf(ORIGIN, 'evil')).toThrow('no address')
})
