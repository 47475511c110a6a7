/** A gesture whose value the filter does not take would set nothing: it is an error of the document. */
import type { Column } from '#domain/frame'
import { expect, test } from 'vitest'
import type { EventField, Issue } from '../../../types.ts'
import { loadLayout } from '../validate.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../../test-support/index.ts'

const column = (id: string, type: Column['type'], unit?: Column['unit']): Column => ({
  ...dim(id, type),
  ...(unit && { unit }),
})
const network = fakeNetwork()
const emits: Readonly<Record<string, Readonly<Record<string, EventField>>>> = {
  pickLocal: { local: 'id' },
  pickDay: { day: 'day' },
  zoom: { range: 'range' },
  pick: { value: { memberOf: 'category' } },
  brush: { values: { memberOf: 'category', isList: true }, range: { daysOf: 'category' } },
  dig: { value: { memberOf: 'levels' }, second: { memberOf: 'levels/1' } },
}
const context = {
  widgets: widgetsOf(plainWidget('bars', { emits, validate: Object.assign(() => true, { errors: [] }) as never })),
  sources: registry(
    network.source(
      'visits',
      [
        column('local', 'int', 'id'),
        column('hour', 'int', 'hour'),
        column('index', 'int'),
        column('day', 'day', 'day'),
        column('name', 'text'),
        measure('visits'),
      ],
      {},
    ),
  ),
}
const list = (value: string) => ({ query: 'rows', value, label: 'name' })
const params = {
  client: { type: 'single', label: 'x', options: list('local') },
  locals: { type: 'multi', label: 'x', options: list('local') },
  names: { type: 'multi', label: 'x', options: list('name') },
  days: { type: 'multi', label: 'x', options: list('day') },
  tree: { type: 'tree', label: 'x', options: { ...list('local'), levels: [{ value: 'name' }] } },
  one: { type: 'local', label: 'x', options: list('local') },
  fixed: { type: 'single', label: 'x', options: [{ value: 'a', label: 'A' }] },
  periods: { type: 'periodPair', label: 'x' },
  last: { type: 'relativePeriod', label: 'x' },
  date: { type: 'date', label: 'x' },
  range: { type: 'dateRange', label: 'x' },
  year: { type: 'year', label: 'x' },
  text: { type: 'text', label: 'x' },
  number: { type: 'number', label: 'x' },
  on: { type: 'toggle', label: 'x' },
}
type Found = readonly [string, string, Issue['params']]
interface More {
  readonly options?: object
  readonly transform?: readonly object[]
}
const loaded = (emits: Readonly<Record<string, { set: string; to: unknown }>>, more: More = {}) =>
  loadLayout(
    {
      format: 1,
      _id: 'gestures',
      name: 'Gestures',
      params,
      queries: { rows: { source: 'visits' } },
      widgets: {
        bars: {
          type: 'bars',
          options: more.options ?? {},
          data: { rows: { query: 'rows', transform: more.transform ?? [] } },
          emits,
        },
      },
      layout: { sections: [{ id: 'top', params: Object.keys(params), widgets: ['bars'] }] },
      grids: {},
    },
    context,
  )
/** The issues of one gesture. */
const said = (event: string, set: string, to: unknown, more: More = {}) =>
  loaded({ [event]: { set, to } }, more).issues.flatMap(({ code, pointer, params: of, severity }): Found[] =>
    /GESTURE/.test(code) && severity === 'error' ? [[code, pointer.replace('/widgets/bars/emits', ''), of]] : [],
  )
const words = (event: string, set: string, to: unknown, more: More = {}) =>
  said(event, set, to, more).map(([code, pointer, of]) =>
    code === 'GESTURE_KIND_MISMATCH' ? `${pointer}: ${of?.gives} for ${of?.takes}` : `${pointer}: only ${of?.places}`,
  )

test('a local into a period, a day into a list of locals, several into one: each is an error at the value', () => {
  expect(said('pickLocal', 'periods.comparing', '$event.local')).toEqual([
    [
      'GESTURE_KIND_MISMATCH',
      '/pickLocal/to',
      { event: 'pickLocal', gives: 'id', set: 'periods.comparing', takes: 'day | range' },
    ],
  ])
  expect([
    ...words('pickDay', 'locals', '$event.day'),
    ...words('pickDay', 'tree', '$event.day'),
    ...words('pickDay', 'year', '$event.day'),
    ...words('zoom', 'date', '$event.range'),
    ...words('zoom', 'fixed', '$event.range'),
    ...words('pickLocal', 'date', '$event.local'),
    ...words('pickLocal', 'names', '$event.local'),
    ...words('pickLocal', 'on', '$event.local'),
    ...words('brush', 'client', '$event.values', { options: { category: 'local' } }),
    ...words('brush', 'days', '$event.values', { options: { category: 'local' } }),
  ]).toEqual([
    '/pickDay/to: day for id[]',
    '/pickDay/to: day for id[]',
    '/pickDay/to: day for number',
    '/zoom/to: range for day',
    '/zoom/to: range for text',
    '/pickLocal/to: id for day',
    '/pickLocal/to: id for text[]',
    '/pickLocal/to: id for boolean',
    '/brush/to: id[] for id',
    '/brush/to: id[] for day[]',
  ])
})

test('a member is of the kind that its column has after the steps, and a list of columns of any of theirs', () => {
  const of = (category: string, ...transform: readonly object[]) => ({ options: { category }, transform })
  const set = (more: object) => words('pick', 'locals', '$event.value', more)
  expect([
    ...set(of('day')),
    ...set(of('hour')),
    ...set(of('name')),
    ...set(of('store', { op: 'rename', columns: { name: 'store' } })),
    ...set(of('at', { op: 'derive', as: 'at', part: 'week', from: 'day' })),
    ...words('dig', 'locals', '$event.second', { options: { levels: ['local', 'name'] } }),
    ...words('dig', 'locals', '$event.value', { options: { levels: ['day', 'name'] } }),
  ]).toEqual([
    '/pick/to: day for id[]',
    '/pick/to: number for id[]',
    '/pick/to: text for id[]',
    '/pick/to: text for id[]',
    '/pick/to: day for id[]',
    '/dig/to: text for id[]',
    '/dig/to: day | text for id[]',
  ])
})

test('it costs the gesture alone: readers of a dashboard that was published with it keep the widget and its others', () => {
  const { model } = loaded({
    pickLocal: { set: 'periods.comparing', to: '$event.local' },
    pickDay: { set: 'periods.comparing', to: '$event.day' },
    zoom: { set: 'last.index', to: '$event.range' },
  })
  const bars = model?.widgets.get('bars')
  expect([bars?.kind, bars?.kind === 'live' && Object.keys(bars.emits)]).toEqual(['live', ['pickDay']])
})

test('a part that no event sets is an error that names those it can', () => {
  expect([
    ...words('pickDay', 'periods', '$event.day'),
    ...words('pickDay', 'periods.option.key', '$event.day'),
    ...words('pickDay', 'range.begin', '$event.day'),
    ...words('pickLocal', 'last.index', '$event.local'),
  ]).toEqual([
    '/pickDay/set: only periods.comparing, periods.comparing.begin, periods.comparing.end, periods.reference, ' +
      'periods.reference.begin, periods.reference.end',
    '/pickDay/set: only periods.comparing, periods.comparing.begin, periods.comparing.end, periods.reference, ' +
      'periods.reference.begin, periods.reference.end',
    '/pickDay/set: only range',
    '/pickLocal/set: only –',
  ])
})

test('a fixed value is held to the same', () => {
  expect([
    ...words('pickDay', 'on', true),
    ...words('pickDay', 'date', '2026-11-20'),
    ...words('pickDay', 'locals', 7),
    ...words('pickDay', 'fixed', 'a'),
  ]).toEqual([])
  expect([
    ...words('pickDay', 'on', 'yes'),
    ...words('pickDay', 'locals', 'x'),
    ...words('pickDay', 'date', 7),
  ]).toEqual(['/pickDay/to: text for boolean', '/pickDay/to: text for id[]', '/pickDay/to: number | id for day'])
})

test('fitting fields are not reported, nor are those known with the data only', () => {
  const fits: readonly (readonly [string, string, string, object?])[] = [
    ['pickLocal', 'locals', 'local'],
    ['pickLocal', 'client', 'local'],
    ['pickLocal', 'one', 'local'],
    ['pickLocal', 'tree', 'local'],
    ['pickLocal', 'number', 'local'],
    ['pickDay', 'date', 'day'],
    ['pickDay', 'range', 'day'],
    ['pickDay', 'periods.comparing', 'day'],
    ['pickDay', 'periods.reference.begin', 'day'],
    ['pickDay', 'days', 'day'],
    ['zoom', 'periods.comparing', 'range'],
    ['zoom', 'range', 'range'],
    ['brush', 'locals', 'values', { options: { category: 'local' } }],
    ['pick', 'text', 'value', { options: { category: 'name' } }],
    ['pick', 'fixed', 'value', { options: { category: 'name' } }],
    ['pick', 'locals', 'value', { options: { category: 'index' } }],
    ['dig', 'locals', 'value', { options: { levels: ['name', 'local'] } }],
    ['pick', 'periods.comparing', 'value', { options: { category: 'none' } }],
    [
      'pick',
      'locals',
      'value',
      { options: { category: 'day' }, transform: [{ op: 'pivot', column: 'day', values: ['a'], of: 'visits' }] },
    ],
  ]
  for (const [event, set, field, more = {}] of fits) expect(words(event, set, `$event.${field}`, more)).toEqual([])
})

test('the days of members are a range where they are days, weeks or months, and of no other column', () => {
  const set = (category: string, ...transform: readonly object[]) =>
    words('brush', 'periods.comparing', '$event.range', { options: { category }, transform })
  const part = (as: string, name: string) => ({ op: 'derive', as, part: name, from: 'day' })
  expect([
    ...set('day'),
    ...set('week', part('week', 'week')),
    ...set('month', part('month', 'month')),
    ...set('hour'),
    ...set('local'),
    ...set('name'),
  ]).toEqual(['/brush/to: number for day | range', '/brush/to: id for day | range', '/brush/to: text for day | range'])
})
