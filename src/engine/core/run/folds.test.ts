import { expect, test } from 'vitest'
import { withoutHidden } from '../document/grid-hiding.ts'
import { createDashboard } from './dashboard.ts'
import type { DashboardOptions } from './dashboard-types.ts'
import {
  dashboardOptions,
  fakeNetwork,
  dim,
  fakeUrl,
  flush,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const ROWS = [dim('day', 'day'), measure('visits')]

function base() {
  return {
    format: 1,
    _id: 'board',
    name: 'Board',
    params: {} as Record<string, unknown>,
    queries: { sales: { source: 'sales' }, stock: { source: 'stock' }, staff: { source: 'staff' } },
    widgets: {
      sales: { type: 'kpi', data: { rows: { query: 'sales' } } },
      stock: { type: 'kpi', data: { rows: { query: 'stock' } }, sizes: ['large', 'medium'] },
      staff: { type: 'kpi', data: { rows: { query: 'staff' } } },
    },
    layout: {
      sections: [
        { id: 'money', title: 'Money', collapse: 'open', widgets: ['sales'] },
        { id: 'goods', title: 'Goods', collapse: 'closed', widgets: ['stock'] },
        { id: 'people', widgets: ['staff'] },
      ] as Record<string, unknown>[],
    },
    grids: {},
  }
}

function open({ doc = base() as object, search = '', more = {} as Partial<DashboardOptions> } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const names = ['sales', 'stock', 'staff']
  const sources = registry(...names.map((name) => network.source(name, ROWS, {})))
  for (const name of names) network.reply(name, () => table(ROWS, [[20_000, 5]]))
  const url = fakeUrl(search)
  const layout = loadLayout(doc, { widgets: widgetsOf(plainWidget('kpi')), sources })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url, ...more }))
  const state = () => dashboard.store.getState()
  const asked = () => network.calls.map(({ source }) => source)
  const folds = () => state().sections.map(({ collapse }) => collapse)
  return { network, url, layout, dashboard, state, asked, folds }
}

test('a collapsed section asks nothing until it is opened, and nothing any more when it is collapsed', async () => {
  const { dashboard, asked, folds, url, state, layout } = open()
  await flush()
  expect(layout.issues).toEqual([])
  expect([asked(), folds(), url.search()]).toEqual([['sales', 'staff'], ['open', 'closed', undefined], ''])
  dashboard.fold('goods', false)
  await flush()
  expect([asked().slice(2), folds(), url.history.at(-1)]).toEqual([
    ['stock'],
    ['open', 'open', undefined],
    { search: '?folded=', mode: 'push' },
  ])
  dashboard.fold('money', true)
  await flush()
  expect([folds(), url.search(), state().widgets.sales?.kind]).toEqual([
    ['closed', 'open', undefined],
    '?folded=money',
    'hidden',
  ])
  dashboard.fold('money', false)
  dashboard.fold('goods', true)
  expect(url.search()).toBe('')
})

test('a link collapses what its sender had collapsed; what cannot be collapsed is told', async () => {
  const { folds, asked, state } = open({ search: '?folded=money,people,gone' })
  await flush()
  expect([folds(), asked()]).toEqual([
    ['closed', 'open', undefined],
    ['stock', 'staff'],
  ])
  expect(state().notices.map(({ code, params }) => [code, params?.value])).toEqual([
    ['URL_VALUE_IGNORED', 'people'],
    ['URL_VALUE_IGNORED', 'gone'],
  ])
})

test('the way back opens what was open', async () => {
  const { dashboard, url, folds } = open()
  dashboard.fold('money', true)
  url.go('')
  await flush()
  expect(folds()).toEqual(['open', 'closed', undefined])
})

test('a report and an editor have nothing collapsed', async () => {
  for (const more of [{ whole: true }, { unfolded: true }]) {
    const { asked, folds } = open({ more })
    await flush()
    expect([asked(), folds()]).toEqual([
      ['sales', 'stock', 'staff'],
      ['open', 'open', undefined],
    ])
  }
})

test('a section without a title cannot be collapsed, and its key of the address is no filter’s', () => {
  const doc = base()
  doc.layout.sections[0] = { id: 'money', collapse: 'open', widgets: ['sales'] }
  doc.params.text = { type: 'number', label: 'Text', url: { key: 'folded', shape: 'id' } }
  expect(open({ doc }).layout.issues.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['LINT_DEAD_PARAM', '/params/text'],
    ['PARAM_URL_TWICE', '/params/text/url/key'],
    ['LINT_COLLAPSE_UNTITLED', '/layout/sections/0/collapse'],
  ])
})

test('a widget is not asked for on a size of page that it is not for, and leaves no gap there', async () => {
  const doc = base()
  doc.layout.sections[1] = { id: 'goods', widgets: ['stock'] }
  const { dashboard, asked, state } = open({ doc, more: { size: 'small' } })
  await flush()
  expect([asked(), state().widgets.stock]).toEqual([['sales', 'staff'], { kind: 'hidden', rule: 'large, medium' }])
  dashboard.setSize('medium')
  await flush()
  expect([asked().slice(2), state().widgets.stock?.kind]).toEqual([['stock'], 'ready'])
  dashboard.setSize('large')
  await flush()
  expect(asked()).toHaveLength(3)
  const grid = { stock: { x: 0, y: 0, w: 12, h: 4 }, staff: { x: 0, y: 4, w: 12, h: 4 } }
  expect(withoutHidden(grid, new Set(['stock']))).toEqual({ staff: { x: 0, y: 0, w: 12, h: 4 } })
})
