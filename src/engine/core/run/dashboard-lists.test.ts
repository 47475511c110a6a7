import { expect, test } from 'vitest'
import type { Compute } from '../../types.ts'
import { createLists, sameList } from './dashboard-lists.ts'
import { buildGraph } from '../graph/graph.ts'
import { dim, fakeNetwork, plainWidget, registry, table, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const LIST = [dim('id'), dim('name', 'text'), dim('noData')]
const options = { query: 'stores', value: 'id', label: 'name', names: 'local', hideNoData: true }
const frame = table(LIST, [
  [1, 'Sol', 0],
  [2, 'Retiro', 1],
])

function setup(run: Compute['run'] = () => Promise.resolve({ frame, steps: [] }), label = 'name') {
  const network = fakeNetwork()
  const { model } = loadLayout(
    {
      format: 1,
      _id: 'x',
      name: 'x',
      params: { stores: { type: 'multi', label: 'Stores', options: { ...options, label } } },
      queries: { stores: { source: 'stores' } },
      widgets: {},
      layout: { sections: [] },
    },
    { widgets: widgetsOf(plainWidget('kpi')), sources: registry(network.source('stores', [...LIST, dim('more')], {})) },
  )
  const compute = { ...network.compute, run }
  return createLists({
    model,
    graph: buildGraph(model),
    compute,
    admin: false,
    namesBefore: { client: new Map([[9, 'Uno']]) },
  })
}
const done = (from: 'network' | 'cache' = 'network') =>
  ({ kind: 'done', ref: { id: 'a', columns: LIST, rows: 2 }, from, attempts: 1, ms: 1, at: 0 }) as never
const yes = () => true

test('an answer fills its filters without hidden venues, and lends its names beside those known before', async () => {
  const lists = setup()
  const filled = await lists.fill('stores', done(), yes)
  expect([filled, lists.labels, lists.views.get('stores')?.frame?.rows]).toEqual([
    new Map([['stores', { values: [1] }]]),
    { client: new Map([[9, 'Uno']]), local: new Map([[1, 'Sol']]) },
    1,
  ])
  lists.forget('stores')
  expect(lists.views.size).toBe(0)
})

test('what is not the current answer any more changes nothing', async () => {
  const lists = setup()
  expect([await lists.fill('stores', done(), () => false), lists.views.size, lists.labels.local]).toEqual([
    'outdated',
    0,
    undefined,
  ])
})

test('steps that fail, and rows without a column that is read, are a list that failed, with the reason', async () => {
  const failing = setup(() => Promise.reject(new Error('no')))
  expect(await failing.fill('stores', done(), yes)).toEqual(new Map([['stores', 'failed']]))
  expect(failing.views.get('stores')?.issue?.code).toBe('TRANSFORM_FAILED')
  const lacking = setup(undefined, 'more')
  expect(await lacking.fill('stores', done(), yes)).toEqual(new Map([['stores', 'failed']]))
  expect(lacking.views.get('stores')?.issue?.params).toMatchObject({ column: 'more' })
})

test('a kept answer whose worker is gone is lost; a fresh one has failed', async () => {
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'WORKER_LOST' }))
  expect(await setup(gone).fill('stores', done('cache'), yes)).toBe('lost')
  expect(await setup(gone).fill('stores', done(), yes)).toEqual(new Map([['stores', 'failed']]))
})

test('a list that failed is never the same as one before, so that it is told again', () => {
  expect([
    sameList({ values: [1] }, { values: [1] }),
    sameList('failed', 'failed'),
    sameList(undefined, { values: [] }),
  ]).toEqual([true, false, false])
})
