import * as fc from 'fast-check'
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { MAX_DEPTH, MAX_NODES } from './constants.ts'
import { learnSentences } from './issue.ts'
import { SENTENCES } from './issue-sentences.ts'
import { parseText } from './parse.ts'
import { join } from './pointer.ts'

learnSentences(SENTENCES)
const codes = (text: string) => parseText(text).issues.map(({ code, range }) => [code, range?.line, range?.column])

test('text that is not strict JSON is refused with its place', () => {
  expect(codes('{\n  // note\n  "a": 1\n}')).toEqual([['LAYOUT_COMMENT', 2, 3]])
  expect(codes('{ "a": 1, }')).toEqual([['LAYOUT_TRAILING_COMMA', 1, 11]])
  expect(codes('[1, 2,]')).toEqual([['LAYOUT_TRAILING_COMMA', 1, 7]])
  expect(codes('{ "a": 1 "b": 2 }')).toEqual([['LAYOUT_SYNTAX', 1, 10]])
  expect(codes('')).toEqual([['LAYOUT_SYNTAX', 1, 1]])
  expect(parseText('{ "a" 1 }').issues[0]?.text).toBe('This is not JSON: colon expected at line 1, column 7.')
})

test('a key written twice is refused, because the later one would silently win', () => {
  expect(codes('{ "a": 1,\n "b": { "x": 1, "x": 2 } }')).toEqual([['LAYOUT_DUPLICATE_KEY', 2, 17]])
})

test('keys that reach into the language are refused and Object.prototype stays as it is', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length
  const { value, issues } = parseText('{ "__proto__": { "polluted": 1 }, "a": { "constructor": {}, "prototype": 1 } }')
  expect([value, issues.map(({ code, pointer }) => [code, pointer])]).toEqual([
    undefined,
    [
      ['LAYOUT_KEY_RESERVED', '/__proto__'],
      ['LAYOUT_KEY_RESERVED', '/a/constructor'],
      ['LAYOUT_KEY_RESERVED', '/a/prototype'],
    ],
  ])
  expect([Object.getOwnPropertyNames(Object.prototype).length, ({} as Record<string, unknown>).polluted]).toEqual([
    before,
    undefined,
  ])
})

test('a huge, a deep and a crowded text are refused before they are read', () => {
  expect(codes(`"${'x'.repeat(600_000)}"`).map(([code]) => code)).toEqual(['LAYOUT_TOO_LARGE'])
  expect(codes('['.repeat(200_000))).toEqual([['LAYOUT_TOO_DEEP', 1, 200_000]])
  expect(codes(`${'{"a":'.repeat(MAX_DEPTH + 1)}1${'}'.repeat(MAX_DEPTH + 1)}`)[0]?.[0]).toBe('LAYOUT_TOO_DEEP')
  expect(codes(`[${Array.from({ length: MAX_NODES }, () => '{}').join(',')}]`).map(([code]) => code)).toEqual([
    'LAYOUT_TOO_MANY_NODES',
  ])
  expect(codes(`[${'1,'.repeat(200_000)}1]`).map(([code]) => code)).toEqual(['LAYOUT_TOO_MANY_VALUES'])
  expect(parseText(`${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`).issues).toEqual([])
})

test('a place is the key of an object or list, any other value itself, and the nearest parent of a missing one', () => {
  const text = '{\n  "widgets": {\n    "kpi": { "type": "x" }\n  }\n}'
  const { rangeOf } = parseText(text)
  const cut = (pointer: string) => {
    const { from, to } = rangeOf(pointer)
    return text.slice(from, to)
  }
  expect([cut('/widgets/kpi'), cut('/widgets/kpi/type'), cut('/widgets/kpi/options/size'), cut('/nothing')]).toEqual([
    '"kpi"',
    '"x"',
    '"kpi"',
    '{',
  ])
  expect(rangeOf('/widgets/kpi')).toMatchObject({ line: 3, column: 5 })
})

/** Every path of a value. */
const pathsOf = (value: unknown): (string | number)[][] => {
  const entries = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : []
  return [[], ...entries.flatMap(([key, item]) => pathsOf(item).map((rest) => [key, ...rest]))]
}

test('every place of any document is the one a whole tree of it has', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(0, 1, 3, '\t'),
      fc.string({ maxLength: 4 }),
      (inner, indent, odd) => {
        const text = JSON.stringify({ odd: inner, [`a/~"\\${odd}`]: [inner, '\\"', { '': inner }] }, null, indent)
        const { value, rangeOf } = parseText(text)
        if (value === undefined) return
        const tree = parseTree(text) as Node
        for (const path of pathsOf(value)) {
          const node = findNodeAtLocation(tree, path) as Node
          const isContainer = node.type === 'object' || node.type === 'array'
          const named = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
          const { offset, length } = isContainer ? (named ?? { offset: node.offset, length: 1 }) : node
          const { from, to } = rangeOf(join(...path))
          expect([path, from, to]).toEqual([path, offset, offset + length])
          expect(rangeOf(join(...path, 'missing', 'there'))).toEqual(rangeOf(join(...path)))
        }
      },
    ),
  )
})

test('a duplicate key is found with any letters and at any place', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc
        .string({ minLength: 1, maxLength: 5 })
        .filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
      (value, key) => {
        const text = `{ "list": [${JSON.stringify(value)}, { ${JSON.stringify(key)}: ":", "${Array.from(
          { length: key.length },
          (_, at) => key.charCodeAt(at),
        )
          .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
          .join('')}": 2 }] }`
        expect(codes(text).map(([code]) => code)).toContain('LAYOUT_DUPLICATE_KEY')
      },
    ),
  )
})

test('every text that JSON.parse reads within the limits is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const parsed = parseText(text)
      if (parsed.issues.some(({ code }) => code === 'LAYOUT_KEY_RESERVED')) return
      expect(parsed.issues).toEqual([])
      expect(parsed.value).toEqual(JSON.parse(text))
    }),
  )
})

test('no text at all makes it throw or hang', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc
          .array(fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '/*', '//', 'a', '1', ' ', '\n', '"a"'), {
            maxLength: 60,
          })
          .map((parts) => parts.join('')),
      ),
      (text) => {
        const { value, issues } = parseText(text)
        expect(value === undefined ? issues.length > 0 : issues.length === 0).toBe(true)
      },
    ),
  )
})
