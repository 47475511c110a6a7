import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const kinds = (code: string) =>
  highlight(code, 'python')
    .filter(({ kind }) => kind !== null)
    .map(({ text, kind }) => [kind, text])

test('Python is distinguished: keywords, names, strings, numbers and comments', () => {
  expect(kinds('def f(x):\n    return "a" + 1  # why\n')).toEqual([
    ['keyword', 'def'],
    ['title', 'f'],
    ['params', 'x'],
    ['keyword', 'return'],
    ['string', '"a"'],
    ['number', '1'],
    ['comment', '# why'],
  ])
})
test('another language is left plain', () => {
  expect(highlight('SELECT 1', 'sql')).toEqual([{ text: 'SELECT 1', kind: null }])
})
test('markup in the code stays text', () => {
  expect(
    highlight('x = "<script>alert(1)</script>"', 'python')
      .map(({ text }) => text)
      .join(''),
  ).toBe('x = "<script>alert(1)</script>"')
})
test('the runs together are the code, for any code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (code) => {
      expect(
        highlight(code, 'python')
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }),
  )
})
