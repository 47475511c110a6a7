import { describe, expect, test } from 'vitest'
import { createDashboard } from '../run/dashboard.ts'
import {
  dashboardOptions,
  dim,
  fakeNetwork,
  fakeUrl,
  flush,
  measure,
  memoryStorage,
  plainWidget,
  registry,
  table,
  virtualClock,
  widgetsOf,
} from '../test-support/index.ts'
import { loadLayout } from '../graph/validate.ts'

const LIST = [dim('id'), dim('name', 'text')]
const ROWS = [dim('hour'), measure('visits')]
const PARAMS = {
  year: { type: 'year', label: 'Year' },
  quarter: { type: 'quarter', label: 'Quarter' },
  month: { type: 'month', label: 'Month' },
  local: {
    type: 'local',
    label: 'Local',
    options: { query: 'stores', value: 'id', label: 'name' },
    default: { pick: 'first' },
  },
  span: { type: 'relativePeriod', label: 'Period', align: 'length' },
  other: { type: 'relativePeriod', label: 'Other', align: 'length', default: { prefix: 'TTD', index: 3 } },
  alone: { type: 'relativePeriod', label: 'Alone', default: { prefix: 'lastDays' } },
}

async function open(search = '', { params = {}, stored = memoryStorage() } = {}) {
  const clock = virtualClock()
  const network = fakeNetwork(() => clock.now())
  const sources = registry(
    network.source('stores', LIST, {}),
    network.source('main', ROWS, {
      local: { type: 'id', required: true },
      year: { type: 'number', required: true },
      quarter: { type: 'number', required: true },
      month: { type: 'number', required: true },
      begin: { type: 'date', required: true },
      end: { type: 'date', required: true },
      length: { type: 'text' },
    }),
  )
  network.reply('stores', () =>
    table(LIST, [
      [7, 'Gran Vía'],
      [8, 'Sol'],
    ]),
  )
  network.reply('main', () => table(ROWS, [[1, 5]]))
  const url = fakeUrl(search)
  const layout = loadLayout(
    {
      format: 1,
      _id: 'sections',
      name: 'Sections',
      params: { ...PARAMS, ...params },
      queries: {
        stores: { source: 'stores' },
        main: {
          source: 'main',
          args: {
            local: '$local',
            year: '$year',
            quarter: '$quarter',
            month: '$month',
            begin: '$span.begin',
            end: '$span.end',
            length: '$span.value',
          },
        },
      },
      widgets: { kpi: { type: 'kpi', data: { rows: { query: 'main' } } } },
      layout: {
        sections: [
          {
            id: 'all',
            params: Object.keys(PARAMS),
            requires: ['local', 'year', 'quarter', 'month', 'span'],
            widgets: ['kpi'],
          },
        ],
      },
    },
    { widgets: widgetsOf(plainWidget('kpi')), sources },
  )
  const dashboard = createDashboard(dashboardOptions(layout, network, clock, sources, { url, storage: stored }))
  await flush()
  const place = (key: string) => {
    const { prefix, index, value, begin, end } = (dashboard.store.getState().params[key]?.value ?? {}) as Record<
      string,
      unknown
    >
    return [prefix, index, value, `${String(begin)}..${String(end)}`]
  }
  return {
    dashboard,
    layout,
    url,
    place,
    value: (key: string) => dashboard.store.getState().params[key]?.value,
    notices: () =>
      dashboard.store.getState().notices.map(({ code, params: words }) => [code, words?.value, words?.shape]),
    asked: () => network.calls.filter(({ source }) => source === 'main').map(({ args }) => args),
    async do(run: () => void) {
      run()
      await flush()
    },
  }
}

test('missing values default to the current year, month and quarter, and are sent as integers', async () => {
  const { asked, url } = await open()
  expect(asked()).toEqual([
    { local: 7, year: 2026, quarter: 4, month: 11, begin: '2026-10-01', end: '2026-10-31', length: 'month' },
  ])
  expect(url.search()).toBe(
    '?year=2026&quarter=4&month=11&span=period.1.2026-10-31&other=TTD.3.2026-11-19&alone=lastDays.1.2026-11-19&local=7',
  )
})

test('year, quarter, month and local are parsed as integers, a month with two digits too', async () => {
  const { value } = await open('?year=2024&quarter=1&month=03&local=8')
  expect(['year', 'quarter', 'month', 'local'].map(value)).toEqual([2024, 1, 3, 8])
})

test('an invalid year, quarter, month or local is ignored with a notice, and the current one holds', async () => {
  const { value, notices } = await open('?year=24&quarter=5&month=13&local=Sol')
  expect(['year', 'quarter', 'month', 'local'].map(value)).toEqual([2026, 4, 11, 7])
  expect(notices()).toEqual([
    ['URL_VALUE_IGNORED', '24', 'year'],
    ['URL_VALUE_IGNORED', '5', 'quarter'],
    ['URL_VALUE_IGNORED', '13', 'month'],
    ['URL_VALUE_IGNORED', 'Sol', 'id'],
  ])
})

test('a year goes to the current one plus 2, and begins where the document says', async () => {
  expect((await open('?year=2028')).value('year')).toBe(2028)
  const later = await open('?year=2029')
  expect([later.value('year'), later.notices()]).toEqual([2026, [['URL_VALUE_IGNORED', '2029', 'year']]])
  const narrow = await open('?year=2020', { params: { year: { type: 'year', label: 'Year', min: 2021 } } })
  expect([narrow.value('year'), narrow.dashboard.store.getState().params.year]).toMatchObject([
    2026,
    { min: 2021, max: 2028 },
  ])
})

test('an empty year is a missing one', async () => {
  const one = await open('?year=&month=')
  expect([one.value('year'), one.value('month'), one.notices()]).toEqual([2026, 11, []])
  await one.do(() => one.dashboard.setParam('year', 2024))
  await one.do(() => one.dashboard.setParam('year', null))
  expect([one.value('year'), one.dashboard.store.getState().params.year?.state]).toEqual([2026, 'set'])
})

describe('the prefixes period, lastDays and TTD', () => {
  test('changing a prefix resets its value to the default', async () => {
    const one = await open()
    await one.do(() => one.dashboard.setRelative('alone', 3))
    expect(one.place('alone')).toEqual(['lastDays', 3, 365, '2025-11-20..2026-11-19'])
    await one.do(() => one.dashboard.setPrefix('alone', 'TTD'))
    expect(one.place('alone')).toEqual(['TTD', 1, 'month', '2026-11-01..2026-11-19'])
  })

  test('selecting the same relative prefix aligns the others of its group by index, and leaves the rest', async () => {
    const one = await open()
    await one.do(() => one.dashboard.setRelative('span', 2))
    expect(['span', 'other', 'alone'].map((key) => one.place(key).slice(0, 3))).toEqual([
      ['period', 2, 'quarter'],
      ['TTD', 2, 'quarter'],
      ['lastDays', 1, 30],
    ])
    expect(one.asked()).toHaveLength(2)
  })

  test('a link has the last day, so it shows the same days later; without it the place is of today', async () => {
    expect((await open('?span=TTD.1.2026-3-10')).place('span')).toEqual(['TTD', 1, 'month', '2026-03-01..2026-03-10'])
    expect((await open('?span=TTD.1')).place('span')).toEqual(['TTD', 1, 'month', '2026-11-01..2026-11-19'])
    const wrong = await open('?span=period.1.2026-3-10&other=week.1')
    expect([wrong.place('span')[0], wrong.notices()]).toEqual([
      'period',
      [
        ['URL_VALUE_IGNORED', 'period.1.2026-3-10', 'span'],
        ['URL_VALUE_IGNORED', 'week.1', 'span'],
      ],
    ])
  })

  test('this device remembers the place, with the days of today', async () => {
    const stored = memoryStorage()
    const params = { span: { ...PARAMS.span, persist: 'local' } }
    const one = await open('?span=TTD.2.2026-3-10', { params, stored })
    await one.do(() => one.dashboard.setRelative('span', 3))
    expect((await open('', { params, stored })).place('span')).toEqual(['TTD', 3, 'year', '2026-01-01..2026-11-19'])
  })
})

test('defaults that are no year, quarter, month, local or place are refused where they are written', async () => {
  const bad = {
    year: { ...PARAMS.year, default: 24 },
    quarter: { ...PARAMS.quarter, default: 5 },
    month: { ...PARAMS.month, default: 'May' },
    local: { ...PARAMS.local, default: 'Sol' },
    span: { ...PARAMS.span, default: { prefix: 'week' } },
    other: { ...PARAMS.other, default: { prefix: 'TTD', index: 4 } },
  }
  const { layout } = await open('', { params: bad })
  expect(layout.issues.filter(({ code }) => code === 'PARAM_DEFAULT_INVALID').map(({ pointer }) => pointer)).toEqual(
    Object.keys(bad).map((key) => `/params/${key}/default`),
  )
  const good = { year: { ...PARAMS.year, default: 2025 }, local: { ...PARAMS.local, default: 8 } }
  const fine = await open('', { params: good })
  const errors = fine.layout.issues.filter(({ severity }) => severity === 'error')
  expect([errors, fine.value('year'), fine.value('local')]).toEqual([[], 2025, 8])
})
