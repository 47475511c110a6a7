import { describe, expect, test } from 'vitest'
import { FAN_OUT_BUDGET, LOAD_BUDGET, REFRESH_BUDGET } from '../document/constants.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from './validate.ts'

const network = fakeNetwork()
const COLUMNS = [measure('visits'), dim('local')]
const sources = registry(
  network.source('rows', COLUMNS, { b: { type: 'ids' } }),
  network.source('list', [dim('id'), dim('name', 'text')], {}),
  network.source('wide', COLUMNS, {}, { fanOut: { by: 'x' } } as never),
)
const widgets = widgetsOf(plainWidget('plain'))

type Part = Readonly<Record<string, unknown>>
const said = (document: Part, hasText?: (key: string) => boolean) =>
  loadLayout(
    {
      format: 1,
      _id: 'page',
      name: 'Page',
      widgets: {},
      layout: { sections: [] },
      ...document,
    },
    { widgets, sources, ...(hasText && { hasText }) },
  ).issues.map(({ code, pointer, params, fix, widget }) => [
    code,
    pointer,
    params,
    ...(fix ? [fix] : []),
    ...(widget === undefined ? [] : [widget]),
  ])
const only = (code: string, document: Part, hasText?: (key: string) => boolean) =>
  said(document, hasText)
    .filter(([found]) => found === code)
    .map(([, ...rest]) => rest)

const rows = (more: Part = {}) => ({ type: 'plain', data: { rows: { query: 'main', ...more } } })
const sectionOf = (...ids: string[]) => ({ sections: [{ id: 's', widgets: ids }] })
const TEXT = { type: 'text', label: 'x' }
const ONE = { queries: { main: { source: 'rows' } }, widgets: { one: rows() }, layout: sectionOf('one') }
const remove = (path: string) => [{ op: 'remove', path }]

test('a plain page has nothing to tell', () => {
  expect(said(ONE)).toEqual([])
})

describe('unused parts', () => {
  const queries = (extra: Part, more: Part = {}) =>
    only('LINT_UNUSED_QUERY', { ...ONE, queries: { ...ONE.queries, ...extra }, ...more })
  const params = (more: Part) => only('LINT_DEAD_PARAM', { ...ONE, params: { b: TEXT }, ...more })
  const join = [{ op: 'join', with: 'other', on: ['local'], columns: { visits: 'others' } }]

  test('is reported with the step that removes it', () => {
    expect(queries({ other: { source: 'list' } })).toEqual([
      ['/queries/other', { id: 'other' }, remove('/queries/other')],
    ])
    expect(params({})).toEqual([['/params/b', { id: 'b' }, remove('/params/b')]])
  })

  test('a query is used by a list of options, a join of another query and a join of a widget', () => {
    const options = { query: 'other', value: 'id', label: 'name' }
    const other = { other: { source: 'list' } }
    expect(queries(other, { params: { b: { type: 'single', label: 'x', options } } })).toEqual([])
    const declares = { b: { type: 'single', label: 'x', options } }
    expect(queries(other, { layout: { sections: [{ id: 's', widgets: ['one'], declares }] } })).toEqual([])
    const rowsTwice = { other: { source: 'rows', args: { b: '$b' } } }
    expect(queries({ ...rowsTwice, main: { source: 'rows', transform: join } })).toEqual([])
    expect(queries(rowsTwice, { widgets: { one: rows({ transform: join }) } })).toEqual([])
  })

  test('a filter is used by an argument, a step, a selection, a condition and a section that needs it', () => {
    const where = [{ op: 'filter', where: { local: { eq: '$b' } } }]
    expect(params({ queries: { main: { source: 'rows', args: { b: '$b' } } } })).toEqual([])
    expect(params({ queries: { main: { source: 'rows', transform: where } } })).toEqual([])
    expect(params({ widgets: { one: rows({ transform: where }) } })).toEqual([])
    expect(params({ widgets: { one: { ...rows(), emits: { pick: { set: 'b', from: 'local' } } } } })).toEqual([])
    expect(params({ widgets: { one: { ...rows(), show: { when: { param: 'b' } } } } })).toEqual([])
    expect(params({ layout: { sections: [{ id: 's', widgets: ['one'], requires: ['b'] }] } })).toEqual([])
    expect(params({ queries: { main: { source: 'rows', args: { b: 'b' } } } })).toHaveLength(1)
    expect(params({ widgets: { one: rows({ transform: [{ op: 'limit', n: 3 }] }) } })).toHaveLength(1)
  })

  test('the same question under another name is reported with the first of them', () => {
    const twin = (query: Part) =>
      only('LINT_SAME_QUERY', { ...ONE, queries: { main: { source: 'rows' }, other: query } })
    expect(twin({ source: 'rows', args: {} })).toEqual([['/queries/other', { id: 'other', other: 'main' }]])
    for (const query of [
      { source: 'list' },
      { source: 'rows', args: { b: '$b' } },
      { source: 'rows', transform: [{ op: 'limit', n: 3 }] },
    ])
      expect([query, twin(query)]).toEqual([query, []])
  })
})

describe('places of widgets', () => {
  const two = (grids: Part, ids = ['one', 'two']) => ({
    ...ONE,
    widgets: { one: rows(), two: rows() },
    layout: sectionOf(...ids),
    grids,
  })
  const at = (x: number, y: number, w = 6, h = 4) => ({ x, y, w, h })

  test('a widget in no section is reported', () => {
    expect(only('LINT_WIDGET_NOWHERE', two({}, ['one']))).toEqual([['/widgets/two', { id: 'two' }, 'two']])
  })

  test('an order of reading that is not that of the grid is reported, of the widgets that have a place in it', () => {
    const order = (grids: Part) => only('LINT_READING_ORDER', two(grids))
    expect(order({ large: { one: at(6, 0), two: at(0, 0) } })).toEqual([
      ['/layout/sections/0/widgets', { section: 's' }],
    ])
    expect([
      order({ large: { one: at(0, 0), two: at(6, 0) } }),
      order({ large: { two: at(0, 0) } }),
      order({}),
    ]).toEqual([[], [], []])
  })

  test('a grid that lacks a widget is reported, one that is not written at all is not', () => {
    expect(only('LINT_NOT_IN_GRID', two({ medium: { one: at(0, 0) } }))).toEqual([
      ['/grids/medium', { id: 'two', size: 'medium' }, 'two'],
    ])
    expect(only('LINT_NOT_IN_GRID', two({ medium: {} }))).toEqual([])
  })

  test('a place beyond the twelve columns, or smaller than its type can be, is reported with both', () => {
    expect(only('LINT_BEYOND_GRID', two({ large: { one: at(0, 0), two: at(7, 0) } }))).toEqual([
      ['/grids/large/two', { id: 'two', size: 'large', end: 13 }, 'two'],
    ])
    expect(only('LINT_BEYOND_GRID', two({ large: { one: at(0, 0), two: at(6, 0) } }))).toEqual([])
    const least = (w: number, h: number) =>
      only('LINT_BELOW_MINIMUM', two({ large: { one: at(0, 0), two: at(6, 0, w, h) } }))
    const expected = (w: number, h: number) => [
      ['/grids/large/two', { id: 'two', size: 'large', type: 'plain', w, h, minW: 3, minH: 3 }, 'two'],
    ]
    expect([least(3, 3), least(2, 3), least(3, 2)]).toEqual([[], expected(2, 3), expected(3, 2)])
  })

  test('two places that overlap are reported at the second, and a place of no widget with its removal', () => {
    expect(only('LINT_OVERLAP', two({ large: { one: at(0, 0), two: at(5, 0) } }))).toEqual([
      ['/grids/large/two', { id: 'one', other: 'two', size: 'large' }, 'two'],
    ])
    expect(only('LINT_OVERLAP', two({ large: { one: at(0, 0) } }))).toEqual([])
    expect(only('LINT_GRID_STRANGER', two({ small: { one: at(0, 0), two: at(0, 4), gone: at(0, 8) } }))).toEqual([
      ['/grids/small/gone', { id: 'gone', size: 'small' }, remove('/grids/small/gone')],
    ])
  })
})

describe('filters of a page', () => {
  const page = (section: Part, params: Part = { b: TEXT, c: TEXT }) => ({
    ...ONE,
    params,
    layout: { sections: [{ id: 's', widgets: ['one'], ...section }] },
  })

  test('a filter that a section needs and no section shows is reported', () => {
    expect(only('LINT_NO_CONTROL', page({ params: ['b'], requires: ['b', 'c'] }))).toEqual([
      ['/layout/sections/0/requires/1', { id: 'c' }],
    ])
  })

  test('a filter of a section that hides one of the page is reported', () => {
    expect(only('LINT_SHADOWED_PARAM', page({ declares: { b: TEXT, own: TEXT } }))).toEqual([
      ['/layout/sections/0/declares/b', { id: 'b', section: 's' }],
    ])
  })

  test('two filters with the same key in the address are reported at the later one, for every kind', () => {
    const keys = (params: Part) => only('PARAM_URL_TWICE', page({}, params))
    const under = (key: string, type = 'number', shape = 'id') => ({ type, label: 'x', url: { key, shape } })
    expect(keys({ a: under('k'), b: under('k'), c: under('k'), d: under('l') })).toEqual([
      ['/params/b/url/key', { key: 'k', other: 'a' }],
      ['/params/c/url/key', { key: 'k', other: 'a' }],
    ])
    expect(keys({ a: under('k'), b: TEXT, c: under('l') })).toEqual([])
    expect(keys({ a: under('p', 'periodPair', 'date'), b: under('p-p1'), c: under('p') })).toEqual([
      ['/params/b/url/key', { key: 'p-p1', other: 'a' }],
      ['/params/c/url/key', { key: 'p', other: 'a' }],
    ])
    expect(keys({ a: under('p', 'date', 'date'), b: under('p-p1') })).toEqual([])
  })
})

describe('texts', () => {
  const page = (i18n: Part, more: Part = {}) => ({ ...ONE, name: 't:title', i18n, ...more })
  const title = { title: 'x' }
  const all = { es: title, en: title, pt: title, cs: title, ca: title, it: title }

  test('a text without Spanish or English is reported as missing, without another language as not translated', () => {
    const { es: _es, en: _en, ...others } = all
    expect(only('LINT_TEXT_MISSING', page(others))).toEqual([['/name', { key: 'title', languages: 'es, en' }]])
    const { ca: _ca, it: _it, ...most } = all
    expect(only('LINT_TRANSLATION_MISSING', page(most))).toEqual([['/name', { key: 'title', languages: 'ca, it' }]])
    expect(said(page(all))).toEqual([])
  })

  test('a text of the product needs none of the page, unless the page has begun to write its own', () => {
    const known = (key: string) => key === 'title'
    expect([only('LINT_TEXT_MISSING', page({}), known), only('LINT_TEXT_MISSING', page({}))]).toEqual([
      [],
      [['/name', { key: 'title', languages: 'es, en' }]],
    ])
    expect(only('LINT_TEXT_MISSING', page({ cs: { title: 'x' } }), known)).toHaveLength(1)
    expect(only('LINT_TEXT_MISSING', page({}), (key) => key === 'other')).toHaveLength(1)
  })

  test('a text that nothing shows is reported once, in the first language that has it', () => {
    expect(
      only('LINT_TEXT_UNUSED', page({ ...all, en: { title: 'x', old: 'x' }, it: { title: 'x', old: 'x' } })),
    ).toEqual([['/i18n/en/old', { key: 'old' }]])
  })

  test('texts in lists are found too', () => {
    const sections = { layout: { sections: [{ id: 's', title: 't:head', widgets: ['one'] }] } }
    expect(only('LINT_TEXT_MISSING', page(all, sections))).toEqual([
      ['/layout/sections/0/title', { key: 'head', languages: 'es, en' }],
    ])
  })
})

describe('budgets', () => {
  const many = (count: number, part: (at: number) => Part, name = 'q') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, part(at)]))

  test('of questions that become many requests', () => {
    const more = (count: number) => ({
      ...ONE,
      queries: { ...ONE.queries, ...many(count, () => ({ source: 'wide' })) },
    })
    const fan = (count: number) => only('LINT_FAN_OUT', more(count))
    expect([fan(FAN_OUT_BUDGET), fan(FAN_OUT_BUDGET + 1)]).toEqual([
      [],
      [['/queries', { count: FAN_OUT_BUDGET + 1, max: FAN_OUT_BUDGET }]],
    ])
  })

  test('of questions when the page opens: those of widgets and of lists, each once', () => {
    const limit = (at: number) => [{ op: 'limit', n: at + 1 }]
    const choice = (at: number) => ({
      type: 'single',
      label: 'x',
      options: { query: `l${at}`, value: 'id', label: 'name' },
    })
    const open = (count: number, lists: number, used = count) => {
      const params = many(lists, choice, 'p')
      const shown = many(used, (at) => ({ type: 'plain', data: { rows: { query: `q${at}` } } }), 'w')
      const options = many(lists, (at) => ({ source: 'list', transform: limit(at) }), 'l')
      return only('LINT_LOAD_BUDGET', {
        queries: { ...many(count, (at) => ({ source: 'rows', transform: limit(at) })), ...options },
        params,
        widgets: shown,
        layout: { sections: [{ id: 's', params: Object.keys(params), widgets: Object.keys(shown) }] },
      })
    }
    expect([open(LOAD_BUDGET - 1, 1), open(LOAD_BUDGET + 5, 0, 3)]).toEqual([[], []])
    expect(open(LOAD_BUDGET, 1)).toEqual([['/queries', { count: LOAD_BUDGET + 1, max: LOAD_BUDGET }]])
  })

  test('of requests of a minute that are not used', () => {
    const expected = (refresh: number, count: number) =>
      only('LINT_REFRESH', { ...ONE, queries: { ...ONE.queries, ...many(count, () => ({ source: 'rows', refresh })) } })
    expect([expected(60, REFRESH_BUDGET), expected(60, REFRESH_BUDGET + 1)]).toEqual([
      [],
      [['/queries', { count: REFRESH_BUDGET + 1, max: REFRESH_BUDGET }]],
    ])
    expect(expected(30, REFRESH_BUDGET / 2 + 1)).toEqual([
      ['/queries', { count: REFRESH_BUDGET + 2, max: REFRESH_BUDGET }],
    ])
  })
})
