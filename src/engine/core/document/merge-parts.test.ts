import { expect, test } from 'vitest'
import { mergeLayouts, partOfPath, type Side } from './merge.ts'

type Doc = Record<string, unknown>

test.each([
  [['widgets', 'kpi', 'title'], 'widgets/kpi'],
  [['params', 'client'], 'params/client'],
  [['queries', 'main', 'args', 'x'], 'queries/main'],
  [['widgets'], 'widgets'],
  [['grids', 'large', 'kpi'], 'widgets/kpi'],
  [['grids', 'large'], 'grids'],
  [['layout', 'sections', 'top', 'title'], 'layout/sections/top'],
  [['layout', 'sections'], 'layout/sections'],
  [['layout', 'order'], 'layout/order'],
  [['layout'], 'layout'],
  [['i18n', 'es', 'title'], 'i18n/title'],
  [['i18n', 'es'], 'i18n'],
  [['name'], 'name'],
  [['access', '0', 'x'], 'access'],
  [[], ''],
])('%j belongs to the part %j', (path, part) => {
  expect(partOfPath(path)).toBe(part)
})

const merged = (base: Doc, mine: Doc, theirs: Doc, side?: Side) => {
  const { merged: document, conflicts } = mergeLayouts(base, mine, theirs, side && (() => side))
  return [document, conflicts.map(({ path, part }) => [path, part])]
}

test('a part that both changed differently is theirs, unless mine is chosen', () => {
  const [base, mine, theirs] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  expect([
    merged(base, mine, theirs),
    merged(base, mine, theirs, 'mine'),
    merged(base, mine, theirs, 'theirs'),
  ]).toEqual([
    [{ name: 'c' }, [['/name', 'name']]],
    [{ name: 'b' }, [['/name', 'name']]],
    [{ name: 'c' }, [['/name', 'name']]],
  ])
})

test('stamps of the stored document are no conflict: theirs, or mine where they have none', () => {
  const stamped = (n: number) => ({
    _id: `id${n}`,
    revision: n,
    $schema: `s${n}`,
    widgets: { revision: { type: 'x', n: 1 } },
  })
  expect(merged(stamped(1), stamped(2), stamped(3), 'mine')).toEqual([stamped(3), []])
  expect(merged({ revision: 1 }, { revision: 2, name: 'x' }, { name: 'x' })).toEqual([{ revision: 2, name: 'x' }, []])
  // The same word deeper in a document is one of its authors'.
  const deep = (revision: number) => ({ widgets: { a: { type: 'x', revision } } })
  expect(merged(deep(1), deep(2), deep(3))).toEqual([deep(3), [['/widgets/a/revision', 'widgets/a']]])
})

test('two who add the same widget, filter or query added two things: one of them is chosen as a whole', () => {
  for (const map of ['widgets', 'params', 'queries']) {
    const [mine, theirs] = [{ [map]: { a: { type: 'x', n: 1, mine: 1 } } }, { [map]: { a: { type: 'x', n: 2 } } }]
    expect(merged({ [map]: {} }, mine, theirs)).toEqual([theirs, [[`/${map}/a`, `${map}/a`]]])
    expect(merged({ [map]: {} }, mine, theirs, 'mine')).toEqual([mine, [[`/${map}/a`, `${map}/a`]]])
  }
  // Two who both begin with texts, or with a section, made one of both.
  expect(merged({}, { i18n: { es: { a: 'A' } } }, { i18n: { es: { b: 'B' } } })).toEqual([
    { i18n: { es: { a: 'A', b: 'B' } } },
    [],
  ])
})

test('another type of widget is another widget, and is chosen as a whole', () => {
  const of = (type: string, title: string) => ({ widgets: { a: { type, title } } })
  expect(merged(of('text', 'A'), of('gauge', 'A'), of('text', 'B'), 'mine')).toEqual([
    of('gauge', 'A'),
    [['/widgets/a', 'widgets/a']],
  ])
  expect(merged(of('text', 'A'), of('text', 'C'), of('gauge', 'A'))).toEqual([
    of('gauge', 'A'),
    [['/widgets/a', 'widgets/a']],
  ])
})

test('a place in a grid is one thing, and belongs to its widget', () => {
  const at = (x: number, y: number) => ({ widgets: { a: { type: 't' } }, grids: { large: { a: { x, y } } } })
  expect(merged(at(0, 0), at(1, 0), at(0, 1), 'mine')).toEqual([at(1, 0), [['/grids/large/a', 'widgets/a']]])
})

test('only the names of a layout are merged one by one; another list is one thing', () => {
  const page = (widgets: unknown, access: readonly string[]) => ({
    access,
    layout: { sections: [{ id: 's', widgets }] },
  })
  expect(merged(page(['a'], ['x']), page(['a', 'b'], ['x', 'y']), page(['c', 'a'], ['x', 'z']))).toEqual([
    page(['c', 'a', 'b'], ['x', 'z']),
    [['/access', 'access']],
  ])
  expect(merged(page(undefined, []), page(['a'], []), page(['b'], []))[0]).toEqual(page(['a', 'b'], []))
  expect(merged(page([7], []), page(['a'], []), page(['b'], []))[1]).toEqual([
    ['/layout/sections/s/widgets', 'layout/sections/s'],
  ])
  expect(merged(page(['a'], []), page(7, []), page(['b'], []))[1]).toEqual([
    ['/layout/sections/s/widgets', 'layout/sections/s'],
  ])
})

const full = (title = 'A') => ({
  widgets: { a: { type: 't', title }, b: { type: 't' } },
  grids: { large: { a: { x: 0 }, b: { x: 6 } }, small: { b: { x: 0 } } },
  layout: {
    sections: [
      { id: 's', widgets: ['a', 'b'] },
      { id: 'u', widgets: [] },
    ],
  },
})
const without = {
  widgets: { b: { type: 't' } },
  grids: { large: { b: { x: 6 } }, small: { b: { x: 0 } } },
  layout: {
    sections: [
      { id: 's', widgets: ['b'] },
      { id: 'u', widgets: [] },
    ],
  },
}

test('a widget that one side removed and the other changed is one conflict, whichever side removed it', () => {
  const conflicts = [['/widgets/a', 'widgets/a']]
  expect(merged(full(), without, full('B'), 'theirs')).toEqual([full('B'), conflicts])
  expect(merged(full(), without, full('B'), 'mine')).toEqual([without, conflicts])
  expect(merged(full(), full('B'), without, 'mine')).toEqual([full('B'), conflicts])
  expect(merged(full(), full('B'), without, 'theirs')).toEqual([without, conflicts])
})

test('a widget that one took out and the other left alone is gone without a question', () => {
  expect(merged(full(), without, full())).toEqual([without, []])
  expect(merged(full(), full(), without, 'mine')).toEqual([without, []])
  expect(merged(full(), without, { ...full(), name: 'x' }, 'theirs')).toEqual([{ ...without, name: 'x' }, []])
})

test('a conflict has the widget before and both changed ones', () => {
  expect(mergeLayouts(full(), without, full('B')).conflicts).toEqual([
    {
      path: '/widgets/a',
      part: 'widgets/a',
      base: { type: 't', title: 'A' },
      mine: undefined,
      theirs: { type: 't', title: 'B' },
    },
  ])
})
