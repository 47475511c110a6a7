import { fromRows } from '#domain/frame-build'
import { presetOption, resolvePeriods } from '#domain/periods'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { Moment } from '#schemas/generated/data/moment.ts'
import { expect, test } from 'vitest'
import type { ReadyState, WidgetState } from '../../types.ts'
import { drawnOf, momentOf, momentText, MOMENT_BYTES, readMoment, type MomentRequest } from './moment.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const network = fakeNetwork()
const sources = registry(
  network.source('list', [dim('id')], {}),
  network.source('rows', [measure('visits'), dim('name', 'text'), dim('local')], {}),
)
const definition = plainWidget('plain')
const { model } = loadLayout(
  {
    format: 1,
    _id: 'board',
    name: 'page',
    params: {
      brand: { type: 'single', label: 'x', options: { query: 'stores', value: 'id', label: 'id', names: 'client' } },
      store: { type: 'multi', label: 'x', options: { query: 'stores', value: 'id', label: 'id', names: 'local' } },
      search: { type: 'text', label: 'x' },
    },
    queries: { stores: { source: 'list' }, rows: { source: 'rows' } },
    widgets: {
      one: {
        type: 'plain',
        data: { rows: { query: 'rows', transform: [{ op: 'limit', n: 3 }] } },
        options: { size: 'big' },
      },
    },
    layout: {
      sections: [
        { id: 's', params: ['brand'], widgets: ['one'], declares: { search: { type: 'toggle', label: 'x' } } },
      ],
    },
  },
  { widgets: widgetsOf(definition), sources },
)

const frame = fromRows(
  [measure('visits'), dim('name', 'text'), dim('local'), dim('why', 'text')],
  [
    [7, 'Zoe', 12, 'Zoe'],
    [8, 'Ana', 13, ''],
    [9, '', null, 'off'],
  ],
)
const labels = {
  local: new Map([
    [11, 'Perez B'],
    [12, 'Perez A'],
    [13, 'Perez C'],
    [14, 'Perez D'],
  ]),
  client: new Map([
    [7, 'Uno'],
    [11, 'Once'],
  ]),
}
const ready: ReadyState = { kind: 'ready', frames: { rows: frame }, values: {}, at: 0, ageMs: 0 }
function moment(
  more: Partial<ReadyState> = {},
  widgets: Readonly<Record<string, WidgetState>> = { one: { ...ready, ...more } },
) {
  const dashboard = {
    model,
    store: { getState: () => ({ widgets, labels }) },
    text: (raw: string) => raw,
  } as unknown as MomentRequest['dashboard']
  return momentOf({ dashboard, widgets: ['one', 'gone'], locale: 'es', now: Date.UTC(2026, 10, 22, 9) })!
}

const dataOf = ({ widgets: [one] }: Moment) => (one?.frames.rows as FrameJson | undefined)?.data
const paramsOf = ({ widgets: [one] }: Moment) => one?.params as Readonly<Record<string, unknown>> | undefined

test('names of what is chosen or stands in a row are replaced in their order, and there are no others', () => {
  const { labels: named } = moment({ values: { store: [11], brand: 7 } })
  expect(named).toEqual({ local: { 11: 'Local 2', 12: 'Local 1', 13: 'Local 3' }, client: { 7: 'Client 1' } })
})

test('words of the product and empty texts stay, names in columns do not', () => {
  expect(dataOf(moment())).toEqual([
    [7, 8, 9],
    ['Name 2', 'Name 1', ''],
    [12, 13, null],
    ['Zoe', '', 'off'],
  ])
})

test('with ten names their numbers have two digits, so that they sort as their names did', () => {
  const names = Array.from({ length: 10 }, (_, at) => `Person ${String.fromCharCode(74 - at)}`)
  const data = dataOf(
    moment({
      frames: {
        rows: fromRows(
          [dim('name', 'text')],
          names.map((name) => [name]),
        ),
      },
    }),
  )
  expect(data?.[0]).toEqual([
    'Name 10',
    'Name 09',
    'Name 08',
    'Name 07',
    'Name 06',
    'Name 05',
    'Name 04',
    'Name 03',
    'Name 02',
    'Name 01',
  ])
})

test('a name that two kinds share has one stand-in', () => {
  const shared = moment({ frames: { rows: fromRows([dim('name', 'text'), dim('local')], [['Perez A', 12]]) } })
  expect([shared.labels.local, dataOf(shared)]).toEqual([{ 12: 'Local 1' }, [['Local 1'], [12]]])
})

test('what was typed into a text filter is left out, and a filter of the section counts before the page’s own', () => {
  const values = { store: ['Zoe', { deep: ['Ana'] }], brand: 7, search: true }
  expect(moment({ values }).widgets[0]?.params).toEqual({
    store: ['Name 2', { deep: ['Name 1'] }],
    brand: 7,
    search: true,
  })
})

test('only a campaign’s period carries a name of its own', () => {
  const campaigns = [{ id: 5, name: 'Rebajas', begin: '2026-11-02', end: '2026-11-08' }]
  const periods = resolvePeriods(presetOption('campaigns', { campaign: 5 }), { today: '2026-11-20', campaigns })
  const week = resolvePeriods(presetOption('thisWeekVsPrevious'), { today: '2026-11-20' })
  const nameOf = (value: unknown) => {
    type Named = { comparing?: { name?: unknown } } | undefined
    const found = paramsOf(moment({ values: { periods: value } }))?.periods as Named
    return found?.comparing?.name
  }
  expect([nameOf(periods), nameOf(week), nameOf({ option: { key: 'campaigns' }, comparing: { name: 7 } })]).toEqual([
    'Campaign 1',
    week?.comparing.name,
    7,
  ])
  expect(paramsOf(moment({ values: { periods: { option: { key: 'campaigns' }, comparing: null } } }))?.periods).toEqual(
    { option: { key: 'campaigns' }, comparing: null },
  )
})

test('a widget tells its source, its steps and when its figures are from, where that is known', () => {
  expect(moment().widgets[0]).toMatchObject({
    id: 'one',
    type: 'plain',
    v: 1,
    options: { size: 'big' },
    data: { rows: { source: 'rows', transform: [{ op: 'limit', n: 3 }] } },
  })
  expect(Object.hasOwn(moment().widgets[0] ?? {}, 'asOf')).toBe(false)
  expect(moment({ asOf: 7 }).widgets[0]?.asOf).toBe(7)
})

test('its file has a record or a list of records on lines of their own, and a list of values on one', () => {
  const small = {
    moment: 1,
    list: [1, 'a', null],
    rows: [[1, 2], [3]],
    mixed: [1, { a: 1 }],
    deep: { a: { b: 1, c: undefined }, d: [] },
    none: undefined,
  }
  expect(momentText(small as never)).toBe(`{
  "moment": 1,
  "list": [1,"a",null],
  "rows": [
    [1,2],
    [3]
  ],
  "mixed": [
    1,
    {"a":1}
  ],
  "deep": {
    "a": {"b":1},
    "d": []
  }
}
`)
})

test('a file of exactly the most that is read is read', () => {
  const text = momentText(moment())
  const padded = text + ' '.repeat(MOMENT_BYTES - new TextEncoder().encode(text).length)
  expect(readMoment(padded).dashboard).toBe('board')
  expect(() => readMoment(`${padded} `)).toThrow('MOMENT_TOO_LARGE')
  expect(() => readMoment('{}')).toThrow(/^MOMENT_INVALID: \{.*"required"/)
  expect(MOMENT_BYTES).toBe(524_288)
})

test('what is drawn from a file has its names by number, its language and its texts', () => {
  const { context } = drawnOf(moment(), moment().widgets[0]!, definition, (key) => `t ${key}`)
  expect([context.labels.local, context.locale, context.t('x')]).toEqual([
    new Map([
      [12, 'Local 1'],
      [13, 'Local 2'],
    ]),
    'es',
    't x',
  ])
})

test('options that are none of their widget any more are refused with the reason', () => {
  const widget = moment().widgets[0]!
  expect(() => drawnOf(moment(), { ...widget, options: { size: 'huge' } }, definition, (key) => key)).toThrow(
    /^MOMENT_INVALID: the options of one are none of plain: \{"instancePath":"\/size".*\}\.$/,
  )
})
