import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, suggest } from './suggest.ts'

test('the nearest word is meant, and of two that are as near the first', () => {
  expect(suggest('querys', ['query', 'queries', 'quarry'])).toBe('query')
  expect(suggest('bat', ['cat', 'hat'])).toBe('cat')
  expect(suggest('bat', ['hat', 'cat', 'bat'])).toBe('bat')
})

test('a slip is one change in three letters of the longer word, capitals aside', () => {
  expect([suggest('ab', ['cd']), suggest('ab', ['ad']), suggest('abc', ['abd']), suggest('abcde', ['abxyz'])]).toEqual([
    undefined,
    'ad',
    'abd',
    undefined,
  ])
  expect([suggest('abcdef', ['abcdxy']), suggest('abcdef', ['abcxyz']), suggest('TITLE', ['title'])]).toEqual([
    'abcdxy',
    undefined,
    'title',
  ])
  expect([suggest('abc', ['abcdef']), suggest('abcd', ['abcdef'])]).toEqual([undefined, 'abcdef'])
})

test('a text longer than any name is not looked up', () => {
  const [longest, longer] = ['x'.repeat(64), 'x'.repeat(65)]
  expect([suggest(longest, [longest]), suggest(longer, [longer])]).toEqual([longest, undefined])
})

test('a swap of two neighbours is one change, of two others it is two', () => {
  expect([
    editDistance('abcd', 'abdc'),
    editDistance('abcd', 'bacd'),
    editDistance('abcd', 'dbca'),
    editDistance('abc', 'cab'),
  ]).toEqual([1, 1, 2, 2])
  expect([editDistance('ca', 'abc'), editDistance('aab', 'bxa'), editDistance('xab', 'bay')]).toEqual([3, 3, 2])
})

/** The same by its definition, without a table. */
function slow(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [first, second] = [a.slice(0, -1), b.slice(0, -1)]
  const best = Math.min(slow(first, b) + 1, slow(a, second) + 1, slow(first, second) + (a.at(-1) === b.at(-1) ? 0 : 1))
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return isSwap ? Math.min(best, slow(a.slice(0, -2), b.slice(0, -2)) + 1) : best
}

test('the number of changes is the least of all ways to make them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(slow(a, b))
    }),
  )
})
