import { expect, test } from 'vitest'
import { loadLayout } from '#engine'
import { formatLayout } from '#engine/core/document/format'
import {
  dim,
  fakeNetwork,
  measure,
  plainWidget,
  registry,
  virtualClock,
  widgetsOf,
} from '#engine/core/test-support/index'
import { createEditor, type Doc } from '../model/store.ts'
import { keptWidgets } from './live.ts'

const network = fakeNetwork()
const context = {
  widgets: widgetsOf(plainWidget('table'), plainWidget('chart')),
  sources: registry(network.source('visits', [dim('day', 'day'), measure('visits')], {})),
}
const ids = Array.from({ length: 30 }, (_, at) => `w${at}`)
const document = {
  format: 1,
  _id: 'many',
  name: 'Many',
  i18n: {},
  params: {},
  queries: { main: { source: 'visits' } },
  widgets: Object.fromEntries(
    ids.map((id, at) => [
      id,
      {
        type: at % 2 === 0 ? 'table' : 'chart',
        v: 1,
        title: `Title ${at}!`,
        data: { rows: { query: 'main' } },
        options: {},
        ...(at === 29 && { typo: 1 }),
      },
    ]),
  ),
  layout: { sections: [{ id: 'all', widgets: ids }] },
  grids: {},
}

/** Ids of the widgets that are other objects after an edit of the text; the text is read from its letters each time. */
function changedBy(from: string, to: string) {
  const editor = createEditor({ text: JSON.stringify(document, null, 2), revision: 1, context, clock: virtualClock() })
  const { loaded, doc } = editor.store.getState()
  const before = keptWidgets(undefined, loaded, doc)
  editor.setText(editor.store.getState().text.replace(from, to))
  const next = editor.store.getState()
  expect(next.behind).toBe(false)
  const after = keptWidgets({ doc, widgets: before }, next.loaded, next.doc)
  expect([...after.keys()]).toEqual([...next.loaded.model.widgets.keys()])
  return { before, after, changed: [...after.keys()].filter((id) => before.get(id) !== after.get(id)) }
}

test('a key in one title makes one widget another, with its options as they were', () => {
  const { before, after, changed } = changedBy('Title 7!', 'Title 7')
  const [was, is] = [before.get('w7'), after.get('w7')]
  expect([changed, is?.title, is?.kind]).toEqual([['w7'], 'Title 7', 'live'])
  expect(was?.kind === 'live' && is?.kind === 'live' && was.options === is.options).toBe(true)
})

test('a key elsewhere makes none another, also not the broken one', () => {
  expect(changedBy('"Many"', '"More"').changed).toEqual([])
})

test('other options, another type and another query are taken over', () => {
  const { after, changed } = changedBy('"options": {}', '"options": { "size": "small" }')
  const first = after.get('w0')
  expect([changed, first?.kind === 'live' && first.options.size]).toEqual([['w0'], 'small'])
  expect(changedBy('"type": "table"', '"type": "chart"').changed).toEqual(['w0'])
  expect(
    changedBy(
      '"source": "visits"',
      '"source": "visits", "transform": [{ "op": "sort", "by": [{ "column": "visits" }] }]',
    ).changed.length,
  ).toBeGreaterThan(20)
})

test('the widgets after an edit equal those of a fresh load', () => {
  const { after } = changedBy('Title 7!', 'Title 7')
  const { model } = loadLayout(
    formatLayout({
      ...document,
      widgets: { ...document.widgets, w7: { ...document.widgets.w7, title: 'Title 7' } },
    } as Doc),
    context,
  )
  expect(after).toEqual(model.widgets)
})
