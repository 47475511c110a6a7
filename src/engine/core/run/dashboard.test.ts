import { LANGUAGES } from '#domain/languages'
import type { Frame } from '#domain/frame'
import { toRows } from '#domain/frame-build'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAIT_SHOWN_AFTER_MS } from '../document/constants.ts'
import { createDashboard } from './dashboard.ts'
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

const CLIENTS = [dim('id'), dim('name', 'text')]
const LOCALS = [dim('id'), dim('name', 'text'), dim('noData', 'boolean')]
const ROWS = [dim('day', 'day'), measure('visits')]

const texts = { title: 'Título', brand: 'Marca', store: 'Tienda', periods: 'Periodos' }

function document(change: (doc: ReturnType<typeof base>) => void = () => undefined) {
  const doc = base()
  change(doc)
  return doc
}

function base() {
  return {
    format: 1,
    _id: 'test',
    revision: 1,
    name: 't:title',
    access: 'footCompare',
    apply: 'auto' as 'auto' | 'manual',
    i18n: Object.fromEntries(LANGUAGES.map((language) => [language, texts])),
    params: {
      client: {
        type: 'single',
        label: 't:brand',
        options: { query: 'clients', value: 'id', label: 'name', names: 'client' },
        default: { pick: 'onlyOption' },
        url: { key: 'client', shape: 'id' },
      },
      locals: {
        type: 'multi',
        label: 't:store',
        options: { query: 'stores', value: 'id', label: 'name', names: 'local', hideNoData: true },
        default: { pick: 'all' },
        onInvalid: 'flag' as 'flag' | 'default' | 'clear',
        url: { key: 'locals', shape: 'ids' },
      },
      periods: {
        type: 'periodPair',
        label: 't:periods',
        default: { preset: 'thisWeekVsPrevious' },
        url: { key: 'end', shape: 'date' },
        persist: 'local',
      },
    } as Record<string, unknown>,
    queries: {
      clients: { source: 'clients.list' },
      stores: { source: 'locals.byClient', args: { client: '$client' } },
      main: {
        source: 'compare.main',
        args: {
          client: '$client',
          locals: '$locals',
          begin: '$periods.comparing.begin',
          end: '$periods.comparing.end',
          before: '$periods.reference.begin',
        },
      },
      other: { source: 'compare.other', args: { client: '$client', locals: '$locals' } },
    } as Record<string, unknown>,
    widgets: {
      kpi: {
        type: 'kpi',
        title: 't:title',
        data: { rows: { query: 'main' } },
        emits: { pick: { set: 'periods.comparing', to: '$event.day' } },
      },
      chart: { type: 'kpi', data: { rows: { query: 'main' } } },
      table: { type: 'kpi', data: { rows: { query: 'other' } } },
    } as Record<string, unknown>,
    layout: {
      sections: [
        { id: 'filters', params: ['client', 'locals', 'periods'], sticky: true },
        { id: 'traffic', requires: ['client', 'locals', 'periods'], widgets: ['kpi', 'chart', 'table'] },
      ],
    },
    grids: {
      large: { kpi: { x: 0, y: 0, w: 6, h: 6 }, chart: { x: 6, y: 0, w: 6, h: 6 }, table: { x: 0, y: 6, w: 12, h: 6 } },
    },
  }
}

function setup({
  doc = document(),
  search = '',
  clients = [[1, 'Uno']] as [number, string][],
  stored = memoryStorage(),
  answer = true,
  admin = false,
} = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('clients.list', CLIENTS, {}),
    network.source('locals.byClient', LOCALS, { client: { type: 'id', required: true } }),
    network.source('compare.main', ROWS, {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
      begin: { type: 'date', required: true },
      end: { type: 'date', required: true },
      before: { type: 'date' },
    }),
    network.source('compare.other', ROWS, {
      client: { type: 'id', required: true },
      locals: { type: 'ids', required: true },
    }),
  )
  network.reply('clients.list', () => table(CLIENTS, clients))
  network.reply('locals.byClient', ({ client }) =>
    table(LOCALS, [
      [Number(client) * 10 + 1, 'a', false],
      [Number(client) * 10 + 2, 'b', false],
      [Number(client) * 10 + 3, 'c', true],
    ]),
  )
  if (answer)
    for (const name of ['compare.main', 'compare.other']) network.reply(name, () => table(ROWS, [[20_000, 5]]))
  const url = fakeUrl(search)
  const layout = loadLayout(doc, {
    widgets: widgetsOf(
      plainWidget('kpi', {
        emits: {
          pick: { day: 'day', local: 'id' },
          brush: { values: { memberOf: 'category', isList: true }, range: 'range' },
          zoom: { range: 'range' },
        },
      }),
      plainWidget('marked', {
        data: {
          rows: { required: true, columns: { day: 'dim' } },
          marks: { required: false, columns: { day: 'dim' } },
        },
      }),
    ),
    sources,
  })
  const dashboard = createDashboard(
    dashboardOptions(layout, network, clock, sources, { url, storage: stored, user: { id: 'ana', admin } }),
  )
  const state = () => dashboard.store.getState()
  const asked = (source: string) => network.calls.filter((call) => call.source === source).map(({ args }) => args)
  return { clock, network, sources, url, layout, dashboard, state, asked, stored }
}

test('the layout of these tests has no issue', () => {
  expect(setup().layout.issues).toEqual([])
})

test('nothing is asked while a required filter is missing, and the widgets name it', async () => {
  const { state, network } = setup({
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
  })
  await flush()
  expect(network.calls.map(({ source }) => source)).toEqual(['clients.list'])
  expect(state().widgets.kpi).toEqual({ kind: 'blocked', missing: ['client', 'locals'] })
  expect(state().sections[1]?.missing).toEqual(['client', 'locals'])
  expect(
    state()
      .trace.at(-1)
      ?.queries.find(({ query }) => query === 'main'),
  ).toEqual({
    query: 'main',
    decision: 'blocked',
    why: 'client, locals is not set',
    reason: { key: 'unset', params: { filters: 'client, locals' } },
  })
})

test('opening asks parents before children, each query once, and hides venues without data', async () => {
  const { state, network, asked } = setup()
  await flush()
  expect(network.calls.map(({ source }) => source)).toEqual([
    'clients.list',
    'locals.byClient',
    'compare.main',
    'compare.other',
  ])
  expect(asked('compare.main')).toEqual([
    { client: 1, locals: [11, 12], begin: '2026-11-16', end: '2026-11-19', before: '2026-11-09' },
  ])
  expect(state().params.locals).toMatchObject({ state: 'set', value: [11, 12], origin: 'default', missing: [] })
  expect(state().labels.local).toEqual(
    new Map([
      [11, 'a'],
      [12, 'b'],
    ]),
  )
  expect(state().widgets.kpi).toMatchObject({ kind: 'ready', ageMs: 0, values: { client: 1, locals: [11, 12] } })
  expect(state().busy).toBe(false)
  expect(state().trace).toHaveLength(1)
})

test('administrators see venues without data', async () => {
  const { asked } = setup({ admin: true })
  await flush()
  expect(asked('compare.other')).toEqual([{ client: 1, locals: [11, 12, 13] }])
})

test('widgets that show the same rows share one request and one run of their steps', async () => {
  const { network } = setup()
  await flush()
  expect(network.runs.map(({ ref }) => ref)).toEqual(['frame-1', 'frame-2', 'frame-3', 'frame-4'])
})

test('a change asks each query below it once and skips the rest, in one transaction', async () => {
  const { dashboard, network, state, asked } = setup()
  await flush()
  dashboard.setParam('locals', [12])
  dashboard.setParam('locals', [11])
  await flush()
  expect(network.calls).toHaveLength(6)
  expect(asked('compare.main').at(-1)).toMatchObject({ locals: [11] })
  const record = state().trace.at(-1)
  expect(record?.cause).toEqual({ kind: 'edit', params: ['locals'] })
  expect(record?.queries.map(({ query, decision, why }) => [query, decision, why])).toEqual([
    ['stores', 'skip', 'same arguments'],
    ['main', 'enqueue', 'locals changed'],
    ['other', 'enqueue', 'locals changed'],
  ])
  expect(record?.settledMs).toBe(0)
})

test('each widget is drawn once per transaction', async () => {
  const { dashboard } = setup()
  await flush()
  const drawn: Record<string, Set<unknown>> = { kpi: new Set(), table: new Set() }
  dashboard.store.subscribe(({ widgets }) => {
    for (const id of ['kpi', 'table']) {
      const widget = widgets[id]
      if (widget?.kind === 'ready') drawn[id]?.add(widget.frames)
      else if (widget?.kind === 'loading' && widget.previous) drawn[id]?.add(widget.previous.frames)
    }
  })
  dashboard.setParam('locals', [11])
  await flush()
  expect([drawn.kpi?.size, drawn.table?.size]).toEqual([2, 2])
})

test('a quick change is drawn in one step per answer: no wait is shown, and a widget is published once', async () => {
  const { dashboard, clock } = setup()
  await clock.advance(0)
  const seen: Record<string, Set<unknown>> = { kpi: new Set(), chart: new Set(), table: new Set() }
  const kinds = new Set<string>()
  const before = dashboard.shown.getState()
  dashboard.shown.subscribe((all) => {
    for (const [id, state] of Object.entries(all)) {
      if (state !== before[id]) seen[id]?.add(state)
      kinds.add(state.kind)
    }
  })
  dashboard.setParam('locals', [11])
  await clock.advance(0)
  expect(Object.values(seen).map(({ size }) => size)).toEqual([1, 1, 1])
  expect([...kinds]).toEqual(['ready'])
  expect(dashboard.shown.getState()).toEqual(dashboard.store.getState().widgets)
  await clock.advance(1000)
  expect(Object.values(seen).map(({ size }) => size)).toEqual([1, 1, 1])
})

test('a change whose answer takes long shows the wait over the old figures', async () => {
  const { dashboard, clock } = setup({ answer: false })
  await flush()
  expect(dashboard.shown.getState().kpi).toMatchObject({ kind: 'queued' })
  await clock.advance(WAIT_SHOWN_AFTER_MS)
  expect(dashboard.shown.getState()).toEqual(dashboard.store.getState().widgets)
  expect(dashboard.shown.getState().kpi).toMatchObject({ kind: 'loading', attempt: 1 })
})

test('the same choice again asks nothing', async () => {
  const { dashboard, network } = setup()
  await flush()
  dashboard.setMany({ client: 1, locals: [12, 11] })
  await flush()
  expect(network.calls).toHaveLength(4)
})

test('another brand takes "all stores" along, and requests in flight are dropped', async () => {
  const { dashboard, network, asked, state } = setup({
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
    answer: false,
  })
  await flush()
  dashboard.setParam('client', 1)
  await flush()
  const first = network.calls.filter(({ source }) => source.startsWith('compare'))
  expect(first).toHaveLength(2)
  dashboard.setParam('client', 2)
  await flush()
  expect(first.map(({ signal }) => signal.aborted)).toEqual([true, true])
  expect(asked('compare.main').at(-1)).toMatchObject({ client: 2, locals: [21, 22] })
  expect(state().notices).toEqual([])
})

test('chosen stores that the new brand has not are flagged, struck through and never sent', async () => {
  const { dashboard, state, asked } = setup({
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
    search: '?client=1&locals=11',
  })
  await flush()
  dashboard.setParam('client', 2)
  await flush()
  expect(state().params.locals).toMatchObject({ state: 'flagged', value: undefined, missing: [11] })
  expect(state().widgets.kpi).toEqual({ kind: 'blocked', missing: ['locals'] })
  expect(asked('compare.main')).toHaveLength(1)
  expect(state().notices.map(({ code, params }) => [code, params])).toEqual([
    ['FILTER_FLAGGED', { param: 'Tienda', values: '11' }],
  ])
  dashboard.setParam('locals', [21])
  await flush()
  expect(state().notices).toEqual([])
  expect(asked('compare.main').at(-1)).toMatchObject({ client: 2, locals: [21] })
})

test('with onInvalid default the reset is part of the same transaction', async () => {
  const doc = document((one) => {
    one.params.locals = { ...(one.params.locals as object), onInvalid: 'default' }
  })
  const { dashboard, state, asked } = setup({
    doc,
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
    search: '?client=1&locals=11',
  })
  await flush()
  dashboard.setParam('client', 2)
  await flush()
  expect(asked('compare.main').map(({ client, locals }) => [client, locals])).toEqual([
    [1, [11]],
    [2, [21, 22]],
  ])
  expect(state().trace).toHaveLength(2)
  expect(state().notices.map(({ code }) => code)).toEqual(['FILTER_RESET'])
})

test('a bad value in the address is ignored with a notice; a good one is kept', async () => {
  const { state, asked, url } = setup({ search: '?client=1;drop&locals=12&end=2026-13-01&utm=x' })
  await flush()
  expect(state().notices.map(({ code, params }) => [code, params?.value])).toEqual([
    ['URL_VALUE_IGNORED', '1;drop'],
    ['URL_VALUE_IGNORED', '2026-13-01'],
  ])
  expect(asked('compare.main')).toEqual([
    { client: 1, locals: [12], begin: '2026-11-16', end: '2026-11-19', before: '2026-11-09' },
  ])
  expect(url.search()).toBe('?locals=12&end=2026-11-19&utm=x&period=thisWeekVsPrevious&client=1')
})

const WEEK = 'end=2026-11-19&period=thisWeekVsPrevious'

test('everything that shapes what is seen is written to the address, also a default: typing replaces, a choice pushes', async () => {
  const { dashboard, url } = setup({ search: '?utm=x' })
  await flush()
  expect(url.search()).toBe(`?utm=x&${WEEK}&client=1&locals=11,12`)
  expect(new Set(url.history.map(({ mode }) => mode))).toEqual(new Set(['replace']))
  const begun = url.history.length
  dashboard.setParam('locals', [11])
  await flush()
  dashboard.setParam('locals', [12], { gesture: 'typing' })
  await flush()
  dashboard.setParam('locals', [12, 11])
  await flush()
  dashboard.openTab('chart', 'brand')
  expect(url.history.slice(begun)).toEqual([
    { search: `?utm=x&${WEEK}&client=1&locals=11`, mode: 'push' },
    { search: `?utm=x&${WEEK}&client=1&locals=12`, mode: 'replace' },
    { search: `?utm=x&${WEEK}&client=1&locals=11,12`, mode: 'push' },
    { search: `?utm=x&${WEEK}&client=1&locals=11,12&tab=chart.brand`, mode: 'push' },
  ])
})

test('going back in the history is one transaction that gives the filters and the tabs back', async () => {
  const { dashboard, url, state, asked } = setup()
  await flush()
  const before = url.search()
  dashboard.setParam('locals', [11])
  await flush()
  dashboard.openTab('chart', 'brand')
  expect(state().tabs).toEqual({ chart: 'brand' })
  url.go(before)
  await flush()
  expect(state().params.locals).toMatchObject({ value: [11, 12] })
  expect(state().tabs).toEqual({})
  expect(state().trace.at(-1)?.cause.kind).toBe('url')
  // The first answer is still fresh, so nothing is asked.
  expect(asked('compare.main')).toHaveLength(2)
})

test('the end of another day is that day’s period by its days', async () => {
  const { asked, url, state } = setup({ search: '?end=2026-10-14' })
  await flush()
  expect(asked('compare.main')[0]).toMatchObject({ begin: '2026-10-12', end: '2026-10-14' })
  expect(state().params.periods?.value).toMatchObject({ option: { key: 'customPeriods' } })
  expect(url.search()).toBe('?end=2026-10-14&p1=2026-10-12..2026-10-14&p2=2026-10-05..2026-10-07&client=1&locals=11,12')
})

test('periods are remembered on this device: a relative choice moves with the day', async () => {
  const first = setup()
  await flush()
  const { resolvePeriods, presetOption } = await import('#domain/periods')
  first.dashboard.setParam('periods', resolvePeriods(presetOption('lastMonthVsPrevious'), { today: '2026-09-03' }))
  await flush()
  expect(first.url.search()).toContain('end=2026-8-31&period=lastMonthVsPrevious')
  const { asked } = setup({ stored: first.stored })
  await flush()
  expect(asked('compare.main')[0]).toMatchObject({ begin: '2026-10-01', end: '2026-10-31' })
})

test('a link that is opened does not become what its reader prefers', async () => {
  const { stored } = setup({ search: '?period=lastMonthVsPrevious' })
  await flush()
  expect([...stored.entries]).toEqual([])
})

test('a link of all stores means all: another brand shows all of its own, and nothing is said of it', async () => {
  const { dashboard, state, url } = setup({
    doc: document((one) => {
      one.params.locals = { ...(one.params.locals as object), onInvalid: 'default' }
    }),
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
    search: '?client=1&locals=11,12',
  })
  await flush()
  dashboard.setParam('client', 2)
  await flush()
  expect([state().params.locals?.value, state().notices]).toEqual([[21, 22], []])
  expect(url.search()).toBe('?client=2&end=2026-11-19&period=thisWeekVsPrevious&locals=21,22')
})

test('all stores of a very large brand stay out of the address, which a server would refuse', async () => {
  const many = Array.from({ length: 1_000 }, (_, at): [number, string, boolean] => [100_000 + at, `s${at}`, false])
  const { network, dashboard, url } = setup({ search: '' })
  network.reply('locals.byClient', () => table(LOCALS, many))
  await flush()
  expect(url.search()).not.toContain('locals')
  dashboard.setParam('locals', [100_001])
  await flush()
  expect(url.search()).toContain('locals=100001')
})

/** Two readers: the second has other defaults (a brand of its own comes first) and remembers other periods. */
test('a link made by one reader gives another one the same filters and tabs, for any choice', async () => {
  const { resolvePeriods, presetOption, PRESET_KEYS } = await import('#domain/periods')
  const offered = (one: ReturnType<typeof base>) => {
    one.params.client = { ...(one.params.client as object), default: { pick: 'first' } }
    one.params.metric = {
      type: 'single',
      label: 't:title',
      options: [
        { value: 'ins', label: 'x' },
        { value: 'visits', label: 'y' },
      ],
      default: 'ins',
    }
    one.params.least = { type: 'number', label: 't:title', default: 3 }
    one.layout.sections[0]!.params!.push('metric', 'least')
  }
  const periods = fc.constantFrom(...PRESET_KEYS.filter((key) => key !== 'campaigns')).map((key) =>
    resolvePeriods(
      presetOption(
        key,
        key === 'customPeriods'
          ? {
              comparing: { begin: '2026-01-05', end: '2026-01-11' },
              reference: { begin: '2025-01-06', end: '2025-01-12' },
            }
          : key === 'advanced'
            ? {
                thisOrLast: 'last',
                thisOrLastPeriod: 'month',
                howManyPeriodsInThePast: 2,
                periodsInThePast: 'quarter',
              }
            : undefined,
      ),
      { today: '2026-11-20' },
    ),
  )
  const emptied = fc.constant(null)
  const chosen = fc.record(
    {
      client: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(1, 2) }, emptied),
      periods,
      metric: fc.oneof(fc.constantFrom('ins', 'visits'), emptied),
      least: fc.oneof(fc.integer({ min: -9, max: 9 }), emptied),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      chosen,
      fc.oneof(fc.subarray([1, 2]), emptied),
      fc.constantFrom('', 'store', 'brand'),
      async (values, stores, tab) => {
        const maker = setup({
          doc: document(offered),
          clients: [
            [1, 'Uno'],
            [2, 'Dos'],
          ],
        })
        await flush()
        maker.dashboard.setMany(values)
        await flush()
        const client = Number(maker.state().params.client?.value)
        if (stores === null) maker.dashboard.setParam('locals', null)
        else if (stores.length > 0 && values.client !== null)
          maker.dashboard.setParam(
            'locals',
            stores.map((at) => client * 10 + at),
          )
        if (tab !== '') maker.dashboard.openTab('chart', tab)
        await flush()
        const stored = memoryStorage()
        const other = setup({
          doc: document(offered),
          stored,
          clients: [
            [2, 'Dos'],
            [1, 'Uno'],
          ],
        })
        await flush()
        other.dashboard.setParam('periods', resolvePeriods(presetOption('last28Days'), { today: '2026-11-20' }))
        await flush()
        const reader = setup({
          doc: document(offered),
          stored,
          clients: [
            [2, 'Dos'],
            [1, 'Uno'],
          ],
          search: maker.url.search(),
        })
        await flush()
        const seen = ({ state }: typeof reader) => [
          Object.fromEntries(Object.entries(state().params).map(([key, { value }]) => [key, value])),
          state().tabs,
          state().notices,
        ]
        expect(seen(reader)).toEqual(seen(maker))
        expect(reader.url.search().slice(1).split('&').toSorted()).toEqual(
          maker.url.search().slice(1).split('&').toSorted(),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('a filter that is emptied stays so in the address, and going back fills it again', async () => {
  const { dashboard, url, state } = setup()
  await flush()
  const before = url.search()
  dashboard.setParam('locals', null)
  await flush()
  expect(url.search()).toBe(`?${WEEK}&client=1&locals=`)
  const reader = setup({ search: url.search() })
  await flush()
  expect([reader.state().params.locals?.state, reader.state().notices]).toEqual(['unset', []])
  url.go(before)
  await flush()
  expect(state().params.locals?.value).toEqual([11, 12])
})

test('a gesture on a chart sets the filter it depends on', async () => {
  const { dashboard, asked, state } = setup()
  await flush()
  dashboard.emit('kpi', 'pick', { day: 20_774 })
  await flush()
  expect(asked('compare.main').at(-1)).toMatchObject({ begin: '2026-11-17', end: '2026-11-17', before: '2026-11-10' })
  expect(state().trace.at(-1)?.cause).toEqual({ kind: 'emit', widget: 'kpi', event: 'pick', params: ['periods'] })
})

test('a brush on several members sets a list, one on days a range, whose reference follows', async () => {
  const doc = document()
  Object.assign(doc.widgets.kpi as object, {
    emits: {
      brush: { set: 'locals', to: '$event.values' },
      zoom: { set: 'periods.comparing', to: '$event.range' },
    },
  })
  const { dashboard, asked, state } = setup({ doc })
  await flush()
  dashboard.emit('kpi', 'brush', { values: [12], range: null })
  await flush()
  expect([asked('compare.main').at(-1), state().params.locals?.value]).toMatchObject([{ locals: [12] }, [12]])
  dashboard.emit('kpi', 'zoom', { range: { begin: '2026-11-17', end: '2026-11-18' } })
  await flush()
  expect(asked('compare.main').at(-1)).toMatchObject({ begin: '2026-11-17', end: '2026-11-18', before: '2026-11-10' })
  const before = state().trace.length
  dashboard.emit('kpi', 'brush', { range: null })
  await flush()
  expect(state().trace.length).toBe(before)
})

test('while another brand loads no figure of the one before is shown, and while other days load the old ones stay', async () => {
  const { dashboard, state, network } = setup({
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
    search: '?client=1',
    answer: false,
  })
  await flush()
  const answer = () => {
    for (const call of network.calls.filter(({ open }) => open)) call.answer(table(ROWS, [[1, 1]]))
  }
  answer()
  await flush()
  const { resolvePeriods, presetOption } = await import('#domain/periods')
  dashboard.setParam('periods', resolvePeriods(presetOption('lastMonthVsPrevious'), { today: '2026-11-20' }))
  await flush()
  expect(state().widgets.kpi).toMatchObject({ kind: 'loading', previous: { kind: 'ready', values: { client: 1 } } })
  answer()
  await flush()
  dashboard.setParam('client', 2)
  await flush()
  for (const states of [state().widgets, dashboard.shown.getState()]) {
    expect(
      [states.kpi, states.chart, states.table].filter(
        (one) => one === undefined || one.kind === 'ready' || ('previous' in one && one.previous !== undefined),
      ),
    ).toEqual([])
  }
  network.calls.find(({ source, open }) => source === 'compare.main' && open)?.fail({ status: 422 })
  await flush()
  expect(state().widgets.kpi).toMatchObject({ kind: 'error' })
  expect(state().widgets.kpi).not.toHaveProperty('previous')
})

test('with manual apply edits wait, and are dropped by discard', async () => {
  const { dashboard, state, network } = setup({
    doc: document((one) => {
      one.apply = 'manual'
    }),
  })
  await flush()
  dashboard.setParam('locals', [11])
  await flush()
  expect(state()).toMatchObject({ dirty: true, params: { locals: { value: [11, 12], draft: [11] } } })
  expect(network.calls).toHaveLength(4)
  dashboard.discard()
  expect(state().params.locals?.draft).toEqual([11, 12])
  dashboard.setParam('locals', [12])
  dashboard.apply()
  await flush()
  expect(state()).toMatchObject({ dirty: false, params: { locals: { value: [12] } } })
  expect(state().trace.at(-1)?.cause).toEqual({ kind: 'apply', params: ['locals'] })
})

test('a failing call shows its tries, then the error with what was shown before; retry asks again', async () => {
  const { dashboard, state, network, clock } = setup({ answer: false })
  await flush()
  const last = (source: string) => network.calls.findLast((call) => call.source === source && call.open)
  last('compare.other')?.answer(table(ROWS, [[1, 1]]))
  last('compare.main')?.answer(table(ROWS, [[1, 1]]))
  await flush()
  dashboard.setParam('locals', [11])
  await flush()
  for (const wait of [1000, 2000, 4000, 8000, 15000]) {
    last('compare.main')?.fail({ status: 503 })
    await flush()
    expect(state().widgets.kpi).toMatchObject({
      kind: 'loading',
      of: 6,
      retryAt: clock.now() + wait,
      reason: { code: 'SOURCE_FAILED' },
      previous: { kind: 'ready' },
    })
    await clock.advance(wait)
  }
  last('compare.main')?.fail({ status: 503, message: 'down' })
  await flush()
  expect(state().widgets.kpi).toMatchObject({
    kind: 'error',
    issue: { code: 'SOURCE_FAILED', params: { status: 503 } },
    previous: { kind: 'ready' },
  })
  expect(
    network.calls.filter(({ source, args }) => source === 'compare.main' && (args.locals as number[]).length === 1),
  ).toHaveLength(6)
  dashboard.retry('kpi')
  await flush()
  last('compare.main')?.answer(table(ROWS, [[1, 2]]))
  await flush()
  expect(state().widgets.kpi?.kind).toBe('ready')
  expect(state().widgets.chart?.kind).toBe('ready')
})

test('an answer that a widget does without may be refused; only who needs it fails', async () => {
  const doc = document((one) => {
    one.widgets.kpi = { type: 'marked', data: { rows: { query: 'main' }, marks: { query: 'other' } } }
  })
  const { state, network } = setup({ doc, answer: false })
  await flush()
  network.calls.find(({ source }) => source === 'compare.main')?.answer(table(ROWS, [[1, 1]]))
  network.calls.find(({ source }) => source === 'compare.other')?.fail({ status: 400 })
  await flush()
  expect([state().widgets.kpi?.kind, state().widgets.table?.kind]).toEqual(['ready', 'error'])
})

test('a failed list blocks what needs it, names the filter, and can be tried again', async () => {
  const { state, network, dashboard } = setup()
  network.reply('locals.byClient', () => {
    throw new Error('unused')
  })
  await flush()
  const fresh = setup({
    clients: [
      [1, 'Uno'],
      [2, 'Dos'],
    ],
  })
  let fail = true
  fresh.network.reply('locals.byClient', () => {
    if (fail) throw Object.assign(new Error('no'), { status: 403 })
    return table(LOCALS, [[21, 'x', false]])
  })
  await flush()
  fresh.dashboard.setParam('client', 2)
  await flush()
  expect(fresh.state().params.locals).toMatchObject({
    state: 'failed',
    value: undefined,
    issue: { code: 'SOURCE_REFUSED' },
  })
  expect(fresh.state().widgets.kpi).toEqual({ kind: 'blocked', missing: ['locals'] })
  fail = false
  fresh.dashboard.retryParam('locals')
  await flush()
  expect(fresh.state().params.locals).toMatchObject({ state: 'set', value: [21] })
  expect(fresh.state().widgets.kpi?.kind).toBe('ready')
  expect([state().busy, dashboard.issues]).toEqual([false, []])
})

test('a call is told what its widgets will ask of the answer: each list of steps once, with the filters as they stand', async () => {
  const own = (visits: unknown) => ({
    type: 'kpi',
    data: { rows: { query: 'main', transform: [{ op: 'filter', where: { visits: { in: visits } } }] } },
  })
  const doc = document((one) => {
    one.widgets.kpi = own('$locals')
    one.widgets.chart = own('$locals')
  })
  const { network } = setup({ doc })
  await flush()
  const told = network.calls.filter(({ source }) => source === 'compare.main').map(({ ahead }) => ahead)
  expect(told).toEqual([[[{ op: 'filter', where: { visits: { in: [11, 12] } } }]]])
  expect(network.runs.filter(({ steps }) => steps.length > 0).map(({ steps }) => steps)).toEqual(told.flat())
  expect(network.calls.filter(({ source }) => source !== 'compare.main').every(({ ahead }) => ahead.length === 0)).toBe(
    true,
  )
})

test('404 is an empty answer, an empty answer is not an error, and steps can empty it too', async () => {
  const doc = document((one) => {
    one.widgets.table = {
      type: 'kpi',
      data: { rows: { query: 'main', transform: [{ op: 'filter', where: { visits: { eq: 'nothing' } } }] } },
    }
  })
  const { state, network } = setup({ answer: false, doc })
  await flush()
  network.calls.find(({ source }) => source === 'compare.main')?.answer(table(ROWS, [[1, 1]]))
  await flush()
  expect(state().widgets.table).toMatchObject({ kind: 'empty', why: 'filteredOut' })
  const gone = setup({ answer: false })
  await flush()
  gone.network.calls.find(({ source }) => source === 'compare.main')?.fail({ status: 404 })
  gone.network.calls.find(({ source }) => source === 'compare.other')?.answer(table(ROWS, []))
  await flush()
  expect(gone.state().widgets).toMatchObject({
    kpi: { kind: 'empty', why: 'notFound' },
    table: { kind: 'empty', why: 'noRows' },
  })
})

test('an answer by the hour says which stores it leaves out, and an empty one that they are all there is', async () => {
  const { state, network } = setup({ answer: false })
  await flush()
  const call = (name: string) => network.calls.find(({ source }) => source === name)
  call('compare.main')?.answer(table(ROWS, [[1, 1]]), { byDay: { stores: 1, of: 2 } })
  call('compare.other')?.answer(table(ROWS, []), { byDay: { stores: 2, of: 2 } })
  await flush()
  expect(state().widgets).toMatchObject({
    kpi: { kind: 'ready', byDay: { stores: 1, of: 2 } },
    table: { kind: 'empty', why: 'byDay' },
  })
})

test('a failing step costs one widget', async () => {
  const doc = document((one) => {
    one.widgets.chart = {
      type: 'kpi',
      data: { rows: { query: 'main', transform: [{ op: 'filter', where: { visits: { eq: 'boom' } } }] } },
    }
  })
  const { state } = setup({ doc })
  await flush()
  expect(state().widgets).toMatchObject({
    kpi: { kind: 'ready' },
    chart: { kind: 'error', issue: { code: 'TRANSFORM_FAILED', widget: 'chart' } },
    table: { kind: 'ready' },
  })
})

test('401 cancels everything and says so once', async () => {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(network.source('clients.list', CLIENTS, {}))
  const layout = loadLayout(
    {
      ...base(),
      params: { client: base().params.client },
      queries: { clients: { source: 'clients.list' } },
      widgets: {},
      layout: { sections: [{ id: 'a', params: ['client'] }] },
      grids: {},
    },
    { widgets: new Map(), sources },
  )
  let left = 0
  createDashboard(
    dashboardOptions(layout, network, clock, sources, {
      onUnauthorized: () => {
        left++
      },
    }),
  )
  await flush()
  network.calls[0]?.fail({ status: 401 })
  await flush()
  expect(left).toBe(1)
})

test('a hidden widget asks nothing until its rule holds', async () => {
  const doc = document((one) => {
    one.widgets.table = {
      type: 'kpi',
      data: { rows: { query: 'other' } },
      show: { when: { param: 'locals', count: { gt: 2 } } },
    }
  })
  const { state, asked, dashboard } = setup({ doc, admin: true })
  await flush()
  expect(state().widgets.table?.kind).toBe('ready')
  dashboard.setParam('locals', [11])
  await flush()
  expect(state().widgets.table).toEqual({ kind: 'hidden', rule: 'locals count gt 2' })
  expect(asked('compare.other')).toHaveLength(1)
})

test('a widget whose measure belongs to a data module that is off is hidden, and says which; it is back with the next answer that has it', async () => {
  const mutable = plainWidget('kpi')
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('clients.list', CLIENTS, {}),
    network.source('compare.other', ROWS, { client: { type: 'id', required: true } }),
  )
  const off = ROWS.map((column) => (column.id === 'visits' ? { ...column, muted: true as const } : column))
  network.reply('clients.list', () =>
    table(CLIENTS, [
      [1, 'Uno'],
      [2, 'Dos'],
    ]),
  )
  network.reply('compare.other', ({ client }) => (client === 1 ? table(off, [[1, null]]) : table(ROWS, [[1, 7]])))
  const { client } = base().params
  const layout = loadLayout(
    {
      ...base(),
      params: { client: { ...(client as object), default: { pick: 'first' } } },
      queries: { clients: { source: 'clients.list' }, other: { source: 'compare.other', args: { client: '$client' } } },
      widgets: { table: { type: 'kpi', data: { rows: { query: 'other' } } } },
      layout: { sections: [{ id: 'a', params: ['client'], requires: ['client'], widgets: ['table'] }] },
      grids: { large: { table: { x: 0, y: 0, w: 12, h: 6 } } },
    },
    { widgets: widgetsOf(mutable), sources },
  )
  expect(layout.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, {}))
  await flush()
  expect(dashboard.store.getState().widgets.table).toEqual({ kind: 'hidden', rule: '', muted: ['visits'] })
  dashboard.setParam('client', 2)
  await flush()
  expect(dashboard.store.getState().widgets.table?.kind).toBe('ready')
  dashboard.setParam('client', 1)
  await flush()
  expect(dashboard.store.getState().widgets.table?.kind).toBe('hidden')
})

test('a step may refer to a filter: the rows stay, only the steps run again', async () => {
  const doc = document((one) => {
    one.widgets.table = {
      type: 'kpi',
      data: { rows: { query: 'other2', transform: [{ op: 'filter', where: { visits: { in: '$locals' } } }] } },
    }
    one.queries.other2 = { source: 'compare.fixed' }
    delete one.queries.other
  })
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('clients.list', CLIENTS, {}),
    network.source('locals.byClient', LOCALS, { client: { type: 'id', required: true } }),
    network.source('compare.fixed', ROWS, {}),
    network.source('compare.main', ROWS, {
      client: { type: 'id' },
      locals: { type: 'ids' },
      begin: { type: 'date' },
      end: { type: 'date' },
      before: { type: 'date' },
    }),
  )
  network.reply('clients.list', () => table(CLIENTS, [[1, 'Uno']]))
  network.reply('locals.byClient', () =>
    table(LOCALS, [
      [11, 'a', false],
      [12, 'b', false],
    ]),
  )
  network.reply('compare.fixed', () => table(ROWS, [[1, 1]]))
  const layout = loadLayout(doc, { widgets: widgetsOf(plainWidget('kpi')), sources })
  expect(layout.issues).toEqual([])
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources))
  await flush()
  dashboard.setParam('locals', [11])
  await flush()
  expect(network.calls.filter(({ source }) => source === 'compare.fixed')).toHaveLength(1)
  expect(network.runs.flatMap(({ steps }) => steps)).toEqual([
    { op: 'filter', where: { visits: { in: [11, 12] } } },
    { op: 'filter', where: { visits: { in: [11] } } },
  ])
})

test('texts follow the language without a request', async () => {
  const doc = document((one) => {
    one.i18n.en = { ...texts, brand: 'Brand' }
  })
  const { dashboard, state, network } = setup({ doc })
  await flush()
  dashboard.setLocale('en')
  expect([state().title, state().params.client?.label, network.calls.length]).toEqual(['Título', 'Brand', 4])
})

test('an answer older than an hour is shown with its age and asked again', async () => {
  const { dashboard, state, asked, clock } = setup()
  await flush()
  dashboard.setParam('locals', [11])
  await flush()
  await clock.advance(3_600_000)
  dashboard.setParam('locals', [12, 11])
  await flush()
  expect(asked('compare.main')).toHaveLength(3)
  expect(state().widgets.kpi).toMatchObject({ kind: 'ready', ageMs: 0 })
  expect(
    state()
      .trace.at(-1)
      ?.queries.find(({ query }) => query === 'main')?.outcome,
  ).toMatchObject({ kind: 'done', from: 'network' })
})

test('promoteAll resolves when nothing is in flight', async () => {
  const { dashboard, network } = setup({ answer: false })
  await flush()
  let done = false
  void dashboard.promoteAll().then(() => {
    done = true
  })
  await flush()
  expect(done).toBe(false)
  for (const call of network.calls) if (call.open) call.answer(table(ROWS, [[1, 1]]))
  await flush()
  expect(done).toBe(true)
})

test('after dispose nothing is told and every call is aborted', async () => {
  const { dashboard, network, clock } = setup({ answer: false })
  await flush()
  let told = 0
  dashboard.store.subscribe(() => {
    told++
  })
  dashboard.dispose()
  for (const call of network.calls) call.answer(table(ROWS, []))
  dashboard.setParam('locals', [11])
  await clock.advance(10_000)
  expect([told, clock.pending, network.calls.slice(2).every(({ signal }) => signal.aborted)]).toEqual([0, 0, true])
})

test('for any order of edits and answers, the last figures belong to the filters, and no transaction asks a query twice', async () => {
  const edit = fc.oneof(
    fc.record({ client: fc.constantFrom(1, 2) }),
    fc.record({ locals: fc.uniqueArray(fc.constantFrom(11, 12, 21, 22), { minLength: 1, maxLength: 3 }) }),
    fc.record({ client: fc.constantFrom(1, 2), locals: fc.constantFrom(null, [11], [22]) }),
    fc.constant('back' as const),
  )
  const script = fc.array(fc.record({ edit, answers: fc.array(fc.nat(20), { maxLength: 4 }), fail: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const doc = document((one) => {
        one.params.locals = { ...(one.params.locals as object), onInvalid: 'default' }
      })
      const { dashboard, network, state, url, clock } = setup({
        doc,
        clients: [
          [1, 'Uno'],
          [2, 'Dos'],
        ],
        answer: false,
        search: '?client=1',
      })
      const answer = (call: (typeof network.calls)[number]) => {
        const { client, locals } = call.args
        call.answer(table(ROWS, [[Number(client), [locals].flat().reduce<number>((sum, id) => sum + Number(id), 0)]]))
      }
      await flush()
      for (const { edit: made, answers, fail } of steps) {
        if (made === 'back') url.go('?client=2')
        else dashboard.setMany(made)
        await flush()
        for (const n of answers) {
          const open = network.calls.filter((call) => call.open)
          const call = open[n % Math.max(1, open.length)]
          if (call === undefined) continue
          if (fail) call.fail({ status: 503 })
          else answer(call)
          await flush()
        }
        const { params, widgets } = state()
        // Nothing on screen may be older than the filters say, unless it is marked as what was shown before.
        for (const widget of Object.values(widgets))
          if (widget.kind === 'ready')
            expect([widget.values.client, widget.values.locals]).toEqual([params.client?.value, params.locals?.value])
      }
      for (let i = 0; i < 30 && state().busy; i++) {
        for (const call of network.calls) if (call.open) answer(call)
        await clock.advance(20_000)
      }
      const { params, widgets, trace, busy } = state()
      expect(busy).toBe(false)
      for (const record of trace)
        expect(new Set(record.queries.map(({ query }) => query)).size).toBe(record.queries.length)
      const locals = params.locals?.value as number[] | undefined
      for (const widget of Object.values(widgets)) {
        if (locals === undefined) {
          expect(widget.kind).toBe('blocked')
          continue
        }
        expect(widget.kind).toBe('ready')
        if (widget.kind === 'ready')
          expect(toRows(widget.frames.rows as Frame)).toEqual([
            [params.client?.value, locals.reduce((sum, id) => sum + id, 0)],
          ])
      }
    }),
    { numRuns: 150 },
  )
}, 60_000)

// ------------------------------------------------------------ lists and their columns

const listDoc = (change: (doc: ReturnType<typeof base>) => void) =>
  document((doc) => {
    doc.params = {
      client: {
        type: 'single',
        label: 't:brand',
        options: { query: 'clients', value: 'id', label: 'name', names: 'client' },
        default: { pick: 'onlyOption' },
      },
    }
    doc.queries = {
      clients: { source: 'clients.list' },
      stores: { source: 'locals.byClient', args: { client: '$client' } },
      others: { source: 'locals.byClient', args: { client: 2 } },
      main: {
        source: 'compare.main',
        args: { client: '$client', locals: '$locals', begin: '2026-01-01', end: '2026-01-02' },
      },
    }
    doc.widgets = { kpi: { type: 'kpi', data: { rows: { query: 'main' } } } }
    doc.params.locals = {
      type: 'multi',
      label: 't:store',
      options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
      default: { pick: 'all' },
    }
    doc.layout = {
      sections: [
        { id: 'filters', params: ['client', 'locals'], sticky: true },
        { id: 'traffic', requires: ['client', 'locals'], widgets: ['kpi'] },
      ],
    }
    change(doc)
    doc.grids = { large: { kpi: { x: 0, y: 0, w: 6, h: 6 } } } as never
  })

test('two lists that name the members of one dimension add up, whichever arrives last', async () => {
  const { clock, state } = setup({
    doc: listDoc((doc) => {
      doc.params.rivals = {
        type: 'multi',
        label: 't:store',
        options: { query: 'others', value: 'id', label: 'name', names: 'local' },
        default: { pick: 'none' },
      }
      doc.layout.sections[0]!.params!.push('rivals')
    }),
  })
  await clock.advance(0)
  expect([...(state().labels.local ?? [])].toSorted(([a], [b]) => a - b)).toEqual([
    [11, 'a'],
    [12, 'b'],
    [13, 'c'],
    [21, 'a'],
    [22, 'b'],
    [23, 'c'],
  ])
})

test('two filters filled by one query read their own columns of it', async () => {
  const { clock, state } = setup({
    doc: listDoc((doc) => {
      doc.params.names = {
        type: 'multi',
        label: 't:store',
        options: { query: 'stores', value: 'name', label: 'name' },
        default: { pick: 'all' },
      }
      doc.layout.sections[0]!.params!.push('names')
    }),
  })
  await clock.advance(0)
  expect([state().params.locals?.value, state().params.names?.value]).toEqual([
    [11, 12, 13],
    ['a', 'b', 'c'],
  ])
})

test.each([
  [
    'a value column that the query lacks',
    (doc: ReturnType<typeof base>) => {
      ;(doc.params.locals as { options: { value: string } }).options.value = 'i'
    },
    '/params/locals/options/value',
    'i',
  ],
  [
    'a label column that a step has renamed',
    (doc: ReturnType<typeof base>) => {
      ;(doc.queries.stores as { transform?: object[] }).transform = [{ op: 'rename', columns: { name: 'store' } }]
    },
    '/params/locals/options/label',
    'name',
  ],
])(
  '%s is an error of the document, and costs what needs the filter, not the page',
  async (_, spoil, pointer, column) => {
    const { clock, layout, state } = setup({ doc: listDoc(spoil) })
    await clock.advance(0)
    expect(
      layout.issues
        .filter(({ severity }) => severity === 'error')
        .map(({ code, pointer, params }) => ({ code, pointer, column: params?.column })),
    ).toEqual([{ code: 'PARAM_OPTIONS_COLUMN_UNKNOWN', pointer, column }])
    expect([
      layout.publishable,
      layout.model.widgets.get('kpi')?.kind,
      state().params.client?.value,
      state().params.locals,
    ]).toEqual([false, 'quarantined', 1, undefined])
  },
)

test('a list whose columns are known only when it arrives fails and says what it lacks', async () => {
  const { clock, network, layout, state } = setup({
    doc: listDoc((doc) => {
      ;(doc.queries.stores as { transform?: object[] }).transform = [
        { op: 'pivot', column: 'name', values: ['a'], of: 'id' },
      ]
    }),
  })
  network.reply('locals.byClient', () => table([dim('id')], [[11]]))
  await clock.advance(0)
  expect(layout.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect([
    state().params.locals?.state,
    state().params.locals?.issue?.code,
    state().params.locals?.issue?.params,
  ]).toEqual(['failed', 'PARAM_OPTIONS_COLUMN_UNKNOWN', { query: 'stores', column: 'name', columns: 'id' }])
})

test('answers of a session outlive the page that asked for them, and refresh asks again all the same', async () => {
  const { clock, network, layout, sources } = setup()
  await flush()
  const before = () => network.calls.length
  const { createAnswers } = await import('./answers.ts')
  const answers = createAnswers({ clock, random: () => 0.5, compute: network.compute })
  const open = () => createDashboard(dashboardOptions(layout, network, clock, sources, { answers }))
  const first = open()
  await flush()
  first.dispose()
  const asked = before()
  const second = open()
  await flush()
  expect([second.store.getState().widgets.kpi?.kind, before()]).toEqual(['ready', asked])
  second.refresh()
  await flush()
  expect(before()).toBe(asked + 4)
  second.dispose()
  await clock.advance(3_600_000)
  const third = open()
  await flush()
  expect(before()).toBe(asked + 8)
  third.dispose()
})

test('an answer that was kept and whose worker is gone is asked for again by itself', async () => {
  const { clock, network, layout, sources } = setup()
  await flush()
  const { createAnswers } = await import('./answers.ts')
  const lost = new Set<string>()
  const compute = {
    ...network.compute,
    run: (...args: Parameters<typeof network.compute.run>) =>
      lost.has(args[0].id)
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'WORKER_LOST' }))
        : network.compute.run(...args),
  }
  const answers = createAnswers({ clock, random: () => 0.5, compute })
  const open = () => createDashboard({ ...dashboardOptions(layout, network, clock, sources, { answers }), compute })
  const first = open()
  await flush()
  first.dispose()
  for (const id of network.frames.keys()) lost.add(id)
  const asked = network.calls.length
  const second = open()
  await flush()
  await clock.advance(100)
  expect(Object.values(second.store.getState().widgets).map(({ kind }) => kind)).toEqual(['ready', 'ready', 'ready'])
  expect(network.calls.length).toBe(asked + 4)
  second.dispose()
})
