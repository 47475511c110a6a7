import { expect, test } from 'vitest'
import { fromRows, toRows } from '#domain/frame-build'
import * as fc from 'fast-check'
import { overlapping } from '../document/grids.ts'
import { withCopies } from '../document/grid-repeat.ts'
import { REPEAT_INPUT } from '../document/model.ts'
import { loadLayout } from '../graph/validate.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  fakeUrl,
  flush,
  measure,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { createDashboard } from './dashboard.ts'
import { originOf, sliced, slicesOf } from './repeats.ts'

const LIST = [dim('id'), dim('name', 'text')]
const ROWS = [dim('local'), measure('visits')]
const LOCALS = Array.from({ length: 50 }, (_, at) => at + 1)

function base() {
  return {
    format: 1,
    _id: 'board',
    name: 'Board',
    params: {
      locals: {
        type: 'multi',
        label: 'Stores',
        options: { query: 'stores', value: 'id', label: 'name', names: 'local' },
        default: { pick: 'all' },
      },
      from: { type: 'date', label: 'From', default: { day: 'today' } },
    } as Record<string, unknown>,
    queries: {
      stores: { source: 'stores' },
      visits: { source: 'visits', args: { locals: '$locals', day: '$from' } },
    } as Record<string, unknown>,
    widgets: {
      visits: { type: 'kpi', data: { rows: { query: 'visits' } }, repeat: { param: 'locals', column: 'local' } },
    } as Record<string, Record<string, unknown>>,
    layout: {
      sections: [
        { id: 'filters', params: ['locals', 'from'] },
        { id: 'main', requires: ['locals'], widgets: ['visits'] },
      ] as Record<string, unknown>[],
    },
    grids: { large: { visits: { x: 0, y: 0, w: 6, h: 6 } } },
  }
}

function open(doc: object = base()) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('stores', LIST, {}),
    network.source('visits', ROWS, { locals: { type: 'ids', required: true }, day: { type: 'date' } }),
    network.source('free', ROWS, { locals: { type: 'ids' }, day: { type: 'date' } }),
  )
  network.reply('free', () =>
    table(
      ROWS,
      LOCALS.map((id) => [id, id * 10]),
    ),
  )
  network.reply('stores', () =>
    table(
      LIST,
      LOCALS.map((id) => [id, `Store ${id}`]),
    ),
  )
  network.reply('visits', () =>
    table(
      ROWS,
      LOCALS.flatMap((id) => [
        [id, id * 10],
        [id, 1],
      ]),
    ),
  )
  const layout = loadLayout(doc, { widgets: widgetsOf(plainWidget('kpi')), sources })
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url: fakeUrl() }))
  const state = () => dashboard.store.getState()
  const repeat = () => {
    const widget = layout.model.widgets.get('visits')
    return widget?.kind === 'live' ? widget.repeat : undefined
  }
  const slices = () => slicesOf(repeat()!, state(), [state().widgets.visits], 'en')
  return { network, layout, dashboard, state, slices, asked: () => network.calls.map(({ source }) => source) }
}

const codes = (doc: object) => open(doc).layout.issues.map(({ code, pointer }) => [code, pointer])

test('fifty stores are one question and one run, and each copy has the rows of its own', async () => {
  const { asked, state, slices, network, layout } = open()
  await flush()
  expect(layout.issues).toEqual([])
  expect([asked(), network.runs.filter(({ steps }) => steps.length === 0).length]).toEqual([['stores', 'visits'], 2])
  expect([slices()?.total, slices()?.slices.length]).toEqual([50, 24])
  expect(slices()?.slices[6]).toEqual({ column: 'local', value: 7, label: 'Store 7' })
  const copy = sliced(state().widgets.visits!, { column: 'local', value: 7, label: 'Store 7' })
  expect(copy.kind === 'ready' && toRows(copy.frames.rows!)).toEqual([
    [7, 70],
    [7, 1],
  ])
  expect(sliced(state().widgets.visits!, { column: 'local', value: 7, label: 'Store 7' })).toBe(copy)
  expect(copy.kind === 'ready' && originOf(copy)).toBe(state().widgets.visits)
})

test('a value without rows is empty, and another choice is another list of copies', async () => {
  const { dashboard, state, slices } = open()
  await flush()
  expect(sliced(state().widgets.visits!, { column: 'local', value: 99, label: 'Store 99' })).toMatchObject({
    kind: 'empty',
    why: 'noRows',
  })
  dashboard.setParam('locals', [3, 4])
  await flush()
  expect(slices()).toEqual({
    total: 2,
    slices: [
      { column: 'local', value: 3, label: 'Store 3' },
      { column: 'local', value: 4, label: 'Store 4' },
    ],
  })
})

/** The stores may be left empty, and are to begin with. */
function mayBeEmpty(filter: object) {
  const doc = base()
  doc.params.locals = { ...(doc.params.locals as object), default: { pick: 'none' }, optional: true, ...filter }
  doc.queries.visits = { source: 'free', args: { locals: '$locals', day: '$from' } }
  return doc
}

test('a filter that is left empty narrows nothing: there is a copy for each value of its list, of one question without it', async () => {
  const { dashboard, slices, state, asked, network, layout } = open(mayBeEmpty({}))
  await flush()
  expect(layout.issues).toEqual([])
  expect(asked()).toEqual(['stores', 'free'])
  expect(Object.keys(network.calls[1]?.args ?? {})).toEqual(['day'])
  expect([slices()?.total, slices()?.slices.length, slices()?.slices[6]]).toEqual([
    50,
    24,
    { column: 'local', value: 7, label: 'Store 7' },
  ])
  const copy = sliced(state().widgets.visits!, { column: 'local', value: 7, label: 'Store 7' })
  expect(copy.kind === 'ready' && toRows(copy.frames.rows!)).toEqual([[7, 70]])
  dashboard.setParam('locals', [3])
  await flush()
  expect(slices()?.slices.map(({ value }) => value)).toEqual([3])
  dashboard.setParam('locals', undefined)
  await flush()
  expect(slices()?.total).toBe(50)
})

test('of one store that may be left empty as well, by a list in the document, in its words; more than the bound is told at check', async () => {
  const options = LOCALS.slice(0, 30).map((value) => ({ value, label: `Number ${value}` }))
  const { slices, layout } = open(mayBeEmpty({ type: 'single', options }))
  await flush()
  expect(layout.issues.find(({ code }) => code === 'LINT_REPEAT_BOUND')?.params).toEqual({
    count: 30,
    most: 24,
    rest: 6,
  })
  expect([slices()?.total, slices()?.slices[1]?.label]).toEqual([30, 'Number 2'])
})

test('where the data name the values instead of numbering them, as the traffic does its groups, a copy has the rows of its name', () => {
  const frame = fromRows(
    [dim('group', 'text'), measure('visits')],
    [
      ['North', 10],
      ['South', 20],
      [null, 5],
    ],
  )
  const state = { kind: 'ready', frames: { rows: frame } } as never
  const rows = (value: number, label: string) => {
    const copy = sliced(state, { column: 'group', value, label })
    return copy.kind === 'ready' ? toRows(copy.frames.rows!) : copy.kind
  }
  expect([rows(1, 'North'), rows(2, 'South'), rows(3, 'East')]).toEqual([[['North', 10]], [['South', 20]], 'empty'])
})

test('the rows of a query are values too, and come as an input of the widget', async () => {
  const doc = base()
  doc.widgets.visits!.repeat = { query: 'stores', value: 'id', label: 'name', column: 'local', most: 3 }
  const { slices, asked, state, layout } = open(doc)
  expect(slices()).toBeNull()
  await flush()
  expect(layout.issues).toEqual([])
  expect(asked()).toEqual(['stores', 'visits'])
  expect([slices()?.total, slices()?.slices.map(({ label }) => label)]).toEqual([50, ['Store 1', 'Store 2', 'Store 3']])
  const copy = sliced(state().widgets.visits!, { column: 'local', value: 2, label: 'Store 2' })
  expect(copy.kind === 'ready' && Object.keys(copy.frames)).toEqual(['rows'])
  expect(state().widgets.visits).toMatchObject({ frames: { [REPEAT_INPUT]: { rows: 50 } } })
})

test('a list of values that does not come is the failure of the widget', async () => {
  const doc = base()
  doc.queries.list = { source: 'stores', transform: [{ op: 'sort', by: [{ column: 'boom' }] }] }
  doc.widgets.visits!.repeat = { query: 'list', value: 'id', column: 'local' }
  const { state } = open(doc)
  await flush()
  expect(state().widgets.visits?.kind).toBe('error')
})

test('the parts of a split are the whole, each row in one of them', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -9, max: 9 })), { minLength: 1 })
  fc.assert(
    fc.property(rows, (cells) => {
      const state = { kind: 'ready', frames: { rows: table(ROWS, cells) }, values: {}, at: 0, ageMs: 0 } as const
      const parts = [0, 1, 2, 3, 4, 5].flatMap((value) => {
        const part = sliced(state, { column: 'local', value, label: '' })
        return part.kind === 'ready' ? toRows(part.frames.rows!) : []
      })
      expect(parts).toEqual(cells.toSorted(([a], [b]) => a - b))
    }),
  )
})

test('copies stand beside each other, then below, and never over anything', () => {
  const grid = { one: { x: 0, y: 0, w: 4, h: 3 }, two: { x: 8, y: 0, w: 4, h: 6 }, below: { x: 0, y: 6, w: 12, h: 2 } }
  expect(withCopies(grid, { one: 5 }).map(({ id, at, item: { x, y } }) => [id, at, x, y])).toEqual([
    ['one', 0, 0, 0],
    ['one', 1, 4, 0],
    ['two', 0, 8, 0],
    ['one', 2, 0, 3],
    ['one', 3, 4, 3],
    ['one', 4, 0, 6],
    ['below', 0, 0, 12],
  ])
  // Where the row holds nothing else that is repeated or taller, the rows below are all theirs.
  const row = { one: { x: 6, y: 0, w: 6, h: 3 }, two: { x: 0, y: 0, w: 6, h: 3 }, below: { x: 0, y: 3, w: 12, h: 2 } }
  expect(withCopies(row, { one: 4 }).map(({ id, at, item: { x, y } }) => [id, at, x, y])).toEqual([
    ['two', 0, 0, 0],
    ['one', 0, 6, 0],
    ['one', 1, 0, 3],
    ['one', 2, 6, 3],
    ['one', 3, 0, 6],
    ['below', 0, 0, 9],
  ])
  const item = fc.record({
    x: fc.integer({ min: 0, max: 11 }),
    y: fc.integer({ min: 0, max: 8 }),
    w: fc.integer({ min: 1, max: 6 }),
    h: fc.integer({ min: 1, max: 4 }),
  })
  const counts = fc.dictionary(fc.constantFrom('w0', 'w1', 'w2'), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), counts, (items, many) => {
      const placed = items
        .map(({ x, ...rest }) => ({ ...rest, x: Math.min(x, 12 - rest.w) }))
        .reduce<Record<string, (typeof items)[number]>>((all, one, at) => {
          const next = { ...all, [`w${at}`]: one }
          return overlapping(Object.keys(next), next).length > 0 ? all : next
        }, {})
      const copies = withCopies(placed, many)
      const named = Object.fromEntries(copies.map((copy) => [`${copy.id}-${copy.at}`, copy.item]))
      expect(overlapping(Object.keys(named), named)).toEqual([])
      expect(copies.every((copy) => copy.item.x + copy.item.w <= 12)).toBe(true)
    }),
  )
})

test('a repeat of nothing, of a day, of both, or by a column that is gone is found', () => {
  const of = (repeat: object, change: (doc: ReturnType<typeof base>) => void = () => undefined) => {
    const doc = base()
    doc.widgets.visits!.repeat = repeat
    change(doc)
    return codes(doc)
  }
  const at = '/widgets/visits/repeat'
  expect(of({ column: 'local' })).toEqual([['REPEAT_SOURCE_INVALID', at]])
  expect(of({ param: 'locals', query: 'stores', value: 'id', column: 'local' })).toEqual([
    ['REPEAT_SOURCE_INVALID', at],
  ])
  expect(of({ query: 'stores', column: 'local' })).toEqual([['REPEAT_SOURCE_INVALID', at]])
  expect(of({ param: 'from', column: 'local' })).toEqual([['REPEAT_KIND_INVALID', `${at}/param`]])
  expect(of({ param: 'local', column: 'local' })).toEqual([['REFERENCE_UNKNOWN_PARAM', `${at}/param`]])
  expect(of({ query: 'store', value: 'id', column: 'local' })).toEqual([['REFERENCE_UNKNOWN_QUERY', `${at}/query`]])
  expect(of({ query: 'stores', value: 'ids', column: 'local' })).toEqual([
    ['PARAM_OPTIONS_COLUMN_UNKNOWN', `${at}/value`],
  ])
  expect(of({ param: 'locals', column: 'shop' })).toEqual([['REPEAT_COLUMN_UNKNOWN', '/widgets/visits/data']])
  expect(of({ param: 'locals', column: 'local', most: 61 })).toEqual([['LAYOUT_OUT_OF_RANGE', `${at}/most`]])
  expect(
    of({ param: 'locals', column: 'local' }, (doc) => {
      doc.layout.sections[1]!.repeat = { param: 'locals', column: 'local' }
    }),
  ).toEqual([['REPEAT_NESTED', at]])
})

test('a fixed list beyond the bound says before it is shown how many are left out', () => {
  const doc = base()
  doc.params.kinds = {
    type: 'multi',
    label: 'Kinds',
    options: Array.from({ length: 30 }, (_, value) => ({ value, label: `${value}` })),
    default: { pick: 'all' },
  }
  doc.layout.sections[0]!.params = ['locals', 'from', 'kinds']
  doc.widgets.visits!.repeat = { param: 'kinds', column: 'local' }
  const { layout } = open(doc)
  expect(layout.issues.map(({ code, params }) => [code, params])).toEqual([
    ['LINT_REPEAT_BOUND', { count: 30, most: 24, rest: 6 }],
  ])
})

test('a section that repeats splits each of its widgets', async () => {
  const doc = base()
  delete doc.widgets.visits!.repeat
  doc.layout.sections[1]!.repeat = { query: 'stores', value: 'id', label: 'name', column: 'local' }
  const { state, layout } = open(doc)
  await flush()
  expect(layout.issues).toEqual([])
  const section = state().sections[1]
  expect(slicesOf(section!.repeat!, state(), [state().widgets.visits], 'en')).toMatchObject({ total: 50 })
})

test('ten thousand values are split in one pass and bound to what is asked for', () => {
  const many = table(
    ROWS,
    Array.from({ length: 10_000 }, (_, at) => [at, 1]),
  )
  const state = { kind: 'ready', frames: { rows: many, [REPEAT_INPUT]: many }, values: {}, at: 0, ageMs: 0 } as const
  const repeat = { by: { query: 'q', value: 'local', label: 'local' }, column: 'local', most: 24 }
  const found = slicesOf(repeat, { params: {}, labels: {} }, [state], 'en')
  expect([found?.total, found?.slices.length]).toEqual([10_000, 24])
})

test('copies for days are called by their dates in the language of the reader', () => {
  const days = fromRows([{ id: 'day', type: 'day', role: 'dim' }], [[20_779], [20_780]])
  const state = { kind: 'ready', frames: { [REPEAT_INPUT]: days }, values: {}, at: 0, ageMs: 0 } as const
  const repeat = { by: { query: 'q', value: 'day', label: 'day' }, column: 'day', most: 24 }
  const names = (locale: string) =>
    slicesOf(repeat, { params: {}, labels: {} }, [state], locale)?.slices.map(({ label }) => label)
  expect([names('es'), names('en')]).toEqual([
    ['22 nov 2026', '23 nov 2026'],
    ['22 Nov 2026', '23 Nov 2026'],
  ])
})
