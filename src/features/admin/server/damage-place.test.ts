import { expect, test } from 'vitest'
import { damagePlace } from './damage-place.ts'

const t = (key: string, params: Record<string, string> = {}) =>
  [key.replace('admin:server.whereName.', ''), ...Object.values(params)].join(' ').trim()

test.each([
  ['page 160', 'page 160'],
  ['block 17', 'block 17'],
  ['log', 'log'],
  ['log 5', 'log 5'],
  ['log or headers', 'headers'],
  ['sums 0', 'sums 0'],
  ['length 12', 'length 12'],
  ['read', 'read'],
  ['0000000003.journal 512', '0000000003.journal 512'],
  ['somewhere else', 'somewhere else'],
])('%s, as the server names it, has words, or stays as it is', (where, words) => {
  expect(damagePlace(where, t)).toBe(words)
})
