import { expect, test } from 'vitest'
import { formatLayout } from './format.ts'

const turned = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).toReversed())

test('a page is written with its keys in the order of the docs, and unknown keys after them', () => {
  const keys = [
    '$schema',
    'format',
    '_id',
    'revision',
    'name',
    'description',
    'access',
    'apply',
    'i18n',
    'params',
    'queries',
    'widgets',
    'layout',
    'grids',
  ]
  const document = Object.fromEntries(['zebra', 'apple', ...keys.toReversed()].map((key) => [key, 1]))
  expect(Object.keys(JSON.parse(formatLayout(document)) as object)).toEqual([...keys, 'zebra', 'apple'])
})

test.each([
  ['widgets', ['type', 'v', 'title', 'data', 'options', 'emits', 'show']],
  [
    'params',
    ['type', 'label', 'help', 'options', 'default', 'onInvalid', 'url', 'persist', 'min', 'max', 'prefixes', 'align'],
  ],
  ['queries', ['source', 'args', 'transform', 'refresh']],
])('each of the %s has its keys in the order of the docs, and they stay as their author ordered them', (name, keys) => {
  const part = turned({ ...Object.fromEntries(keys.map((key) => [key, 1])), odd: 1 })
  const written = JSON.parse(
    formatLayout({
      [name]: { z: part, a: part, wrong: 7 },
    }),
  ) as Record<string, Record<string, object>>
  expect(Object.keys(written[name] ?? {})).toEqual(['z', 'a', 'wrong'])
  expect([Object.keys(written[name]?.z ?? {}), Object.keys(written[name]?.a ?? {})]).toEqual([
    [...keys, 'odd'],
    [...keys, 'odd'],
  ])
})

test('sections and places have their keys in order, and unknown parts of a layout stay', () => {
  const section = { declares: {}, sticky: true, widgets: [], requires: [], params: [], title: 't', id: 's' }
  const document = {
    layout: { first: 1, sections: [section, 7] },
    grids: { small: { kpi: { h: 4, w: 3, y: 2, x: 1 } }, odd: 7 },
  }
  expect(formatLayout(document)).toBe(`{
  "layout": {
    "first": 1,
    "sections": [
      { "id": "s", "title": "t", "params": [], "requires": [], "widgets": [], "sticky": true, "declares": {} },
      7
    ]
  },
  "grids": { "small": { "kpi": { "x": 1, "y": 2, "w": 3, "h": 4 } }, "odd": 7 }
}
`)
})

test('parts that are none are written as they are', () => {
  for (const value of [7, null, 'x', [1, { b: 1, a: 2 }]]) {
    for (const key of ['widgets', 'params', 'queries', 'grids', 'layout']) {
      expect(JSON.parse(formatLayout({ [key]: value }))).toEqual({ [key]: value })
    }
  }
  expect(JSON.parse(formatLayout({ layout: { sections: 7 } }))).toEqual({ layout: { sections: 7 } })
})

test('a value that fits on a line of 120 with its comma is on one line, and one letter more breaks it', () => {
  const text = (length: number) => 'x'.repeat(length)
  const [fits, opens] = [`  "name": { "a": "${text(98)}" }`, `  "name": ["${text(105)}"]`]
  expect([fits.length, opens.length]).toEqual([119, 119])
  expect(formatLayout({ name: { a: text(98) } })).toBe(`{\n${fits}\n}\n`)
  expect(formatLayout({ name: { a: text(99) } })).toBe(`{\n  "name": {\n    "a": "${text(99)}"\n  }\n}\n`)
  expect(formatLayout({ name: [text(105)] })).toBe(`{\n${opens}\n}\n`)
  expect(formatLayout({ name: [text(106)] })).toBe(`{\n  "name": [\n    "${text(106)}"\n  ]\n}\n`)
  expect(formatLayout({ name: [text(110), 1] })).toBe(`{\n  "name": [\n    "${text(110)}",\n    1\n  ]\n}\n`)
})

test('the page itself is always open, unless it is empty', () => {
  expect(formatLayout({ a: 1, b: [] })).toBe('{\n  "a": 1,\n  "b": []\n}\n')
  expect(formatLayout({})).toBe('{}\n')
})

test('lists and records in a line have their spaces, and values that are no JSON are null', () => {
  expect(formatLayout({ a: [1, 'b', { c: [{}], d: null }, []] })).toBe(
    '{\n  "a": [1, "b", { "c": [{}], "d": null }, []]\n}\n',
  )
  expect(formatLayout({ a: undefined, b: [() => 1] })).toBe('{\n  "a": null,\n  "b": [null]\n}\n')
})
