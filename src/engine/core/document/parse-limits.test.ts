import { expect, test } from 'vitest'
import { MAX_BYTES, MAX_DEPTH, MAX_ISSUES, MAX_NODES, MAX_VALUES } from './constants.ts'
import { parseText } from './parse.ts'

const issuesOf = (text: string) => parseText(text).issues.map(({ code, pointer, params }) => [code, pointer, params])
const textOf = (bytes: number, letter = 'x') =>
  `"${letter.repeat((bytes - 2) / new TextEncoder().encode(letter).length)}"`

test('a text of the most bytes is read, and of one more is not; a letter may have three of them', () => {
  expect(issuesOf(textOf(MAX_BYTES))).toEqual([])
  expect(issuesOf(textOf(MAX_BYTES + 1))).toEqual([['LAYOUT_TOO_LARGE', '', { bytes: MAX_BYTES + 1, max: MAX_BYTES }]])
  expect(issuesOf(textOf(MAX_BYTES, '€'))).toEqual([])
  expect(issuesOf(textOf(MAX_BYTES + 3, '€'))).toEqual([
    ['LAYOUT_TOO_LARGE', '', { bytes: MAX_BYTES + 3, max: MAX_BYTES }],
  ])
})

test('the deepest, the most parts and the most values are read, and one more is not', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect([issuesOf(deep(MAX_DEPTH)), issuesOf(deep(MAX_DEPTH + 1))]).toEqual([
    [],
    [['LAYOUT_TOO_DEEP', '', { max: MAX_DEPTH }]],
  ])
  const parts = (count: number) => `[${Array.from({ length: count - 1 }, (_, at) => (at % 2 ? '{}' : '[]')).join(',')}]`
  expect([issuesOf(parts(MAX_NODES)), issuesOf(parts(MAX_NODES + 1))]).toEqual([
    [],
    [['LAYOUT_TOO_MANY_NODES', '', { max: MAX_NODES }]],
  ])
  const values = (commas: number) => `[${'1,'.repeat(commas)}1]`
  expect([issuesOf(values(MAX_VALUES)), issuesOf(values(MAX_VALUES + 1))]).toEqual([
    [],
    [['LAYOUT_TOO_MANY_VALUES', '', { max: MAX_VALUES }]],
  ])
})

test('brackets side by side are no deeper than one, and those in a text are none', () => {
  expect(issuesOf(`[${Array.from({ length: MAX_DEPTH }, () => '[{"a":{}}]').join(',')}]`)).toEqual([])
  expect(issuesOf(`["${'[{,:'.repeat(MAX_VALUES)}"]`)).toEqual([])
  expect(parseText('['.repeat(MAX_DEPTH + 1)).issues[0]?.range).toMatchObject({ from: MAX_DEPTH, to: MAX_DEPTH + 1 })
})

test('keys that say the same in objects side by side, or below each other, are not written twice', () => {
  expect(issuesOf('[{"a":1},{"a":[{"a":{"a":2}}]}]')).toEqual([])
  expect(parseText('{"a":{"b":[{"c":1}]}}').value).toEqual({ a: { b: [{ c: 1 }] } })
  expect(issuesOf('{"a":1,"a":2}')).toEqual([['LAYOUT_DUPLICATE_KEY', '/a', { key: 'a' }]])
  expect(issuesOf('[{"x":[{"b":1,"b":2}]}]')).toEqual([['LAYOUT_DUPLICATE_KEY', '/0/x/0/b', { key: 'b' }]])
})

test('an empty text says that there is nothing, at its begin', () => {
  for (const text of ['', '  ']) {
    expect(parseText(text).issues).toMatchObject([
      { code: 'LAYOUT_SYNTAX', pointer: '', params: { line: 1 }, range: { line: 1 } },
    ])
  }
})

test('several mistakes are reported in the order of the text, one per place and at most twenty', () => {
  const { issues, value, rangeOf } = parseText('{ "a" 1, "b" 2,\n "c" 3 }')
  expect([value, issues.map(({ code, range }) => [code, range?.line, range?.column]), rangeOf('/a')]).toEqual([
    undefined,
    [
      ['LAYOUT_SYNTAX', 1, 7],
      ['LAYOUT_SYNTAX', 1, 14],
      ['LAYOUT_SYNTAX', 2, 6],
    ],
    { from: 0, to: 0, line: 1, column: 1 },
  ])
  expect(parseText(`[${Array.from({ length: 30 }, () => 'x').join(',')}]`).issues).toHaveLength(20)
})

test('keys that reach into the language are reported once each, up to the most that help', () => {
  const text = `[${Array.from({ length: MAX_ISSUES + 5 }, () => '{"constructor":1}').join(',')}]`
  expect(parseText(text).issues).toHaveLength(MAX_ISSUES)
})

test.each([
  ['[1,]', 'LAYOUT_TRAILING_COMMA', undefined],
  ['{"a":1,}', 'LAYOUT_TRAILING_COMMA', undefined],
  ['[1, \n ]', 'LAYOUT_SYNTAX', undefined],
  ['[,1]', 'LAYOUT_SYNTAX', 'value expected'],
  ['[1 2]', 'LAYOUT_SYNTAX', 'comma expected'],
  ['{1:2}', 'LAYOUT_SYNTAX', 'property name expected'],
  ['[1', 'LAYOUT_SYNTAX', 'close bracket expected'],
  ['[1] 2', 'LAYOUT_SYNTAX', 'end of file expected'],
  ['["a', 'LAYOUT_SYNTAX', undefined],
  ['/* x */ 1', 'LAYOUT_COMMENT', undefined],
])('%j is %s: %s', (text, code, what) => {
  const [first] = parseText(text).issues
  expect([first?.pointer, first?.range?.line !== undefined]).toEqual(['', true])
  if (what !== undefined) expect([first?.code, first?.params?.what]).toEqual([code, what])
})

test('a comma before a bracket on the next line is one too many as well', () => {
  expect(issuesOf('[1,\n  2,\n]').map(([code]) => code)).toEqual(['LAYOUT_TRAILING_COMMA'])
})
