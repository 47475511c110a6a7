import { resolvePeriods } from '#domain/periods'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraph } from './graph.ts'
import { impactOf } from './impact.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { change, optionsArrived, start, type FilterEnv, type FilterState, type Step } from './transaction.ts'
import { loadLayout } from './validate.ts'

const network = fakeNetwork()
const ARGS = {
  a: { type: 'id' },
  b: { type: 'ids' },
  c: { type: 'id' },
  d: { type: 'ids' },
  n: { type: 'number' },
} as const
const sources = registry(
  network.source('list', [dim('id')], ARGS),
  network.source('rows', [measure('visits'), dim('store')], ARGS),
  network.source('each', [measure('visits')], ARGS, { fanOut: 'b', lane: 'store' }),
)

function envOf(params: object, queries: object, widgets: object, sections: object[]): FilterEnv {
  const { model, issues } = loadLayout(
    { format: 1, _id: 'x', name: 'page', params, queries, widgets, layout: { sections } },
    { widgets: widgetsOf(plainWidget('plain')), sources },
  )
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  return { model, graph: buildGraph(model), user: 'ana', today: '2026-11-20', resolvePeriods }
}

// ------------------------------------------------------------ over random graphs

const NAMES = ['a', 'b', 'c', 'd'] as const
const name = (i: number) => NAMES[i] as string
const isMulti = (i: number) => i % 2 === 1

interface Plan {
  readonly parents: readonly (readonly number[])[]
  readonly picks: readonly string[]
  readonly uses: readonly (readonly number[])[]
  readonly rules: readonly (readonly number[])[]
  readonly steps: readonly number[]
  readonly requires: readonly number[]
}
const plan: fc.Arbitrary<Plan> = fc.record({
  parents: fc.tuple(
    ...NAMES.map((_, i) => fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, i - 1) }), { maxLength: i })),
  ),
  picks: fc.tuple(...NAMES.map(() => fc.constantFrom('first', 'all', 'none', 'onlyOption'))),
  uses: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  // A rule shows the widget while a filter has more than one value; a step keeps the rows of a filter.
  rules: fc.array(fc.uniqueArray(fc.constantFrom(1, 3), { maxLength: 1 }), { minLength: 4, maxLength: 4 }),
  steps: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
  requires: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
})

function planned({ parents, picks, uses, rules, steps, requires }: Plan): FilterEnv {
  const args = (list: readonly number[]) => Object.fromEntries(list.map((i) => [name(i), `$${name(i)}`]))
  return envOf(
    Object.fromEntries(
      NAMES.map((id, i) => [
        id,
        {
          type: isMulti(i) ? 'multi' : 'single',
          label: 'x',
          options: { query: `q${id}`, value: 'id', label: 'id' },
          default: { pick: !isMulti(i) && picks[i] === 'all' ? 'first' : picks[i] },
          onInvalid: 'default',
        },
      ]),
    ),
    {
      ...Object.fromEntries(NAMES.map((id, i) => [`q${id}`, { source: 'list', args: args(parents[i] ?? []) }])),
      ...Object.fromEntries(
        uses.map((list, i) => [
          `w${i}`,
          { source: i === 3 && list.includes(1) ? 'each' : 'rows', args: { ...args(list), n: i } },
        ]),
      ),
    },
    Object.fromEntries(
      uses.map((_, i) => [
        `widget${i}`,
        {
          type: 'plain',
          data: {
            rows: {
              query: `w${i}`,
              ...(steps.includes(i) && { transform: [{ op: 'filter', where: { visits: { gte: `$${name(i)}` } } }] }),
            },
          },
          ...((rules[i]?.length ?? 0) > 0 && { show: { when: { param: name(rules[i]?.[0] ?? 1), count: { gt: 1 } } } }),
        },
      ]),
    ),
    [{ id: 's', params: [...NAMES], requires: requires.map(name), widgets: uses.map((_, i) => `widget${i}`) }],
  )
}

/**
 * Lets every list arrive; what each holds follows from its question, as on a server. All questions on the way: query ->
 * key. A widget that waits for a list drops its request and sends the same one again: that is served by the
 * answer that is here.
 */
function drain(
  env: FilterEnv,
  first: Step,
  listOf: (key: string) => readonly number[],
): { readonly state: FilterState; readonly asked: ReadonlyMap<string, string> } {
  let { state } = first
  const asked = new Map(first.enqueue.map(({ query, key }) => [query, key]))
  const open = new Map(
    first.enqueue.filter(({ query }) => env.graph.optionQueries.has(query)).map(({ query, key }) => [query, key]),
  )
  for (let next = [...open][0]; next !== undefined; next = [...open][0]) {
    const [query, key] = next
    open.delete(query)
    const step = optionsArrived(
      env,
      state,
      new Map((env.graph.filledBy.get(query) ?? []).map((filter) => [filter, { values: [...listOf(key)] }])),
    )
    state = step.state
    for (const one of step.enqueue) {
      asked.set(one.query, one.key)
      if (env.graph.optionQueries.has(one.query)) open.set(one.query, one.key)
    }
    for (const gone of step.clear) if (!step.enqueue.some((one) => one.query === gone)) open.delete(gone)
  }
  return { state, asked }
}

/** Queries that asked what was not asked before. */
const newOnes = (asked: ReadonlyMap<string, string>, before: FilterState) =>
  new Set([...asked].filter(([query, key]) => before.asked.get(query) !== key).map(([query]) => query))

const sum = (key: string) => Array.from(key).reduce((total, letter) => total + letter.charCodeAt(0), 0)
const some = (key: string) => (sum(key) % 5 === 0 ? [] : [1, 2, 3].map((n) => n + (sum(key) % 3)))
const edits = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom<unknown>(1, 2, 3, 4, 5, [1, 2], [3], [9], null, undefined)),
  { minLength: 1, maxLength: 3 },
)

test('no query is sent that was not predicted, for any graph and any values before and after', () => {
  fc.assert(
    fc.property(plan, fc.array(edits, { minLength: 1, maxLength: 3 }), (made, changes) => {
      const env = planned(made)
      let { state } = drain(env, start(env, new Map()), some)
      for (const edit of changes) {
        const predicted = impactOf(
          env,
          state,
          edit.map(([key]) => key),
        )
        const done = drain(env, change(env, state, new Map(edit)), some)
        expect([...newOnes(done.asked, state)].filter((query) => !predicted.queries.includes(query))).toEqual([])
        state = done.state
      }
    }),
    { numRuns: 300 },
  )
})

test('where every value below is another one afterwards, exactly the predicted queries are sent', () => {
  const always = {
    requires: [] as number[],
    picks: ['first', 'all', 'first', 'all'],
    rules: [[], [], [], []] as number[][],
  }
  fc.assert(
    fc.property(plan, fc.integer({ min: 0, max: 3 }), (made, changed) => {
      const env = planned({ ...made, ...always })
      // Every question has its own two members, far from those of all others; only the filter in hand keeps its list
      // and takes the other member.
      const known = new Map<string, number>()
      const own = (key: string) => {
        const base = known.get(key) ?? (known.size + 1) * 10
        known.set(key, base)
        return [base, base + 1]
      }
      const { state } = drain(env, start(env, new Map()), own)
      const list = state.lists.get(name(changed))
      if (list === undefined || list === 'failed') throw new Error('the list has not come')
      const other = list.values[1]
      const predicted = impactOf(env, state, [name(changed)])
      const { asked } = drain(
        env,
        change(env, state, new Map([[name(changed), isMulti(changed) ? [other] : other]])),
        own,
      )
      expect(new Set(predicted.queries)).toEqual(newOnes(asked, state))
    }),
    { numRuns: 200 },
  )
})

// ------------------------------------------------------------ by example

const single = (query: string, extra = {}) => ({
  type: 'single',
  label: 'x',
  options: { query, value: 'id', label: 'id' },
  default: { pick: 'first' },
  ...extra,
})
const multi = (query: string) => ({
  type: 'multi',
  label: 'x',
  options: { query, value: 'id', label: 'id' },
  default: { pick: 'all' },
})
const plain = (query: string, more: object = {}) => ({ type: 'plain', data: { rows: { query } }, ...more })

const shop = (a = {}) =>
  envOf(
    { a: single('qa', a), b: multi('qb'), n: { type: 'number', label: 'x', default: 1 } },
    {
      qa: { source: 'list' },
      qb: { source: 'list', args: { a: '$a' } },
      day: { source: 'rows', args: { a: '$a', b: '$b' } },
      each: { source: 'each', args: { b: '$b' } },
      fixed: { source: 'rows', args: { n: '$n' } },
    },
    {
      one: plain('day'),
      two: plain('day'),
      stores: plain('each'),
      still: plain('fixed'),
      kept: {
        type: 'plain',
        data: { rows: { query: 'fixed', transform: [{ op: 'filter', where: { store: { in: '$b' } } }] } },
      },
    },
    [{ id: 's', params: ['a', 'b', 'n'], requires: ['a'], widgets: ['one', 'two', 'stores', 'still', 'kept'] }],
  )
const opened = (env: FilterEnv) =>
  drain(env, start(env, new Map()), (key) => (key.includes('"a"') ? [7, 8, 9] : [1, 2])).state

test('a filter names the lists and queries below it once, the widgets they feed, and those that are only worked out again', () => {
  const env = shop()
  expect(impactOf(env, opened(env), ['b'])).toEqual({
    queries: ['day', 'each'],
    requests: 1 + 3,
    widgets: ['one', 'two', 'stores'],
    recomputed: ['kept'],
  })
  expect(impactOf(env, opened(env), ['a'])).toEqual({
    queries: ['qb', 'day', 'each'],
    requests: 1 + 1 + 3,
    widgets: ['one', 'two', 'stores'],
    recomputed: ['still', 'kept'],
  })
  expect(impactOf(env, opened(env), ['n'])).toEqual({
    queries: ['fixed'],
    requests: 1,
    widgets: ['still', 'kept'],
    recomputed: [],
  })
  expect(impactOf(env, opened(env), ['a', 'n']).requests).toBe(6)
})

test('a filter that opens a section predicts all requests of the section', () => {
  const env = shop({ default: { pick: 'none' } })
  const state = opened(env)
  expect([...state.asked.keys()]).toEqual(['qa'])
  expect(new Set(impactOf(env, state, ['a']).queries)).toEqual(new Set(['qb', 'day', 'each', 'fixed']))
  expect(impactOf(env, state, ['n'])).toEqual({ queries: [], requests: 0, widgets: [], recomputed: [] })
})

test('a hidden widget is predicted only for the filter that may show it', () => {
  const env = envOf(
    { n: { type: 'number', label: 'x', default: 1 }, t: { type: 'toggle', label: 'x', default: false } },
    { fixed: { source: 'rows', args: { n: '$n' } } },
    { w: plain('fixed', { show: { when: { param: 't', is: true } } }) },
    [{ id: 's', params: ['n', 't'], widgets: ['w'] }],
  )
  const { state } = start(env, new Map())
  expect([
    impactOf(env, state, ['n']).widgets,
    impactOf(env, state, ['t']).widgets,
    impactOf(env, state, ['missing']).requests,
  ]).toEqual([[], ['w'], 0])
})
