/** What a press on the palette makes of the dashboards that come with the product, for every type of widget. */
import { describe, expect, test } from 'vitest'
import { recordAt, sectionsOf, textsAt } from '../../src/features/editor/panels/edits.ts'
import { withUsualFilter } from '../../src/features/editor/model/doc-edits.ts'
import { BLANK, bringing, builtIn, context, docOf, findings, madeEditor, missingIn } from './made-editor.ts'

const board = (id: string) => builtIn.find(([file]) => file === `${id}.json`)?.[1] ?? ''
const queryOf = (editor: ReturnType<typeof madeEditor>, widget: string, input = 'rows') =>
  recordAt(recordAt(recordAt(recordAt(docOf(editor), 'widgets'), widget), 'data'), input).query
/** A page with one query of the traffic, and a widget added to it. */
function withQuery(query: object, type: string, own: object = {}) {
  const filters = madeEditor(board('campaign-effect'))
  const { params, i18n } = docOf(filters)
  const { clients, stores, campaigns, days } = recordAt(docOf(filters), 'queries')
  const asked = { ...recordAt({ days }, 'days'), ...query }
  const text = JSON.stringify({
    ...JSON.parse(BLANK),
    params,
    i18n,
    queries: { clients, stores, campaigns, asked, ...own },
    layout: {
      sections: [
        { id: 'filters', params: ['client', 'locals', 'periods', 'compared'] },
        { id: 'main', widgets: [] },
      ],
    },
  })
  const editor = madeEditor(text)
  return queryOf(editor, editor.addWidget(type))
}
const traffic = (by: string, measures: string, more: object = {}) => ({
  args: {
    client: '$client',
    locals: '$locals',
    p1Start: '$periods.comparing.begin',
    p1End: '$periods.comparing.end',
    by,
    measures,
    ...more,
  },
})

describe('a new widget is not given', () => {
  test('a query whose arguments leave out what it needs, although its source has it', () => {
    expect(withQuery(traffic('day,local', 'ins'), 'hourly-ranges')).toBe('hour')
    expect(withQuery(traffic('weekday', 'ins'), 'bar-chart')).toBe('mainExtended')
    expect(withQuery(traffic('day', 'visits'), 'number-tile')).toBe('mainExtended')
  })
  test('a part of the rows: a query with a filter, a limit, or a fixed value', () => {
    const limited = { transform: [{ op: 'limit', n: 5, by: 'ins' }] }
    expect(withQuery({ ...traffic('local', 'ins'), ...limited }, 'number-tile')).toBe('mainExtended')
    expect(withQuery(traffic('local', 'ins', { types: 'store' }), 'number-tile')).toBe('mainExtended')
    expect(withQuery(traffic('local', 'ins', { locals: [3] }), 'number-tile')).toBe('mainExtended')
  })
  test('rows that do not add up to the whole', () => {
    expect(withQuery(traffic('group', 'ins'), 'number-tile')).toBe('mainExtended')
  })
  test('the list of a filter, nor for its words what they may not find', () => {
    expect(withQuery(traffic('day', 'ins'), 'text')).toBe('mainExtended')
  })
})

test('a new widget is given the query that has most of what it reads, and never the one with the fewest columns', () => {
  expect(withQuery(traffic('day,local', 'ins,visits'), 'number-tile')).toBe('asked')
  // Both have what is needed; the store and the sums behind its rates are only in the larger one.
  const editor = madeEditor(board('foot-compare'))
  expect(queryOf(editor, editor.addWidget('capture-conversion'))).toBe('main')
  const small = { source: 'compare.ins', ...traffic('', '') }
  expect(withQuery(traffic('day,local', 'ins,visits'), 'number-tile', { small })).toBe('asked')
})

test('what a widget brings uses the filters of the page by their kind and list, whatever they are called', () => {
  const text = board('device-availability')
    .replaceAll('"client":', '"brand":')
    .replaceAll('$client', '$brand')
    .replaceAll('"client",', '"brand",')
    .replaceAll('"brand": "$brand"', '"client": "$brand"')
  const editor = madeEditor(text)
  expect(findings(editor)).toEqual([])
  editor.addWidget('bar-chart')
  const doc = docOf(editor)
  expect(Object.keys(recordAt(doc, 'params'))).toEqual(['brand', 'locals', 'date', 'days', 'periods'])
  expect(recordAt(recordAt(doc, 'queries'), 'mainExtended').args).toEqual({
    client: '$brand',
    locals: '$locals',
    p1Start: '$periods.comparing.begin',
    p1End: '$periods.comparing.end',
    p2Start: '$periods.reference.begin',
    p2End: '$periods.reference.end',
  })
  // "end" is the day's in the address.
  expect(recordAt(recordAt(recordAt(doc, 'params'), 'periods'), 'url').key).toBe('end-2')
  expect(sectionsOf(doc).map((section) => textsAt(section, 'params'))[0]).toContain('periods')
})

test.each([['blank.json', BLANK] as const, ...builtIn])(
  '%s: every type of widget is added without a finding, with options that its data have',
  (_file, text) => {
    const editor = madeEditor(text)
    const before = findings(editor)
    const wrong = [...context.widgets].flatMap(([type, definition]) => {
      const id = editor.addWidget(type)
      const needs = Object.entries(definition.data).filter(([, { required }]) => required)
      const found = [
        ...findings(editor).filter((finding) => !before.includes(finding)),
        ...missingIn(editor, id),
        ...needs.flatMap(([input]) => (queryOf(editor, id, input) === undefined ? [`${input} is empty`] : [])),
      ]
      editor.undo()
      return found.map((finding) => `${type}: ${finding}`)
    })
    expect(wrong).toEqual([])
  },
)

describe('a section that shows filters of its own', () => {
  /** Two sections; the second one shows periods of its own. */
  function twoBars() {
    const editor = madeEditor(
      JSON.stringify({
        ...JSON.parse(BLANK),
        layout: {
          sections: [
            { id: 'first', widgets: [] },
            { id: 'second', widgets: [] },
          ],
        },
      }),
    )
    for (const [section, name] of [
      ['first', 'locals'],
      ['first', 'periods'],
      ['second', 'periods'],
    ] as const) {
      const made = withUsualFilter(docOf(editor), name, { ...bringing, section })
      editor.change({ key: 'addParam' }, made.recipe)
    }
    return editor
  }
  const argsOf = (editor: ReturnType<typeof madeEditor>, widget: string) =>
    recordAt(recordAt(recordAt(docOf(editor), 'queries'), String(queryOf(editor, widget))), 'args')

  test('gets the filter that is added to it, with the list and the filter which that needs', () => {
    const doc = docOf(twoBars())
    expect(sectionsOf(doc).map((section) => textsAt(section, 'params'))).toEqual([
      ['client', 'locals', 'periods'],
      ['periods-2'],
    ])
    expect(recordAt(recordAt(doc, 'params'), 'locals').options).toMatchObject({ query: 'stores' })
    expect(recordAt(recordAt(doc, 'params'), 'periods-2').url).toEqual({ key: 'end-2', shape: 'date' })
  })
  test('asks its widgets with them, and leaves the query of another section to that section', () => {
    const editor = twoBars()
    const above = editor.addWidget('bar-chart', { section: 'first' })
    const below = editor.addWidget('bar-chart', { section: 'second' })
    expect(queryOf(editor, below)).not.toBe(queryOf(editor, above))
    expect(argsOf(editor, above)).toMatchObject({ locals: '$locals', p1End: '$periods.comparing.end' })
    expect(argsOf(editor, below)).toMatchObject({ locals: '$locals', p1End: '$periods-2.comparing.end' })
    expect(queryOf(editor, editor.addWidget('gauge', { section: 'second' }))).toBe(queryOf(editor, below))
    expect(findings(editor)).toEqual([])
  })
  test('shows what its widgets bring; one that shows none leaves that to the first of its page', () => {
    const editor = twoBars()
    editor.addWidget('status-evolution', { section: 'second' })
    expect(textsAt(sectionsOf(docOf(editor))[1], 'params')).toEqual(['periods-2', 'days'])
    const plain = madeEditor(board('campaign-effect'))
    plain.addWidget('status-evolution')
    expect(textsAt(sectionsOf(docOf(plain))[0], 'params')).toContain('days')
  })
})

test('a press on a store filters the stores, where the widget shows stores and the page has that filter', () => {
  const editor = madeEditor(BLANK)
  const emitsOf = (type: string) => {
    const id = editor.addWidget(type)
    return recordAt(recordAt(docOf(editor), 'widgets'), id).emits
  }
  const pick = { pick: { set: 'locals', to: '$event.value' } }
  for (const type of ['bar-chart', 'waterfall', 'scatter', 'data-table', 'share-chart'])
    expect([type, emitsOf(type)]).toEqual([type, pick])
  // A row and a column: which of them is meant is not known.
  for (const type of ['pivot-table']) expect([type, emitsOf(type)]).not.toEqual([type, expect.objectContaining(pick)])
  expect(findings(editor)).toEqual([])
})
