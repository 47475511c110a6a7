import { fromRows, toRows } from '#domain/frame-build'
import { resolvePeriods } from '#domain/periods'
import { expect, test } from 'vitest'
import type { ReadyState, WidgetState } from '../../types.ts'
import { drawnOf, momentOf, momentText, MOMENT_BYTES, readMoment, type MomentRequest } from './moment.ts'
import { dim, fakeNetwork, measure, plainWidget, registry, widgetsOf } from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const network = fakeNetwork()
const sources = registry(
  network.source('list', [dim('id')], {}),
  network.source('rows', [measure('visits'), dim('name', 'text'), dim('period', 'text')], { b: { type: 'ids' } }),
)
const definition = plainWidget('plain')
const { model } = loadLayout(
  {
    format: 1,
    _id: 'board',
    name: 'Zapatos Pérez',
    params: {
      b: { type: 'multi', label: 'x', options: { query: 'stores', value: 'id', label: 'id', names: 'local' } },
      search: { type: 'text', label: 'x' },
      periods: { type: 'periodPair', label: 'x' },
    },
    queries: { stores: { source: 'list' }, rows: { source: 'rows', args: { b: '$b' } } },
    widgets: {
      one: {
        type: 'plain',
        data: { rows: { query: 'rows', transform: [{ op: 'limit', n: 3 }] } },
        options: { size: 'big' },
      },
      two: { type: 'plain', data: { rows: { query: 'rows' } } },
    },
    layout: { sections: [{ id: 's', params: ['b', 'search', 'periods'], widgets: ['one', 'two'] }] },
  },
  { widgets: widgetsOf(definition), sources },
)

const campaign = resolvePeriods(
  { type: 'default', key: 'campaigns', name: 'Rebajas Pérez', values: { campaign: 5, versus: 'before' } },
  { today: '2026-11-20', campaigns: [{ id: 5, name: 'Rebajas Pérez', begin: '2026-11-02', end: '2026-11-08' }] },
)
const frame = fromRows(
  [measure('visits'), dim('name', 'text'), dim('period', 'text')],
  [
    [7, 'Puerta de Zoe', 'comparing'],
    [null, 'Entrada de Ana', 'comparing'],
    [9, 'Puerta de Zoe', 'reference'],
  ],
)
const ready: ReadyState = {
  kind: 'ready',
  frames: { rows: frame },
  values: { b: [11], search: 'ana@perez.test', periods: campaign },
  at: 0,
  ageMs: 0,
  asOf: 3_600_000,
}

function request(widgets: Readonly<Record<string, WidgetState>>): MomentRequest {
  const state = {
    widgets,
    labels: {
      local: new Map([
        [11, 'Perez Sevilla'],
        [12, 'Perez Bilbao'],
      ]),
    },
  }
  return {
    dashboard: { model, store: { getState: () => state } } as unknown as MomentRequest['dashboard'],
    widgets: ['one', 'two', 'nobody'],
    locale: 'es',
    now: Date.UTC(2026, 10, 22, 9),
  }
}

test('a page that shows no figures has no moment; one that shows some has those', () => {
  expect(
    momentOf(request({ one: { kind: 'queued', position: 1 }, two: { kind: 'blocked', missing: ['b'] } })),
  ).toBeNull()
  expect(momentOf(request({ one: { kind: 'empty', why: 'noRows' }, two: ready }))?.widgets.map(({ id }) => id)).toEqual(
    ['two'],
  )
})

test('no person is named in it: stand-ins for every name, in the same order, and nothing of what was typed', () => {
  const text = momentText(momentOf(request({ one: ready, two: ready }))!)
  for (const name of ['Perez', 'Pérez', 'Zoe', 'Ana', 'perez.test'])
    expect(text.toLowerCase()).not.toContain(name.toLowerCase())
  const moment = readMoment(text)
  // Bilbao is neither chosen nor in a row.
  expect(moment.labels).toEqual({ local: { 11: 'Local 1' } })
  expect(Object.keys(moment.widgets[0]?.params ?? {})).toEqual(['b', 'periods'])
})

test('words of the product are no names: a widget draws what it drew', () => {
  const columns = [measure('people'), dim('why', 'text'), dim('reason', 'text')]
  const told: ReadyState = { ...ready, frames: { rows: fromRows(columns, [[null, 'oneWay', 'off']]) } }
  const moment = readMoment(momentText(momentOf(request({ one: told }))!))
  expect(toRows(drawnOf(moment, moment.widgets[0]!, definition, (key) => key).frames.rows!)).toEqual([
    [null, 'oneWay', 'off'],
  ])
})

test('what is drawn from its file is what was on the page: options with their defaults, periods, and every figure', () => {
  const moment = readMoment(momentText(momentOf(request({ one: ready, two: ready }))!))
  const { options, frames, context } = drawnOf(moment, moment.widgets[0]!, definition, (key) => key)
  expect(options).toEqual({ size: 'big', colour: 'green' })
  expect(toRows(frames.rows!)).toEqual([
    [7, 'Name 2', 'comparing'],
    [null, 'Name 1', 'comparing'],
    [9, 'Name 2', 'reference'],
  ])
  expect(frames.rows!.columns).toEqual(frame.columns)
  expect(context.periods?.comparing).toEqual({ ...campaign?.comparing, name: 'Campaign 1' })
  expect([moment.savedAt, moment.locale, moment.dashboard, moment.widgets[0]?.asOf, moment.widgets[0]?.data]).toEqual([
    '2026-11-22T09:00:00.000Z',
    'es',
    'board',
    3_600_000,
    { rows: { source: 'rows', transform: [{ op: 'limit', n: 3 }] } },
  ])
})

test('a file that is too large, is no moment, or holds rows that are no frame is refused with its reason', () => {
  const moment = momentOf(request({ one: ready, two: ready }))!
  expect(() => readMoment(' '.repeat(MOMENT_BYTES + 1))).toThrow(
    /^MOMENT_TOO_LARGE: the file has 524289 bytes; at most 524288/,
  )
  expect(() => readMoment(JSON.stringify({ ...moment, access_token: 'x' }))).toThrow(/^MOMENT_INVALID/)
  expect(() =>
    readMoment(JSON.stringify({ ...moment, widgets: [{ ...moment.widgets[0], frames: { rows: { columns: [] } } }] })),
  ).toThrow('rows of one is no frame')
  expect(() =>
    drawnOf({ ...moment }, { ...moment.widgets[0]!, options: { shape: 'round' } }, definition, (key) => key),
  ).toThrow('the options of one are none of plain')
})
