/** A document that was checked when the page was built becomes the same model as through the whole pipeline. */
import { expect, test } from 'vitest'
import { documentGuards } from '../document/document-guards.ts'
import { guardsOfChecked } from '../document/guards.ts'
import { loadChecked, withMigrated } from './load-checked.ts'
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
/** What the guards filled in when the page was built. */
const FILLED = { one: { colour: 'red', size: 'small' }, two: { colour: 'blue', size: 'big' } }

/** The document as its guard left it, with its defaults. */
function checkedOf(given: object, options: Record<string, Record<string, unknown>>) {
  const document = structuredClone(given) as Record<string, unknown>
  expect(documentGuards.isLayout(document)).toBe(true)
  return { document, options }
}

test('what was checked before needs no guard: the same model, with the defaults that the guards had filled in', () => {
  const whole = loadLayout(DOCUMENT, { widgets, sources })
  expect(whole.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const checked = loadChecked(
    { text: whole.text, checked: checkedOf(DOCUMENT, FILLED), issues: whole.issues },
    { widgets, sources },
  )
  expect(checked).toEqual(whole)
  expect([...checked.model.widgets.values()].map((widget) => widget.kind === 'live' && widget.options)).toEqual([
    FILLED.one,
    FILLED.two,
  ])
})

test('two pages made of one checked document do not share their options', () => {
  const checked = checkedOf(DOCUMENT, structuredClone(FILLED))
  const open = () =>
    loadChecked({ text: JSON.stringify(DOCUMENT), checked, issues: [] }, { widgets, sources }).model.widgets.get('one')
  const [first, second] = [open(), open()]
  expect(
    first?.kind === 'live' &&
      second?.kind === 'live' &&
      first.options !== second.options &&
      first.options !== checked.options.one,
  ).toBe(true)
})

test('a guard of what was checked accepts it and fills in nested defaults as copies', () => {
  const options = { one: { marks: { colour: 'red' } } }
  const value: Record<string, unknown> = {}
  const guards = guardsOfChecked({ document: { apply: 'auto' }, options })
  expect([guards.isOptions('one')(value), value]).toEqual([true, options.one])
  expect(value.marks).not.toBe(options.one.marks)
  expect([guards.isTransform([]), guards.isLayout(value), value.apply]).toEqual([true, true, 'auto'])
})

test('what was said of a document when the page was built is all that is said of it: an error keeps it from being published', () => {
  const { text, issues } = loadLayout({ ...DOCUMENT, access: 'nobody' }, { widgets, sources })
  const loaded = (found: typeof issues) => {
    const { publishable, issues: told } = loadChecked(
      { text, checked: checkedOf(DOCUMENT, FILLED), issues: found },
      { widgets, sources },
    )
    return [publishable, told]
  }
  const error = { ...issues[0]!, severity: 'error' as const }
  expect([loaded([]), loaded([{ ...error, severity: 'warning' }]), loaded([error])]).toEqual([
    [true, []],
    [true, [{ ...error, severity: 'warning' }]],
    [false, [error]],
  ])
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
