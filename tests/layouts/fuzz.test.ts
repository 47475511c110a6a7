/**
 * 500 hostile layouts in each run: nothing throws, nothing hangs, broken widgets are carried unchanged and the rest
 * runs. A night asks for more of them, and for others: `FUZZ_RUNS=20000 FC_SEED=random npm test --
 * tests/layouts/fuzz.test.ts`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'
import { createDashboard } from '../../src/engine/core/run/dashboard.ts'
import { isRecord } from '../../src/engine/core/document/pointer.ts'
import {
  dashboardOptions,
  fakeNetwork,
  fakeUrl,
  flush,
  memoryStorage,
  virtualClock,
} from '../../src/engine/core/test-support/index.ts'
import { loadLayout, saveLayout } from '../../src/engine/core/graph/validate.ts'
import { emptyFrame } from '../../src/domain/frame-build.ts'
import type { SourceRegistry } from '../../src/engine/types.ts'

const widgets = await widgetRegistry()
const plain = sourceRegistry()
const good = JSON.parse(readFileSync(join(import.meta.dirname, '../../layouts/foot-compare.json'), 'utf8')) as Record<
  string,
  unknown
>
const RUNS = Number(process.env.FUZZ_RUNS ?? 500)
const BOUND_MS = 2_000

const hostileText = fc.constantFrom(
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  '$client',
  '$client.begin',
  '$nobody',
  't:',
  't:__proto__',
  '\u0000',
  '\u202E',
  '💥'.repeat(50),
  'x'.repeat(3000),
  '',
  '../../etc/passwd',
  '${7*7}',
  ['javascript', 'alert(1)'].join(':'),
)
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, 2 ** 53, [], {}, [[]], { 'a/b~c': 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const KEYS = [
  'params',
  'queries',
  'widgets',
  'layout',
  'grids',
  'i18n',
  'sections',
  'type',
  'options',
  'data',
  'rows',
  'query',
  'transform',
  'default',
  'url',
  'x',
  'w',
  'requires',
  'show',
  'when',
  'hasOwnProperty',
  'kpi',
  'client',
  'op',
  'where',
  'by',
  'v',
  'format',
]

/** Places of a document, so that a mutation can hit any of them. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const children = Array.isArray(value)
    ? value.map((item, i) => places(item, [...path, i]))
    : isRecord(value)
      ? Object.entries(value).map(([key, item]) => places(item, [...path, key]))
      : []
  return [path, ...children.flat()]
}
const ALL = places(good)

type Mutation = { kind: 'set' | 'add' | 'drop' | 'copy'; place: number; key: string; value: unknown; other: number }
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'add', 'drop', 'copy'),
  place: fc.nat(ALL.length - 1),
  key: fc.oneof(fc.constantFrom(...KEYS), hostileText),
  value: hostile,
  other: fc.nat(ALL.length - 1),
})

function read(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (here, key) =>
      Array.isArray(here)
        ? here[Number(key)]
        : isRecord(here) && Object.hasOwn(here, key)
          ? here[String(key)]
          : undefined,
    document,
  )
}

function mutate(document: Record<string, unknown>, { kind, place, key, value, other }: Mutation): void {
  const path = ALL[place] ?? []
  const put = (into: unknown, name: string | number, what: unknown) => {
    if (Array.isArray(into)) into[Number(name) || 0] = what
    else if (isRecord(into))
      Object.defineProperty(into, name, { value: what, enumerable: true, configurable: true, writable: true })
  }
  if (kind === 'add') {
    put(read(document, path), key, value)
    return
  }
  const parent = read(document, path.slice(0, -1))
  const name = path.at(-1)
  if (name === undefined) return
  if (kind === 'drop') {
    if (isRecord(parent)) delete parent[String(name)]
    return
  }
  put(parent, name, kind === 'copy' ? structuredClone(read(document, ALL[other] ?? [])) : value)
}

const mutated = fc.array(mutation, { minLength: 1, maxLength: 12 }).map((list) => {
  const copy = structuredClone(good)
  for (const one of list) mutate(copy, one)
  return copy as unknown
})

/** Whole documents that are wrong in one way on a large scale. */
const grand = fc
  .constantFrom<() => unknown>(
    () => ({
      format: 1,
      _id: 'x',
      name: 'x',
      layout: { sections: [] },
      widgets: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`w${i}`, { type: 'kpi-table' }])),
    }),
    () => ({
      format: 1,
      _id: 'x',
      name: 'x',
      layout: { sections: [] },
      widgets: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`w${i}`, { type: 'kpi-table' }])),
    }),
    () => {
      let deep: unknown = 1
      for (let i = 0; i < 100; i++) deep = { deep }
      return { ...good, deep }
    },
    () => {
      let deep: unknown = 1
      for (let i = 0; i < 20_000; i++) deep = [deep]
      return deep
    },
    () => {
      const loop: Record<string, unknown> = { ...good }
      loop.self = loop
      return loop
    },
    () => ({
      ...good,
      grids: {
        large: Object.fromEntries(
          Object.keys(good.widgets as object).map((id) => [id, { x: Number.NaN, y: Infinity, w: 4, h: 4 }]),
        ),
      },
    }),
    () => ({
      ...good,
      grids: {
        large: Object.fromEntries(Object.keys(good.widgets as object).map((id) => [id, { x: 0, y: 0, w: 12, h: 100 }])),
      },
    }),
    () => ({ ...good, grids: {} }),
    () => ({
      ...good,
      params: Object.fromEntries(
        Array.from({ length: 50 }, (_, i) => [
          `p${i}`,
          { type: 'single', label: 'x', options: { query: `q${i}`, value: 'id', label: 'id' } },
        ]),
      ),
      queries: Object.fromEntries(
        Array.from({ length: 50 }, (_, i) => [
          `q${i}`,
          { source: 'locals.byClient', args: { client: `$p${(i + 1) % 50}` } },
        ]),
      ),
    }),
    () =>
      JSON.parse(
        JSON.stringify(good).replaceAll(
          /"(?:Marca|Tiendas|Resumen|t:[a-zA-Z]+)"/g,
          JSON.stringify('<svg onload=alert(1)>'),
        ),
      ) as unknown,
    () => '{"format": 1, "widgets": {"__proto__": {"polluted": true}}}',
    () => '{'.repeat(100_000),
    () => `${' '.repeat(600_000)}{}`,
    () => '\uFEFF{}',
    () => 'null',
    () => '',
    () => '[1,2',
    () => 'true',
    () => 7,
    () => null,
    () => undefined,
    () => [],
    () => () => 1,
    () => Symbol('x'),
    () => 10n,
  )
  .map((make) => make())

/** Every source answers at once: lists with two members, everything else without rows. */
function answering(network: ReturnType<typeof fakeNetwork>): SourceRegistry {
  return new Map(
    [...plain].map(([name, source]) => {
      network.reply(name, () =>
        name.endsWith('list') || name.startsWith('locals')
          ? { ...emptyFrame(source.columns), ...two(source.columns) }
          : emptyFrame(source.columns),
      )
      return [name, network.source(name, source.columns, source.args, { lane: source.lane })]
    }),
  )
}
const two = (
  columns: SourceRegistry extends ReadonlyMap<string, infer S> ? (S extends { columns: infer C } ? C : never) : never,
) => ({
  rows: 2,
  data: columns.map(({ type }) =>
    type === 'text'
      ? { kind: 'text' as const, codes: Int32Array.of(0, 1), dictionary: ['<b>a</b>', 'b'] }
      : { kind: 'numbers' as const, values: Int32Array.of(1, 2) },
  ),
})

async function survive(input: unknown): Promise<void> {
  const begun = performance.now()
  const context = { widgets, sources: plain }
  const loaded = loadLayout(input, context)
  const saved = saveLayout(loaded)
  const again = loadLayout(saved, context)
  expect(again.document).toEqual(loaded.document)
  const raw = isRecord(loaded.document?.widgets) ? loaded.document.widgets : {}
  for (const widget of loaded.model.widgets.values())
    if (widget.kind === 'quarantined') {
      expect(widget.raw).toEqual(raw[widget.id])
      expect(widget.issues.length).toBeGreaterThan(0)
    }
  for (const one of loaded.issues)
    expect([typeof one.code, one.text.length > 0, one.text.length < 2000]).toEqual(['string', true, true])

  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = answering(network)
  const live = loadLayout(input, { widgets, sources })
  const dashboard = createDashboard(
    dashboardOptions(live, network, clock, sources, {
      url: fakeUrl('?client=1&locals=1,2&end=2026-11-1'),
      storage: memoryStorage(),
    }),
  )
  await flush()
  for (const key of Object.keys(dashboard.store.getState().params)) dashboard.setParam(key, null)
  await clock.advance(1000)
  dashboard.setMany(Object.fromEntries(Object.keys(dashboard.store.getState().params).map((key) => [key, 1])))
  for (const id of live.model.widgets.keys()) {
    dashboard.emit(id, 'pickDay', { day: 20_000 })
    dashboard.retry(id)
  }
  await clock.advance(60_000)
  const { widgets: states, grids } = dashboard.store.getState()
  expect(Object.keys(states).toSorted()).toEqual([...live.model.widgets.keys()].toSorted())
  for (const size of Object.values(grids))
    for (const section of Object.values(size))
      for (const { x, y, w, h } of Object.values(section))
        expect([x, y, w, h].every(Number.isInteger) && x >= 0 && x + w <= 12).toBe(true)
  for (const { source, args } of network.calls)
    for (const [name, arg] of Object.entries(sources.get(source)?.args ?? {}))
      if (arg.required) expect([source, name, args[name] ?? 'missing']).not.toEqual([source, name, 'missing'])
  dashboard.dispose()
  if (performance.now() - begun > BOUND_MS) throw new Error(`took ${Math.round(performance.now() - begun)} ms`)
}

test(
  `${RUNS} layouts made from the good one by hostile edits`,
  async () => {
    await fc.assert(fc.asyncProperty(mutated, survive), { numRuns: RUNS })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  },
  120_000 + RUNS * 100,
)

test('documents that are wrong on a large scale', async () => {
  await fc.assert(fc.asyncProperty(grand, survive), { numRuns: 60 })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
}, 120_000)

test('any JSON, and any text', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' })), survive), {
    numRuns: 100,
  })
}, 60_000)

test('one hostile widget costs its own card; the others live', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      const { model } = loadLayout(
        { ...good, widgets: { ...(good.widgets as object), kpi: value } },
        { widgets, sources: plain },
      )
      const text = (() => {
        try {
          return JSON.stringify(value)
        } catch {
          return ''
        }
      })()
      if (text.includes('__proto__')) return
      expect([...model.widgets.values()].filter(({ kind }) => kind === 'quarantined').map(({ id }) => id)).toEqual(
        model.widgets.size === 0 ? [] : ['kpi'],
      )
    }),
    { numRuns: 100 },
  )
})
