/** What a widget gets once all its answers are there. */
import { expect, test } from 'vitest'
import type { Compute, FrameRef } from '../../types.ts'
import { deliver, type Delivery, signatureOf, transformIssue } from './delivery.ts'
import type { DataModel, LiveWidget } from '../document/model.ts'
import type { JobEvent } from './scheduler-types.ts'
import { dim, measure, plainWidget, table } from '../test-support/index.ts'

type Settled = Extract<JobEvent, { kind: 'done' | 'notFound' }>
const COLUMNS = [dim('day'), measure('visits')]
const ref = (id: string, rows = 2, more: Partial<FrameRef> = {}): FrameRef => ({ id, columns: COLUMNS, rows, ...more })
const done = (
  id: string,
  more: Partial<Extract<Settled, { kind: 'done' }>> = {},
  of: Partial<FrameRef> = {},
): Settled => ({ kind: 'done', ref: ref(id, 2, of), at: 1000, from: 'network', attempts: 1, ms: 1, ...more })
const gone: Settled = { kind: 'notFound', at: 500, from: 'network', attempts: 1, ms: 1 }
const filter = { op: 'filter', where: { day: { in: '$days' } } }
const input = (query: string, more: Partial<DataModel> = {}): DataModel => ({
  query,
  steps: [],
  joins: {},
  params: {},
  ...more,
})
const required = { required: true, columns: { visits: 'measure' } } as const

function stand(data: Readonly<Record<string, DataModel>>, results: Readonly<Record<string, Settled>>, declared = {}) {
  const widget = {
    kind: 'live',
    id: 'kpi',
    definition: plainWidget('plain', { data: { rows: required, ...declared } }),
    options: { size: 'big' },
    data,
  } as unknown as LiveWidget
  const delivery: Delivery = {
    widget,
    results: new Map(Object.entries(results)),
    values: { client: 7 },
    value: () => (param) => (param === 'days' ? [1, 2] : undefined),
  }
  const runs: unknown[] = []
  const shared = new Map<string, ReturnType<Compute['run']>>()
  const run = (answer: Partial<Awaited<ReturnType<Compute['run']>>> = {}) =>
    deliver(
      delivery,
      {
        run: async (...[of, steps, joins]: Parameters<Compute['run']>) => {
          runs.push([of.id, steps, Object.entries(joins ?? {}).map(([name, { id }]) => [name, id])])
          return { frame: table(COLUMNS, [[1, 7]]), steps: [{ op: 'filter', rowsIn: 2, rowsOut: 1, ms: 0 }], ...answer }
        },
      } as unknown as Compute,
      new AbortController().signal,
      shared,
      5000,
    )
  return { delivery, run, runs, shared }
}

test('a widget shows the frames of its inputs after their steps, and how old they are', async () => {
  const { run, runs } = stand({ rows: input('main', { steps: [filter] }) }, { main: done('a') })
  const state = await run()
  expect(state).toMatchObject({
    kind: 'ready',
    values: { client: 7 },
    at: 1000,
    ageMs: 4000,
    steps: { rows: [{ op: 'filter', rowsIn: 2, rowsOut: 1 }] },
  })
  expect(Object.keys(state).toSorted()).toEqual(['ageMs', 'at', 'frames', 'kind', 'steps', 'values'])
  expect(runs).toEqual([['a', [{ op: 'filter', where: { day: { in: [1, 2] } } }], []]])
})

test('it is as old as the oldest answer, and an answer of later than now is not older than nothing', async () => {
  const two = { rows: input('main'), more: input('other', { joins: { stores: 'stores' } }) }
  expect(
    await stand(two, { main: done('a'), other: done('b', { at: 3000 }), stores: done('c', { at: 200 }) }).run(),
  ).toMatchObject({ at: 200, ageMs: 4800 })
  expect(await stand({ rows: input('main') }, { main: done('a', { at: 9000 }) }).run()).toMatchObject({
    at: 9000,
    ageMs: 0,
  })
  expect(await stand({}, {}).run()).toMatchObject({ kind: 'ready', at: 5000, ageMs: 0, frames: {} })
})

test('the oldest time of its figures, the first basis and all missing parts are told', async () => {
  const issue = { code: 'SOURCE_NETWORK' } as never
  const results = {
    main: done(
      'a',
      { partial: { failed: ['7', '8'], done: 3, total: 5, issue } },
      { asOf: 900, basis: 'visits' as never },
    ),
    other: done(
      'b',
      { partial: { failed: ['8'], done: 4, total: 5, issue } },
      { asOf: 800, basis: 'entries' as never },
    ),
  }
  expect(await stand({ rows: input('main'), more: input('other') }, results).run()).toMatchObject({
    asOf: 800,
    basis: 'visits',
    partial: { failed: ['7', '8'], done: 7, total: 10 },
  })
})

test('equal runs of one batch are made once', async () => {
  const { run, runs, shared } = stand(
    { rows: input('main'), more: input('main'), other: input('main', { steps: [filter] }) },
    { main: done('a') },
  )
  await run()
  await run()
  expect([runs.length, shared.size]).toEqual([2, 2])
})

test('queries that a step joins are handed over by their names', async () => {
  const { run, runs } = stand(
    { rows: input('main', { joins: { s: 'stores' } }) },
    { main: done('a'), stores: done('b') },
  )
  await run()
  expect(runs).toEqual([['a', [], [['s', 'b']]]])
})

test('a required input without its answers leaves the widget empty; another one is left out', async () => {
  const empty = { kind: 'empty', why: 'notFound', values: { client: 7 } }
  expect(await stand({ rows: input('main') }, { main: gone }).run()).toEqual(empty)
  expect(
    await stand({ rows: input('main', { joins: { s: 'stores' } }) }, { main: done('a'), stores: gone }).run(),
  ).toEqual(empty)
  const optional = { more: { required: false, columns: {} } }
  for (const data of [{ more: input('gone') }, { more: input('main', { joins: { s: 'gone' } }) }]) {
    const state = await stand({ rows: input('main'), ...data }, { main: done('a'), gone }, optional).run()
    expect(state).toMatchObject({ kind: 'ready', at: 500 })
    expect(Object.keys((state as { frames: object }).frames)).toEqual(['rows'])
  }
})

test('no rows from the source and none left by the steps are told apart', async () => {
  const none = { frame: table(COLUMNS, []) }
  expect(await stand({ rows: input('main') }, { main: done('a', {}, { rows: 0 }) }).run(none)).toEqual({
    kind: 'empty',
    why: 'noRows',
    values: { client: 7 },
  })
  expect(await stand({ rows: input('main') }, { main: done('a') }).run(none)).toEqual({
    kind: 'empty',
    why: 'filteredOut',
    values: { client: 7 },
  })
  expect(
    await stand({ more: input('main') }, { main: done('a') }, { more: { required: false, columns: {} } }).run(none),
  ).toMatchObject({ kind: 'ready' })
})

test('a step that fails is an error of the widget, with what was said', async () => {
  const { delivery } = stand({ rows: input('main') }, { main: done('a') })
  const failing = {
    run: () => Promise.reject(Object.assign(new Error('no such column'), { code: 'STEP' })),
  } as unknown as Compute
  expect(await deliver(delivery, failing, new AbortController().signal, new Map(), 0)).toMatchObject({
    kind: 'error',
    issue: {
      code: 'TRANSFORM_FAILED',
      pointer: '/widgets/kpi',
      params: { reason: 'no such column', code: 'STEP' },
    },
  })
  expect(transformIssue('odd')).toMatchObject({ pointer: '', params: { reason: 'odd' } })
  expect(Object.hasOwn(transformIssue({ code: 7 }).params ?? {}, 'code')).toBe(false)
})

test('a widget whose measures are all off is hidden, and says which', async () => {
  const muted = { frame: table([dim('day'), { ...measure('visits'), muted: true }], [[1, 7]]) }
  expect(await stand({ rows: input('main') }, { main: done('a') }).run(muted)).toEqual({
    kind: 'hidden',
    rule: '',
    muted: ['visits'],
  })
})

test('its frames depend on the answers, the joined ones and the steps with their values, and on nothing else', () => {
  const of = (results: Readonly<Record<string, Settled>>, steps: readonly unknown[] = [filter], value: unknown = 1) =>
    signatureOf({
      ...stand({ rows: input('main', { steps, joins: { s: 'stores' } }) }, results).delivery,
      value: () => () => value,
    })
  const same = of({ main: done('a'), stores: done('b') })
  expect(of({ main: done('a', { at: 7 }), stores: done('b'), other: done('c') })).toBe(same)
  const others = [
    of({
      main: done('x'),
      stores: done('b'),
    }),
    of({
      main: done('a'),
      stores: done('x'),
    }),
    of({ main: done('a'), stores: gone }),
    of({ main: gone, stores: done('b') }),
    of({ stores: done('b') }),
    of({ main: done('a'), stores: done('b') }, []),
    of({ main: done('a'), stores: done('b') }, [filter], 2),
  ]
  expect(others.filter((one) => one === same)).toEqual([])
})
