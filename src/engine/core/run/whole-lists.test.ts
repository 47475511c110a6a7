/** A source that knows a list by a word is asked before the list is there; every other question waits for its ids. */
import { expect, test } from 'vitest'
import type { SourceArg } from '../../types.ts'
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

const LOCALS = [dim('id'), dim('name', 'text'), dim('noData', 'boolean')]
const ROWS = [measure('visits')]
const SHOWN: SourceArg = {
  type: 'ids',
  required: true,
  all: {
    word: 'shown',
    source: 'locals',
    args: ['client'],
    transform: [{ op: 'filter', where: { hidden: { ne: true } } }],
    hideNoData: true,
  },
}

const stores = {
  source: 'locals',
  args: { client: '$client' },
  transform: [{ op: 'filter', where: { hidden: { ne: true } } }],
}
const locals = {
  type: 'multi',
  label: 'x',
  options: { query: 'stores', value: 'id', label: 'name', hideNoData: true },
  default: { pick: 'all' },
  url: { key: 'locals', shape: 'ids' },
}
const base = {
  format: 1,
  _id: 'x',
  name: 'page',
  params: {
    client: { type: 'number', label: 'x', default: 1 },
    other: { type: 'number', label: 'x', default: 2 },
    locals,
  },
  queries: { stores, main: { source: 'figures', args: { client: '$client', locals: '$locals' } } },
  widgets: { kpi: { type: 'kpi', data: { rows: { query: 'main' } } } } as Record<string, object>,
  layout: { sections: [{ id: 's', params: ['client', 'locals'], requires: ['client', 'locals'], widgets: ['kpi'] }] },
}

function setup(change: object = {}, { search = '', arg = SHOWN } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('locals', LOCALS, { client: { type: 'id', required: true } }),
    network.source('figures', ROWS, { client: { type: 'id', required: true }, locals: arg }),
  )
  const layout = loadLayout({ ...base, ...change }, { widgets: widgetsOf(plainWidget('kpi')), sources })
  expect(layout.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url: fakeUrl(search) }))
  const calls = (source: string) => network.calls.filter((call) => call.source === source)
  return {
    dashboard,
    network,
    clock,
    asked: () => calls('figures').map(({ args }) => args.locals),
    list: async (
      rows = [
        [11, 'a', false],
        [12, 'b', false],
        [13, 'c', true],
      ] as [number, string, boolean][],
    ) => {
      calls('locals').at(-1)?.answer(table(LOCALS, rows))
      await flush()
    },
    figures: async () => {
      calls('figures')
        .at(-1)
        ?.answer(table(ROWS, [[5]]))
      await flush()
    },
    kpi: () => dashboard.store.getState().widgets.kpi,
  }
}

test('figures of a whole list are asked beside the list, by its word, and once', async () => {
  const { asked, list, figures, kpi } = setup()
  await flush()
  expect(asked()).toEqual(['shown'])
  expect(kpi()).toMatchObject({ kind: 'queued' })
  await figures()
  expect(kpi()).toMatchObject({ kind: 'queued' })
  await list()
  expect([asked(), kpi()]).toMatchObject([['shown'], { kind: 'ready', values: { client: 1, locals: [11, 12] } }])
})

test('a choice is asked by its ids, and all of them chosen again by the word', async () => {
  const { dashboard, asked, list } = setup()
  await flush()
  await list()
  dashboard.setParam('locals', [12])
  await flush()
  dashboard.setParam('locals', [12, 11])
  await flush()
  expect(asked()).toEqual(['shown', [12], 'shown'])
})

test('another brand is asked without waiting for its list', async () => {
  const { dashboard, network, list } = setup()
  await flush()
  await list()
  dashboard.setParam('client', 7)
  await flush()
  expect(network.calls.slice(-2).map(({ source, args }) => [source, args])).toEqual([
    ['locals', { client: 7 }],
    ['figures', { client: 7, locals: 'shown' }],
  ])
})

test('locals from the address wait for the list that may not have them', async () => {
  const { asked, list } = setup({}, { search: '?locals=12' })
  await flush()
  expect(asked()).toEqual([])
  await list()
  expect(asked()).toEqual([[12]])
})

test('an empty list, or one that fails, takes the question back', async () => {
  for (const end of ['empty', 'failed'] as const) {
    const { network, list, kpi } = setup()
    await flush()
    const figures = network.calls.find(({ source }) => source === 'figures')
    if (end === 'empty') await list([])
    else {
      network.calls.find(({ source }) => source === 'locals')?.fail({ status: 403 })
      await flush()
    }
    expect([end, figures?.signal.aborted, kpi()]).toEqual([end, true, { kind: 'blocked', missing: ['locals'] }])
  }
})

test.each<readonly [string, object, SourceArg]>([
  ['has no word', {}, { type: 'ids', required: true }],
  ['has other rows', { queries: { ...base.queries, stores: { ...stores, transform: [] } } }, SHOWN],
  ['is of another brand', { queries: { ...base.queries, stores: { ...stores, args: { client: '$other' } } } }, SHOWN],
  [
    'shows locals without data',
    { params: { ...base.params, locals: { ...locals, options: { ...locals.options, hideNoData: false } } } },
    SHOWN,
  ],
  ['starts with one', { params: { ...base.params, locals: { ...locals, default: { pick: 'first' } } } }, SHOWN],
])('a list that %s is waited for and asked by its ids', async (_name, change, arg) => {
  const { asked, list } = setup(change, { arg })
  await flush()
  expect(asked()).toEqual([])
  await list()
  expect(asked()).toHaveLength(1)
  expect(Array.isArray(asked()[0])).toBe(true)
})

test('a widget whose rule looks at the list waits for it', async () => {
  const { asked, list } = setup({
    widgets: { kpi: { ...base.widgets.kpi, show: { when: { param: 'locals', count: { gt: 1 } } } } },
  })
  await flush()
  expect(asked()).toEqual([])
  await list()
  expect(asked()).toEqual(['shown'])
})

test('steps that need the list are not taken ahead of it', async () => {
  const { network } = setup({
    widgets: {
      kpi: {
        type: 'kpi',
        data: { rows: { query: 'main', transform: [{ op: 'filter', where: { visits: { in: '$locals' } } }] } },
      },
    },
  })
  await flush()
  expect(network.calls.filter(({ source }) => source === 'figures').map(({ ahead }) => ahead)).toEqual([[]])
})
