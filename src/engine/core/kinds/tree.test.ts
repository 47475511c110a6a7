import { describe, expect, test } from 'vitest'
import { createDashboard } from '../run/dashboard.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  fakeUrl,
  flush,
  measure,
  memoryStorage,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const LIST = [dim('id'), dim('name', 'text'), dim('country', 'text'), dim('region', 'text')]
const ROWS = [dim('hour'), measure('visits')]
const STORES: [number, string, string, string | null][] = [
  [11, 'Gran Vía', 'ES', 'Madrid'],
  [12, 'Sol', 'ES', 'Madrid'],
  [13, 'Casco Viejo', 'ES', 'Bilbao'],
  [14, 'Opéra', 'FR', null],
]

const document = (stores: Record<string, unknown> = {}, options: Record<string, unknown> = {}) => ({
  format: 1,
  _id: 'tree',
  name: 'Tree',
  params: {
    stores: {
      type: 'tree',
      label: 'Stores',
      options: {
        query: 'stores',
        value: 'id',
        label: 'name',
        levels: [{ value: 'country' }, { value: 'region' }],
        ...options,
      },
      default: { pick: 'all' },
      ...stores,
    },
  },
  queries: { stores: { source: 'stores' }, main: { source: 'main', args: { locals: '$stores' } } },
  widgets: {
    kpi: { type: 'kpi', data: { rows: { query: 'main' } }, emits: { pick: { set: 'stores', to: '$event.local' } } },
  },
  layout: { sections: [{ id: 'all', params: ['stores'], requires: ['stores'], widgets: ['kpi'] }] },
})

async function open({ search = '', rows = STORES, doc = document(), stored = memoryStorage(), fails = false } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('stores', LIST, {}),
    network.source('main', ROWS, { locals: { type: 'ids', required: true } }),
  )
  if (!fails) network.reply('stores', () => table(LIST, rows))
  network.reply('main', () => table(ROWS, [[20_000, 5]]))
  const url = fakeUrl(search)
  const widget = plainWidget('kpi', { emits: { pick: { local: 'id' } } })
  const layout = loadLayout(doc, { widgets: widgetsOf(widget), sources })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url, storage: stored }))
  await flush()
  return {
    dashboard,
    network,
    url,
    layout,
    asked: () => network.calls.filter(({ source }) => source === 'main').at(-1)?.args.locals,
    param: () => dashboard.store.getState().params.stores,
    async set(value: unknown) {
      dashboard.setParam('stores', value)
      await flush()
    },
  }
}

test('all is sent as all leaves and written as one sign', async () => {
  const { asked, url, param } = await open()
  expect([asked(), url.search(), param()?.value, param()?.draft]).toEqual([
    [11, 12, 13, 14],
    '?stores=*',
    [11, 12, 13, 14],
    ['*'],
  ])
})

test('a branch is sent as its leaves and stays a branch: a store that opens in it comes along', async () => {
  const one = await open()
  await one.set(['ES.Madrid.', '14'])
  expect([one.asked(), one.url.search()]).toEqual([[11, 12, 14], '?stores=ES.Madrid.,14'])
  const tomorrow = await open({ search: one.url.search(), rows: [...STORES, [15, 'Retiro', 'ES', 'Madrid']] })
  expect([tomorrow.asked(), tomorrow.url.search()]).toEqual([[11, 12, 14, 15], '?stores=ES.Madrid.,14'])
})

test('a store that closed is struck through and not sent, and the rest stays', async () => {
  const { asked, param, url } = await open({ search: '?stores=17,ES.Bilbao.' })
  expect([asked(), param()?.state, param()?.missing, url.search()]).toEqual([
    [13],
    'set',
    ['17'],
    '?stores=17,ES.Bilbao.',
  ])
})

test('values missing in the list are handled as the document says, and branches stay branches', async () => {
  const cleared = await open({ search: '?stores=17,ES.Madrid.', doc: document({ onInvalid: 'clear' }) })
  expect([cleared.asked(), cleared.url.search()]).toEqual([[11, 12], '?stores=ES.Madrid.'])
  const standard = await open({ search: '?stores=PT.', doc: document({ onInvalid: 'default' }) })
  expect([standard.asked(), standard.url.search()]).toEqual([[11, 12, 13, 14], '?stores=*'])
})

test('choosing all again is no choice: the remembered value is deleted', async () => {
  const stored = memoryStorage()
  const one = await open({ doc: document({ persist: 'local' }), stored })
  await one.set(['*', '-ES.'])
  const again = await open({ doc: document({ persist: 'local' }), stored })
  expect([again.asked(), again.param()?.origin]).toEqual([[14], 'persisted'])
  await again.set(['*'])
  expect((await open({ doc: document({ persist: 'local' }), stored })).param()?.origin).toBe('default')
})

describe('a link', () => {
  const params = document({ persist: 'local' })

  test('is taken unchanged: it is not merged with the value this device remembers, and is not remembered', async () => {
    const stored = memoryStorage()
    const one = await open({ doc: params, stored })
    await one.set(['13'])
    const linked = await open({ doc: params, stored, search: '?stores=ES.Madrid.' })
    expect([linked.asked(), linked.url.search()]).toEqual([[11, 12], '?stores=ES.Madrid.'])
    expect((await open({ doc: params, stored })).asked()).toEqual([13])
  })

  test('gives a reader of other stores their own of the branch, and flags the missing ones', async () => {
    const theirs: typeof STORES = [
      [12, 'Sol', 'ES', 'Madrid'],
      [21, 'Retiro', 'ES', 'Madrid'],
    ]
    const { asked, param } = await open({ search: '?stores=ES.Madrid.,14', rows: theirs })
    expect([asked(), param()?.missing]).toEqual([[12, 21], ['14']])
  })

  test('to all is all that the reader has access to, and is no choice of theirs', async () => {
    const { asked, param } = await open({ search: '?stores=*', rows: [[31, 'Rossio', 'PT', 'Lisboa']] })
    expect([asked(), param()?.origin]).toEqual([[31], 'url'])
  })
})

test('a press on a store in a chart chooses that leaf', async () => {
  const { dashboard, asked, url } = await open()
  dashboard.emit('kpi', 'pick', { local: 13 })
  await flush()
  expect([asked(), url.search()]).toEqual([[13], '?stores=13'])
})

test('thousands of leaves may be chosen one by one; an address takes 5,000, as it does of numbers', async () => {
  const many = Array.from({ length: 6000 }, (_, at): [number, string, string, string] => [at, `${at}`, 'ES', 'Madrid'])
  const one = await open({ rows: many })
  await one.set(many.slice(0, 5000).map(([id]) => id))
  expect([(one.asked() as number[]).length, one.url.search().split(',').length]).toEqual([5000, 5000])
  await one.set(many.slice(0, 5001).map(([id]) => id))
  expect([(one.asked() as number[]).length, one.url.search()]).toEqual([5001, ''])
})

test('nothing chosen asks nothing, and a text that is no choice is ignored with a notice', async () => {
  const one = await open()
  const before = one.network.calls.length
  await one.set([])
  expect([one.param()?.state, one.network.calls.length, one.url.search()]).toEqual(['unset', before, '?stores='])
  const two = await open({ search: '?stores=a.b' })
  expect([
    two.asked(),
    two.dashboard.store.getState().notices.map(({ code, params }) => [code, params?.expected]),
  ]).toEqual([[11, 12, 13, 14], [['URL_VALUE_IGNORED', 'branches and numbers with commas']]])
})

test('when its list fails it has failed, and no request is sent', async () => {
  const { network, param, asked } = await open({ fails: true })
  network.calls[0]?.fail({ status: 400, message: 'no' })
  await flush()
  expect([param()?.state, asked()]).toEqual(['failed', undefined])
})

test('a tree says which columns are above its rows, and they are columns of its list', async () => {
  const codes = async (doc: ReturnType<typeof document>) =>
    (await open({ doc })).layout.issues.map(({ code, pointer, params }) => [code, pointer, params?.column])
  expect(await codes(document())).toEqual([])
  expect(await codes(document({}, { levels: undefined }))).toContainEqual([
    'PARAM_LEVELS_MISSING',
    '/params/stores/options/levels',
    undefined,
  ])
  expect(await codes(document({}, { levels: [{ value: 'country', label: 'land' }] }))).toContainEqual([
    'PARAM_OPTIONS_COLUMN_UNKNOWN',
    '/params/stores/options/levels',
    'land',
  ])
  expect(await codes(document({ default: ['a.b'] }))).toContainEqual([
    'PARAM_DEFAULT_INVALID',
    '/params/stores/default',
    undefined,
  ])
})
