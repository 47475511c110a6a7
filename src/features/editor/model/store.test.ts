import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadLayout } from '#engine'
import {
  dim,
  fakeNetwork,
  measure,
  plainWidget,
  registry,
  virtualClock,
  widgetsOf,
} from '#engine/core/test-support/index'
import { formatLayout } from '#engine/core/document/format'
import { isRecord } from '#engine/core/document/pointer'
import { withSection } from './with-section.ts'
import { gridsOf, placed } from './doc-parts.ts'
import type { Draft } from './drafts.ts'
import { keepHistory, MAX_STEPS, NOTHING_DONE, readHistory } from './history.ts'
import { difference, patched } from './patches.ts'
import { spliced, spliceOf } from './splices.ts'
import { PAUSE_MS } from './journal.ts'
import { createEditor, type Doc } from './store.ts'
import type { Editor } from './editor.ts'

const network = fakeNetwork()
const context = {
  widgets: widgetsOf(plainWidget('table'), plainWidget('chart')),
  sources: registry(network.source('visits', [dim('day', 'day'), measure('visits')], { local: { type: 'id' } })),
}

/** A dashboard with something wrong in it that must be carried as it is. */
const QUARANTINED = {
  type: 'from-the-future',
  v: 9,
  data: 'none',
  options: { ключ: [1, { deep: null }], z: 1, a: 2 },
  more: 1e-7,
}
const base = (): Doc => ({
  format: 1,
  _id: 'mine',
  revision: 3,
  name: 'Mine',
  i18n: { en: { one: 'One' }, es: { one: 'Uno' } },
  params: { local: { type: 'number', label: 'Local', default: 4 } },
  queries: { main: { source: 'visits', args: { local: '$local' } } },
  widgets: {
    one: { type: 'table', v: 1, title: 't:one', data: { rows: { query: 'main' } }, options: {} },
    odd: QUARANTINED,
    two: { type: 'chart', v: 1, title: 'Two', data: { rows: { query: 'main' } }, options: { size: 'big' } },
  },
  layout: {
    sections: [
      { id: 'top', title: 'Top', widgets: ['one', 'odd'] },
      { id: 'low', widgets: ['two'] },
    ],
  },
  grids: {
    large: { one: { x: 0, y: 0, w: 6, h: 6 }, odd: { x: 6, y: 0, w: 6, h: 6 }, two: { x: 0, y: 0, w: 12, h: 4 } },
  },
})

const open = (document: Doc = base(), extra: Partial<Parameters<typeof createEditor>[0]> = {}) => {
  const clock = virtualClock()
  return { clock, editor: createEditor({ text: formatLayout(document), revision: 3, context, clock, ...extra }) }
}
const state = (editor: Editor) => editor.store.getState()
const usual = (key: string) => ({ en: key, es: `${key} (es)` })
const label = { key: 'settings' }

describe('refused edits', () => {
  test('a text that is no JSON keeps the canvas at the last good state, and undo brings the good text back', () => {
    const { editor } = open()
    const { doc, text } = state(editor)
    editor.setText(`${text.slice(0, 40)},,`)
    expect(state(editor).behind).toBe(true)
    expect(state(editor).doc).toBe(doc)
    expect(state(editor).issues.map(({ code }) => code)).toContain('LAYOUT_SYNTAX')
    editor.undo()
    expect([state(editor).behind, state(editor).text, state(editor).doc]).toEqual([false, text, doc])
    editor.redo()
    expect(state(editor).behind).toBe(true)
  })

  test('a text with a new error waits, and one with only the errors that were there already does not', () => {
    const { editor } = open()
    const { text } = state(editor)
    editor.setText(text.replace('"big"', '"huge"'))
    expect(state(editor).behind).toBe(true)
    editor.setText(text.replace('"Two"', '"Second"'))
    expect(state(editor).behind).toBe(false)
    expect((state(editor).doc.widgets as Record<string, Doc>).two?.title).toBe('Second')
  })

  test('a document of a newer format can be looked at and never changed', () => {
    const { editor } = open({ ...base(), format: 99 })
    const { text } = state(editor)
    editor.change(label, (draft) => {
      draft.name = 'Other'
    })
    editor.removeWidgets(['one'])
    expect([state(editor).text, state(editor).undo]).toEqual([text, []])
  })

  test('a step that changes nothing is no step', () => {
    const { editor } = open()
    editor.change(label, () => undefined)
    editor.change(label, (draft) => {
      draft.name = 'Mine'
    })
    editor.removeWidgets(['missing'])
    expect(state(editor).undo).toEqual([])
  })

  test('a clipboard without widgets pastes nothing', () => {
    const { editor } = open()
    expect(
      [
        '',
        'hello',
        '[]',
        '{"a":1}',
        '{"kind":"aforo/widgets","widgets":{}}',
        '{"kind":"aforo/widgets","widgets":7}',
      ].flatMap((text) => editor.paste(text)),
    ).toEqual([])
    expect(state(editor).undo).toEqual([])
  })
})

test('a discarded draft is the published document, the server deletes it, and one undo brings the work back', async () => {
  const kept: string[] = []
  const draft = {
    keepHere: () => undefined,
    keep: async ({ text }: Draft) => void kept.push(text),
    drop: async () => void kept.push('dropped'),
  }
  const fresh = open(base(), { revision: 0, draft }).editor
  fresh.discard()
  expect([state(fresh).undo, kept]).toEqual([[], []])
  const { editor, clock } = open(base(), { draft })
  const { text } = state(editor)
  editor.change(label, (one) => {
    one.name = 'Other'
  })
  editor.discard()
  await clock.advance(10_000)
  expect([state(editor).text, state(editor).dirty, state(editor).draft, kept]).toEqual([
    text,
    false,
    'none',
    ['dropped'],
  ])
  editor.undo()
  await clock.advance(10_000)
  expect([state(editor).doc.name, state(editor).draft, kept.length]).toEqual(['Other', 'kept', 2])
})

test('parts in quarantine keep every character through every edit', () => {
  const { editor } = open()
  editor.addWidget('table', { section: 'low' })
  editor.change(label, placed('medium', gridsOf(state(editor).loaded, 'top').medium))
  editor.change({ key: 'addSection' }, withSection(state(editor).doc, 'top').recipe)
  editor.removeWidgets(['one'])
  const written = state(editor).text
  expect(JSON.stringify((JSON.parse(written) as { widgets: Doc }).widgets.odd)).toBe(JSON.stringify(QUARANTINED))
})

test('a removed widget that is restored has its former place and text', () => {
  const { editor } = open()
  const { text } = state(editor)
  editor.removeWidgets(['one'])
  expect(state(editor).text).not.toContain('"Uno"')
  editor.undo()
  expect(state(editor).text).toBe(text)
})

test('a new widget is bound to the query that has its columns, named in every language and seen below the rest', () => {
  const { editor } = open(base(), { names: () => ({ es: 'Tabla', en: 'Table' }) })
  const id = editor.addWidget('table', { section: 'top' })
  const { doc, loaded, selection } = state(editor)
  expect((doc.widgets as Doc)[id]).toEqual({
    type: 'table',
    v: 1,
    title: 't:table',
    data: { rows: { query: 'main' } },
    options: {},
  })
  expect((doc.i18n as Record<string, Doc>).es?.table).toBe('Tabla')
  expect(loaded.model.widgets.get(id)?.kind).toBe('live')
  expect(gridsOf(loaded, 'top').large[id]).toEqual({ x: 0, y: 6, w: 6, h: 6 })
  expect(selection).toEqual([id])
})

test('copied widgets bring what they need to another dashboard, and names that are taken there mean something else', () => {
  const { editor } = open()
  const clip = editor.copy(['one', 'two'])
  const other = open({
    format: 1,
    _id: 'other',
    name: 'Other',
    i18n: { en: { one: 'Something else' } },
    params: {},
    queries: { main: { source: 'visits' } },
    widgets: { one: { type: 'chart', v: 1, data: { rows: { query: 'main' } }, options: {} } },
    layout: { sections: [{ id: 'all', widgets: ['one'] }] },
    grids: {},
  }).editor
  expect(other.paste(clip)).toEqual(['one-2', 'two'])
  const { doc } = state(other)
  expect((doc.widgets as Record<string, Doc>)['one-2']).toEqual({
    type: 'table',
    v: 1,
    title: 't:one-2',
    data: { rows: { query: 'main-2' } },
    options: {},
  })
  expect((doc.queries as Doc)['main-2']).toEqual({ source: 'visits', args: { local: '$local' } })
  expect(Object.keys(doc.params as Doc)).toEqual(['local'])
  expect((doc.i18n as Record<string, Doc>).en).toEqual({ one: 'Something else', 'one-2': 'One' })
  expect(state(other).loaded.model.widgets.get('two')?.kind).toBe('live')
})

test('typing is one step per pause, and fields that change at every key are one step too', async () => {
  const { editor, clock } = open()
  const { text } = state(editor)
  for (const name of ['M', 'Mi', 'Min', 'Mine!']) editor.setText(text.replace('"Mine"', `"${name}"`))
  expect(state(editor).undo).toEqual([{ key: 'json' }])
  await clock.advance(PAUSE_MS + 1)
  editor.setText(text.replace('"Mine"', '"Yours"'))
  expect(state(editor).undo).toHaveLength(2)
  for (const title of ['a', 'ab', 'abc'])
    editor.change(
      { key: 'text' },
      (draft) => {
        draft.name = title
      },
      'name',
    )
  expect(state(editor).undo).toHaveLength(3)
  editor.undo()
  expect(state(editor).doc.name).toBe('Yours')
})

test('the draft is stored here as soon as it is drawn and by the server after a moment, a failure is reported and retried', async () => {
  const kept: Draft[] = []
  const here: Draft[] = []
  let isDown = true
  const { editor, clock } = open(base(), {
    draft: {
      keepHere: (draft) => {
        here.push(draft)
      },
      keep: (draft) =>
        isDown ? Promise.reject(new Error('away')) : Promise.resolve(kept.push(draft)).then(() => undefined),
      drop: () => Promise.resolve(),
    },
  })
  expect(state(editor).draft).toBe('none')
  editor.addWidget('table')
  expect(state(editor).draft).toBe('keeping')
  await clock.advance(50)
  expect(here.map(({ text }) => text)).toEqual([state(editor).text])
  await clock.advance(1_250)
  expect(state(editor).draft).toBe('failed')
  isDown = false
  await clock.advance(8_100)
  expect([state(editor).draft, kept.at(-1)?.text]).toEqual(['kept', state(editor).text])

  // After a reload the steps go on where they were.
  const again = open(base(), {
    text: kept[0]?.text ?? '',
    undo: kept[0]?.undo ?? '',
    base: formatLayout(base()),
  }).editor
  expect(state(again).undo).toEqual([{ key: 'add', params: { type: 'table' } }])
  again.undo()
  expect([state(again).text, state(again).dirty]).toEqual([formatLayout(base()), false])
})

test('a page that is closed while the server has not answered loses no step: the device has it first', async () => {
  const here: Draft[] = []
  const { editor, clock } = open(base(), {
    draft: {
      keepHere: (draft) => {
        here.push(draft)
      },
      keep: () => new Promise(() => undefined),
      drop: () => Promise.resolve(),
    },
  })
  editor.addWidget('table')
  await clock.advance(1_300)
  editor.addWidget('table')
  void editor.flush()
  expect(here.at(-1)?.text).toBe(state(editor).text)
})

test('a text with its own formatting keeps it: steps in it are as small as the input, and lead through every text', () => {
  const clock = virtualClock()
  let now = 0
  const mine = JSON.stringify(base(), null, 7)
  const editor = createEditor({ text: mine, revision: 3, context, clock: { ...clock, now: () => (now += 10_000) } })
  const seen = [mine]
  for (let n = 0; n < 20; n++) {
    editor.setText(mine.replace('"Two"', `"Two ${n}"`))
    seen.push(state(editor).text)
  }
  expect(state(editor).behind).toBe(false)
  expect((editor.draft().undo ?? '').length).toBeLessThan(20 * 400)
  const again = createEditor({
    text: seen.at(-1) ?? '',
    revision: 3,
    context,
    clock,
    base: mine,
    undo: editor.draft().undo ?? '',
  })
  for (const text of seen.toReversed().slice(1)) {
    again.undo()
    expect(state(again).text).toBe(text)
  }
  again.redo()
  expect(state(again).text).toBe(seen[1])
})

test('an undo over a revision that the server numbered meanwhile keeps its number, in whichever form it was written', () => {
  for (const mine of [formatLayout({ ...base(), revision: 9 }), JSON.stringify({ ...base(), revision: 9 }, null, 7)]) {
    const { editor } = open(base(), { text: mine, revision: 9 })
    editor.setText(mine.replace('"Two"', '"Second"'))
    editor.published(10, state(editor).text.replace(/("revision": )9/, '$110'))
    editor.undo()
    const { doc, text, behind } = state(editor)
    expect([behind, doc, JSON.parse(text)]).toEqual([false, { ...base(), revision: 10 }, { ...base(), revision: 10 }])
  }
})

test('stored steps of another text, or invalid ones, are dropped', () => {
  expect(
    [undefined, '', '{', '{"of":"1","done":[],"undone":[]}', JSON.stringify({ of: 'x', done: [7] })].map((kept) =>
      readHistory(kept, 'text'),
    ),
  ).toEqual(Array.from({ length: 5 }, () => NOTHING_DONE))
  const { editor } = open(base(), {
    undo: keepHistory(
      { done: [{ label, forth: [], back: [{ at: ['nowhere', 'deep', 'er'], to: 1 }] }], undone: [] },
      formatLayout(base()),
    ),
  })
  editor.undo()
  expect([state(editor).undo, state(editor).text]).toEqual([[], formatLayout(base())])
})

test('a hundred steps are kept, and the history in a draft stays under its limit', () => {
  const { editor } = open()
  for (let n = 0; n < MAX_STEPS + 20; n++)
    editor.change(label, (draft) => {
      draft.name = `${n} ${'x'.repeat(20_000)}`
    })
  expect(state(editor).undo).toHaveLength(MAX_STEPS)
  const done = Array.from({ length: 100 }, (_, n) => ({
    label,
    forth: [{ at: ['name'], to: `${n}${'x'.repeat(30_000)}` }],
    back: [],
  }))
  const kept = keepHistory({ done, undone: [] }, 'text')
  expect(kept.length).toBeLessThan(1_000_000)
  expect(readHistory(kept, 'text').done.at(-1)).toEqual(done.at(-1))
})

// ------------------------------------------------------------ properties

const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 })
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const documents = fc.dictionary(key, fc.oneof(json, fc.dictionary(key, json)))

test('the difference of two documents leads from one to the other and back, in the order of their keys', () => {
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      expect(JSON.stringify(patched(before, difference(before, after)))).toBe(JSON.stringify(after))
      expect(JSON.stringify(patched(after, difference(after, before)))).toBe(JSON.stringify(before))
    }),
    { numRuns: 150 },
  )
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(spliced(before, spliceOf(before, after))).toBe(after)
    }),
    { numRuns: 100 },
  )
})

const edit: fc.Arbitrary<(editor: Editor) => void> = fc.oneof(
  fc.constantFrom('table', 'chart', 'unknown-type').map((type) => (editor: Editor) => {
    editor.addWidget(type)
  }),
  fc.nat(5).map((at) => (editor: Editor) => {
    const ids = Object.keys(state(editor).doc.widgets as Doc)
    const id = ids[at % Math.max(1, ids.length)]
    if (id !== undefined) editor.removeWidgets([id])
  }),
  fc
    .tuple(fc.nat(11), fc.nat(9), fc.constantFrom('large' as const, 'small' as const))
    .map(([x, y, size]) => (editor: Editor) => {
      const [section] = state(editor).loaded.model.sections
      const [id] = section?.widgets ?? []
      if (section === undefined || id === undefined) return
      const grid = gridsOf(state(editor).loaded, section.id)[size]
      editor.change({ key: 'move' }, placed(size, { ...grid, [id]: { x: Math.min(x, 6), y, w: 6, h: 6 } }))
    }),
  fc.constant((editor: Editor) => {
    editor.change({ key: 'addSection' }, withSection(state(editor).doc).recipe)
  }),
  fc.constant((editor: Editor) => {
    const [id] = Object.keys(state(editor).doc.widgets as Doc)
    if (id !== undefined) editor.paste(editor.copy([id]))
  }),
  json.map((value) => (editor: Editor) => {
    editor.change(label, (draft) => {
      const one = isRecord(draft.widgets) ? draft.widgets.odd : undefined
      if (isRecord(one)) one.options = structuredClone(value)
    })
  }),
  fc.tuple(fc.nat(400), fc.string({ maxLength: 3 })).map(([at, put]) => (editor: Editor) => {
    const { text } = state(editor)
    editor.setText(text.slice(0, at) + put + text.slice(at))
  }),
)

test('after any edits, undo returns through every former text to the beginning, and redo to the end', () => {
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 9 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      (edits, walk) => {
        const clock = virtualClock()
        // Every edit is a separate step: no time passes between the keys of one step only.
        let now = 0
        const editor = createEditor({
          text: formatLayout(base()),
          revision: 3,
          context,
          clock: { ...clock, now: () => (now += 10_000) },
        })
        const seen = [state(editor).text]
        for (const one of edits) {
          one(editor)
          if (state(editor).text !== seen.at(-1)) seen.push(state(editor).text)
        }
        expect(state(editor).undo).toHaveLength(seen.length - 1)
        let at = seen.length - 1
        for (const isBack of walk) {
          if (isBack) {
            editor.undo()
            at = Math.max(0, at - 1)
          } else {
            editor.redo()
            at = Math.min(seen.length - 1, at + 1)
          }
          expect(state(editor).text).toBe(seen[at])
        }
        // A reload in between makes no difference.
        const kept = keepHistoryOf(editor)
        for (; at > 0; at--) editor.undo()
        expect([state(editor).text, state(editor).undo, state(editor).behind]).toEqual([seen[0], [], false])
        const { text, undo, steps } = kept
        const again = createEditor({ text, revision: 3, context, clock, base: seen[0] ?? '', undo })
        for (let n = 0; n < steps; n++) again.undo()
        expect(state(again).text).toBe(seen[0])
      },
    ),
    { numRuns: 25 },
  )
})

/** A page as it is made: with sources and filters a new widget can bring. */
const furnished = {
  widgets: widgetsOf(plainWidget('table', { sizes: { default: [7, 6], min: [3, 3] } }), plainWidget('chart')),
  sources: registry(
    network.source('clients.list', [dim('id'), dim('name', 'text')], {}),
    network.source('locals.byClient', [dim('id'), dim('name', 'text')], { client: { type: 'id', required: true } }),
    network.source('rows', [measure('visits')], {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
      date: { type: 'date' },
    }),
  ),
}
const blank = (): Doc => ({
  format: 1,
  _id: 'new',
  name: 'New',
  params: {},
  queries: {},
  widgets: {},
  layout: { sections: [] },
  grids: {},
})
const widgetIds = (editor: Editor) => Object.keys(state(editor).doc.widgets as Doc)
const look = (editor: Editor) => {
  const { doc, text, selection } = state(editor)
  return { doc: JSON.stringify(doc), text, selection }
}

// A gesture, and what the reader would see of it: the document, its text, and what is selected.
const gesture: fc.Arbitrary<(editor: Editor) => void> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('table', 'chart'), fc.option(fc.tuple(fc.nat(11), fc.nat(9))))
      .map(([type, at]) => (editor: Editor) => {
        const section = state(editor).loaded.model.sections.at(-1)?.id
        editor.addWidget(type, at === null || section === undefined ? undefined : { section, x: at[0], y: at[1] })
      }),
  },
  fc.constant((editor: Editor) => {
    editor.removeWidgets(state(editor).selection)
  }),
  fc.tuple(fc.nat(5), fc.string({ maxLength: 5 })).map(([at, title]) => (editor: Editor) => {
    const id = widgetIds(editor)[at]
    if (id !== undefined)
      editor.change({ key: 'text' }, (draft) => {
        ;(draft.widgets as Record<string, Doc>)[id]!.title = title
      })
  }),
  // A key that is written first although it is set last.
  fc.constant((editor: Editor) => {
    editor.change(label, (draft) => {
      draft.description = 'More'
      delete draft.access
    })
  }),
  fc.constant((editor: Editor) => {
    editor.change({ key: 'addSection' }, withSection(state(editor).doc).recipe)
  }),
  fc.nat(3).map((at) => (editor: Editor) => {
    const id = widgetIds(editor)[at]
    if (id !== undefined) editor.paste(editor.copy([id]))
  }),
  fc.nat(3).map((at) => (editor: Editor) => {
    editor.select(widgetIds(editor).slice(at, at + 1))
  }),
  fc.string({ maxLength: 4 }).map((name) => (editor: Editor) => {
    editor.setText(`${JSON.stringify({ ...state(editor).doc, name: `New${name}` }, null, 3)}\n`)
  }),
)

test('after every undo and redo the document is the former one, can be published, and the same widgets are selected', () => {
  fc.assert(
    fc.property(
      fc.array(gesture, { minLength: 1, maxLength: 9 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      (gestures, walk) => {
        let now = 0
        const { editor } = open(blank(), {
          context: furnished,
          usual,
          clock: { ...virtualClock(), now: () => (now += 10_000) },
        })
        const seen = [look(editor)]
        for (const one of gestures) {
          const steps = state(editor).undo.length
          one(editor)
          if (state(editor).undo.length > steps) seen.push(look(editor))
          else seen[seen.length - 1] = look(editor)
        }
        let at = seen.length - 1
        for (const isBack of [...walk, ...gestures.map(() => true)]) {
          if (isBack) editor.undo()
          else editor.redo()
          at = Math.max(0, Math.min(seen.length - 1, at + (isBack ? -1 : 1)))
          const { doc, behind, issues } = state(editor)
          expect([behind, issues.filter(({ severity }) => severity === 'error')]).toEqual([false, []])
          expect(look(editor)).toEqual(seen[at])
          expect(doc).toEqual(JSON.parse(state(editor).text))
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('two widgets added and one undone leave a page that can be published, with the other widget on it', () => {
  const { editor } = open(blank(), { context: furnished, usual })
  editor.addWidget('table')
  editor.addWidget('chart')
  editor.undo()
  expect([state(editor).behind, widgetIds(editor), state(editor).selection]).toEqual([false, ['table'], ['table']])
})

test('recovery leads to the last good document however many bad texts came after it, and takes no good step back', () => {
  fc.assert(
    fc.property(
      fc.array(gesture, { maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (gestures, count, isReloaded) => {
        let now = 0
        const clock = { ...virtualClock(), now: () => (now += 10_000) }
        const { editor } = open(blank(), { context: furnished, usual, clock })
        for (const one of gestures) one(editor)
        const good = state(editor).text
        for (let n = 0; n < count; n++) editor.setText(`${state(editor).text}}`)
        expect(state(editor).behind).toBe(true)
        const { text, undo } = editor.draft()
        const shown = isReloaded
          ? open(blank(), {
              context: furnished,
              usual,
              clock,
              text,
              base: formatLayout(blank()),
              ...(undo !== undefined && { undo }),
            }).editor
          : editor
        shown.recover()
        expect([state(shown).behind, state(shown).text]).toEqual([false, good])
        // Without steps to go back by, the document is written anew.
        const bare = open(blank(), { context: furnished, usual, clock }).editor
        bare.setText('{')
        bare.recover()
        bare.recover()
        expect([state(bare).behind, state(bare).text]).toEqual([false, formatLayout(blank())])
      },
    ),
    { numRuns: 25 },
  )
})

function keepHistoryOf(editor: Editor): { text: string; undo: string; steps: number } {
  const { text, undo } = state(editor)
  return { text, undo: editor.draft().undo ?? '', steps: undo.length }
}

test('every layout that ships, and broken ones, come through the editor unchanged', () => {
  const layouts = join(import.meta.dirname, '../../../../layouts')
  for (const file of readdirSync(layouts).filter((name) => name.endsWith('.json'))) {
    const text = readFileSync(join(layouts, file), 'utf8')
    const { editor } = open(base(), { text })
    editor.change(label, (draft) => {
      draft.name = 'Other'
    })
    editor.change(label, (draft) => {
      draft.name = (JSON.parse(text) as Doc).name
    })
    expect(JSON.parse(state(editor).text)).toEqual(JSON.parse(text))
    expect(state(editor).loaded.issues).toEqual(loadLayout(state(editor).text, context).issues)
  }
})

test('a widget that names its default sources brings them all, one query for one question, and live data refresh themselves', () => {
  const sources = registry(
    network.source('clients.list', [dim('id'), dim('name', 'text')], {}),
    network.source('locals.byClient', [dim('id'), dim('name', 'text')], { client: { type: 'id', required: true } }),
    network.source(
      'occupancy.now',
      [dim('local'), measure('visits')],
      { client: { type: 'id', required: true }, locals: { type: 'ids', required: true } },
      { refreshS: 15 },
    ),
  )
  const widgets = widgetsOf(
    plainWidget('live', {
      data: {
        now: { required: true, usual: 'occupancy.now', columns: { visits: 'measure' } },
        places: { required: false, usual: 'locals.byClient', columns: { id: 'dim' } },
      },
    }),
  )
  const { editor } = open(
    { format: 1, _id: 'new', name: 'New', params: {}, queries: {}, widgets: {}, layout: { sections: [] }, grids: {} },
    { context: { ...context, sources, widgets }, usual },
  )
  editor.addWidget('live')
  const { doc } = state(editor)
  expect(doc.queries).toEqual({
    clients: { source: 'clients.list' },
    stores: { source: 'locals.byClient', args: { client: '$client' } },
    now: { source: 'occupancy.now', args: { client: '$client', locals: '$locals' }, refresh: 15 },
  })
  expect(Object.values(doc.widgets as Record<string, { data: unknown }>)[0]?.data).toEqual({
    now: { query: 'now' },
    places: { query: 'stores' },
  })
})

test('on an empty page a widget brings the query it needs, with its filters; the next one uses them', () => {
  const sources = registry(
    network.source('clients.list', [dim('id'), dim('name', 'text')], {}),
    network.source('locals.byClient', [dim('id'), dim('name', 'text')], { client: { type: 'id', required: true } }),
    network.source('footscans.workday', [dim('day', 'day'), measure('visits'), measure('pings')], {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
      date: { type: 'date' },
      begin: { type: 'date' },
    }),
    network.source('secret.one', [measure('visits')], { key: { type: 'text', required: true } }),
  )
  const { editor } = open(
    { format: 1, _id: 'new', name: 'New', params: {}, queries: {}, widgets: {}, layout: { sections: [] }, grids: {} },
    { context: { ...context, sources }, usual },
  )
  editor.addWidget('table')
  editor.addWidget('chart')
  const { doc, loaded, undo } = state(editor)
  expect(undo).toHaveLength(2)
  // The filters are named in every language, each once.
  expect(doc.i18n).toEqual({
    en: { client: 'client', locals: 'locals', date: 'date' },
    es: { client: 'client (es)', locals: 'locals (es)', date: 'date (es)' },
  })
  expect(Object.values(doc.params as Record<string, Doc>).map(({ label }) => label)).toEqual([
    't:client',
    't:locals',
    't:date',
  ])
  expect(loaded.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(doc.queries).toEqual({
    clients: { source: 'clients.list' },
    stores: { source: 'locals.byClient', args: { client: '$client' } },
    workday: { source: 'footscans.workday', args: { client: '$client', locals: '$locals', date: '$date' } },
  })
  expect((doc.layout as { sections: unknown }).sections).toEqual([
    { id: 'filters', params: ['client', 'locals', 'date'], sticky: true },
    { id: 'main', widgets: ['table', 'chart'], requires: ['client', 'locals', 'date'] },
  ])
  expect([...loaded.model.widgets.values()].map(({ kind }) => kind)).toEqual(['live', 'live'])
})

test('a new widget takes the free place beside where it is dropped, and its gestures set the usual filters of the page', () => {
  const sources = registry(
    network.source('clients.list', [dim('id'), dim('name', 'text')], {}),
    network.source('locals.byClient', [dim('id'), dim('name', 'text')], { client: { type: 'id', required: true } }),
    network.source('rows', [dim('day'), measure('visits')], {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
      date: { type: 'date' },
    }),
  )
  const widgets = widgetsOf(
    plainWidget('table', {
      sizes: { default: [7, 6], min: [3, 3] },
      emits: { pickLocal: { local: 'id' }, pickDay: { day: 'day' }, pick: { member: 'id' } },
    }),
    plainWidget('chart', { sizes: { default: [5, 6], min: [3, 3] }, emits: {} }),
  )
  const { editor } = open(
    { format: 1, _id: 'new', name: 'New', params: {}, queries: {}, widgets: {}, layout: { sections: [] }, grids: {} },
    { context: { sources, widgets }, usual },
  )
  editor.addWidget('table')
  const section = state(editor).loaded.model.sections.at(-1)?.id ?? ''
  editor.addWidget('chart', { section, x: 4, y: 0 })
  const { doc } = state(editor)
  expect((doc.grids as { large: Doc }).large).toEqual({
    table: { x: 0, y: 0, w: 7, h: 6 },
    chart: { x: 7, y: 0, w: 5, h: 6 },
  })
  const raw = doc.widgets as Record<string, Doc>
  expect([raw.table?.emits, raw.chart?.emits]).toEqual([
    { pickLocal: { set: 'locals', to: '$event.local' }, pickDay: { set: 'date', to: '$event.day' } },
    undefined,
  ])
  expect(state(editor).loaded.issues.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('a widget that is added beside another comes right of it, else in a row below it; locked ones stay, and the list follows', () => {
  const widgets = {
    widgets: widgetsOf(plainWidget('table', { sizes: { default: [4, 3], min: [3, 3] } })),
    sources: context.sources,
  }
  const table = { type: 'table', v: 1, title: 'T', data: { rows: { query: 'main' } } }
  const { editor } = open(
    {
      ...base(),
      i18n: {},
      widgets: { a: table, b: table, c: table },
      layout: { sections: [{ id: 'top', widgets: ['a', 'b', 'c'] }] },
      grids: {
        large: { a: { x: 0, y: 0, w: 4, h: 4 }, b: { x: 8, y: 0, w: 4, h: 3 }, c: { x: 0, y: 4, w: 12, h: 5 } },
      },
    },
    { context: widgets },
  )
  const large = () => (state(editor).doc.grids as { large: Record<string, Doc> }).large
  const list = () => state(editor).loaded.model.sections[0]?.widgets
  // Between a and b there is room.
  expect(editor.addWidget('table', { section: 'top', beside: 'a' })).toBe('table')
  expect(large().table).toEqual({ x: 4, y: 0, w: 4, h: 3 })
  expect(list()).toEqual(['a', 'table', 'b', 'c'])
  // Now there is none: a row below the whole row, and c makes room.
  editor.addWidget('table', { section: 'top', beside: 'a' })
  expect([large()['table-2'], large().c?.y]).toEqual([{ x: 0, y: 4, w: 4, h: 3 }, 7])
  expect(list()).toEqual(['a', 'table', 'b', 'table-2', 'c'])
  // A locked one stays.
  editor.addWidget('table', { section: 'top', beside: 'b', locked: new Set(['c']) })
  expect([large().c?.y, large()['table-3']]).toEqual([7, { x: 4, y: 4, w: 4, h: 3 }])
  expect(state(editor).loaded.issues.filter(({ severity }) => severity !== 'info')).toEqual([])
})

test('the draft of another device continues as one step with the revision it began with, and undo returns to the own work', () => {
  const { editor } = open()
  editor.change(label, (draft) => {
    draft.name = 'Mine here'
  })
  const mine = state(editor).text
  const published = formatLayout({ ...base(), revision: 5, name: 'Published' })
  const text = formatLayout({ ...base(), revision: 5, name: 'From the phone' })
  editor.adopted({ text, baseRevision: 5 }, published)
  expect(state(editor)).toMatchObject({ text, revision: 5, published, dirty: true, behind: false })
  expect(state(editor).undo.at(-1)).toEqual({ key: 'otherDraft' })
  expect(editor.draft()).toMatchObject({ text, baseRevision: 5 })
  editor.undo()
  expect(state(editor).text).toBe(mine)
})

test('steps are named by visible names: a removed part by its old name, a new one by its new name', () => {
  const nameOf = (
    loaded: { model: { widgets: ReadonlyMap<string, { title?: string | undefined }> } },
    kind: string,
    id: string,
  ) => (kind === 'widget' ? loaded.model.widgets.get(id)?.title : `${kind} of ${id}`)
  const { editor } = open(base(), { nameOf })
  editor.removeWidgets(['two'])
  editor.change({ key: 'addSection', params: { name: 'section' } }, withSection(state(editor).doc).recipe)
  editor.paste(editor.copy(['one']))
  editor.change({ key: 'option', params: { name: 'Measures' } }, (draft) => {
    draft.name = 'Other'
  })
  expect(state(editor).undo.map(({ params }) => params?.name)).toEqual([
    'Two',
    'section of section',
    't:one-2',
    'Measures',
  ])
})
