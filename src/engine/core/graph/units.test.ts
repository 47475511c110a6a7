import { describe, expect, test } from 'vitest'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from './validate.ts'

const COLUMNS = [
  dim('local'),
  dim('day', 'day'),
  { ...measure('visits'), unit: 'count' as const },
  { ...measure('dwell'), unit: 'seconds' as const },
  { ...measure('rate'), unit: 'percent' as const },
]
const network = fakeNetwork()
const context = {
  widgets: widgetsOf(
    plainWidget('kpi'),
    plainWidget('tile', {
      validate: Object.assign(() => true, { errors: [] }) as never,
      measures: { of: ['measure'], besides: { target: { without: '', isSameUnit: true } } },
    }),
  ),
  sources: registry(
    network.source('visits', COLUMNS, {
      client: { type: 'id' },
      locals: { type: 'ids' },
      day: { type: 'date' },
      days: { type: 'number' },
      types: { type: 'text' },
      stores: { type: 'text', words: { of: ['same', 'all'] } },
      by: { type: 'text', shapes: true, words: { of: ['local', 'day', 'hour'], isList: true } },
    }),
    network.source('more', [dim('local'), { ...measure('tickets'), unit: 'count' as const }], {}),
  ),
}
type Parts = Readonly<Partial<Record<'params' | 'queries' | 'widgets', Record<string, unknown>>>>
const load = ({ params = {}, queries = {}, widgets = {} }: Parts) =>
  loadLayout(
    {
      format: 1,
      _id: 'units',
      name: 'Units',
      params,
      queries: { rows: { source: 'visits' }, more: { source: 'more' }, ...queries },
      widgets: { more: { type: 'kpi', data: { rows: { query: 'more' } } }, ...widgets },
      layout: { sections: [{ id: 'top', params: Object.keys(params), widgets: ['more', ...Object.keys(widgets)] }] },
      grids: {},
    },
    context,
  )
const OF_INTEREST = /UNIT|NOT_ADDITIVE|NOT_LISTED|INVALID/
const found = (parts: Parts) =>
  load(parts)
    .issues.filter(({ code }) => OF_INTEREST.test(code))
    .map(({ code, pointer, severity, params = {} }) => [code, pointer, severity, params] as const)
const kpi = (transform: readonly object[], type = 'kpi', options: object = {}) => ({
  widgets: { one: { type, options, data: { rows: { query: 'rows', transform } } } },
})
const formula = (of: unknown, more: object = {}) => ({ op: 'derive', as: 'made', formula: { of, ...more } })

describe('units are checked before a document is read', () => {
  test('a formula that adds different units is found at any place of steps, and through steps before it', () => {
    const differ = (pointer: string, index: number) => [
      ['STEP_UNITS_DIFFER', pointer, 'error', { index, unit: 'count', other: 'seconds' }],
    ]
    const at = '/widgets/one/data/rows/transform'
    expect(found(kpi([formula({ plus: ['visits', 'dwell'] })]))).toEqual(differ(`${at}/0`, 0))
    expect(found(kpi([formula({ plus: ['visits', { times: 'dwell', factor: 2 }] })]))).toEqual(differ(`${at}/0`, 0))
    expect(
      found(
        kpi([
          { op: 'rename', columns: { dwell: 'stay' } },
          {
            op: 'aggregate',
            by: ['day'],
            measures: { v: { fn: 'total', of: 'visits' }, s: { fn: 'total', of: 'stay' } },
          },
          formula({ minus: ['v', 's'] }),
        ]),
      ),
    ).toEqual(differ(`${at}/2`, 2))
    expect(
      found({
        queries: { rows: { source: 'visits', transform: [formula({ plus: ['visits', 'dwell'] })] } },
        ...kpi([{ op: 'limit', n: 3 }]),
      }),
    ).toEqual(differ('/queries/rows/transform/0', 0))
  })

  test('a formula or a target of a column without a sum', () => {
    const at = '/widgets/one/data/rows/transform/0'
    const params = { index: 0, column: 'rate', unit: 'percent' }
    expect(found(kpi([formula('rate')]))).toEqual([['STEP_MEASURE_NOT_ADDITIVE', at, 'error', params]])
    expect(found(kpi([{ op: 'derive', as: 'goal', target: { for: 'rate', value: 20 } }]))).toEqual([
      ['STEP_MEASURE_NOT_ADDITIVE', at, 'error', params],
    ])
  })

  test('matching units, columns of a join and unknown units are not reported', () => {
    expect(found(kpi([formula('dwell', { over: 'visits' })]))).toEqual([])
    expect(found(kpi([{ op: 'derive', as: 'goal', target: { for: 'visits', value: 20 } }]))).toEqual([])
    expect(found(kpi([{ op: 'join', with: 'more', on: ['local'] }, formula({ plus: ['visits', 'tickets'] })]))).toEqual(
      [],
    )
    expect(
      found(kpi([{ op: 'pivot', column: 'day', values: ['a'], of: 'visits' }, formula({ plus: ['a', 'gone'] })])),
    ).toEqual([])
  })

  test('a target in another unit than the measure it is for is reported, and the widget is shown', () => {
    const goal = (of: string) => [{ op: 'derive', as: 'goal', target: { for: of, value: 20 } }]
    expect(found(kpi(goal('dwell'), 'tile', { measure: 'visits', target: 'goal' }))).toEqual([
      [
        'WIDGET_UNITS_DIFFER',
        '/widgets/one/options/target',
        'warning',
        { column: 'goal', unit: 'seconds', measure: 'visits', other: 'count' },
      ],
    ])
    expect(found(kpi(goal('visits'), 'tile', { measure: 'visits', target: 'goal' }))).toEqual([])
    expect(load(kpi(goal('dwell'), 'tile', { measure: 'visits', target: 'goal' })).model.widgets.get('one')?.kind).toBe(
      'live',
    )
  })
})

const list = [
  { value: 1, label: 'One' },
  { value: 2, label: 'Two' },
]
test.each([
  ['one that is not', { type: 'single', default: 3 }, '3'],
  ['one as a text', { type: 'single', default: '1' }, '1'],
  ['several of which one is not', { type: 'multi', default: [1, 9] }, '9'],
  ['one that is', { type: 'single', default: 2 }, undefined],
  ['several that are', { type: 'multi', default: [1, 2] }, undefined],
  ['a pick', { type: 'single', default: { pick: 'first' } }, undefined],
  ['none', { type: 'multi' }, undefined],
])('a default is in the fixed list of its filter: %s', (_what, param, value) => {
  expect(found({ params: { one: { label: 'One', options: list, ...param } } })).toEqual(
    value === undefined ? [] : [['PARAM_DEFAULT_NOT_LISTED', '/params/one/default', 'error', { value }]],
  )
})

test('an argument takes values and filters of its type', () => {
  const params = {
    day: { type: 'date', label: 'Day', default: { day: 'today' } },
    range: { type: 'dateRange', label: 'Range' },
    several: { type: 'multi', label: 'Several', options: list },
    single: { type: 'single', label: 'One', options: list },
    word: { type: 'text', label: 'Word' },
  }
  const unfit = (args: object) =>
    found({
      params,
      queries: { rows: { source: 'visits', args } },
      widgets: { one: { type: 'kpi', data: { rows: { query: 'rows' } } } },
    }).map(([code, pointer, , { type, value }]) => [code, pointer.split('/').at(-1), type, value])
  const wrong = { client: 'seven', locals: ['a'], day: '2026-02-30', days: '7' }
  expect(unfit(wrong)).toEqual(
    Object.entries(wrong).map(([arg, value]) => [
      'QUERY_ARG_INVALID',
      arg,
      { client: 'id', locals: 'ids', day: 'date', days: 'number' }[arg],
      JSON.stringify(value),
    ]),
  )
  expect(unfit({ client: '$several', locals: '$day', day: '$word', days: '$range.begin' })).toEqual([
    ['QUERY_ARG_INVALID', 'client', 'id', '"$several"'],
    ['QUERY_ARG_INVALID', 'locals', 'ids', '"$day"'],
    ['QUERY_ARG_INVALID', 'day', 'date', '"$word"'],
    ['QUERY_ARG_INVALID', 'days', 'number', '"$range.begin"'],
  ])
  expect(unfit({ client: 7, locals: [1, 2], day: '2026-02-28', days: 7.5, types: 'a,b' })).toEqual([])
  expect(unfit({ client: '$single', locals: '$several', day: '$range.end', types: '$several' })).toEqual([])
  expect(unfit({ client: '$word', locals: '$single', day: '$single', types: '$word' })).toEqual([])
})

test('an argument takes the words that its source knows, and a filter that lists no other', () => {
  const fixed = (...values: string[]) => ({
    type: 'single',
    label: 'One',
    options: values.map((value) => ({ value, label: value })),
  })
  const unfit = (args: object) =>
    load({
      params: { right: fixed('all', 'same'), wrong: fixed('all', 'none'), word: { type: 'text', label: 'Word' } },
      queries: { rows: { source: 'visits', args } },
      widgets: { one: { type: 'kpi', data: { rows: { query: 'rows' } } } },
    }).issues.flatMap(({ code, severity, params: { arg, type, value } = {}, fix = [] }) =>
      code === 'QUERY_ARG_INVALID'
        ? [[severity, arg, type, value, ...fix.map((one) => Reflect.get(one, 'value'))]]
        : [],
    )
  expect(unfit({ stores: 'sme', by: 'day,lokal' })).toEqual([
    ['error', 'stores', 'same | all', '"sme"', 'same'],
    ['error', 'by', 'local, day, hour', '"day,lokal"', 'day,local'],
  ])
  expect(unfit({ stores: '$wrong', by: 'day, local' })).toEqual([
    ['error', 'stores', 'same | all', '"$wrong"'],
    ['error', 'by', 'local, day, hour', '"day, local"', 'day,local'],
  ])
  expect(unfit({ by: '' })).toEqual([['error', 'by', 'local, day, hour', '""']])
  expect(unfit({ by: [] })).toEqual([['error', 'by', 'local, day, hour', '[]']])
  for (const args of [{ stores: 'all', by: 'local' }, { by: 'local,day' }, { by: ['hour'] }])
    expect(unfit(args)).toEqual([])
  expect(unfit({ stores: '$right', by: '$word' })).toEqual([])
})
