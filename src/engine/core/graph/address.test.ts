import { type PeriodPair, presetOption, resolvePeriods } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import { createAddress } from './address.ts'
import { buildGraph } from './graph.ts'
import type { LayoutModel, ParamModel } from '../document/model.ts'
import type { ParamRuntime } from '../params/params.ts'
import { EMPTY_STATE } from './transaction.ts'
import { createMemory } from '../params/persist.ts'
import { fakeUrl, memoryStorage } from '../test-support/index.ts'

const param = (key: string, definition: Partial<Param>): ParamModel => ({
  key,
  id: key,
  definition: { type: 'single', label: key, ...definition } as Param,
})
const client = param('client', {
  options: [
    { value: 1, label: 'Uno' },
    { value: 2, label: 'Dos' },
  ],
  persist: 'local',
})
const note = param('note', { type: 'text' })
const late = param('late', { type: 'toggle', persist: 'local' })
const periods = param('periods', { type: 'periodPair', url: { key: 'end', shape: 'date' } })

const runtime = (value: unknown, more: Partial<ParamRuntime> = {}): ParamRuntime => ({
  status: 'set',
  value,
  origin: 'user',
  missing: [],
  requested: { value, origin: 'user' },
  ...more,
})

function setup(
  search: string,
  params: readonly ParamModel[] = [client, note, late, periods],
  widgets: readonly string[] = ['kpi'],
) {
  const model = {
    id: 'page',
    params: new Map(params.map((one) => [one.key, one])),
    queries: new Map(),
    tabs: [],
    sections: [],
    widgets: new Map(widgets.map((id) => [id, {}])),
  } as unknown as LayoutModel
  const url = fakeUrl(search)
  const storage = memoryStorage()
  const filters = new Map<string, ParamRuntime>()
  let tabs: Record<string, string> = {}
  const address = createAddress({
    model,
    url,
    memory: createMemory(storage, 'ana', 'page'),
    label: ({ key }) => `the ${key}`,
    tabs: () => tabs,
    page: () => undefined,
    folded: () => new Set(),
    full: () => undefined,
    granularity: () => undefined,
    env: () => ({ model, graph: buildGraph(model), user: 'ana', today: '2026-11-20', resolvePeriods }),
    filters: () => ({ ...EMPTY_STATE, params: filters }),
  })
  return {
    address,
    url,
    storage,
    filters,
    openTab: (open: Record<string, string>) => {
      tabs = open
    },
  }
}

test('the address is read by the filters of the page, and ignored values are reported with the filter’s name', () => {
  const { values, tabs, notices } = setup('?client=2&note=hi&late=maybe&tab=kpi.day,gone.x').address.read()
  expect([[...values], tabs]).toEqual([
    [
      ['client', 2],
      ['note', 'hi'],
    ],
    { kpi: 'day' },
  ])
  expect(notices.map(({ pointer, params }) => [pointer, params])).toEqual([
    ['/params/late', { value: 'maybe', param: 'the late', expected: '1 or 0', shape: 'flag' }],
    [
      '',
      { value: 'gone.x', param: 'tab', expected: 'a tab of this page, or a widget and one of its tabs', shape: 'tab' },
    ],
  ])
})

test('a document that has a filter under the key of the tabs has no tabs in its address', () => {
  const { address, url, openTab } = setup('?tab=hi', [note, param('own', { url: { key: 'tab', shape: 'id' } })])
  expect(address.read()).toMatchObject({ tabs: {}, notices: [{ pointer: '/params/own' }] })
  openTab({ kpi: 'day' })
  address.remember('push', [])
  expect(url.history).toEqual([{ search: '', mode: 'push' }])
})

test('the filters are written once, and again only when the address changes', () => {
  const { address, url, filters, openTab } = setup('?utm=a')
  filters.set('client', runtime(2))
  openTab({ kpi: 'day' })
  address.remember('push', [])
  expect(url.history).toEqual([{ search: '?utm=a&client=2&tab=kpi.day', mode: 'push' }])
  address.remember('push', [])
  expect(url.history).toHaveLength(1)
  filters.set('client', runtime(1))
  openTab({})
  address.remember('replace', [])
  expect(url.history.at(-1)).toEqual({ search: '?utm=a&client=1', mode: 'replace' })
})

test('an address with its commas encoded says the same', () => {
  const list = param('list', {
    type: 'multi',
    options: [
      { value: 1, label: 'a' },
      { value: 2, label: 'b' },
    ],
  })
  const { address, url, filters } = setup('?list=1%2C2', [list])
  filters.set('list', runtime([1, 2]))
  address.remember('push', [])
  expect(url.history).toEqual([])
})

test('a filter that is not set, or has removed values, is written as requested', () => {
  const { address, url, filters } = setup('')
  filters.set('client', runtime(undefined, { status: 'pending', requested: { value: 2, origin: 'url' } }))
  filters.set('note', runtime('shown', { missing: ['x'], requested: { value: 'asked', origin: 'user' } }))
  filters.set('late', runtime(undefined, { status: 'pending', requested: undefined }))
  address.remember('push', [])
  expect(url.history.at(-1)?.search).toBe('?client=2&note=asked')
})

test('a filter that was emptied is written so where another reader may have a value for it', () => {
  const { address, url, filters } = setup('')
  const emptied = runtime(undefined, { status: 'unset', requested: { value: undefined, origin: 'user' } })
  for (const key of ['client', 'note', 'late']) filters.set(key, emptied)
  address.remember('push', [])
  // `note` has neither a default nor a memory: empty is what everybody sees.
  expect(url.history.at(-1)?.search).toBe('?client=&late=')
})

test('only the reader’s latest choice is remembered, and only where the document allows it', () => {
  const { address, storage, filters } = setup('')
  filters.set('client', runtime(2))
  filters.set('note', runtime('hi'))
  filters.set('late', runtime(true))
  address.remember('push', ['client', 'note', 'unheard'])
  expect([...storage.entries.values()]).toEqual(['2'])
  filters.set('client', runtime(1, { requested: undefined }))
  address.remember('push', ['client'])
  expect(storage.entries.size).toBe(0)
})

test('a change of the address from outside is reported once, with the filters removed from it', () => {
  const { address, url } = setup('?client=1')
  address.begin()
  expect(address.changed()).toBeUndefined()
  url.go('?note=hi&tab=kpi.day')
  const found = address.changed()
  expect([found && [...found.edits], found?.tabs]).toEqual([
    [
      ['periods', undefined],
      ['client', undefined],
      ['note', 'hi'],
      ['late', undefined],
    ],
    { kpi: 'day' },
  ])
  expect(address.changed()).toBeUndefined()
})

test('an address written by the page is no change, nor is a question mark', () => {
  const { address, url, filters } = setup('')
  address.begin()
  filters.set('client', runtime(2))
  address.remember('push', [])
  expect(address.changed()).toBeUndefined()
  url.go('client=2')
  expect(address.changed()).toBeUndefined()
})

test('an empty address is a change for a page that has not begun', () => {
  expect(setup('').address.changed()?.edits.get('client')).toBeUndefined()
  expect(setup('').address.changed()).toBeDefined()
})

test('going back restores periods as they were, with the name of their campaign', () => {
  const pair = resolvePeriods(presetOption('campaigns', { campaign: 7 }), {
    today: '2026-11-20',
    campaigns: [{ id: 7, name: 'Black Friday', begin: '2026-11-02', end: '2026-11-08' }],
  }) as PeriodPair
  const { address, url, filters } = setup('')
  filters.set('periods', runtime(pair))
  address.remember('push', [])
  expect(address.read().values.get('periods')).toBe(pair)
  const other = setup(url.search()).address.read().values.get('periods')
  expect(other).toMatchObject({ comparing: { begin: '2026-11-02', end: '2026-11-08' } })
  expect(other).not.toBe(pair)
})

test('a page without an address reads nothing, writes nothing and sees no change, and remembers all the same', () => {
  const model = {
    id: 'page',
    params: new Map([['late', late]]),
    queries: new Map(),
    tabs: [],
    sections: [],
    widgets: new Map(),
  } as unknown as LayoutModel
  const storage = memoryStorage()
  const address = createAddress({
    model,
    url: undefined,
    memory: createMemory(storage, 'ana', 'page'),
    label: () => '',
    page: () => undefined,
    folded: () => new Set(),
    full: () => undefined,
    granularity: () => undefined,
    tabs: () => ({}),
    env: () => ({ model, graph: buildGraph(model), user: 'ana', today: '2026-11-20', resolvePeriods }),
    filters: () => ({ ...EMPTY_STATE, params: new Map([['late', runtime(true)]]) }),
  })
  address.begin()
  address.remember('push', ['late'])
  expect([address.read(), address.changed(), [...storage.entries.values()]]).toEqual([
    { values: new Map(), tabs: {}, folded: new Set(), notices: [] },
    undefined,
    ['true'],
  ])
})
