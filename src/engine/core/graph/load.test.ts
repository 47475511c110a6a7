import { expect, test } from 'vitest'
import { MAX_ISSUES } from '../document/constants.ts'
import { saveLayout } from './load.ts'
import { fakeNetwork, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from './validate.ts'

const context = { widgets: widgetsOf(plainWidget('plain')), sources: registry(fakeNetwork().source('rows', [], {})) }
const load = (input: unknown) => loadLayout(input, context)
const PAGE = { format: 1, _id: 'page', name: 'Page', widgets: {}, layout: { sections: [] } }

test('a text that is no object is reported, may not be published, and is stored word for word', () => {
  for (const [text, what] of [
    ['[1]', 'a list'],
    ['7', 'the number 7'],
    ['null', 'null'],
  ] as const) {
    const loaded = load(text)
    expect([text, loaded.document, loaded.readOnly, loaded.publishable]).toEqual([text, undefined, true, false])
    expect(
      loaded.issues.map(({ code, pointer, params, range }) => [code, pointer, params, range?.from, range?.line]),
    ).toEqual([['LAYOUT_NOT_AN_OBJECT', '', { what }, 0, 1]])
    expect(saveLayout(loaded)).toBe(text)
  }
})

test('an unreadable text is reported by its syntax errors only', () => {
  const loaded = load('{ "format": 1, }')
  expect(loaded.issues.map(({ code }) => code)).toEqual(['LAYOUT_TRAILING_COMMA'])
  expect([loaded.model.id, loaded.model.sections, saveLayout(loaded)]).toEqual(['unreadable', [], '{ "format": 1, }'])
})

test('a value that is no JSON is refused with a reason instead of thrown', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  for (const value of [cycle, undefined, () => 7]) {
    expect(load(value)).toMatchObject({ text: '', document: undefined, publishable: false })
    expect(load(value).issues).toHaveLength(1)
  }
})

test('a page of a later format is kept as it is, and one that loads is stored in the order of the format', () => {
  const later = JSON.stringify({ ...PAGE, format: 99 })
  expect([load(later).readOnly, load(later).publishable, saveLayout(load(later))]).toEqual([true, false, later])
  const loaded = load(JSON.stringify(Object.fromEntries(Object.entries(PAGE).toReversed())))
  expect([loaded.issues, loaded.publishable, JSON.parse(saveLayout(loaded))]).toEqual([[], true, PAGE])
  expect(saveLayout(loaded).startsWith('{\n  "format": 1,')).toBe(true)
})

test('issues are in the order of the text, each at its place, and no more than are read', () => {
  const filter = { type: 'text', label: 'x' }
  const text = JSON.stringify({ ...PAGE, params: { b: filter }, queries: { main: { source: 'rows' } } }, null, 2)
  const { issues, publishable } = load(text)
  expect([issues.map(({ pointer }) => pointer), publishable]).toEqual([['/params/b', '/queries/main'], true])
  const starts = issues.map(({ range }) => range?.from ?? -1)
  expect(starts[0]).toBeLessThan(starts[1] ?? -1)
  expect(starts.map((from) => text.slice(from, from + 3))).toEqual(['"b"', '"ma'])
  const params = Object.fromEntries(Array.from({ length: MAX_ISSUES + 5 }, (_, at) => [`p${at}`, filter]))
  expect(load({ ...PAGE, params }).issues).toHaveLength(MAX_ISSUES)
})
