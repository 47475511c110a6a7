import { expect, test } from 'vitest'
import { createDashboard } from './dashboard.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const ROWS = [dim('local'), measure('visits')]
const BASE = {
  format: 1,
  _id: 'live',
  revision: 1,
  name: 'Live',
  i18n: {},
  params: {},
  queries: {
    now: { source: 'occupancy.now', refresh: 10 },
    minutes: { source: 'occupancy.minutes', refresh: 10 },
    once: { source: 'once' },
  },
  widgets: {
    counter: { type: 'kpi', data: { rows: { query: 'now' } } },
    trend: { type: 'kpi', data: { rows: { query: 'minutes' } } },
    table: { type: 'kpi', data: { rows: { query: 'once' } } },
  },
  layout: { sections: [{ id: 'all', widgets: ['counter', 'trend', 'table'] }] },
  grids: {},
}

function setup({ doc = BASE as unknown, random = 0, args = {} as Record<string, { type: 'id' }> } = {}) {
  const clock = virtualClock(0)
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    ...['occupancy.now', 'occupancy.minutes', 'once'].map((name) => network.source(name, ROWS, args)),
  )
  const page = {
    isHidden: false,
    listeners: new Set<() => void>(),
    show(isShown: boolean) {
      page.isHidden = !isShown
      for (const listener of page.listeners) listener()
    },
  }
  const layout = loadLayout(doc, { widgets: widgetsOf(plainWidget('kpi')), sources })
  const dashboard = createDashboard(
    dashboardOptions(layout, network, clock, sources, {
      random: () => random,
      visibility: {
        hidden: () => page.isHidden,
        onChange: (listener) => {
          page.listeners.add(listener)
          return () => page.listeners.delete(listener)
        },
      },
    }),
  )
  let value = 0
  const answer = () => {
    for (const call of network.calls) if (call.open) call.answer(table(ROWS, [[1, ++value]]))
  }
  const asked = (source: string) => network.calls.filter((call) => call.source === source).map(({ at }) => at / 1000)
  return { clock, network, dashboard, layout, page, answer, asked, state: () => dashboard.store.getState() }
}

/** Answers every query, second by second. */
async function live({ clock, answer }: Pick<ReturnType<typeof setup>, 'clock' | 'answer'>, seconds: number) {
  for (let n = 0; n < seconds; n++) {
    await clock.advance(1000)
    answer()
    await clock.advance(0)
  }
}

const codes = (doc: unknown) => setup({ doc }).layout.issues.map(({ code, pointer }) => `${code} ${pointer}`)

test('an interval under ten seconds, over an hour or in parts of a second is refused', () => {
  for (const refresh of [9, 3601, 10.5, 0, '15'])
    expect(
      codes({ ...BASE, queries: { ...BASE.queries, now: { source: 'occupancy.now', refresh } } }).filter((one) =>
        one.includes('/queries/now/refresh'),
      ),
    ).not.toEqual([])
  expect(codes(BASE).filter((code) => code.includes('refresh') || code.includes('REFRESH'))).toEqual([])
})

test('a document whose queries ask more than 24 times a minute by themselves is warned', () => {
  const queries = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`q${n}`, { source: 'occupancy.now', refresh: 10 }]),
  )
  expect(codes({ ...BASE, queries: { ...BASE.queries, ...queries } })).toContain('LINT_REFRESH /queries')
})

test('only the queries that say so are asked again, together, so long after their answer, and leave one record with the cause', async () => {
  const it = setup()
  await live(it, 1)
  await live(it, 25)
  expect([it.asked('occupancy.now'), it.asked('occupancy.minutes'), it.asked('once')]).toEqual([
    [0, 11, 21],
    [0, 11, 21],
    [0],
  ])
  expect(
    it
      .state()
      .trace.map(({ cause, queries }) => [
        cause,
        queries.filter(({ decision }) => decision === 'enqueue').map(({ why }) => why),
      ]),
  ).toEqual([
    [{ kind: 'load' }, ['not asked yet', 'not asked yet', 'not asked yet']],
    [{ kind: 'refresh', queries: ['now', 'minutes'] }, ['asked again by itself', 'asked again by itself']],
  ])
})

test('what is on show stays while newer figures are in flight, and nothing is asked twice at once', async () => {
  const it = setup()
  await live(it, 11)
  const before = it.state().widgets.counter
  expect(it.asked('occupancy.now')).toEqual([0, 11])
  const states: string[] = []
  const stop = it.dashboard.store.subscribe(({ widgets }) => states.push(widgets.counter!.kind))
  await it.clock.advance(200_000)
  expect(it.state().widgets.counter).toBe(before)
  expect(it.asked('occupancy.now')).toEqual([0, 11, 21])
  stop()
  expect(new Set(states)).toEqual(new Set(states.length > 0 ? ['ready'] : []))
})

test('while the page is hidden nothing is asked; what became due meanwhile is asked as soon as it is shown', async () => {
  const it = setup()
  await live(it, 2)
  it.page.show(false)
  await live(it, 600)
  expect(it.asked('occupancy.now')).toEqual([0])
  it.page.show(true)
  await live(it, 3)
  expect(it.asked('occupancy.now')).toEqual([0, 602])
})

test('after each failure in a row the wait doubles, and the first answer brings the interval back', async () => {
  const it = setup()
  const refuse = () => {
    for (const call of it.network.calls) if (call.open) call.fail({ status: 403, message: 'no' })
  }
  await live(it, 1)
  await live({ clock: it.clock, answer: refuse }, 60)
  expect(it.asked('occupancy.now')).toEqual([0, 11, 31])
  expect(it.state().widgets.counter).toMatchObject({ kind: 'error', previous: { kind: 'ready' } })
  await live(it, 30)
  expect(it.asked('occupancy.now').slice(3)).toEqual([71, 81, 91])
  expect(it.state().widgets.counter?.kind).toBe('ready')
})

test('pages that opened together drift apart by up to a tenth, and never ask sooner', async () => {
  const it = setup({ random: 1 })
  await live(it, 1)
  await it.clock.advance(10_999)
  expect(it.asked('occupancy.now')).toEqual([0])
  await it.clock.advance(1)
  expect(it.asked('occupancy.now')).toEqual([0, 12])
})

test('a dashboard that was left asks nothing any more', async () => {
  const it = setup()
  await live(it, 1)
  it.dashboard.dispose()
  await it.clock.advance(60_000)
  expect(it.asked('occupancy.now')).toEqual([0])
  expect([it.clock.pending, it.page.listeners.size]).toEqual([0, 0])
})

test('an interval that is longer than the longest wait after failures is kept all the same', async () => {
  const it = setup({ doc: { ...BASE, queries: { ...BASE.queries, now: { source: 'occupancy.now', refresh: 3600 } } } })
  await it.clock.advance(1000)
  it.answer()
  await it.clock.advance(0)
  await it.clock.advance(3_599_000)
  expect(it.asked('occupancy.now')).toEqual([0])
  await it.clock.advance(1000)
  expect(it.asked('occupancy.now')).toEqual([0, 3601])
})

const CHOSEN = {
  ...BASE,
  params: {
    local: { type: 'single', label: 'x', options: [1, 2].map((value) => ({ value, label: 'x' })), default: 1 },
  },
  queries: { now: { source: 'occupancy.now', args: { local: '$local' }, refresh: 10 } },
  widgets: { counter: BASE.widgets.counter },
  layout: { sections: [{ id: 'all', params: ['local'], widgets: ['counter'] }] },
}

test('figures that were kept while another store was chosen are asked again by their own age, not as if they had just come', async () => {
  const it = setup({ doc: CHOSEN, args: { local: { type: 'id' } } })
  await live(it, 1)
  it.dashboard.setParam('local', 2)
  await live(it, 5)
  it.dashboard.setParam('local', 1)
  await live(it, 6)
  expect(it.network.calls.map(({ args, at }) => [args.local, at / 1000])).toEqual([
    [1, 0],
    [2, 1],
    [1, 11],
  ])
})

test('nothing is due while what a reader just chose is still in flight', async () => {
  const it = setup({ doc: CHOSEN, args: { local: { type: 'id' } } })
  await live(it, 1)
  it.dashboard.setParam('local', 2)
  await it.clock.advance(30_000)
  expect(it.state().trace.map(({ cause: { kind } }) => kind)).toEqual(['load', 'edit'])
})
