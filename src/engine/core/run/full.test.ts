/**
 * What the address says of a page besides its filters: one widget fills it, the steps of its charts; and what is behind
 * a widget.
 */
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

const ROWS = [dim('day', 'day'), measure('visits')]
const NAMES = ['sales', 'stock', 'staff']

const DOCUMENT = {
  format: 1,
  _id: 'board',
  name: 'Board',
  params: {
    client: { type: 'single', label: 'Brand', options: [{ value: 7, label: 'Siete' }], default: { pick: 'first' } },
    least: { type: 'number', label: 'Least', default: 3 },
  },
  queries: Object.fromEntries(NAMES.map((name) => [name, { source: name, args: { client: '$client' } }])),
  widgets: {
    sales: {
      type: 'kpi',
      data: { rows: { query: 'sales', transform: [{ op: 'filter', where: { visits: { gte: '$least' } } }] } },
    },
    stock: { type: 'kpi', data: { rows: { query: 'stock' } }, sizes: ['large'] },
    staff: { type: 'kpi', data: { rows: { query: 'staff' } } },
  },
  layout: {
    tabs: [
      { id: 'first', title: 'First' },
      { id: 'second', title: 'Second' },
    ],
    sections: [
      { id: 'filters', params: ['client', 'least'] },
      { id: 'money', tab: 'first', widgets: ['sales', 'staff'] },
      { id: 'goods', tab: 'second', title: 'Goods', collapse: 'closed', widgets: ['stock'] },
    ],
  },
  grids: {},
}

function open(search = '', more: Partial<DashboardOptions> = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    ...NAMES.map((name) => network.source(name, ROWS, { client: { type: 'id', required: true } })),
  )
  for (const name of NAMES)
    network.reply(name, () =>
      table(ROWS, [
        [20_000, 5],
        [20_001, 1],
      ]),
    )
  const url = fakeUrl(search)
  const layout = loadLayout(DOCUMENT, { widgets: widgetsOf(plainWidget('kpi')), sources })
  expect(layout.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url, ...more }))
  const state = () => dashboard.store.getState()
  const asked = () => network.calls.map(({ source }) => source)
  const kinds = () => Object.fromEntries(NAMES.map((name) => [name, state().widgets[name]?.kind]))
  return { url, dashboard, state, asked, kinds }
}

test.each(['full=gone', 'full=.7', 'full=constructor'])(
  '%s of an address names no widget: it is told and the page is whole',
  async (search) => {
    const { state, kinds } = open(`?${search}`)
    await flush()
    expect([state().full, state().notices.map(({ code, params }) => [code, params?.shape])]).toEqual([
      undefined,
      [['URL_VALUE_IGNORED', 'full']],
    ])
    expect(kinds()).toEqual({ sales: 'ready', stock: 'hidden', staff: 'ready' })
  },
)

test('a widget that fills the page is not asked again, nor are the others when the whole page is back', async () => {
  const { dashboard, state, asked, kinds, url } = open()
  await flush()
  expect(asked()).toEqual(['sales', 'staff'])
  dashboard.showFull({ widget: 'staff' })
  await flush()
  expect([state().full, kinds()]).toEqual([{ widget: 'staff' }, { sales: 'hidden', stock: 'hidden', staff: 'ready' }])
  expect([url.history.at(-1)?.mode, new URLSearchParams(url.search()).get('full')]).toEqual(['push', 'staff'])
  dashboard.showFull({ widget: 'staff' })
  dashboard.showFull({ widget: 'gone' })
  dashboard.showFull(null)
  await flush()
  expect([state().full, kinds().sales, asked()]).toEqual([undefined, 'ready', ['sales', 'staff']])
  expect(new URLSearchParams(url.search()).has('full')).toBe(false)
  expect(
    state()
      .trace.slice(-2)
      .map(({ cause }) => cause),
  ).toEqual([
    { kind: 'full', widget: 'staff' },
    { kind: 'full', widget: 'staff' },
  ])
})

test('an address that names one asks for it alone, in any tab, folded or not, at any size of the page', async () => {
  const { state, asked, dashboard } = open('?full=stock.7&tab=first', { size: 'small' })
  await flush()
  expect([asked(), state().full, state().page]).toEqual([['stock'], { widget: 'stock', value: '7' }, 'second'])
  expect(state().sections.find(({ id }) => id === 'goods')?.collapse).toBe('open')
  dashboard.showFull(null)
  expect(state().sections.find(({ id }) => id === 'goods')?.collapse).toBe('closed')
})

test('back and forward show one widget and the whole page', async () => {
  const { url, state } = open()
  await flush()
  url.go('?full=sales')
  expect(state().full).toEqual({ widget: 'sales' })
  url.go('?')
  expect(state().full).toBeUndefined()
})

test('a report has all of it, for any address', async () => {
  const { state, asked, dashboard } = open('?full=sales', { whole: true })
  await flush()
  dashboard.showFull({ widget: 'sales' })
  expect([state().full, asked().toSorted()]).toEqual([undefined, ['sales', 'staff', 'stock']])
})

test('what is behind a widget: its source with its arguments, its answer, and its steps with the values of filters', async () => {
  const { dashboard } = open()
  expect(dashboard.asked('sales')[0]?.ref).toBeUndefined()
  await flush()
  const [sales, ...others] = dashboard.asked('sales')
  expect([others, sales?.input, sales?.query, sales?.source.name, sales?.args, sales?.ref?.rows, sales?.joins]).toEqual(
    [[], 'rows', 'sales', 'sales', { client: 7 }, 2, {}],
  )
  expect(sales?.steps).toEqual([{ op: 'filter', where: { visits: { gte: 3 } } }])
  dashboard.setParam('client', null)
  await flush()
  expect([dashboard.asked('sales')[0]?.args, dashboard.asked('gone')]).toEqual([null, []])
})

test('steps of charts are in the address, ask nothing, and what is no step is told', async () => {
  const { dashboard, url, state, asked } = open('?granularity=year')
  await flush()
  expect([state().granularity, state().notices.map(({ params }) => params?.value)]).toEqual([undefined, ['year']])
  dashboard.setGranularity('week')
  expect([state().granularity, url.history.at(-1)?.mode, url.search()]).toEqual([
    'week',
    'push',
    expect.stringContaining('granularity=week'),
  ])
  url.go('?granularity=month')
  expect(state().granularity).toBe('month')
  dashboard.setGranularity(null)
  await flush()
  expect([state().granularity, url.search().includes('granularity'), asked()]).toEqual([
    undefined,
    false,
    ['sales', 'staff'],
  ])
})
