/** The result of a press on the palette in the built-in dashboards, for every type of widget. */
import { describe, expect, test } from 'vitest'
import { withArg } from '../../src/features/editor/model/bound-args.ts'
import { followed } from '../../src/features/editor/model/usual.ts'
import { optionsSchemaOf } from '../../scripts/widget-registry.ts'
import { put, recordAt, textAt, textsAt } from '../../src/features/editor/model/raw.ts'
import { sectionsOf } from '../../src/features/editor/model/sections.ts'
import { withInput, withoutParam, withUsualFilter } from '../../src/features/editor/model/doc-edits.ts'
import { withSection } from '../../src/features/editor/model/with-section.ts'
import { withQuery as withNewQuery, withSource } from '../../src/features/editor/model/with-query.ts'
import { withParam } from '../../src/features/editor/model/with-param.ts'
import { BLANK, bringing, builtIn, context, docOf, findings, madeEditor, missingIn, words } from './made-editor.ts'

const board = (id: string) => builtIn.find(([file]) => file === `${id}.json`)?.[1] ?? ''
const queryOf = (editor: ReturnType<typeof madeEditor>, widget: string, input = 'rows') =>
  recordAt(recordAt(recordAt(recordAt(docOf(editor), 'widgets'), widget), 'data'), input).query
/** A page with one query of the traffic, and a widget added to it. */
function withQuery(query: object, type: string, own: object = {}) {
  const filters = madeEditor(board('campaign-effect'))
  const { params, i18n } = docOf(filters)
  const { clients, stores, campaigns, days } = recordAt(docOf(filters), 'queries')
  const placed = { ...recordAt({ days }, 'days'), ...query }
  const text = JSON.stringify({
    ...JSON.parse(BLANK),
    params,
    i18n,
    queries: { clients, stores, campaigns, asked: placed, ...own },
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

test('an added widget uses the filters of the page by their kind and list, under any name', () => {
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

test('a heat map takes a query by weekday and hour with axes of its own, where one by store and day would be another question', () => {
  const editor = madeEditor(board('campaign-effect'))
  const id = editor.addWidget('heat-map', { section: 'where' })
  const widget = recordAt(recordAt(docOf(editor), 'widgets'), id)
  expect(widget).toMatchObject({ data: { rows: { query: 'days' } }, options: { rows: 'local', columns: 'day' } })
  const alone = madeEditor(board('power-hours'))
  const added = alone.addWidget('heat-map')
  const other = recordAt(recordAt(docOf(alone), 'widgets'), added)
  expect([other.data, other.options]).toEqual([{ rows: { query: 'week' } }, {}])
  // Without days there is no press on one.
  expect(other.emits).toBeUndefined()
  expect(missingIn(alone, added)).toEqual([])
  expect(findings(alone)).toEqual([])
})

test('a section waits for the filters that its widgets are asked with, whether their query was there or came along', () => {
  const editor = madeEditor(board('campaign-effect'))
  editor.change({ key: 'addSection' }, withSection(docOf(editor)).recipe)
  const before = Object.keys(recordAt(docOf(editor), 'queries'))
  editor.addWidget('waterfall', { section: 'section' })
  expect(Object.keys(recordAt(docOf(editor), 'queries'))).toEqual(before)
  // The compared value may be left out: there is nothing to wait for.
  expect(textsAt(sectionsOf(docOf(editor)).at(-1), 'requires')).toEqual(['client', 'locals', 'periods'])
})

test('stores that come for figures of Compare are those that it shows, asked by a word: nothing waits for the list', () => {
  const wordsOf = (editor: ReturnType<typeof madeEditor>, query: unknown) =>
    editor.store.getState().loaded.model.queries.get(String(query))?.args.locals
  const brought = madeEditor(BLANK)
  const query = queryOf(brought, brought.addWidget('bar-chart'))
  expect(wordsOf(brought, query)).toMatchObject({ all: 'shown' })
  const byName = madeEditor(BLANK)
  byName.change({ key: 'addParam' }, withUsualFilter(docOf(byName), 'locals', bringing).recipe)
  expect(wordsOf(byName, queryOf(byName, byName.addWidget('bar-chart')))).toMatchObject({ all: 'shown' })
  // Status is about all of them.
  const status = madeEditor(BLANK)
  status.addWidget('status-variation')
  expect(recordAt(recordAt(docOf(status), 'queries'), 'stores').transform).toBeUndefined()
})

test('the first filters of a page stay in view, whether they were added by name, by hand or by a widget', () => {
  const bars = (editor: ReturnType<typeof madeEditor>) =>
    sectionsOf(docOf(editor)).map((section) => [
      textsAt(section, 'params').length > 0,
      recordAt({ section }, 'section').sticky,
    ])
  const blank = () => {
    const editor = madeEditor(BLANK)
    for (const _ of [1, 2]) editor.change({ key: 'addSection' }, withSection(docOf(editor)).recipe)
    return editor
  }
  const named = blank()
  for (const section of ['section', 'section', 'section-2'])
    named.change({ key: 'addParam' }, withUsualFilter(docOf(named), 'periods', { ...bringing, section }).recipe)
  expect(bars(named)).toEqual([
    [true, true],
    [true, undefined],
  ])
  const byHand = blank()
  byHand.change({ key: 'addParam' }, withParam(docOf(byHand), words('filter'), 'section-2').recipe)
  expect(bars(byHand)).toEqual([
    [false, undefined],
    [true, true],
  ])
  const brought = madeEditor(BLANK)
  brought.addWidget('bar-chart')
  expect(bars(brought)).toEqual([
    [true, true],
    [false, undefined],
  ])
})

test('a year is added by name, and the traffic is asked with it in place of periods', () => {
  const editor = madeEditor(BLANK)
  for (const name of ['locals', 'year'] as const)
    editor.change({ key: 'addParam' }, withUsualFilter(docOf(editor), name, bringing).recipe)
  expect(recordAt(recordAt(docOf(editor), 'params'), 'year')).toEqual({
    type: 'year',
    label: 't:year',
    url: { key: 'year', shape: 'id' },
  })
  const source = context.sources.get('traffic')
  if (source === undefined) throw new Error('there is no traffic')
  const made = withNewQuery(docOf(editor), source, bringing)
  editor.change({ key: 'addQuery' }, made.recipe)
  expect(recordAt(recordAt(docOf(editor), 'queries'), made.id).args).toEqual({
    client: '$client',
    locals: '$locals',
    year: '$year',
    by: 'day',
    measures: 'ins',
  })
})

test('groups are added by name, may be left empty, and narrow the traffic that is there and that comes', () => {
  const editor = madeEditor(board('traffic-overview'))
  editor.change({ key: 'addParam' }, withUsualFilter(docOf(editor), 'groups', bringing).recipe)
  const { params, queries } = docOf(editor)
  expect(recordAt({ params }, 'params').groups).toEqual({
    type: 'multi',
    label: 't:groups',
    options: { query: 'groups', value: 'id', label: 'name' },
    optional: true,
    onInvalid: 'clear',
    url: { key: 'groups', shape: 'ids' },
  })
  const trafficQueries = Object.values(recordAt({ queries }, 'queries')).filter(
    (query) => textAt(query, 'source') === 'traffic',
  )
  expect(trafficQueries.map((query) => recordAt(query, 'args').groups)).toEqual(trafficQueries.map(() => '$groups'))
  const source = context.sources.get('traffic')
  if (source === undefined) throw new Error('there is no traffic')
  const made = withNewQuery(docOf(editor), source, bringing)
  editor.change({ key: 'addQuery' }, made.recipe)
  expect(recordAt(recordAt(recordAt(docOf(editor), 'queries'), made.id), 'args').groups).toBe('$groups')
  expect(findings(editor)).toEqual([`LINT_UNUSED_QUERY /queries/${made.id}`])
})

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

test('a gesture that came by itself follows the option that it comes from; one that was chosen stays', () => {
  const editor = madeEditor(BLANK)
  const id = editor.addWidget('bar-chart')
  const what = { context, schema: optionsSchemaOf('bar-chart') }
  const category = (column: string) =>
    editor.change(
      { key: 'option' },
      followed(id, what, (draft) => put(draft, ['widgets', id, 'options', 'category'], column)),
    )
  const emits = () => recordAt(recordAt(docOf(editor), 'widgets'), id).emits
  category('day')
  expect(emits()).toBeUndefined()
  expect(findings(editor)).toEqual([])
  category('local')
  expect(emits()).toEqual({ pick: { set: 'locals', to: '$event.value' } })
  const own = { brush: { set: 'locals', to: '$event.values' } }
  editor.change({ key: 'emits' }, (draft) => put(draft, ['widgets', id, 'emits'], own))
  category('day')
  expect(emits()).toEqual(own)
  category('local')
  const chosen = { pick: { set: 'client', to: '$event.value' } }
  editor.change({ key: 'emits' }, (draft) => put(draft, ['widgets', id, 'emits'], chosen))
  category('day')
  expect(emits()).toEqual(chosen)
})

test('what a widget brings is not a query of the same source whose steps take rows away', () => {
  const editor = madeEditor(BLANK)
  const query = String(queryOf(editor, editor.addWidget('number-tile')))
  expect(queryOf(editor, editor.addWidget('gauge'))).toBe(query)
  editor.change({ key: 'steps' }, (draft) => put(draft, ['queries', query, 'transform'], [{ op: 'limit', n: 5 }]))
  expect(queryOf(editor, editor.addWidget('bar-chart'))).toBe(`${query}-2`)
})

test('gestures and steps that came by themselves are those of what is shown: a calendar has no axes, and keeps the reference', () => {
  const editor = madeEditor(board('year-calendar'))
  const id = editor.addWidget('heat-map', { section: 'rhythm' })
  const what = { context, schema: optionsSchemaOf('heat-map') }
  const change = (key: string, value: string) =>
    editor.change(
      { key: 'option' },
      followed(id, what, (draft) => put(draft, ['widgets', id, 'options', key], value)),
    )
  const now = () => {
    const { emits, data } = recordAt(recordAt(docOf(editor), 'widgets'), id)
    return [Object.keys(recordAt({ emits }, 'emits')).toSorted(), recordAt(data, 'rows').transform]
  }
  const notReference = [{ op: 'filter', where: { period: { ne: 'reference' } } }]
  expect(now()).toEqual([['pick', 'pickDay'], notReference])
  // Stores by days: days of the reference would be columns of their own.
  change('rows', 'weekday')
  expect(now()).toEqual([['pickDay'], notReference])
  change('rows', 'local')
  change('mode', 'calendar')
  expect(now()).toEqual([['pickDay'], undefined])
  change('mode', 'matrix')
  expect(now()).toEqual([['pick', 'pickDay'], notReference])
  change('columns', 'hour')
  expect(now()).toEqual([['pick', 'pickDay'], undefined])
  change('columns', 'day')
  // Manual entries stay.
  const own = [{ op: 'limit', n: 5 }]
  editor.change({ key: 'steps' }, (draft) => put(draft, ['widgets', id, 'data', 'rows', 'transform'], own))
  change('mode', 'calendar')
  expect(now()).toEqual([['pickDay'], own])
})

test('steps that came with a query go where another one lacks what they read', () => {
  const editor = madeEditor(board('device-availability'))
  const id = editor.addWidget('heat-map', { section: 'over' })
  const what = { context, schema: optionsSchemaOf('heat-map') }
  editor.change({ key: 'data' }, followed(id, what, withInput(id, 'rows', 'history', context)))
  expect(recordAt(recordAt(docOf(editor), 'widgets'), id).data).toEqual({ rows: { query: 'history' } })
  // Which columns it shows is to be chosen; nothing else is.
  expect(findings(editor).every((one) => one.startsWith('WIDGET_OPTION_COLUMN_UNKNOWN'))).toBe(true)
})

test('a widget that is given another query sets the filters which that is asked with, and its section waits for them', () => {
  const editor = madeEditor(board('device-availability'))
  editor.change({ key: 'addSection' }, withSection(docOf(editor)).recipe)
  const id = editor.addWidget('heat-map', { section: 'section' })
  const pick = { set: 'locals', to: '$event.row' }
  expect(recordAt(recordAt(docOf(editor), 'widgets'), id).emits).toEqual({
    pick,
    pickDay: { set: 'periods.comparing', to: '$event.day' },
  })
  const what = { context, schema: optionsSchemaOf('heat-map') }
  editor.change({ key: 'data' }, followed(id, what, withInput(id, 'rows', 'history', context)))
  expect(textsAt(sectionsOf(docOf(editor)).at(-1), 'requires')).toEqual(['client', 'locals', 'periods', 'date', 'days'])
  expect(recordAt(recordAt(docOf(editor), 'widgets'), id).emits).toEqual({
    pick,
    pickDay: { set: 'date', to: '$event.day' },
  })
})

test('a copy of a widget has words of its own; those of another dashboard come as they are', () => {
  const editor = madeEditor(board('power-hours'))
  const [copy = ''] = editor.paste(editor.copy(['load']))
  const titleOf = (id: string) => textAt(recordAt(docOf(editor), 'widgets')[id], 'title')
  expect([titleOf('load'), titleOf(copy)]).toEqual(['t:load', `t:${copy}`])
  const words = recordAt(recordAt(docOf(editor), 'i18n'), 'es')
  expect(words[copy]).toBe(words.load)
  expect(findings(editor)).toEqual([])
  const elsewhere = madeEditor(BLANK)
  elsewhere.paste(editor.copy(['load']))
  expect(Object.keys(recordAt(recordAt(docOf(elsewhere), 'i18n'), 'es'))).not.toContain('load-2')
})

test('one end of the days of a query goes and comes with the other', () => {
  const editor = madeEditor(board('traffic-overview'))
  const args = () => recordAt(recordAt(recordAt(docOf(editor), 'queries'), 'days'), 'args')
  const before = args()
  editor.change({ key: 'arg' }, withArg('days', 'p2Start', undefined, context.sources))
  expect([args().p2Start, args().p2End]).toEqual([undefined, undefined])
  editor.change({ key: 'arg' }, withArg('days', 'p2End', '$periods.reference.end', context.sources))
  expect(args()).toEqual(before)
})

test('the traffic that is asked without days is an error, unless a year represents them', () => {
  const editor = madeEditor(board('year-calendar'))
  expect(findings(editor)).toEqual([])
  editor.change({ key: 'arg' }, withArg('days', 'year', undefined, context.sources))
  expect(findings(editor)).toEqual(['QUERY_ARG_MISSING /queries/days/args'])
})

test('a filter that is taken away takes its list along, where nothing else asks for it', () => {
  const editor = madeEditor(board('week-by-hour'))
  editor.change({ key: 'addParam' }, withUsualFilter(docOf(editor), 'locals', bringing).recipe)
  editor.change({ key: 'removeParam' }, withoutParam('locals-2'))
  expect(Object.keys(recordAt(docOf(editor), 'queries'))).toContain('stores')
  const alone = madeEditor(BLANK)
  alone.change({ key: 'addParam' }, withUsualFilter(docOf(alone), 'periods', bringing).recipe)
  alone.change({ key: 'removeParam' }, withoutParam('periods'))
  expect(Object.keys(recordAt(docOf(alone), 'queries'))).toEqual([])
  expect(sectionsOf(docOf(alone)).map((section) => textsAt(section, 'params'))).toEqual([[]])
  expect(findings(alone)).toEqual([])
})

describe('a filter that came along with a query', () => {
  const paramsOf = (editor: ReturnType<typeof madeEditor>) => Object.keys(recordAt(docOf(editor), 'params'))
  /** Stores, a day and so many days before it, chosen by name; a gauge, which brings what it begins with. */
  function withGauge() {
    const editor = madeEditor(BLANK)
    for (const name of ['locals', 'date', 'days'] as const)
      editor.change({ key: 'addParam' }, withUsualFilter(docOf(editor), name, bringing).recipe)
    const summary = context.sources.get('footscans.summary')
    if (summary === undefined) throw new Error('there is no summary')
    const made = withNewQuery(docOf(editor), summary, bringing)
    editor.change({ key: 'addQuery' }, made.recipe)
    const gauge = editor.addWidget('gauge')
    return { editor, gauge, query: made.id, before: ['client', 'locals', 'date', 'days'] }
  }
  test('goes when the widget is given another one, with its list and its words, in the same step', () => {
    const { editor, gauge, query, before } = withGauge()
    expect(paramsOf(editor)).toEqual([...before, 'periods'])
    editor.exchange({ key: 'data' }, withInput(gauge, 'rows', query, context))
    expect(paramsOf(editor)).toEqual(before)
    const { queries, i18n, layout } = docOf(editor)
    expect(JSON.stringify([queries, i18n, layout])).not.toMatch(/periods|campaigns/)
    editor.undo()
    expect(paramsOf(editor)).toEqual([...before, 'periods'])
  })
  test('goes when the query asks another source, or is removed', () => {
    const traffic = context.sources.get('traffic')
    const status = context.sources.get('footscans.workday')
    if (traffic === undefined || status === undefined) throw new Error('a source is missing')
    const editor = madeEditor(BLANK)
    const made = withNewQuery(docOf(editor), traffic, bringing)
    editor.change({ key: 'addQuery' }, made.recipe)
    expect(paramsOf(editor)).toEqual(['client', 'locals', 'periods'])
    editor.exchange({ key: 'query' }, withSource(made.id, status, bringing))
    // Its current query stays, with its filters.
    expect(paramsOf(editor)).toEqual(['client', 'locals', 'date'])
    editor.exchange({ key: 'removeQuery' }, (draft) => put(draft, ['queries', made.id], undefined))
    expect(paramsOf(editor)).toEqual([])
  })
  test('stays where it was edited or another widget uses it, and one that was added manually stays', () => {
    const changed = withGauge()
    changed.editor.change({ key: 'param' }, (draft) => put(draft, ['params', 'periods', 'label'], 'When'))
    changed.editor.exchange({ key: 'data' }, withInput(changed.gauge, 'rows', changed.query, context))
    expect(paramsOf(changed.editor)).toContain('periods')
    const asked = withGauge()
    asked.editor.addWidget('bar-chart')
    asked.editor.exchange({ key: 'data' }, withInput(asked.gauge, 'rows', asked.query, context))
    expect(paramsOf(asked.editor)).toContain('periods')
    const named = madeEditor(BLANK)
    named.change({ key: 'addParam' }, withUsualFilter(docOf(named), 'periods', bringing).recipe)
    const id = named.addWidget('gauge')
    named.exchange({ key: 'data' }, withInput(id, 'rows', null, context))
    expect(paramsOf(named)).toContain('periods')
  })
})

test('a manually added query stays when its only widget is given another one', () => {
  const editor = madeEditor(board('door-balance'))
  editor.change({ key: 'data' }, withInput('hours', 'rows', 'days', context))
  expect(Object.keys(recordAt(docOf(editor), 'queries'))).toContain('hours')
})
