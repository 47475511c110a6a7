/** One dashboard takes over from another after its document was edited. */
import { expect, test } from 'vitest'
import { createDashboard } from './dashboard.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  flush,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const columns = [dim('local'), measure('visits')]

function stage() {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('stores', [dim('id'), dim('name', 'text')], {}),
    network.source('visits', columns, { local: { type: 'id', required: true } }),
  )
  network.reply('stores', () =>
    table(
      [dim('id'), dim('name', 'text')],
      [
        [1, 'Norte'],
        [2, 'Sur'],
      ],
    ),
  )
  network.reply('visits', ({ local }) => table(columns, [[Number(local), Number(local) * 10]]))
  const document = {
    format: 1,
    _id: 'x',
    name: 'Page',
    params: {
      local: {
        type: 'single',
        label: 'Local',
        options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
        default: { pick: 'first' },
      },
    },
    queries: { stores: { source: 'stores' }, main: { source: 'visits', args: { local: '$local' } } },
    widgets: { one: { type: 'table', v: 1, data: { rows: { query: 'main' } }, options: {} } },
    layout: { sections: [{ id: 'all', params: ['local'], requires: ['local'], widgets: ['one'] }] },
    grids: {},
  }
  const open = (edited: object, from?: ReturnType<typeof createDashboard>) =>
    createDashboard(
      dashboardOptions(
        loadLayout({ ...document, ...edited }, { widgets: widgetsOf(plainWidget('table')), sources }),
        network,
        clock,
        sources,
        from && { from },
      ),
    )
  return { clock, network, document, open }
}

test('what was asked is not asked again, what is drawn stays the same object, and a choice stays chosen', async () => {
  const { clock, network, document, open } = stage()
  const first = open({})
  await clock.advance(10)
  first.setParam('local', 2)
  await clock.advance(10)
  const drawn = first.store.getState().widgets.one
  expect(drawn?.kind).toBe('ready')
  const asked = network.calls.length

  const next = open(
    {
      widgets: { ...document.widgets, two: { type: 'table', v: 1, data: { rows: { query: 'main' } }, options: {} } },
      layout: { sections: [{ ...document.layout.sections[0], widgets: ['one', 'two'] }] },
    },
    first,
  )
  first.dispose()
  await clock.advance(10)
  expect(network.calls.length).toBe(asked)
  expect(next.store.getState().params.local?.value).toBe(2)
  expect(next.store.getState().widgets.one).toBe(drawn)
  expect(next.store.getState().widgets.two?.kind).toBe('ready')
  expect(next.store.getState().labels.local).toBe(first.store.getState().labels.local)
})

test('another question is asked, and the answers end with the last of the two', async () => {
  const { clock, network, document, open } = stage()
  const first = open({})
  await clock.advance(10)
  const next = open({ queries: { ...document.queries, main: { source: 'visits', args: { local: 2 } } } }, first)
  await clock.advance(10)
  expect(network.calls.filter(({ source }) => source === 'visits').map(({ args }) => args.local)).toEqual([1, 2])
  first.dispose()
  first.dispose()
  next.refresh()
  await clock.advance(10)
  expect(network.calls.filter(({ source }) => source === 'visits')).toHaveLength(3)
  next.dispose()
  await flush()
  expect(clock.pending).toBe(0)
})
