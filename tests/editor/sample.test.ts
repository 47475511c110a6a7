/** Samples of rows, through the page's own sources and the workers' own job. */
import { expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import type { Local } from '#schemas/generated/entities/local.ts'
import { createSources } from '#sources'
import { createLocalCompute } from '#workers/local-compute'
import { createSampler, SAMPLE_ROWS } from '../../src/features/editor/panels/sample.ts'

const local = (at: number) =>
  ({
    id: 100 + at,
    name: `Local ${at}`,
    code: '',
    client: 7,
    type: at % 2 === 0 ? 'store' : 'stand',
    enabled: true,
    timeZone: 'Europe/Madrid',
    additionalInformation: {},
    geo: { lat: null, lng: null },
    nodes: [],
    areas: [],
  }) as unknown as Local
const none = () => Promise.reject(new Error('not asked'))

function stage(values: Readonly<Record<string, unknown>> = { client: 7 }, many = 30) {
  const compute = createLocalCompute()
  const asked: number[] = []
  const sources = createSources({
    frame: none,
    clients: none,
    activeLocals: none,
    campaigns: none,
    open: compute.open,
    adopt: compute.adopt,
    locals: async (client) => {
      asked.push(client)
      return Array.from({ length: many }, (_one, at) => local(at))
    },
  })
  const doc = {
    queries: {
      stores: { source: 'locals.byClient', args: { client: '$client' } },
      broken: { source: 'nobody' },
      unasked: { source: 'locals.byClient' },
      strange: { source: 'locals.byClient', args: { client: '$client', shop: 3 } },
    },
  }
  const sampler = createSampler(sources, compute, (param) => values[param])
  const take = (steps: readonly unknown[], query = 'stores') =>
    sampler.take(doc, query, steps, new AbortController().signal)
  return { asked, take }
}
const FILTER = { op: 'filter', where: { type: { eq: 'store' } } }
const SORT = { op: 'sort', by: [{ column: 'id', desc: true }] }

test('a query whose filter has no value names it, and one with mistakes is another error', async () => {
  expect(await stage({}).take([])).toEqual({ kind: 'blocked', missing: 'client' })
  for (const query of ['broken', 'nobody', 'unasked', 'strange'])
    expect(await stage().take([], query)).toEqual({ kind: 'unusable' })
})

test('rows in and out of each step, the first rows only, and one question however often the steps change', async () => {
  const { take, asked } = stage()
  const sample = await take([FILTER, SORT])
  if (sample.kind !== 'ready') throw new Error(sample.kind)
  expect(sample.reports.map(({ op, rowsIn, rowsOut }) => [op, rowsIn, rowsOut])).toEqual([
    ['filter', 30, 15],
    ['sort', 15, 15],
  ])
  expect([sample.rows, sample.frame.rows, toRows(sample.frame)[0]?.[0]]).toEqual([15, 15, 128])
  const whole = await take([])
  expect(whole.kind === 'ready' && [whole.rows, whole.frame.rows]).toEqual([30, SAMPLE_ROWS])
  expect(asked).toEqual([7])
})

test('a step that fails has its own error, and the steps before it their rows', async () => {
  const sample = await stage().take([FILTER, { op: 'sort', by: [{ column: 'floors' }] }, SORT])
  if (sample.kind !== 'ready') throw new Error(sample.kind)
  expect(sample.reports.map(({ op, rowsOut }) => [op, rowsOut])).toEqual([['filter', 15]])
  expect([sample.failed?.at, (sample.failed?.cause as { code?: string } | undefined)?.code]).toEqual([
    1,
    'COLUMN_UNKNOWN',
  ])
  expect(sample.rows).toBe(15)
})

test('a step takes the value of a filter', async () => {
  const sample = await stage({ client: 7, only: 101 }).take([{ op: 'filter', where: { id: { eq: '$only' } } }])
  expect(sample.kind === 'ready' && toRows(sample.frame).map(([id]) => id)).toEqual([101])
})
