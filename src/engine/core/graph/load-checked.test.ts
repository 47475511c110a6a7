/** A document that was checked when the page was built becomes the same model as through the whole pipeline. */
import { expect, test } from 'vitest'
import { type CheckedModel, writeModel } from '../document/checked-model.ts'
import { withMigrated } from './load.ts'
import { loadChecked } from './load-checked.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from './validate.ts'

const network = fakeNetwork()
const sources = registry(
  network.source('stores', [dim('id')], {}),
  network.source('rows', [measure('visits')], { local: { type: 'id' } }),
)
const widgets = widgetsOf(
  plainWidget('plain'),
  plainWidget('grown', { migrations: [(options) => ({ ...options, size: 'big' })] }),
)

const DOCUMENT = {
  format: 1,
  _id: 'x',
  name: 'Page',
  params: { local: { type: 'single', label: 'Local', options: { query: 'stores', value: 'id', label: 'id' } } },
  queries: { stores: { source: 'stores' }, main: { source: 'rows', args: { local: '$local' } } },
  widgets: {
    one: {
      type: 'plain',
      data: { rows: { query: 'main', transform: [{ op: 'limit', n: 3 }] } },
      options: { colour: 'red' },
    },
    two: { type: 'grown', v: 1, data: { rows: { query: 'main' } }, options: { colour: 'blue' } },
  },
  layout: { sections: [{ id: 's', params: ['local'], widgets: ['one', 'two'] }] },
  grids: {},
}
/** The result of the build, for the page. */
const sent = (given: object): CheckedModel =>
  JSON.parse(JSON.stringify(writeModel(loadLayout(given, { widgets, sources }).model))) as CheckedModel

test('a document checked at build time is shown from the same model, without another lookup', () => {
  const { model, issues } = loadLayout(DOCUMENT, { widgets, sources })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const shown = loadChecked({ model: sent(DOCUMENT), issues }, { widgets, sources })
  expect(shown).toEqual({ model, issues })
  expect(shown.model.queries.get('main')?.source).toBe(sources.get('rows'))
})

test('a widget or a source that the page does not know is named', () => {
  const open = (known: Partial<Parameters<typeof loadChecked>[1]>) => () =>
    loadChecked({ model: sent(DOCUMENT), issues: [] }, { widgets, sources, ...known })
  expect(open({ widgets: widgetsOf(plainWidget('plain')) })).toThrow(
    'LAYOUT_NOT_CHECKED: This page knows no widget "grown"; one from the same build was expected.',
  )
  expect(open({ sources: new Map() })).toThrow('LAYOUT_NOT_CHECKED: This page knows no source "stores"')
})

test('options that were brought to a newer version are written into their widget, and no other part of the document is touched', () => {
  const document: Record<string, unknown> = {
    name: 'Page',
    widgets: { one: { type: 'plain', v: 1, title: 'kept', options: { a: 1 } }, two: { type: 'plain' }, odd: 7 },
  }
  expect(
    withMigrated(
      document,
      new Map([
        ['one', { v: 2, options: { b: 2 } }],
        ['odd', { v: 2, options: {} }],
      ]),
    ),
  ).toEqual({
    name: 'Page',
    widgets: { one: { type: 'plain', v: 2, title: 'kept', options: { b: 2 } }, two: { type: 'plain' }, odd: 7 },
  })
  expect(withMigrated(document, new Map())).toBe(document)
  const bare = { name: 'X' }
  expect(withMigrated(bare, new Map([['one', { v: 2, options: {} }]]))).toBe(bare)
})
