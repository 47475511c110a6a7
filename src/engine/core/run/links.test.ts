import { expect, test } from 'vitest'
import { createDashboard } from './dashboard.ts'
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
const choices = [1, 2, 3].map((value) => ({ value, label: `${value}` }))

function base(links: Record<string, unknown> = {}) {
  return {
    format: 1,
    _id: 'board',
    name: 'Board',
    params: {
      client: { type: 'single', label: 'Brand', options: choices, default: { pick: 'first' } },
      locals: { type: 'multi', label: 'Stores', options: choices, default: { pick: 'all' } },
      periods: {
        type: 'periodPair',
        label: 'Periods',
        default: { preset: 'thisWeekVsPrevious' },
        url: { key: 'end', shape: 'date' },
      },
    },
    queries: {
      visits: { source: 'visits', args: { client: '$client', locals: '$locals', day: '$periods.comparing.end' } },
    },
    widgets: {
      visits: { type: 'kpi', data: { rows: { query: 'visits' } }, links },
      note: { type: 'text', options: {}, links: {} } as Record<string, unknown>,
    },
    layout: {
      tabs: [
        { id: 'all', title: 'All' },
        { id: 'store', title: 'Store' },
      ],
      sections: [
        { id: 'filters', params: ['client', 'locals', 'periods'] },
        { id: 'main', tab: 'all', requires: ['client'], widgets: ['visits'] },
        { id: 'more', tab: 'store', requires: ['client'], widgets: ['note'] },
      ],
    },
    grids: {},
  }
}

const TEXT = plainWidget('text', {
  category: 'text',
  data: {},
  validate: Object.assign(() => true, { errors: [] }) as never,
})

function open(doc: object, dashboards?: ReadonlySet<string>) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const args = { client: { type: 'id' }, locals: { type: 'ids' }, day: { type: 'date' } } as const
  const sources = registry(network.source('visits', ROWS, args))
  network.reply('visits', () => table(ROWS, [[20_000, 5]]))
  const url = fakeUrl()
  const layout = loadLayout(doc, {
    widgets: widgetsOf(plainWidget('kpi'), TEXT),
    sources,
    linkHosts: ['status.example.com'],
    ...(dashboards && { dashboards }),
  })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url }))
  return { url, layout, dashboard, state: () => dashboard.store.getState() }
}

const codes = (links: Record<string, unknown>, dashboards?: ReadonlySet<string>) =>
  open(base(links), dashboards).layout.issues.map(({ code, pointer }) => [
    code,
    pointer.replace('/widgets/visits/links/', ''),
  ])

test('a title leads to a dashboard with what is chosen here, as this address has it', async () => {
  const { dashboard, layout } = open(
    base({
      title: { dashboard: 'foot-status', tab: 'day', params: { brand: '$client', end: '$periods', from: 'board' } },
    }),
  )
  await flush()
  expect(layout.issues).toEqual([])
  expect(dashboard.link('visits', 'title')).toEqual({
    href: '/users/dashboards/view/foot-status?tab=day&brand=1&end=2026-11-19&period=thisWeekVsPrevious&from=board',
    isOutside: false,
  })
  dashboard.setParam('client', 2)
  await flush()
  expect(dashboard.link('visits', 'title')?.href).toContain('brand=2')
  expect(dashboard.link('visits', 'gone')).toBeNull()
  expect(dashboard.link('gone', 'title')).toBeNull()
})

test('a mark leads to a tab of this page with its value, and back has what was left', async () => {
  const { dashboard, url, state } = open(base({ pick: { tab: 'store', params: { locals: '$event.local' } } }))
  await flush()
  const before = url.search()
  const linked = dashboard.link('visits', 'pick', { local: [2], day: 20_000 })
  expect(linked?.href).toBe(before.replace('tab=all', 'tab=store').replace(/locals=[\d,]*/, 'locals=2'))
  dashboard.follow(linked!.here!)
  await flush()
  expect([state().page, state().params.locals?.value, url.history.at(-1)?.mode]).toEqual(['store', [2], 'push'])
  url.go(before)
  await flush()
  expect([state().page, state().params.locals?.value]).toEqual(['all', [1, 2, 3]])
})

test('a link to the dashboard that is on show changes its tab and filters in place, as their address says them', async () => {
  const { dashboard, url, state } = open(
    base({
      title: { dashboard: 'board', params: { client: 3, end: '$periods', other: 1 } },
      pick: { dashboard: 'board', tab: 'store', params: { locals: '$event.local', client: 'none' } },
    }),
  )
  await flush()
  const before = url.search()
  const linked = dashboard.link('visits', 'title')!
  expect(linked.href).toBe(`${before.replace('client=1', 'client=3')}&other=1`)
  dashboard.follow(linked.here!)
  await flush()
  expect([state().page, state().params.client?.value, state().params.locals?.value]).toEqual(['all', 3, [1, 2, 3]])
  expect(url.history.at(-1)?.mode).toBe('push')
  // What is no value of its filter is left as it is.
  dashboard.follow(dashboard.link('visits', 'pick', { local: [2], day: 20_000 })!.here!)
  await flush()
  expect([state().page, state().params.client?.value, state().params.locals?.value]).toEqual(['store', 3, [2]])
  url.go(before)
  await flush()
  expect([state().page, state().params.client?.value, state().params.locals?.value]).toEqual(['all', 1, [1, 2, 3]])
})

test('a page of the product and an allowed address take their parameters along; markup stays text', async () => {
  const { dashboard } = open(
    base({
      title: { page: 'alerts', params: { q: 'a&b=<c>' } },
      pick: { address: 'https://status.example.com/see?x=1', params: { day: '$event.day' } },
    }),
  )
  await flush()
  expect(dashboard.link('visits', 'title')?.href).toBe('/users/alerts/manage?q=a%26b%3D%3Cc%3E')
  expect(dashboard.link('visits', 'pick', { day: '2026-11-19' })).toEqual({
    href: 'https://status.example.com/see?x=1&day=2026-11-19',
    isOutside: true,
  })
})

test('a link to nothing, to two things, or to what is not there is found', () => {
  expect(codes({ title: { params: {} } })).toEqual([['LINK_TARGET_INVALID', 'title']])
  expect(codes({ title: { page: 'alerts', dashboard: 'x' } })).toEqual([['LINK_TARGET_INVALID', 'title']])
  expect(codes({ title: { page: 'alerts', tab: 'all' } })).toEqual([['LINK_TARGET_INVALID', 'title']])
  expect(codes({ title: { page: 'alert' } })).toEqual([['LINK_PAGE_UNKNOWN', 'title/page']])
  expect(codes({ title: { tab: 'gone' } })).toEqual([['REFERENCE_UNKNOWN_TAB', 'title/tab']])
  expect(codes({ poke: { tab: 'all' } })).toEqual([['WIDGET_EVENT_UNKNOWN', 'poke']])
  expect(codes({ pick: { tab: 'all', params: { locals: '$event.shop' } } })).toEqual([
    ['WIDGET_EVENT_FIELD_UNKNOWN', 'pick/params/locals'],
  ])
  expect(codes({ title: { tab: 'all', params: { shop: 1 } } })).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', 'title/params/shop'],
  ])
  expect(codes({ title: { dashboard: 'x', params: { a: '$shop' } } })).toEqual([
    ['REFERENCE_UNKNOWN_PARAM', 'title/params/a'],
  ])
})

test('an address is https, of a host that is allowed, and has no user name', () => {
  for (const address of [
    'http://status.example.com',
    'https://example.com',
    'https://status.example.com:8443',
    'https://status.example.com@evil.example',
    'https://ana:secret@status.example.com',
    ['javascript', 'alert(1)'].join(':'),
    '//status.example.com',
    '/users/admin',
  ])
    expect([address, codes({ title: { address } })]).toEqual([address, [['LINK_HOST_NOT_ALLOWED', 'title/address']]])
  expect(codes({ title: { address: 'https://status.example.com/a' } })).toEqual([])
})

test('a dashboard that is not there is told where the dashboards are known; this one is', () => {
  expect(codes({ title: { dashboard: 'gone' } })).toEqual([])
  expect(codes({ title: { dashboard: 'gone' } }, new Set(['foot-status']))).toEqual([
    ['LINK_DASHBOARD_UNKNOWN', 'title/dashboard'],
  ])
  expect(
    open(base({ title: { dashboard: 'foot-statsu' } }), new Set(['foot-status'])).layout.issues.find(({ fix }) => fix)
      ?.fix,
  ).toEqual([{ op: 'replace', path: '/widgets/visits/links/title/dashboard', value: 'foot-status' }])
  expect(codes({ title: { dashboard: 'board', tab: 'stor' } })).toEqual([['REFERENCE_UNKNOWN_TAB', 'title/tab']])
  expect(codes({ title: { dashboard: 'other', tab: 'stor' } })).toEqual([])
  expect(
    codes({ title: { dashboard: 'board' }, pick: { dashboard: 'foot-status' } }, new Set(['foot-status'])),
  ).toEqual([])
})

test('a text names links of its own, and a name that is not there is told', () => {
  const doc = base()
  doc.widgets.note = {
    type: 'text',
    options: { markdown: 'See [stores](link:stores) and [more](link:more), or [the web](https://example.com).' },
    links: { stores: { tab: 'all' } },
  }
  const { layout, dashboard } = open(doc)
  expect(layout.issues.map(({ code, params }) => [code, params])).toEqual([['LINK_NAME_UNKNOWN', { name: 'more' }]])
  expect(dashboard.link('note', 'stores')?.here?.tab).toBe('all')
})
