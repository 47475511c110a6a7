/** Resolving references: the model where they resolve, issues with a place and a fix where they do not. */
import { expect, test } from 'vitest'
import { plainWidget, dim, fakeNetwork, measure, registry, widgetsOf } from '../../test-support/index.ts'
import { loadLayout } from '../validate.ts'

const network = fakeNetwork()
const sources = registry(
  network.source('stores.list', [dim('id'), dim('name', 'text')], { client: { type: 'id' } }),
  network.source('rows', [dim('day', 'day'), measure('visits')], {
    stores: { type: 'ids', required: true },
    begin: { type: 'date' },
  }),
)
const widgets = widgetsOf(
  plainWidget('plain', {
    data: {
      rows: { required: true, columns: { visits: 'measure' } },
      extra: { required: false, columns: { day: 'dim' } },
    },
  }),
)

type Part = Record<string, unknown>
const page = () => ({
  format: 1,
  _id: 'page',
  name: 'Page',
  params: {
    store: { type: 'multi', label: 'x', options: { query: 'stores', value: 'id', label: 'name' } },
    periods: { type: 'periodPair', label: 'x' },
    search: { type: 'text', label: 'x' },
  } as Record<string, Part>,
  queries: {
    stores: { source: 'stores.list' },
    rows: { source: 'rows', args: { stores: '$store', begin: '$periods.comparing.begin' } },
  } as Record<string, Part>,
  widgets: { kpi: { type: 'plain', data: { rows: { query: 'rows' } } } } as Record<string, Part>,
  layout: {
    sections: [{ id: 'top', params: ['store', 'periods', 'search'], requires: ['search'], widgets: ['kpi'] }] as Part[],
  },
  grids: { large: { kpi: { x: 0, y: 0, w: 6, h: 6 } } },
})
type Page = ReturnType<typeof page>
const load = (change: (page: Page) => void = () => {}) => {
  const document = page()
  change(document)
  return loadLayout(document, { widgets, sources })
}
/** Issues without lints, which are another matter. */
const issuesOf = (change: (page: Page) => void) =>
  load(change)
    .issues.filter(({ code }) => !code.startsWith('LINT_'))
    .map(({ code, pointer, params, fix }) => [code, pointer, params, ...(fix ? [fix] : [])])
const kpiOf = ({ model }: ReturnType<typeof load>) => model.widgets.get('kpi')
/** Codes of the issues that the widget's card shows. */
const onCard = (change: (page: Page) => void) => {
  const widget = kpiOf(load(change))
  return widget?.kind === 'quarantined'
    ? widget.issues.map(({ code, pointer, widget: id }) => [code, pointer, id])
    : widget?.kind
}
const replace = (path: string, value: string) => [{ op: 'replace', path, value }]
const move = (from: string, path: string) => [{ op: 'move', from, path }]

test('a page whose references lead somewhere is a model of keys', () => {
  const { model, issues } = load()
  expect(issues.filter(({ code }) => !code.startsWith('LINT_'))).toEqual([])
  expect(model.queries.get('rows')).toMatchObject({
    key: 'rows',
    id: 'rows',
    transform: [],
    params: ['store', 'periods'],
    args: {
      stores: { ref: { param: 'store', path: [] } },
      begin: { ref: { param: 'periods', path: ['comparing', 'begin'] } },
    },
  })
  expect(Object.hasOwn(model.queries.get('rows') ?? {}, 'refreshMs')).toBe(false)
  expect(model.params.get('store')).toEqual({
    key: 'store',
    id: 'store',
    definition: expect.objectContaining({ type: 'multi' }) as unknown,
    optionsQuery: 'stores',
  })
  expect(kpiOf({ model } as ReturnType<typeof load>)).toMatchObject({
    kind: 'live',
    id: 'kpi',
    type: 'plain',
    title: undefined,
    section: 'top',
    emits: {},
    options: { size: 'small', colour: 'green' },
    data: { rows: { query: 'rows', steps: [], joins: {}, params: {} } },
  })
  expect(model.sections).toMatchObject([
    { id: 'top', params: ['store', 'periods', 'search'], requires: ['search'], widgets: ['kpi'] },
  ])
  expect([model.id, model.revision, model.name, model.access, model.apply]).toEqual(['page', 0, 'Page', [], 'auto'])
})

test('a query that refreshes does so in milliseconds', () => {
  expect(
    load((doc) => {
      doc.queries.rows!.refresh = 60
    }).model.queries.get('rows')?.refreshMs,
  ).toBe(60_000)
})

test('an unknown source is reported with the one that was meant, and its widget shows it', () => {
  const change = (doc: Page) => {
    doc.queries.rows!.source = 'rowz'
  }
  expect(issuesOf(change)).toEqual([
    ['QUERY_UNKNOWN_SOURCE', '/queries/rows/source', { source: 'rowz' }, replace('/queries/rows/source', 'rows')],
  ])
  expect(onCard(change)).toEqual([['QUERY_UNKNOWN_SOURCE', '/queries/rows/source', 'kpi']])
  expect(
    issuesOf((doc) => {
      doc.queries.rows!.source = 'elsewhere'
    }),
  ).toEqual([['QUERY_UNKNOWN_SOURCE', '/queries/rows/source', { source: 'elsewhere' }]])
})

test('an argument that its source does not take, and one that it needs, are reported at the arguments', () => {
  expect(
    issuesOf((doc) => {
      doc.queries.rows!.args = { storess: '$store' }
    }),
  ).toEqual([
    ['QUERY_ARG_MISSING', '/queries/rows/args', { source: 'rows', arg: 'stores' }],
    [
      'QUERY_ARG_UNKNOWN',
      '/queries/rows/args/storess',
      { source: 'rows', arg: 'storess' },
      move('/queries/rows/args/storess', '/queries/rows/args/stores'),
    ],
  ])
  expect(
    issuesOf((doc) => {
      doc.queries.rows!.args = { stores: '$store', elsewhere: 7 }
    }),
  ).toEqual([['QUERY_ARG_UNKNOWN', '/queries/rows/args/elsewhere', { source: 'rows', arg: 'elsewhere' }]])
  expect(
    issuesOf((doc) => {
      delete doc.queries.rows!.args
    }),
  ).toEqual([['QUERY_ARG_MISSING', '/queries/rows/args', { source: 'rows', arg: 'stores' }]])
  expect(
    issuesOf((doc) => {
      doc.queries.rows!.args = { stores: [1, 2], begin: '2026-11-16' }
    }),
  ).toEqual([])
})

test('a reference to no filter, or to no part of one, is reported as it is written', () => {
  const arg = (value: string) => (doc: Page) => {
    doc.queries.rows!.args = { stores: value }
  }
  const place = '/queries/rows/args/stores'
  expect(issuesOf(arg('$stor'))).toEqual([['REFERENCE_UNKNOWN_PARAM', place, { id: 'stor' }, replace(place, '$store')]])
  expect(issuesOf(arg('$stor.x'))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', place, { id: 'stor' }, replace(place, '$store.x')],
  ])
  expect(issuesOf(arg('$elsewhere'))).toEqual([['REFERENCE_UNKNOWN_PARAM', place, { id: 'elsewhere' }]])
  expect(issuesOf(arg('$sto!re'))[0]?.slice(0, 2)).toEqual(['REFERENCE_UNKNOWN_PARAM', place])
  expect(issuesOf(arg('$periods.comparing.start'))).toEqual([
    ['REFERENCE_UNKNOWN_PATH', place, { id: 'periods', path: 'comparing.start' }],
  ])
  expect(issuesOf(arg('$store.begin'))).toEqual([['REFERENCE_UNKNOWN_PATH', place, { id: 'store', path: 'begin' }]])
})

test('a filter of the section comes before the page’s own, and makes another question of a query', () => {
  const { model } = load((doc) => {
    doc.layout.sections.push({
      id: 'mine',
      params: ['store'],
      declares: { store: { type: 'number', label: 'x' } },
      widgets: ['other'],
    })
    doc.widgets.other = { type: 'plain', data: { rows: { query: 'rows' } } }
  })
  expect([...model.queries.keys()].toSorted()).toEqual(['mine/rows', 'rows', 'stores'])
  expect(model.queries.get('mine/rows')).toMatchObject({ id: 'rows', params: ['mine/store', 'periods'] })
  expect(model.params.get('mine/store')).toMatchObject({
    key: 'mine/store',
    id: 'store',
    section: 'mine',
    definition: { type: 'number' },
  })
  expect(model.sections[1]).toMatchObject({ params: ['mine/store'] })
})

test('a list that asks for a column its query does not give is reported with those it has', () => {
  const list = (options: Part) => (doc: Page) => {
    doc.params.store!.options = {
      query: 'stores',
      value: 'id',
      label: 'name',
      ...options,
    }
  }
  expect(issuesOf(list({ label: 'nam' }))).toEqual([
    [
      'PARAM_OPTIONS_COLUMN_UNKNOWN',
      '/params/store/options/label',
      { query: 'stores', column: 'nam', columns: 'id, name' },
      replace('/params/store/options/label', 'name'),
    ],
  ])
  expect(issuesOf(list({ value: 'elsewhere' }))).toEqual([
    [
      'PARAM_OPTIONS_COLUMN_UNKNOWN',
      '/params/store/options/value',
      { query: 'stores', column: 'elsewhere', columns: 'id, name' },
    ],
  ])
  expect(onCard(list({ value: 'elsewhere' }))).toEqual([
    ['PARAM_OPTIONS_COLUMN_UNKNOWN', '/params/store/options/value', 'kpi'],
  ])
  // Behind a pivot only the data know the columns.
  expect(
    issuesOf((doc) => {
      list({ label: 'any' })(doc)
      doc.queries.stores!.transform = [{ op: 'pivot', column: 'id', values: ['a'], of: 'name' }]
    }),
  ).toEqual([])
})

test('a list of an unknown query spoils its filter; periods do without', () => {
  const list = (param: string) => (doc: Page) => {
    doc.params[param]!.options = {
      query: 'storess',
      value: 'id',
      label: 'name',
    }
  }
  const issue = (param: string) => [
    'REFERENCE_UNKNOWN_QUERY',
    `/params/${param}/options/query`,
    { id: 'storess' },
    replace(`/params/${param}/options/query`, 'stores'),
  ]
  expect([issuesOf(list('store')), issuesOf(list('periods'))]).toEqual([[issue('store')], [issue('periods')]])
  expect([onCard(list('store')), onCard(list('periods'))]).toEqual([
    [['REFERENCE_UNKNOWN_QUERY', '/params/store/options/query', 'kpi']],
    'live',
  ])
  const column = (doc: Page) => {
    doc.params.periods!.options = { query: 'stores', value: 'gone', label: 'name' }
  }
  expect([issuesOf(column).map(([code]) => code), onCard(column)]).toEqual([['PARAM_OPTIONS_COLUMN_UNKNOWN'], 'live'])
  const failing = (doc: Page) => {
    doc.params.periods!.options = {
      query: 'bad',
      value: 'id',
      label: 'name',
    }
    doc.queries.bad = { source: 'elsewhere' }
  }
  expect([onCard(failing), load(failing).model.params.get('periods')?.optionsQuery]).toEqual(['live', undefined])
})

test('a list may depend on no filter and no other query in its steps', () => {
  const steps =
    (...transform: unknown[]) =>
    (doc: Page) => {
      doc.queries.stores!.transform = transform
    }
  const limit = { op: 'limit', n: 3 }
  expect(
    issuesOf(steps(limit, { op: 'filter', where: { id: { eq: '$search' } } })).map(([code, pointer, params]) => [
      code,
      pointer,
      (params as Part).index,
    ]),
  ).toEqual([['STEP_INVALID', '/queries/stores/transform/1/where/id/eq', 1]])
  expect(
    issuesOf(steps(limit, { op: 'join', with: 'rows', on: ['id'] })).map(([code, pointer, params]) => [
      code,
      pointer,
      (params as Part).index,
      (params as Part).op,
    ]),
  ).toEqual([['STEP_INVALID', '/queries/stores/transform/1', 1, 'filter or join']])
  expect(onCard(steps({ op: 'join', with: 'rows', on: ['id'] }))).toEqual([
    ['STEP_INVALID', '/queries/stores/transform/0', 'kpi'],
  ])
  expect(issuesOf(steps(limit))).toEqual([])
})

test('filters whose lists need each other are reported once, by their way round', () => {
  const change = (doc: Page) => {
    doc.params.brand = { type: 'single', label: 'x', options: { query: 'brands', value: 'id', label: 'name' } }
    doc.params.store!.type = 'single'
    doc.queries.brands = { source: 'stores.list', args: { client: '$store' } }
    doc.queries.stores!.args = { client: '$brand' }
  }
  expect(issuesOf(change)).toEqual([
    ['REFERENCE_CYCLE', '/params/store/options', { path: 'store > stores > brand > brands > store' }],
  ])
  expect(onCard(change)).toEqual([['REFERENCE_CYCLE', '/params/store/options', 'kpi']])
  expect([...load(change).model.params.keys()]).toEqual(['periods', 'search'])
})

test('a query that is not used is checked as well', () => {
  expect(
    issuesOf((doc) => {
      doc.queries.spare = { source: 'rowz' }
    }),
  ).toEqual([
    ['QUERY_UNKNOWN_SOURCE', '/queries/spare/source', { source: 'rowz' }, replace('/queries/spare/source', 'rows')],
  ])
})

// ---------------------------------------------------------------- widgets

const kpi = (part: Part) => (doc: Page) => {
  doc.widgets.kpi = {
    type: 'plain',
    data: { rows: { query: 'rows' } },
    ...part,
  }
}

test('an unknown type is reported with the one that was meant, and keeps its place and its title', () => {
  const change = kpi({ type: 'plian', title: 'Visits' })
  expect(issuesOf(change)).toEqual([
    ['WIDGET_UNKNOWN_TYPE', '/widgets/kpi/type', { type: 'plian' }, replace('/widgets/kpi/type', 'plain')],
  ])
  expect(kpiOf(load(change))).toMatchObject({
    kind: 'quarantined',
    id: 'kpi',
    type: 'plian',
    title: 'Visits',
    section: 'top',
    raw: { type: 'plian' },
  })
})

test('an unreadable widget is reported with its type', () => {
  expect(
    kpiOf(
      load((doc) => {
        doc.widgets.kpi = 7 as never
      }),
    ),
  ).toMatchObject({
    kind: 'quarantined',
    type: undefined,
    title: undefined,
    raw: 7,
    issues: [{ code: 'LAYOUT_WRONG_TYPE', widget: 'kpi' }],
  })
})

test('an unknown option is reported with one that was not written, and a wrong one with its place', () => {
  expect(issuesOf(kpi({ options: { siz: 'big' } }))).toEqual([
    [
      'WIDGET_OPTION_UNKNOWN',
      '/widgets/kpi/options/siz',
      { key: 'siz' },
      move('/widgets/kpi/options/siz', '/widgets/kpi/options/size'),
    ],
  ])
  expect(issuesOf(kpi({ options: { siz: 'big', size: 'small' } }))).toEqual([
    [
      'WIDGET_OPTION_UNKNOWN',
      '/widgets/kpi/options/siz',
      { key: 'siz' },
      [{ op: 'remove', path: '/widgets/kpi/options/siz' }],
    ],
  ])
  expect(issuesOf(kpi({ options: { colour: 7 } }))).toEqual([
    ['WIDGET_OPTION_TYPE', '/widgets/kpi/options/colour', { actual: 'the number 7', expected: 'string' }],
  ])
})

test('an input that its type has not is reported with the one that was meant, which is not missing then', () => {
  const place = '/widgets/kpi/data'
  expect(issuesOf(kpi({ data: { row: { query: 'rows' } } }))).toEqual([
    ['WIDGET_INPUT_UNKNOWN', `${place}/row`, { type: 'plain', input: 'row' }, move(`${place}/row`, `${place}/rows`)],
  ])
  expect(issuesOf(kpi({ data: { elsewhere: { query: 'rows' } } }))).toEqual([
    ['WIDGET_INPUT_MISSING', place, { type: 'plain', input: 'rows' }],
    ['WIDGET_INPUT_UNKNOWN', `${place}/elsewhere`, { type: 'plain', input: 'elsewhere' }],
  ])
  expect(issuesOf(kpi({ data: {} }))).toEqual([['WIDGET_INPUT_MISSING', place, { type: 'plain', input: 'rows' }]])
  expect(
    issuesOf((doc) => {
      doc.widgets.kpi = { type: 'plain' }
    }),
  ).toEqual([['WIDGET_INPUT_MISSING', place, { type: 'plain', input: 'rows' }]])
})

test('an unknown query of a widget is reported at the widget', () => {
  const change = kpi({ data: { rows: { query: 'rowz' } } })
  expect(issuesOf(change)).toEqual([
    [
      'REFERENCE_UNKNOWN_QUERY',
      '/widgets/kpi/data/rows/query',
      { id: 'rowz' },
      replace('/widgets/kpi/data/rows/query', 'rows'),
    ],
  ])
  expect(onCard(change)).toEqual([['REFERENCE_UNKNOWN_QUERY', '/widgets/kpi/data/rows/query', 'kpi']])
})

test('steps of a query come before those of its widget, and each is reported where it is written', () => {
  const change = (doc: Page) => {
    doc.queries.rows!.transform = [{ op: 'sort', by: [{ column: 'gone' }] }]
    kpi({
      data: {
        rows: {
          query: 'rows',
          transform: [
            { op: 'limit', n: 1 },
            { op: 'sort', by: [{ column: 'lost' }] },
          ],
        },
      },
    })(doc)
  }
  expect(issuesOf(change)).toEqual([
    ['STEP_COLUMN_UNKNOWN', '/queries/rows/transform/0', { index: 0, op: 'sort', column: 'gone' }],
    ['STEP_COLUMN_UNKNOWN', '/widgets/kpi/data/rows/transform/1', { index: 2, op: 'sort', column: 'lost' }],
  ])
  expect(kpiOf(load(change))).toMatchObject({
    kind: 'live',
    data: { rows: { steps: [{ op: 'sort' }, { op: 'limit' }, { op: 'sort' }] } },
  })
  expect(issuesOf(kpi({ data: { rows: { query: 'rows', transform: [{ op: 'limt', n: 1 }] } } }))).toEqual([
    [
      'STEP_UNKNOWN',
      '/widgets/kpi/data/rows/transform/0/op',
      { op: 'limt' },
      replace('/widgets/kpi/data/rows/transform/0/op', 'limit'),
    ],
  ])
})

test('a filter that a step refers to is looked up from the section of the widget', () => {
  const filter = (value: string) => ({ op: 'filter', where: { day: { eq: value } } })
  const step = (value: string) => kpi({ data: { rows: { query: 'rows', transform: [filter(value)] } } })
  expect(kpiOf(load(step('$periods.comparing.begin')))).toMatchObject({
    data: { rows: { params: { periods: 'periods' } } },
  })
  const place = '/widgets/kpi/data/rows/transform/0/where/day/eq'
  expect(issuesOf(step('$period'))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', place, { id: 'period' }, replace(place, '$periods')],
  ])
  expect(
    onCard((doc) => {
      step('$broken')(doc)
      doc.params.broken = { type: 'single', label: 'x' }
    }),
  ).toEqual([['PARAM_OPTIONS_MISSING', '/params/broken/options', 'kpi']])
  expect(
    kpiOf(
      load((doc) => {
        step('$search')(doc)
        doc.layout.sections[0]!.declares = {
          search: { type: 'text', label: 'x' },
        }
      }),
    ),
  ).toMatchObject({ data: { rows: { params: { search: 'top/search' } } } })
})

test('queries that steps join have their keys; their own steps are not run, and an unknown one is reported', () => {
  const join = (name: string) =>
    kpi({
      data: {
        rows: {
          query: 'rows',
          transform: [
            { op: 'limit', n: 1 },
            { op: 'join', with: name, on: [{ left: 'visits', right: 'id' }] },
          ],
        },
      },
    })
  expect(kpiOf(load(join('stores')))).toMatchObject({ kind: 'live', data: { rows: { joins: { stores: 'stores' } } } })
  expect(issuesOf(join('storess'))).toEqual([
    [
      'REFERENCE_UNKNOWN_QUERY',
      '/widgets/kpi/data/rows/transform/1/with',
      { id: 'storess' },
      replace('/widgets/kpi/data/rows/transform/1/with', 'stores'),
    ],
  ])
  expect(
    issuesOf((doc) => {
      join('stores')(doc)
      doc.queries.stores!.transform = [{ op: 'limit', n: 1 }]
    }),
  ).toEqual([['STEP_JOIN_TRANSFORMED', '/widgets/kpi/data/rows/transform', { id: 'stores' }]])
  const inherited = (doc: Page) => {
    doc.queries.rows!.transform = [{ op: 'join', with: 'gone', on: ['id'] }]
  }
  expect(onCard(inherited)).toEqual([['REFERENCE_UNKNOWN_QUERY', '/queries/rows/transform/0/with', 'kpi']])
  const failing = (doc: Page) => {
    join('bad')(doc)
    doc.queries.bad = { source: 'elsewhere' }
  }
  expect(onCard(failing)).toEqual([['QUERY_UNKNOWN_SOURCE', '/queries/bad/source', 'kpi']])
})

test('a column that an input needs and does not get is a warning, where the columns are known', () => {
  const rename = (...more: unknown[]) =>
    kpi({
      data: { rows: { query: 'rows', transform: [{ op: 'rename', columns: { visits: 'people' } }, ...more] } },
    })
  expect(issuesOf(rename())).toEqual([
    ['WIDGET_COLUMN_MISSING', '/widgets/kpi/data/rows', { input: 'rows', column: 'visits' }],
  ])
  expect(onCard(rename())).toBe('live')
  expect(issuesOf(rename({ op: 'pivot', column: 'day', values: ['a'], of: 'people' }))).toEqual([])
})

test('an event sets a filter to a value or to a field of the event', () => {
  const emit = (rule: Part, event = 'pick') => kpi({ emits: { [event]: rule } })
  const emits = (rule: Part) => {
    const widget = kpiOf(load(emit(rule)))
    return widget?.kind === 'live' ? widget.emits : widget?.issues.map(({ code }) => code)
  }
  expect(emits({ set: 'periods.comparing', to: '$event.day' })).toEqual({
    pick: { param: 'periods', path: ['comparing'], to: { field: 'day' } },
  })
  expect(emits({ set: 'search', to: 'x' })).toEqual({
    pick: { param: 'search', path: [], to: { literal: 'x' } },
  })
  const place = '/widgets/kpi/emits/pick'
  expect(issuesOf(emit({ set: 'search', to: '$event.hour' }))).toEqual([
    ['WIDGET_EVENT_FIELD_UNKNOWN', `${place}/to`, { event: 'pick', field: 'hour' }],
  ])
  expect(issuesOf(emit({ set: 'searc', to: 'x' }))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', `${place}/set`, { id: 'searc' }, replace(`${place}/set`, 'search')],
  ])
  expect(issuesOf(emit({ set: 'periods.x', to: 'x' }))).toEqual([
    ['REFERENCE_UNKNOWN_PATH', `${place}/set`, { id: 'periods', path: 'x' }],
  ])
  expect(issuesOf(emit({ set: 'search', to: 'x' }, 'drag'))).toEqual([
    ['WIDGET_EVENT_UNKNOWN', '/widgets/kpi/emits/drag', { type: 'plain', event: 'drag' }],
  ])
  expect(issuesOf(emit({ set: 'search', to: 'x' }, 'toString'))).toEqual([
    ['WIDGET_EVENT_UNKNOWN', '/widgets/kpi/emits/toString', { type: 'plain', event: 'toString' }],
  ])
  expect(
    onCard((doc) => {
      emit({ set: 'broken', to: 'x' })(doc)
      doc.params.broken = { type: 'single', label: 'x' }
    }),
  ).toEqual([['PARAM_OPTIONS_MISSING', '/params/broken/options', 'kpi']])
})

test('a condition is resolved, and names its requirement', () => {
  const show = (when: Part) => kpi({ show: { when } })
  const rule = (when: Part) => {
    const widget = kpiOf(load(show(when)))
    return widget?.kind === 'live' ? widget.show : undefined
  }
  expect(rule({ param: 'periods.reference', set: true })).toEqual({
    ref: { param: 'periods', path: ['reference'] },
    when: { param: 'periods.reference', set: true },
    text: 'periods.reference set true',
  })
  const place = '/widgets/kpi/show/when/param'
  expect(issuesOf(show({ param: 'searc', set: true }))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', place, { id: 'searc' }, replace(place, 'search')],
  ])
  expect(onCard(show({ param: 'elsewhere', set: true }))).toEqual([['REFERENCE_UNKNOWN_PARAM', place, 'kpi']])
  expect(
    onCard((doc) => {
      show({ param: 'broken', set: true })(doc)
      doc.params.broken = {
        type: 'single',
        label: 'x',
      }
    }),
  ).toEqual([['PARAM_OPTIONS_MISSING', '/params/broken/options', 'kpi']])
})

// ---------------------------------------------------------------- sections

const top = (part: Part) => (doc: Page) => {
  Object.assign(doc.layout.sections[0]!, part)
}

test('an unknown filter of a section is reported; only one that it requires closes it', () => {
  const place = '/layout/sections/0'
  expect(issuesOf(top({ params: ['searc'] }))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', `${place}/params/0`, { id: 'searc' }, replace(`${place}/params/0`, 'search')],
  ])
  expect(onCard(top({ params: ['searc'] }))).toBe('live')
  expect(issuesOf(top({ requires: ['store', 'searc'] }))).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', `${place}/requires/1`, { id: 'searc' }, replace(`${place}/requires/1`, 'search')],
  ])
  expect(onCard(top({ requires: ['searc'] }))).toEqual([['REFERENCE_UNKNOWN_PARAM', `${place}/requires/0`, 'kpi']])
})

test('a filter that cannot be used is no control, and closes the section that requires it', () => {
  const broken = (part: Part) => (doc: Page) => {
    top(part)(doc)
    doc.params.broken = { type: 'single', label: 'x' }
  }
  expect(load(broken({ params: ['broken', 'search'] })).model.sections[0]?.params).toEqual(['search'])
  expect(onCard(broken({ requires: ['broken'] }))).toEqual([['PARAM_OPTIONS_MISSING', '/params/broken/options', 'kpi']])
  expect(load(broken({ requires: ['broken', 'search'] })).model.sections[0]?.requires).toEqual(['search'])
})

test('a widget that is not there, is in two sections, or in a section with an id that was used, is reported', () => {
  expect(issuesOf(top({ widgets: ['kpi', 'kpii'] }))).toEqual([
    [
      'REFERENCE_UNKNOWN_WIDGET',
      '/layout/sections/0/widgets/1',
      { id: 'kpii' },
      replace('/layout/sections/0/widgets/1', 'kpi'),
    ],
  ])
  const { issues, model } = load((doc) => {
    doc.layout.sections.push({ id: 'next', widgets: ['kpi'] }, { id: 'top', widgets: ['kpi'] })
  })
  expect(
    issues
      .filter(({ code }) => code === 'LINT_WIDGET_TWICE' || code === 'LINT_SECTION_TWICE')
      .map(({ code, pointer, params, widget }) => [code, pointer, params, widget]),
  ).toEqual([
    ['LINT_WIDGET_TWICE', '/layout/sections/1/widgets/0', { id: 'kpi' }, 'kpi'],
    ['LINT_SECTION_TWICE', '/layout/sections/2/id', { id: 'top' }, undefined],
  ])
  expect(model.sections.map(({ id, widgets: list }) => [id, list])).toEqual([
    ['top', ['kpi']],
    ['next', []],
  ])
})

test('a page without sections shows all its widgets in one, with every filter that can be used', () => {
  const { model } = load((doc) => {
    doc.layout.sections = []
    doc.params.broken = { type: 'single', label: 'x' }
  })
  expect(model.sections).toEqual([
    { id: 'all', definition: { id: 'all' }, params: ['store', 'periods', 'search'], requires: [], widgets: ['kpi'] },
  ])
  expect(kpiOf({ model } as ReturnType<typeof load>)).toMatchObject({ kind: 'live', section: 'all' })
  expect(
    load((doc) => {
      doc.layout.sections = []
      doc.widgets = {}
    }).model.sections,
  ).toEqual([])
})

test('filters of a section that its id repeats are declared once, and are reported where they are written', () => {
  const { model, issues } = load((doc) => {
    doc.layout.sections.push(
      { id: 'mine', declares: { bad: { type: 'single', label: 'x' } } },
      { id: 'mine', declares: { other: { type: 'text', label: 'x' } } },
    )
  })
  expect(issues.filter(({ code }) => code === 'PARAM_OPTIONS_MISSING').map(({ pointer }) => pointer)).toEqual([
    '/layout/sections/1/declares/bad/options',
  ])
  expect([...model.params.keys()]).toEqual(['store', 'periods', 'search'])
})
