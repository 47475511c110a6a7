import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mergeLayouts } from './merge.ts'
import { makePatch, replayPatch } from './patch.ts'
import { isRecord, own, same } from './pointer.ts'

type Doc = Record<string, unknown>
interface Page {
  name: string
  i18n: Record<string, Record<string, string>>
  widgets: Record<string, { type: string; title: string; options: { text: string; size: number } }>
  layout: { sections: { id: string; title?: string; widgets: string[] }[] }
  grids: Record<string, Record<string, { x: number; y: number; w: number; h: number }>>
}
const widget = (title: string, type = 'text') => ({ type, title, options: { text: title, size: 1 } })
const page: Doc = {
  format: 1,
  _id: 'x',
  revision: 3,
  name: 'Page',
  i18n: { es: { a: 'A' }, en: { a: 'A' } },
  params: { client: { type: 'single', label: 'Brand' } },
  queries: { main: { source: 'compare.main' } },
  widgets: { one: widget('One'), two: widget('Two'), three: widget('Three') },
  layout: {
    sections: [
      { id: 'top', widgets: ['one', 'two'] },
      { id: 'end', widgets: ['three'] },
    ],
  },
  grids: { large: { one: { x: 0, y: 0, w: 6, h: 4 }, two: { x: 6, y: 0, w: 6, h: 4 } } },
}
const edit = (from: Doc, recipe: (document: Page) => void): Doc => {
  const copy = structuredClone(from)
  recipe(copy as unknown as Page)
  return copy
}

/** One gesture of an editor. */
const ids = fc.constantFrom('one', 'two', 'three', 'new1', 'new2')
const gesture = fc.oneof(
  ids.map((id) => (d: Page) => {
    delete d.widgets[id]
    for (const s of d.layout.sections) s.widgets = s.widgets.filter((one) => one !== id)
    for (const grid of Object.values(d.grids)) delete grid[id]
  }),
  fc.tuple(ids, fc.constantFrom('a', 'b', 'c')).map(([id, title]) => (d: Page) => {
    const one = d.widgets[id]
    if (one) one.title = title
  }),
  fc.tuple(ids, fc.nat(2)).map(([id, size]) => (d: Page) => {
    const one = d.widgets[id]
    if (one) one.options.size = size
  }),
  fc.tuple(ids, fc.constantFrom('gauge', 'text')).map(([id, type]) => (d: Page) => {
    if (d.widgets[id]) d.widgets[id] = widget(id, type)
  }),
  fc.tuple(ids, fc.nat(1)).map(([id, at]) => (d: Page) => {
    const section = d.layout.sections[at]
    if (!d.widgets[id] && section) {
      d.widgets[id] = widget(id)
      section.widgets.push(id)
      d.grids.large![id] = { x: 0, y: 9, w: 4, h: 4 }
    }
  }),
  fc.tuple(ids, fc.nat(6)).map(([id, x]) => (d: Page) => {
    const place = d.grids.large?.[id]
    if (place) place.x = x
  }),
  fc.constant((d: Page) => {
    d.layout.sections.reverse()
  }),
  fc.constantFrom('top', 'end').map((id) => (d: Page) => {
    for (const s of d.layout.sections) if (s.id === id) s.title = 'Titled'
  }),
  fc.constantFrom('p', 'q').map((id) => (d: Page) => {
    d.layout.sections.push({ id: `s${id}${d.layout.sections.length}`, widgets: [] })
  }),
  fc.constantFrom('x', 'y').map((name) => (d: Page) => {
    d.name = name
  }),
  fc.constantFrom('es', 'cs').map((language) => (d: Page) => {
    d.i18n[language] = { ...d.i18n[language], b: language }
  }),
)
const edited = fc.array(gesture, { maxLength: 6 }).map((list) =>
  edit(page, (d) => {
    for (const one of list) one(d)
  }),
)
const plain = ({ revision: _r, _id: _i, ...rest }: Doc) => rest
const sectionOf = (document: Doc) =>
  Object.fromEntries((own(document.layout, 'sections') as Doc[]).map((one) => [String(one.id), one]))

test('a side without changes gets those of the other, and the same change by both is made once', () => {
  fc.assert(
    fc.property(edited, (other) => {
      for (const [mine, theirs] of [
        [page, other],
        [other, page],
        [other, other],
      ] as const) {
        const { merged, conflicts } = mergeLayouts(page, mine, theirs)
        expect([conflicts, same(plain(merged), plain(other))]).toEqual([[], true])
      }
    }),
    { numRuns: 300 },
  )
})

test('a change of one side only is in the merged page, with any changes of the other elsewhere', () => {
  fc.assert(
    fc.property(edited, edited, fc.constantFrom('mine', 'theirs'), (mine, theirs, side) => {
      const { merged, conflicts } = mergeLayouts(page, mine, theirs, () => side)
      const parts = new Set(conflicts.map(({ part }) => part))
      for (const id of new Set([
        ...Object.keys(mine.widgets as Doc),
        ...Object.keys(theirs.widgets as Doc),
        ...Object.keys(page.widgets as Doc),
      ])) {
        const [was, ours, others, now] = [page, mine, theirs, merged].map((document) => own(document.widgets, id))
        if (same(was, ours)) expect(now).toEqual(others)
        else if (same(was, others)) expect(now).toEqual(ours)
        else if (parts.has(`widgets/${id}`) && (ours === undefined || others === undefined))
          expect(now).toEqual(side === 'mine' ? ours : others)
      }
      if (same(page.name, mine.name)) expect(merged.name).toEqual(theirs.name)
      // Every widget is in at most one section, and none that is gone is in any.
      const shown = Object.values(sectionOf(merged)).flatMap((one) => one.widgets as string[])
      expect(shown.filter((id) => !Object.hasOwn(merged.widgets as Doc, id))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test('without a conflict the result does not depend on which side is mine', () => {
  fc.assert(
    fc.property(edited, edited, (a, b) => {
      const [first, second] = [mergeLayouts(page, a, b), mergeLayouts(page, b, a)]
      const parts = (of: typeof first) => [...new Set(of.conflicts.map(({ part }) => part))].toSorted()
      expect(parts(first)).toEqual(parts(second))
      if (first.conflicts.length === 0)
        for (const map of ['widgets', 'params', 'queries', 'grids', 'i18n', 'name'])
          expect(same(first.merged[map], second.merged[map])).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('two widgets added to one section by two people are both in it, each after its former predecessor', () => {
  const add = (id: string, at: number) =>
    edit(page, (d) => {
      d.widgets[id] = widget(id)
      d.layout.sections[0]!.widgets.splice(at, 0, id)
    })
  const { merged, conflicts } = mergeLayouts(page, add('mine', 1), add('theirs', 2))
  expect([sectionOf(merged).top?.widgets, conflicts]).toEqual([['one', 'mine', 'two', 'theirs'], []])
})

test('both changed one option to different things: the conflict names the widget, and the choice decides it alone', () => {
  const mine = edit(page, (d) => {
    d.widgets.one!.options.size = 2
    d.name = 'Mine'
  })
  const theirs = edit(page, (d) => {
    d.widgets.one!.options.size = 5
    d.widgets.one!.title = 'Theirs'
  })
  const { merged, conflicts } = mergeLayouts(page, mine, theirs, () => 'mine')
  expect(conflicts).toEqual([{ path: '/widgets/one/options/size', part: 'widgets/one', base: 1, mine: 2, theirs: 5 }])
  expect([merged.name, own(merged.widgets, 'one')]).toEqual([
    'Mine',
    { type: 'text', title: 'Theirs', options: { text: 'One', size: 2 } },
  ])
})

test('a widget that one removed and the other changed is one decision: it is gone everywhere, or back where it was', () => {
  const gone = edit(page, (d) => {
    delete d.widgets.two
    d.layout.sections[0]!.widgets = ['one']
    delete d.grids.large!.two
  })
  const changed = edit(page, (d) => {
    d.widgets.two!.title = 'Better'
    d.grids.large!.two!.w = 3
  })
  const taken = (side: 'mine' | 'theirs') => {
    const { merged, conflicts } = mergeLayouts(page, gone, changed, () => side)
    return [
      [...new Set(conflicts.map(({ part }) => part))],
      own(own(merged.widgets, 'two'), 'title'),
      sectionOf(merged).top?.widgets,
      own(own(own(merged.grids, 'large'), 'two'), 'w'),
    ]
  }
  expect(taken('mine')).toEqual([['widgets/two'], undefined, ['one'], undefined])
  expect(taken('theirs')).toEqual([['widgets/two'], 'Better', ['one', 'two'], 3])
})

test('a patch made anew on its own base is the changed page, without anything left over', () => {
  fc.assert(
    fc.property(edited, (changed) => {
      const { document, unfit } = replayPatch(makePatch(page, changed), page)
      expect([unfit, same(plain(document), plain(changed))]).toEqual([[], true])
    }),
    { numRuns: 300 },
  )
})

test('on another version every step of a patch is applied or reported, and the version keeps what was not touched', () => {
  fc.assert(
    fc.property(edited, edited, (changed, later) => {
      const patch = makePatch(page, changed)
      const { document, unfit } = replayPatch(patch, later)
      for (const step of patch) {
        const [map, id = '', ...rest] = step.path.slice(1).split('/')
        if (map !== 'widgets' || unfit.some(({ path }) => path === step.path)) continue
        const now = rest.reduce<unknown>((here, key) => own(here, key), own(document.widgets, id))
        expect([step.path, now]).toEqual([step.path, step.after])
      }
      const touched = new Set(patch.map(({ path }) => path.split('/')[2]))
      for (const [id, raw] of Object.entries(later.widgets as Doc))
        if (!touched.has(id)) expect(own(document.widgets, id)).toEqual(raw)
    }),
    { numRuns: 300 },
  )
})

test('a change of a widget that a later version dropped, or made another type, is reported and kept with its new value', () => {
  const changed = edit(page, (d) => {
    d.widgets.one!.options.size = 2
    d.widgets.two!.title = 'Mine'
  })
  const later = edit(page, (d) => {
    delete d.widgets.one
    d.widgets.two = widget('Two', 'gauge')
  })
  const { document, unfit } = replayPatch(makePatch(page, changed), later)
  expect(unfit).toEqual([
    { path: '/widgets/one/options/size', before: 1, after: 2, kind: 'text' },
    { path: '/widgets/two/title', before: 'Two', after: 'Mine', kind: 'text' },
  ])
  expect(own(own(document.widgets, 'two'), 'title')).toBe('Two')
})

test('the built-in dashboards are the same after a walk through a patch onto each other and back', () => {
  const read = (id: string) =>
    JSON.parse(readFileSync(new URL(`../../../../layouts/${id}.json`, import.meta.url), 'utf8')) as Doc
  const [compare, status] = [read('foot-compare'), read('foot-status')]
  expect(same(plain(replayPatch(makePatch(compare, status), compare).document), plain(status))).toBe(true)
  expect(isRecord(mergeLayouts(compare, compare, status).merged)).toBe(true)
})
