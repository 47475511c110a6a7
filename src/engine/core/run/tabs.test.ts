import { expect, test } from 'vitest'
import { createDashboard } from './dashboard.ts'
import type { DashboardOptions } from './dashboard-types.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
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

const LIST = [dim('id'), dim('name', 'text')]
const ROWS = [dim('day', 'day'), measure('visits')]
const choices = [
  { value: 1, label: 'Uno' },
  { value: 2, label: 'Dos' },
]

/** A filter for the whole page, one widget on each tab, and a filter with a list that only the second tab needs. */
function base() {
  return {
    format: 1,
    _id: 'board',
    name: 'Board',
    params: {
      client: { type: 'single', label: 'Brand', options: choices, default: { pick: 'first' } },
      shop: {
        type: 'single',
        label: 'Store',
        options: { query: 'shops', value: 'id', label: 'name' },
        default: { pick: 'first' },
      },
    } as Record<string, unknown>,
    queries: {
      shops: { source: 'shops.list', args: { client: '$client' } },
      sales: { source: 'sales', args: { client: '$client' } },
      stock: { source: 'stock', args: { client: '$client', shop: '$shop' } },
    } as Record<string, unknown>,
    widgets: {
      sales: { type: 'kpi', data: { rows: { query: 'sales' } } },
      stock: { type: 'kpi', data: { rows: { query: 'stock' } } },
    } as Record<string, unknown>,
    layout: {
      tabs: [
        { id: 'sales', title: 'Sales' },
        { id: 'stock', title: 'Stock' },
      ] as unknown[],
      sections: [
        { id: 'filters', params: ['client'] },
        { id: 'money', tab: 'sales', requires: ['client'], widgets: ['sales'] },
        { id: 'goods', tab: 'stock', params: ['shop'], requires: ['client', 'shop'], widgets: ['stock'] },
      ] as Record<string, unknown>[],
    },
    grids: { large: { sales: { x: 0, y: 0, w: 6, h: 6 }, stock: { x: 0, y: 0, w: 6, h: 6 } } } as object,
  }
}

function open({ doc = base() as object, search = '', more = {} as Partial<DashboardOptions> } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const args = { client: { type: 'id', required: true } } as const
  const sources = registry(
    network.source('shops.list', LIST, args),
    network.source('sales', ROWS, args),
    network.source('stock', ROWS, { ...args, shop: { type: 'id', required: true } }),
  )
  network.reply('shops.list', ({ client }) => table(LIST, [[Number(client) * 10, 'a']]))
  for (const name of ['sales', 'stock']) network.reply(name, () => table(ROWS, [[20_000, 5]]))
  const url = fakeUrl(search)
  const layout = loadLayout(doc, { widgets: widgetsOf(plainWidget('kpi')), sources })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url, ...more }))
  const state = () => dashboard.store.getState()
  const asked = () => network.calls.map(({ source }) => source)
  return { clock, network, url, layout, dashboard, state, asked }
}

const codes = (doc: object) => open({ doc }).layout.issues.map(({ code, pointer }) => [code, pointer])

test('a page with tabs has no finding, and its sections know their tab', () => {
  const { layout } = open()
  expect(layout.issues).toEqual([])
  expect(layout.model.tabs).toEqual([
    { id: 'sales', title: 'Sales' },
    { id: 'stock', title: 'Stock' },
  ])
  expect(layout.model.sections.map(({ id, tab }) => [id, tab])).toEqual([
    ['filters', undefined],
    ['money', 'sales'],
    ['goods', 'stock'],
  ])
})

test('only the tab on show asks its questions, and no list that only another tab needs', async () => {
  const { state, asked } = open()
  await flush()
  expect(asked()).toEqual(['sales'])
  expect([state().page, state().widgets.sales?.kind, state().widgets.stock]).toEqual([
    'sales',
    'ready',
    { kind: 'hidden', rule: '(away)' },
  ])
  expect(state().sections.map(({ isAway }) => isAway)).toEqual([false, false, true])
  expect([state().busy, state().params.shop?.state]).toEqual([false, 'pending'])
  expect(state().trace[0]?.queries.map(({ query, decision, why }) => [query, decision, why])).toEqual([
    ['shops', 'wait', 'not on show'],
    ['sales', 'enqueue', 'not asked yet'],
    ['stock', 'wait', 'waiting for shop'],
  ])
})

test('a tab that is opened asks what it needs, and what the other asked is dropped', async () => {
  const { dashboard, state, asked, url } = open()
  await flush()
  dashboard.openPage('stock')
  await flush()
  expect(asked()).toEqual(['sales', 'shops.list', 'stock'])
  expect([state().page, state().widgets.sales?.kind, state().widgets.stock?.kind]).toEqual(['stock', 'hidden', 'ready'])
  expect(url.history.at(-2)).toEqual({ search: '?client=1&tab=stock', mode: 'push' })
  expect(url.search()).toBe('?client=1&tab=stock&shop=10')
  dashboard.openPage('sales')
  await flush()
  expect(asked()).toEqual(['sales', 'shops.list', 'stock'])
  expect(state().widgets.sales?.kind).toBe('ready')
})

test('a change of a filter asks for the tab on show alone; the other asks when it is opened', async () => {
  const { dashboard, asked, state } = open()
  await flush()
  dashboard.openPage('stock')
  await flush()
  dashboard.openPage('sales')
  await flush()
  dashboard.setParam('client', 2)
  await flush()
  expect(asked().slice(3)).toEqual(['sales'])
  expect(dashboard.impact(['client']).widgets).toEqual(['sales'])
  dashboard.openPage('stock')
  await flush()
  expect(asked().slice(4)).toEqual(['shops.list', 'stock'])
  expect(state().params.shop?.value).toBe(20)
})

test('the tab is in the address from the beginning, and a link opens it', async () => {
  const { url, asked, state } = open()
  await flush()
  expect(url.search()).toBe('?client=1&tab=sales')
  const linked = open({ search: '?tab=stock' })
  await flush()
  expect([linked.state().page, linked.asked(), linked.state().notices]).toEqual(['stock', ['shops.list', 'stock'], []])
  expect([asked(), state().notices]).toEqual([['sales'], []])
})

test('the way back opens the tab that was open, with what was chosen there', async () => {
  const { dashboard, url, state, asked } = open()
  await flush()
  dashboard.openPage('stock')
  await flush()
  url.go('?client=2&tab=sales')
  await flush()
  expect([state().page, state().params.client?.value]).toEqual(['sales', 2])
  expect(asked().slice(3)).toEqual(['sales'])
  expect(url.history.every(({ search }) => !search.includes('client=2&tab=stock'))).toBe(true)
})

test('a tab of the address that is not there is told, and the first one is shown', async () => {
  const { state, url, dashboard } = open({ search: '?tab=gone' })
  await flush()
  expect(state().page).toBe('sales')
  expect(state().notices.map(({ code, params }) => [code, params])).toEqual([['URL_TAB_UNKNOWN', { tab: 'gone' }]])
  expect(url.search()).toBe('?tab=sales&client=1')
  dashboard.openPage('gone')
  expect(state().page).toBe('sales')
})

test('the tabs of widgets stand in the address beside the one of the page', async () => {
  const { dashboard, url, state } = open({ search: '?tab=stock,stock.day' })
  await flush()
  expect([state().page, state().tabs]).toEqual(['stock', { stock: 'day' }])
  dashboard.openTab('sales', 'week')
  expect(new URLSearchParams(url.search()).get('tab')).toBe('stock,stock.day,sales.week')
})

test('a report has all tabs, and asks for all of them', async () => {
  const { state, asked } = open({ more: { whole: true } })
  await flush()
  expect([state().page, asked().toSorted()]).toEqual([undefined, ['sales', 'shops.list', 'stock']])
  expect(state().sections.every(({ isAway }) => !isAway)).toBe(true)
})

test('a dashboard that takes over stays on the tab that was open', async () => {
  const { dashboard, layout, network, clock, state } = open()
  dashboard.openPage('stock')
  await flush()
  const next = open({ more: { from: dashboard, layout } })
  expect(next.state().page).toBe('stock')
  expect([state().page, network.calls.length > 0, clock.pending >= 0]).toEqual(['stock', true, true])
})

test('sixty widgets on six tabs ask, when they are opened, what a page of ten asks', async () => {
  const board = (tabs: number) => {
    const ids = Array.from({ length: tabs * 10 }, (_, at) => `w${at}`)
    const names = Array.from({ length: tabs }, (_, at) => `t${at}`)
    return {
      ...base(),
      params: { client: base().params.client },
      queries: Object.fromEntries(ids.map((id, at) => [id, { source: 'numbered', args: { client: '$client', at } }])),
      widgets: Object.fromEntries(ids.map((id) => [id, { type: 'kpi', data: { rows: { query: id } } }])),
      layout: {
        ...(tabs > 1 && { tabs: names.map((id) => ({ id, title: id })) }),
        sections: [
          { id: 'filters', params: ['client'] },
          ...names.map((id, at) => ({
            id: `s${at}`,
            ...(tabs > 1 && { tab: id }),
            requires: ['client'],
            widgets: ids.slice(at * 10, at * 10 + 10),
          })),
        ],
      },
      grids: {},
    }
  }
  const opened = async (tabs: number) => {
    const clock = virtualClock()
    const network = fakeNetwork(() => clock.now())
    const sources = registry(
      network.source('numbered', ROWS, { client: { type: 'id', required: true }, at: { type: 'number' } }),
    )
    network.reply('numbered', () => table(ROWS, [[20_000, 5]]))
    const layout = loadLayout(board(tabs), { widgets: widgetsOf(plainWidget('kpi')), sources })
    const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url: fakeUrl() }))
    await clock.advance(60_000)
    const states = Object.values(dashboard.store.getState().widgets)
    return [network.calls.length, network.runs.length, states.filter(({ kind }) => kind === 'ready').length]
  }
  expect(await opened(6)).toEqual(await opened(1))
  expect((await opened(6))[0]).toBe(10)
})

test('a tab of no section, a section of no tab and two tabs of one name are found', () => {
  const doc = base()
  doc.layout.tabs.push({ id: 'empty', title: 'Empty' }, { id: 'sales', title: 'Again' })
  doc.layout.sections[2] = { ...doc.layout.sections[2], tab: 'stok' }
  expect(codes(doc)).toEqual([
    ['LINT_TAB_EMPTY', '/layout/tabs/1'],
    ['LINT_TAB_EMPTY', '/layout/tabs/2'],
    ['LINT_TAB_TWICE', '/layout/tabs/3/id'],
    ['REFERENCE_UNKNOWN_TAB', '/layout/sections/2/tab'],
  ])
  const { layout } = open({ doc })
  expect(layout.issues.at(-1)?.fix).toEqual([{ op: 'replace', path: '/layout/sections/2/tab', value: 'stock' }])
  expect(layout.model.sections[2]?.tab).toBeUndefined()
})

test('a required filter that only another tab shows is found, and so is a filter that takes the address of tabs', () => {
  const doc = base()
  doc.layout.sections[1] = { ...doc.layout.sections[1], requires: ['client', 'shop'] }
  doc.params.client = { ...(doc.params.client as object), url: { key: 'tab', shape: 'id' } }
  expect(codes(doc)).toEqual([
    ['PARAM_URL_TWICE', '/params/client/url/key'],
    ['LINT_CONTROL_ON_OTHER_TAB', '/layout/sections/1/requires/1'],
  ])
})

test('a tab that is wrong costs itself alone', () => {
  const doc = base()
  doc.layout.tabs[1] = { id: 'stock' }
  const { layout } = open({ doc })
  expect(layout.issues.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['LAYOUT_MISSING_KEY', '/layout/tabs/1/title'],
    ['REFERENCE_UNKNOWN_TAB', '/layout/sections/2/tab'],
  ])
  expect(layout.model.tabs.map(({ id }) => id)).toEqual(['sales'])
})
