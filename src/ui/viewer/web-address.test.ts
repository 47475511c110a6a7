/* oxlint-disable no-script-url -- refused addresses */
import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '/users',
  'mailto:a@b.es',
  ' https://x.es',
  'jav\nascript:alert(1)',
  'http://',
  '',
])('%j is no link', (address) => {
  expect(webAddress(address)).toBe('')
})
test('http and https addresses stay as they are', () => {
  expect([webAddress('https://example.org/a?b=1#c'), webAddress('HTTP://example.org')]).toEqual([
    'https://example.org/a?b=1#c',
    'HTTP://example.org',
  ])
})
