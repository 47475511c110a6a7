import { expect, test } from 'vitest'
import { diffLayouts, inWords } from './diff.ts'

const BASE = {
  format: 1,
  _id: 'x',
  revision: 3,
  name: 'One',
  access: 'footCompare',
  params: { client: { type: 'single', label: 'Brand' } },
  queries: { main: { source: 'rows', args: { client: '$client' } } },
  widgets: {
    kpi: {
      type: 'kpi',
      title: 'Visits',
      options: { size: 'small', colour: 'red' },
      data: { rows: { query: 'main' } },
      emits: { pick: { set: 'client', to: 1 } },
    },
  },
  layout: {
    sections: [
      { id: 'top', params: ['client'] },
      { id: 'main', widgets: ['kpi'] },
    ],
  },
  grids: { large: { kpi: { x: 0, y: 0, w: 6, h: 4 } } } as Record<string, object>,
  i18n: { es: { a: 'uno' } } as Record<string, object>,
}
const kpi = BASE.widgets.kpi
/** Changes to the base, as a reader sees them. */
const changesOf = (change: Partial<Record<keyof typeof BASE | 'description' | 'apply', unknown>>) =>
  diffLayouts(BASE, { ...BASE, ...change }).map(inWords)

test('a document has no changes to itself, and the save counter is none', () => {
  expect(changesOf({})).toEqual([])
  expect(changesOf({ revision: 4 })).toEqual([])
  expect(diffLayouts({}, {})).toEqual([])
})

test('a key at the top of a document is reported by its name, known or not', () => {
  expect(
    changesOf({ name: 'Two', description: 'new', access: ['a', 'b'], apply: 'manual', format: 2, _id: 'y' }),
  ).toEqual([
    'Layout: name One -> Two',
    'Layout: description nothing -> new',
    'Layout: access footCompare -> ["a","b"]',
    'Layout: apply nothing -> manual',
    'Layout: format 1 -> 2',
    'Layout: _id x -> y',
  ])
})

test('an added or removed filter, query or widget is one change, and removals are reported first', () => {
  expect(changesOf({ params: { store: {} } })).toEqual(['Filter client removed', 'Filter store added'])
  expect(changesOf({ queries: { ...BASE.queries, other: { source: 'rows' } } })).toEqual(['Query other added'])
  expect(diffLayouts(BASE, { ...BASE, widgets: {} })).toEqual([{ kind: 'removed', subject: 'Widget kpi', before: kpi }])
  expect(diffLayouts({ ...BASE, widgets: {} }, BASE)).toEqual([{ kind: 'added', subject: 'Widget kpi', after: kpi }])
})

test('options, arguments, inputs and gestures are reported one by one; the rest by field', () => {
  expect(
    changesOf({ widgets: { kpi: { ...kpi, title: 'Entries', options: { size: 'big', colour: 'red' } } } }),
  ).toEqual(['Widget kpi: title Visits -> Entries', 'Widget kpi: option size small -> big'])
  expect(changesOf({ widgets: { kpi: { ...kpi, data: { rows: { query: 'other' } }, emits: {} } } })).toEqual([
    'Widget kpi: data rows {"query":"main"} -> {"query":"other"}',
    'Widget kpi: gesture pick removed (was {"set":"client","to":1})',
  ])
  expect(
    changesOf({ queries: { main: { source: 'rows', args: { client: '$client', begin: 'x' }, refresh: 10 } } }),
  ).toEqual(['Query main: argument begin added (x)', 'Query main: refresh added (10)'])
  // The options of a filter are one thing: where its list comes from.
  expect(changesOf({ params: { client: { type: 'single', label: 'Brand', options: { query: 'q' } } } })).toEqual([
    'Filter client: options added ({"query":"q"})',
  ])
})

test('sections are reported by their id, and their order only for those in both documents', () => {
  const [top, main] = BASE.layout.sections
  const sections = (...list: unknown[]) => changesOf({ layout: { sections: list } })
  expect(sections(main, top)).toEqual(['Layout: order of sections ["top","main"] -> ["main","top"]'])
  expect(sections({ id: 'new' }, top, main)).toEqual(['Section new added'])
  expect(sections(main)).toEqual(['Section top removed'])
  expect(sections(top, { ...main, sticky: true })).toEqual(['Section main: sticky added (true)'])
  expect(sections(top, main, 7)).toEqual([])
})

test('a moved place is reported with its size and its corner, for each grid separately', () => {
  expect(changesOf({ grids: { large: { kpi: { x: 6, y: 1, w: 3, h: 2 } } } })).toEqual([
    'Widget kpi: place in the large grid 6 x 4 at 0, 0 -> 3 x 2 at 6, 1',
  ])
  expect(changesOf({ grids: { ...BASE.grids, medium: { kpi: { x: 0, y: 0, w: 12, h: 4 } } } })).toEqual([
    'Widget kpi: place in the medium grid added ({"x":0,"y":0,"w":12,"h":4})',
  ])
  expect(changesOf({ grids: {} })).toEqual([
    'Widget kpi: place in the large grid removed (was {"x":0,"y":0,"w":6,"h":4})',
  ])
  expect(changesOf({ grids: { ...BASE.grids, small: { kpi: {} } } })).toHaveLength(1)
})

test('texts are reported by language, also of one that only one document has', () => {
  expect(changesOf({ i18n: { es: { a: 'dos', b: 'x' }, en: { a: 'one' } } })).toEqual([
    'Text es: a uno -> dos',
    'Text es: b added (x)',
    'Text en: a added (one)',
  ])
  expect(changesOf({ i18n: undefined })).toEqual(['Text es: a removed (was uno)'])
})

test('a long value is cut at eighty letters', () => {
  const name = (length: number) => changesOf({ name: 'x'.repeat(length) })[0]
  expect([name(80), name(81)]).toEqual([
    `Layout: name One -> ${'x'.repeat(80)}`,
    `Layout: name One -> ${'x'.repeat(79)}…`,
  ])
})
