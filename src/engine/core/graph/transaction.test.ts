import { resolvePeriods } from '#domain/periods'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraph } from './graph.ts'
import type { OptionList } from '../params/options.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import type { SourceDefinition } from '../../types.ts'
import {
  change,
  gateOf,
  optionsArrived,
  optionsAwaited,
  prefixEdit,
  relativeEdits,
  start,
  type FilterEnv,
  type FilterState,
  type Step,
} from './transaction.ts'
import { loadLayout } from './validate.ts'

const network = fakeNetwork()
const ROWS_ARGS: SourceDefinition['args'] = {
  a: { type: 'id' },
  b: { type: 'ids' },
  c: { type: 'id' },
  d: { type: 'ids' },
  n: { type: 'number' },
  begin: { type: 'date', required: true },
  before: { type: 'date' },
}
const sources = registry(
  network.source('list', [dim('id')], {
    a: { type: 'id' },
    b: { type: 'ids' },
    c: { type: 'id' },
    d: { type: 'ids' },
    n: { type: 'number' },
  }),
  network.source('rows', [measure('visits')], ROWS_ARGS),
  network.source('rowsByWord', [measure('visits')], {
    ...ROWS_ARGS,
    d: { type: 'ids', all: { word: 'all', source: 'list', args: ['a'], transform: [], hideNoData: false } },
  }),
)

function envOf(document: object): FilterEnv {
  const { model, issues } = loadLayout(document, { widgets: widgetsOf(plainWidget('plain')), sources })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  return { model, graph: buildGraph(model), user: 'ana', today: '2026-11-20', resolvePeriods }
}

const doc = (params: object, queries: object, widgets: object, sections: object[]) => ({
  format: 1,
  _id: 'x',
  name: 'page',
  params,
  queries,
  widgets,
  layout: { sections },
})
const single = (query: string, extra = {}) => ({
  type: 'single',
  label: 'x',
  options: { query, value: 'id', label: 'id' },
  ...extra,
})
const multi = (query: string, extra = {}) => ({
  type: 'multi',
  label: 'x',
  options: { query, value: 'id', label: 'id' },
  ...extra,
})
const asks = (step: Step) => step.enqueue.map(({ query }) => query)
/** The same list for every filter that a query fills. */
const arrive = (env: FilterEnv, state: FilterState, query: string, list: OptionList | 'failed') =>
  optionsArrived(env, state, new Map((env.graph.filledBy.get(query) ?? []).map((key) => [key, list])))
const view = (state: FilterState) =>
  Object.fromEntries([...state.params].map(([key, { status, value, missing }]) => [key, { status, value, missing }]))

// ------------------------------------------------------------ properties over random graphs

const NAMES = ['a', 'b', 'c', 'd'] as const
interface Plan {
  parents: number[][]
  picks: string[]
  uses: number[][]
  requires: number[]
  invalid: string
}
const plan: fc.Arbitrary<Plan> = fc.record({
  // Filter i may depend on filters before it, so there is no cycle.
  parents: fc.tuple(
    ...NAMES.map((_, i) => fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, i - 1) }), { maxLength: i })),
  ),
  picks: fc.tuple(...NAMES.map(() => fc.constantFrom('first', 'all', 'none', 'onlyOption'))),
  uses: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  requires: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
  invalid: fc.constantFrom('flag', 'default', 'clear'),
})

/** @param source `rowsByWord` knows the list of `d` by a word where it depends on `a` alone */
function planned({ parents, picks, uses, requires, invalid }: Plan, source = 'rows'): FilterEnv {
  const name = (i: number) => NAMES[i] as string
  const args = (list: readonly number[]) => Object.fromEntries(list.map((i) => [name(i), `$${name(i)}`]))
  return envOf(
    doc(
      Object.fromEntries(
        NAMES.map((id, i) => [
          id,
          {
            ...(i % 2 === 0 ? single : multi)(`q${id}`),
            default: { pick: i % 2 === 0 && picks[i] === 'all' ? 'first' : picks[i] },
            onInvalid: invalid,
          },
        ]),
      ),
      {
        ...Object.fromEntries(NAMES.map((id, i) => [`q${id}`, { source: 'list', args: args(parents[i] ?? []) }])),
        ...Object.fromEntries(
          uses.map((list, i) => [`w${i}`, { source, args: { ...args(list), begin: '2026-01-01' } }]),
        ),
      },
      Object.fromEntries(uses.map((_, i) => [`widget${i}`, { type: 'plain', data: { rows: { query: `w${i}` } } }])),
      [{ id: 's', params: [...NAMES], requires: requires.map(name), widgets: uses.map((_, i) => `widget${i}`) }],
    ),
  )
}

/** The members of a list depend on its query, as on a server. */
const listFor = (key: string) => ({ values: key.length % 5 === 0 ? [] : [1, 2, 3].map((n) => n + (key.length % 3)) })

/** Lets every open list arrive, in an order given by `pick`; checks each step on the way. */
function drain(
  env: FilterEnv,
  first: Step,
  pick: (open: number) => number,
  fail: (query: string) => boolean = () => false,
): { state: FilterState; asked: string[] } {
  let { state } = first
  const asked = asks(first)
  const open = new Map(
    first.enqueue.filter(({ query }) => env.graph.optionQueries.has(query)).map(({ query, key }) => [query, key]),
  )
  check(env, first)
  while (open.size > 0) {
    const query = [...open.keys()][pick(open.size)] as string
    const key = open.get(query) as string
    open.delete(query)
    const step = arrive(env, state, query, fail(query) ? 'failed' : listFor(key))
    check(env, step)
    state = step.state
    asked.push(...asks(step))
    for (const one of step.enqueue) if (env.graph.optionQueries.has(one.query)) open.set(one.query, one.key)
    for (const gone of step.clear) if (!step.enqueue.some((one) => one.query === gone)) open.delete(gone)
  }
  return { state, asked }
}

/** No request without all its filters, but for a list that is asked by its word; and no empty list sent. */
function check(env: FilterEnv, step: Step): void {
  for (const { query, args } of step.enqueue) {
    const model = env.model.queries.get(query)
    const isGiven = (param: string) =>
      step.state.params.get(param)?.status === 'set' ||
      (step.state.params.get(param)?.status === 'pending' && args[param] === 'all')
    for (const param of model?.params ?? [])
      if (!isGiven(param))
        throw new Error(`${query} was asked while ${param} is ${step.state.params.get(param)?.status}`)
    for (const value of Object.values(args))
      if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
        throw new Error(`${query} was asked with an empty argument`)
    const section = env.model.sections[0]
    const feeds = env.graph.feeds.get(query)?.length ?? 0
    if (feeds > 0 && !env.graph.optionQueries.has(query) && section?.requires.some((param) => !isGiven(param)))
      throw new Error(`${query} was asked behind a closed gate`)
  }
  const twice = step.enqueue.map(({ query }) => query)
  if (new Set(twice).size !== twice.length) throw new Error('asked twice in one step')
}

const edits = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom<unknown>(1, 2, 3, 4, 5, [1, 2], [3], [9], null, undefined)),
  { minLength: 1, maxLength: 4 },
)
const order = fc.infiniteStream(fc.nat(1000))

test('no request without its filters, and each query at most once per transaction, for any graph, edits and answers', () => {
  fc.assert(
    fc.property(
      plan,
      fc.array(edits, { maxLength: 4 }),
      order,
      fc.boolean(),
      fc.constantFrom('rows', 'rowsByWord'),
      (made, changes, stream, failing, source) => {
        const env = planned(made, source)
        const pick = (open: number) => (stream.next().value as number) % open
        const fail = (query: string) => failing && query === 'qb'
        const once = (asked: readonly string[]) => expect([...new Set(asked)]).toEqual(asked)
        let { state, asked } = drain(env, start(env, new Map()), pick, fail)
        once(asked)
        for (const edit of changes) {
          ;({ state, asked } = drain(env, change(env, state, new Map(edit)), pick, fail))
          once(asked)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('the order in which lists arrive, and in which edits are made, changes nothing', () => {
  fc.assert(
    fc.property(plan, edits, order, (made, edit, stream) => {
      const env = planned(made)
      const random = (open: number) => (stream.next().value as number) % open
      const a = drain(env, start(env, new Map()), () => 0)
      const b = drain(env, start(env, new Map()), random)
      expect([view(b.state), b.state.asked]).toEqual([view(a.state), a.state.asked])
      const unique = [...new Map(edit)]
      const c = drain(env, change(env, a.state, new Map(unique)), () => 0)
      const d = drain(env, change(env, b.state, new Map(unique.toReversed())), random)
      expect([view(d.state), new Set(d.asked)]).toEqual([view(c.state), new Set(c.asked)])
    }),
    { numRuns: 300 },
  )
})

test('an edit evaluates only its dependents, and the same edit again sends no request', () => {
  fc.assert(
    fc.property(plan, edits, (made, edit) => {
      const env = planned(made)
      const { state } = drain(env, start(env, new Map()), () => 0)
      const first = change(env, state, new Map(edit))
      const below = env.graph.downstream(edit.map(([key]) => key))
      for (const { param } of first.changed) expect(below.params.has(param)).toBe(true)
      const settled = drain(env, first, () => 0)
      expect(asks(change(env, settled.state, new Map(edit)))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

// ------------------------------------------------------------ the rules by example

const periods = { type: 'periodPair', label: 'x', default: { preset: 'thisWeekVsPrevious' } }

test('an optional argument whose part is empty is left out; the widget that needs the part is blocked or hidden', () => {
  const env = envOf(
    doc(
      { periods },
      { rows: { source: 'rows', args: { begin: '$periods.comparing.begin', before: '$periods.reference.begin' } } },
      {
        all: { type: 'plain', data: { rows: { query: 'rows' } } },
        pair: {
          type: 'plain',
          data: { rows: { query: 'rows' } },
          show: { when: { param: 'periods.reference', set: true } },
        },
      },
      [{ id: 's', params: ['periods'], widgets: ['all', 'pair'] }],
    ),
  )
  const opened = start(env, new Map())
  expect(opened.enqueue.map(({ args }) => args)).toEqual([{ begin: '2026-11-16', before: '2026-11-09' }])
  const alone = change(
    env,
    opened.state,
    new Map([
      [
        'periods',
        {
          option: { type: 'default', key: 'noPeriods', name: 'x' },
          comparing: { begin: '2026-11-02', end: '2026-11-08', name: 'x' },
          reference: null,
        },
      ],
    ]),
  )
  expect(alone.enqueue.map(({ args }) => args)).toEqual([{ begin: '2026-11-02' }])
  const pair = env.model.widgets.get('pair')
  expect(pair?.kind === 'live' && gateOf(env, alone.state, pair)).toEqual({
    kind: 'hidden',
    rule: 'periods.reference set true',
  })
})

test('choosing a prefix goes to its own default; a relative place moves the whole group, each to its own last entry at most', () => {
  const entries = (n: number) => Array.from({ length: n }, (_, i) => ({ value: i * 10, label: `${i}` }))
  const prefix = (group: string | undefined, months: number) => ({
    type: 'prefix',
    label: 'x',
    prefixes: {
      period: { label: 'p', entries: entries(4), default: 1 },
      lastDays: { label: 'l', entries: entries(months), default: 2 },
    },
    ...(group && { align: group }),
  })
  const env = envOf(
    doc(
      { one: prefix('g', 5), two: prefix('g', 3), alone: prefix(undefined, 5) },
      Object.fromEntries(
        ['one', 'two', 'alone'].map((id) => [id, { source: 'rows', args: { n: `$${id}.value`, begin: '2026-01-01' } }]),
      ),
      Object.fromEntries(
        ['one', 'two', 'alone'].map((id) => [`w${id}`, { type: 'plain', data: { rows: { query: id } } }]),
      ),
      [{ id: 's', params: ['one', 'two', 'alone'], widgets: ['wone', 'wtwo', 'walone'] }],
    ),
  )
  let { state } = start(env, new Map())
  expect(state.params.get('one')?.value).toEqual({ prefix: 'period', index: 1, value: 10 })
  state = change(env, state, prefixEdit(env, 'two', 'lastDays')).state
  expect(state.params.get('two')?.value).toEqual({ prefix: 'lastDays', index: 2, value: 20 })
  const moved = change(env, state, relativeEdits(env, state, 'one', 3))
  expect(['one', 'two', 'alone'].map((key) => moved.state.params.get(key)?.value)).toEqual([
    { prefix: 'period', index: 3, value: 30 },
    { prefix: 'lastDays', index: 2, value: 20 },
    { prefix: 'period', index: 1, value: 10 },
  ])
  expect(asks(moved)).toEqual(['one'])
})

test('a section looks up its own filters first, and asks its own question', () => {
  const env = envOf(
    doc(
      { n: { type: 'number', label: 'x', default: 1 } },
      { rows: { source: 'rows', args: { n: '$n', begin: '2026-01-01' } } },
      {
        above: { type: 'plain', data: { rows: { query: 'rows' } } },
        below: { type: 'plain', data: { rows: { query: 'rows' } } },
      },
      [
        { id: 'top', params: ['n'], widgets: ['above'] },
        { id: 'deep', params: ['n'], widgets: ['below'], declares: { n: { type: 'number', label: 'x', default: 2 } } },
      ],
    ),
  )
  const opened = start(env, new Map())
  expect(opened.enqueue.map(({ query, args }) => [query, args.n])).toEqual([
    ['rows', 1],
    ['deep/rows', 2],
  ])
  expect(asks(change(env, opened.state, new Map([['deep/n', 7]])))).toEqual(['deep/rows'])
})

test('a failed list is failed, not empty: it can be requested again and its dependents follow', () => {
  const env = envOf(
    doc(
      { a: single('qa', { default: { pick: 'first' } }) },
      { qa: { source: 'list' }, rows: { source: 'rows', args: { a: '$a', begin: '2026-01-01' } } },
      { w: { type: 'plain', data: { rows: { query: 'rows' } } } },
      [{ id: 's', params: ['a'], requires: ['a'], widgets: ['w'] }],
    ),
  )
  const failed = arrive(env, start(env, new Map()).state, 'qa', 'failed')
  expect([view(failed.state), asks(failed)]).toEqual([{ a: { status: 'failed', value: undefined, missing: [] } }, []])
  const awaited = optionsAwaited(env, failed.state, 'qa')
  expect(view(awaited.state).a?.status).toBe('pending')
  const arrived = arrive(env, awaited.state, 'qa', { values: [5] })
  expect([view(arrived.state).a?.value, asks(arrived)]).toEqual([5, ['rows']])
})

test('a multiple choice that is partly gone keeps the rest and strikes the lost ones through', () => {
  const env = envOf(
    doc(
      { b: multi('qb', { onInvalid: 'flag' }) },
      { qb: { source: 'list' }, rows: { source: 'rows', args: { b: '$b', begin: '2026-01-01' } } },
      { w: { type: 'plain', data: { rows: { query: 'rows' } } } },
      [{ id: 's', params: ['b'], widgets: ['w'] }],
    ),
  )
  const opened = start(env, new Map([['b', { value: [3, 9, 1], origin: 'url' as const }]]))
  const step = arrive(env, opened.state, 'qb', { values: [1, 2, 3] })
  expect([view(step.state).b, step.enqueue[0]?.args, step.notices]).toEqual([
    { status: 'set', value: [1, 3], missing: [9] },
    { b: [1, 3], begin: '2026-01-01' },
    [{ code: 'FILTER_FLAGGED', param: 'b', values: [9] }],
  ])
})

test('a value of the wrong kind is no edit', () => {
  const env = envOf(
    doc(
      { n: { type: 'number', label: 'x', default: 1, min: 0, max: 9 } },
      { rows: { source: 'rows', args: { n: '$n', begin: '2026-01-01' } } },
      { w: { type: 'plain', data: { rows: { query: 'rows' } } } },
      [{ id: 's', params: ['n'], widgets: ['w'] }],
    ),
  )
  const opened = start(env, new Map())
  for (const wrong of ['7', 99, -1, [1], {}, true])
    expect(change(env, opened.state, new Map([['n', wrong]])).changed).toEqual([])
})
