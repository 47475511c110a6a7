import { type PeriodPair, presetOption, resolvePeriods } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import type { SourceDefinition } from '../../types.ts'
import type { ParamModel, QueryModel } from '../document/model.ts'
import { isFixed, periodKey, readPeriods, writePeriods } from './period-address.ts'
import { formatShape, parseShape } from '../kinds/shapes.ts'
import { keysOf, placesOf, readTabs, readUrl, textsIn, writeUrl } from './url.ts'

type Shape = Parameters<typeof parseShape>[0]
const many = (count: number) => Array.from({ length: count }, (_, at) => at)

test.each<[Shape, [string, unknown][], string[]]>([
  [
    'id',
    [
      ['0', 0],
      ['123456789012345', 123456789012345],
    ],
    ['', 'x1', '1x', '1234567890123456', '-1', '1.0'],
  ],
  [
    'ids',
    [
      ['7', [7]],
      ['3,1,3', [3, 1]],
      [many(5000).join(','), many(5000)],
    ],
    ['', '1,', 'x1,2', '1,2x', '1;2', many(5001).join(',')],
  ],
  [
    'number',
    [
      ['-7.25', -7.25],
      ['0.123456789', 0.123456789],
      ['12', 12],
    ],
    ['', 'x1', '1x', '1.', '.5', '1.1234567890', '+1', '1e3'],
  ],
  [
    'text',
    [
      ['a', 'a'],
      ['x'.repeat(500), 'x'.repeat(500)],
    ],
    ['', 'x'.repeat(501)],
  ],
  [
    'texts',
    [
      ['a', ['a']],
      ['a%2Cb,c', ['a,b', 'c']],
      [many(5000).join(','), many(5000).map(String)],
    ],
    ['', 'a,', 'a,%', many(5001).join(',')],
  ],
  [
    'flag',
    [
      ['1', true],
      ['0', false],
    ],
    ['', 'true', '2', '10'],
  ],
  [
    'range',
    [
      ['2026-1-2..2026-01-02', { begin: '2026-01-02', end: '2026-01-02' }],
      ['2025-12-31..2026-01-01', { begin: '2025-12-31', end: '2026-01-01' }],
    ],
    [
      '',
      '2026-01-02',
      '2026-01-02..',
      '..2026-01-02',
      '2026-01-03..2026-01-02',
      '2026-01-01..2026-01-02..2026-01-03',
      'x..2026-01-02',
    ],
  ],
  [
    'place',
    [
      ['lastDays.7', { prefix: 'lastDays', index: 7 }],
      ['a-1.123', { prefix: 'a-1', index: 123 }],
    ],
    ['', 'lastDays', 'lastDays.', '.7', '1a.7', 'a.1234', 'a.7x', '!a.7', 'a.-1'],
  ],
  [
    'date',
    [
      ['2026-3-9', '2026-03-09'],
      ['2001-1-1', '2001-01-01'],
    ],
    ['', '2000-12-31', '2026-02-30', 'today'],
  ],
])('a text is %s, or nothing', (shape, values, wrong) => {
  for (const [text, value] of values) expect(parseShape(shape, text)).toEqual(value)
  for (const text of wrong) expect([text, parseShape(shape, text)]).toEqual([text, undefined])
})

test.each<[Shape, [unknown, string][], unknown[]]>([
  [
    'id',
    [
      [0, '0'],
      [7, '7'],
    ],
    [-1, 1.5, '7', null, Number.NaN],
  ],
  ['ids', [[[3, 1], '3,1']], [[], [1, -1], [1, 'x'], 7, undefined]],
  [
    'number',
    [
      [-7.25, '-7.25'],
      [0, '0'],
    ],
    ['7', 1e21, Number.NaN, Infinity, 1e-10],
  ],
  [
    'text',
    [
      ['a', 'a'],
      ['x'.repeat(500), 'x'.repeat(500)],
    ],
    ['', 'x'.repeat(501), 7],
  ],
  ['texts', [[['a,b', 'c'], 'a%2Cb,c']], [[], 'a']],
  [
    'flag',
    [
      [true, '1'],
      [false, '0'],
    ],
    [1, 'true', undefined],
  ],
  [
    'range',
    [[{ begin: 'a', end: 'b' }, 'a..b']],
    [{ begin: 'a' }, { end: 'b' }, { begin: 1, end: 'b' }, { begin: 'a', end: 2 }, 'a..b', null],
  ],
  ['place', [[{ prefix: 'lastDays', index: 7 }, 'lastDays.7']], [{ prefix: 7, index: 7 }, { index: 7 }, 'lastDays.7']],
  ['date', [['2026-03-09', '2026-3-9']], ['soon', 20260309, null]],
])('a value is written as %s, or not at all', (shape, values, wrong) => {
  for (const [value, text] of values) expect(formatShape(shape, value)).toBe(text)
  for (const value of wrong) expect([value, formatShape(shape, value)]).toEqual([value, undefined])
})

const param = (key: string, definition: Partial<Param>, optionsQuery?: string): ParamModel => ({
  key,
  id: key,
  definition: { type: 'single', label: key, ...definition } as Param,
  ...(optionsQuery && { optionsQuery }),
})
const query = (key: string, type: string) =>
  [
    key,
    {
      source: {
        columns: [
          { id: 'name', type: 'int' },
          { id: 'id', type },
        ],
      } as unknown as SourceDefinition,
    } as QueryModel,
  ] as const
const placeOf = (one: ParamModel) =>
  placesOf({
    params: new Map([[one.key, one]]),
    queries: new Map([query('stores', 'int'), query('names', 'text')]),
  }).get(one.key)
const literal = (...values: unknown[]) => ({
  options: values.map((value) => ({ value, label: 'x' })) as Param['options'],
})
const listed = { options: { query: 'q', value: 'id', label: 'name' } as Param['options'] }

test('a filter is written in the shape of its kind, and a choice in that of its list', () => {
  const types = ['text', 'number', 'toggle', 'date', 'dateRange', 'prefix', 'periodPair'] as const
  expect(types.map((type) => placeOf(param('x', { type }))?.shape)).toEqual([
    'text',
    'number',
    'flag',
    'date',
    'range',
    'place',
    'periods',
  ])
  expect(
    [literal(1, 2), literal('a', 'b'), literal('a', 1), literal(-1), literal(true), literal()].map(
      (list) => placeOf(param('x', list))?.shape,
    ),
  ).toEqual(['id', 'text', undefined, undefined, undefined, undefined])
  expect([literal(1), literal('a')].map((list) => placeOf(param('x', { type: 'multi', ...list }))?.shape)).toEqual([
    'ids',
    'texts',
  ])
  expect(
    [
      placeOf(param('x', listed, 'stores')),
      placeOf(param('x', listed, 'names')),
      placeOf(param('x', { type: 'multi', ...listed }, 'names')),
      placeOf(param('x', listed)),
    ].map((place) => place?.shape),
  ).toEqual(['id', 'text', 'texts', 'id'])
})

test('a filter takes no key of the page around it, nor one that another has taken', () => {
  for (const key of ['tab', 'kiosk', 'access_token', 'token', 'redirect', 'revision'])
    expect([key, placeOf(param(key, { type: 'text' }))]).toEqual([key, undefined])
  const places = placesOf({
    params: new Map(
      [
        param('a/b', { type: 'text' }),
        param('a-b', { type: 'text' }),
        param('when', { type: 'periodPair' }),
        param('when-p1', { type: 'text' }),
      ].map((one) => [one.key, one]),
    ),
    queries: new Map(),
  })
  expect([...places.keys()]).toEqual(['a/b', 'when'])
  expect([
    keysOf({ key: 'a', shape: 'text' }),
    keysOf({ key: 'when', shape: 'periods' }),
    keysOf({ key: 'end', shape: 'periods' }),
  ]).toEqual([['a'], ['when', 'when-period', 'when-p1', 'when-p2'], ['end', 'period', 'p1', 'p2']])
})

const context = (places: ReturnType<typeof placesOf>) => ({
  places,
  resolvePeriods,
  today: '2026-11-20',
  label: ({ key }: ParamModel) => key,
})

test.each([
  ['id', literal(1), 'x', 'a number'],
  ['ids', { type: 'multi', ...literal(1) }, 'x', 'numbers with commas'],
  ['date', { type: 'date' }, 'x', 'YYYY-M-D'],
  ['text', { type: 'text' }, 'x'.repeat(501), 'a text'],
  ['texts', { type: 'multi', ...literal('a') }, 'a,%', 'texts with commas'],
  ['number', { type: 'number' }, 'x', 'a number'],
  ['flag', { type: 'toggle' }, 'x', '1 or 0'],
  ['range', { type: 'dateRange' }, 'x', 'YYYY-MM-DD..YYYY-MM-DD'],
  ['place', { type: 'prefix', prefixes: {} }, 'x', 'a list and a place in it'],
  ['place', { type: 'prefix', prefixes: {} }, 'gone.1', 'a list and a place in it'],
  ['number', { type: 'number', max: 5 }, '6', 'a number'],
  ['past', { type: 'date', default: { day: 'today' } }, '2026-11-21', 'a day up to today'],
  ['periods', { type: 'periodPair' }, 'x', 'YYYY-M-D'],
] as [string, Partial<Param>, string, string][])(
  'an invalid %s is reported with the expected form',
  (shape, definition, text, expected) => {
    const one = param('a', definition)
    const places = placesOf({ params: new Map([['a', one]]), queries: new Map() })
    const { values, notices } = readUrl([one], `?a=${encodeURIComponent(text)}`, context(places))
    expect([
      values.size,
      notices.map(({ code, pointer, params: { value, ...params } = {} }) => [
        code,
        pointer,
        text.startsWith(String(value).slice(0, 9)),
        params,
      ]),
    ]).toEqual([
      0,
      [['URL_VALUE_IGNORED', '/params/a', true, { param: 'a', expected, shape: shape === 'periods' ? 'date' : shape }]],
    ])
  },
)

test('a future day is a value of a filter that has no day', () => {
  const read = (definition: Partial<Param>) => {
    const one = param('a', { type: 'date', ...definition })
    return readUrl(
      [one],
      '?a=2026-11-21',
      context(placesOf({ params: new Map([['a', one]]), queries: new Map() })),
    ).values.get('a')
  }
  expect([
    read({}),
    read({ default: '2026-01-01' }),
    read({ default: { pick: 'none' } }),
    read({ default: { day: 'yesterday' } }),
  ]).toEqual(['2026-11-21', '2026-11-21', '2026-11-21', undefined])
})

test('a filter that has no place, or is not in the address, is not read', () => {
  const one = param('tab', { type: 'text' })
  expect(
    readUrl(
      [one, param('b', { type: 'text' })],
      '?tab=x',
      context(placesOf({ params: new Map([['b', param('b', { type: 'text' })]]), queries: new Map() })),
    ),
  ).toEqual({ values: new Map(), notices: [] })
})

test('a value that cannot be written takes no key, and no value empties it', () => {
  expect([
    textsIn({ key: 'a', shape: 'id' }, 'x'),
    textsIn({ key: 'a', shape: 'id' }, null),
    textsIn({ key: 'a', shape: 'periods' }, 7),
    textsIn({ key: 'a', shape: 'id' }, 7),
  ]).toEqual([{}, { a: '' }, {}, { a: '7' }])
  expect(writeUrl(['a', 'b'], { a: '1,2' }, '?b=1&c=x')).toBe('?c=x&a=1,2')
})

test('a tab is a widget and a name, both of letters, digits and hyphens', () => {
  const widgets = new Set(['kpi', 'k-2'])
  expect(readTabs('?tab=kpi.day,k-2.a-1', widgets)).toEqual({ tabs: { kpi: 'day', 'k-2': 'a-1' }, refused: [] })
  for (const wrong of ['kpi', 'kpi.', '.day', '!kpi.day', 'kpi.day!', 'kpi.1', 'gone.day', 'kpi.day.x', '']) {
    expect([wrong, readTabs(`?tab=${wrong}`, widgets)]).toEqual([wrong, { tabs: {}, refused: [wrong] }])
  }
  expect(readTabs('?x=kpi.day', widgets)).toEqual({ tabs: {}, refused: [] })
})

// ---------------------------------------------------------------- periods

const today = '2026-11-20'
const campaigns = [{ id: 7, name: 'Black Friday', begin: '2026-11-02', end: '2026-11-08' }]
const pair = (...[key, values]: Parameters<typeof presetOption>) =>
  resolvePeriods(presetOption(key, values), { today, campaigns }) as PeriodPair
const read = (text: Parameters<typeof readPeriods>[0], usual = presetOption('lastWeekVsPrevious')) =>
  readPeriods(text, { resolvePeriods, today, usual })
const optionOf = (period: string) => read({ period }).pair?.option

test('the parts of a pair have the key of the pair before them, except under `end`', () => {
  expect(
    (['end', 'period', 'p1', 'p2'] as const).map((part) => [periodKey('end', part), periodKey('when', part)]),
  ).toEqual([
    ['end', 'when'],
    ['period', 'when-period'],
    ['p1', 'when-p1'],
    ['p2', 'when-p2'],
  ])
})

test('days that were chosen, and those of a campaign, stay; all others move with the calendar', () => {
  const comparing = { begin: '2026-11-01', end: '2026-11-05' }
  const fixed: Parameters<typeof presetOption>[] = [
    ['customPeriods'],
    ['campaigns', { campaign: 7 }],
    ['noPeriods', { comparing }],
    ['samePeriodLastYear', { comparing }],
  ]
  const moving: Parameters<typeof presetOption>[] = [
    ['thisWeekVsPrevious'],
    ['noPeriods'],
    ['samePeriodLastYear'],
    ['samePeriodLastYear', { comparing, of: 'thisWeekVsPrevious' }],
    ['thisWeekVsPrevious', { comparing }],
    ['advanced'],
  ]
  expect([
    fixed.map((option) => isFixed(presetOption(...option))),
    moving.map((option) => isFixed(presetOption(...option))),
  ]).toEqual([fixed.map(() => true), moving.map(() => false)])
})

test('a campaign is written with its number, its reference, and its days', () => {
  expect(writePeriods(pair('campaigns', { campaign: 7, versus: 'lastYear' }))).toMatchObject({
    end: '2026-11-8',
    period: 'campaigns.7.lastYear',
    p1: '2026-11-02..2026-11-08',
  })
  expect(writePeriods(pair('campaigns', { campaign: 7 })).period).toBe('campaigns.7')
})

test('days that are compared with nothing have no second range', () => {
  const comparing = { begin: '2026-11-01', end: '2026-11-05' }
  expect(writePeriods(pair('noPeriods', { comparing }))).toEqual({ end: '2026-11-5', p1: '2026-11-01..2026-11-05' })
  expect(writePeriods(pair('noPeriods'))).toEqual({ end: expect.any(String) as string, period: 'noPeriods' })
})

test('a preset is read with everything it says', () => {
  expect(optionOf('thisMonthVsPrevious')).toEqual(presetOption('thisMonthVsPrevious'))
  expect(optionOf('thisMonthVsPrevious.full')).toEqual(presetOption('thisMonthVsPrevious', { fullReference: true }))
  expect(optionOf('samePeriodLastYear.lastWeekVsPrevious')).toEqual(
    presetOption('samePeriodLastYear', { of: 'lastWeekVsPrevious' }),
  )
  expect(optionOf('samePeriodLastYear')).toEqual(presetOption('samePeriodLastYear'))
  expect(optionOf('noPeriods')).toEqual(presetOption('noPeriods'))
  const advanced = {
    thisOrLast: 'this',
    thisOrLastPeriod: 'month',
    howManyPeriodsInThePast: 12,
    periodsInThePast: 'month',
  } as const
  expect(optionOf('advanced.this.month.12.month')).toEqual(presetOption('advanced', advanced))
  expect(optionOf('advanced.this.month.12.month.full')).toEqual(
    presetOption('advanced', { ...advanced, fullReference: true }),
  )
})

test('a word that is no preset, or says too much or too little, is refused', () => {
  const wrong = [
    '',
    'full',
    'thisMonthVsPrevious.x',
    'thisMonthVsPrevious.x.full',
    'noPeriods.full',
    'noPeriods.x',
    'samePeriodLastYear.x',
    'samePeriodLastYear.lastWeekVsPrevious.x',
    'campaigns',
    'campaigns.x',
    'campaigns.7x',
    'campaigns.x7',
    'campaigns.12345678901',
    'campaigns.7.x',
    'campaigns.7.lastYear.x',
    'campaigns.7',
    'campaigns.7.lastYear',
    'advanced',
    'advanced.x.week.3.month',
    'advanced.last.x.3.month',
    'advanced.last.week.x.month',
    'advanced.last.week.3.x',
    'advanced.last.week.3.month.x',
    'advanced.last.week.x3.month',
    'advanced.last.week.3x.month',
    'advanced.last.week.1234.month',
    'other.last.week.3.month',
  ]
  for (const period of wrong) expect([period, read({ period })]).toEqual([period, { refused: ['period'] }])
})

const [p1, p2] = ['2026-11-02..2026-11-08', '2026-10-05..2026-10-11']

test('two ranges are a separate choice, and one alone is compared with nothing', () => {
  expect(read({ p1, p2 })).toMatchObject({
    refused: [],
    pair: {
      option: { key: 'customPeriods' },
      comparing: {
        begin: '2026-11-02',
        end: '2026-11-08',
      },
      reference: { begin: '2026-10-05', end: '2026-10-11' },
    },
  })
  expect(read({ p1 })).toMatchObject({
    refused: [],
    pair: { option: { key: 'noPeriods' }, comparing: { end: '2026-11-08' }, reference: null },
  })
  expect(read({ p1: '2026-11-8..2026-11-8' })).toMatchObject({
    refused: [],
    pair: { comparing: { begin: '2026-11-08', end: '2026-11-08' } },
  })
})

test('an invalid range is refused, and one without the other as well', () => {
  for (const wrong of [
    'x',
    'x2026-11-02..2026-11-08',
    '2026-11-02..2026-11-08x',
    '2026-11-09..2026-11-08',
    '2026-02-30..2026-03-01',
    '2026-02-01..2026-02-30',
  ]) {
    expect([wrong, read({ p1: wrong })]).toEqual([wrong, { refused: ['p1'] }])
    expect([wrong, read({ p1, p2: wrong })]).toEqual([wrong, { refused: ['p2', 'p1'] }])
    expect([wrong, read({ p1: wrong, p2 })]).toEqual([wrong, { refused: ['p2', 'p1'] }])
  }
  expect(read({ p2 })).toEqual({ refused: ['p2'] })
})

test('the last day is reported where it is not the one of the ranges', () => {
  expect(read({ p1, end: '2026-11-8' }).refused).toEqual([])
  expect([read({ p1, end: '2026-11-7' }).refused, read({ p1, end: 'x' }).refused]).toEqual([['end'], ['end']])
})

test('ranges with a campaign are its days, and with the same period of last year they are that', () => {
  const named = (period: string) => {
    const { pair: found } = read({ period, p1, p2 })
    return [found?.option.key, found?.comparing.name, found?.reference?.name]
  }
  expect(named('campaigns.7')).toEqual(['campaigns', 'campaign', 'daysBefore'])
  expect(named('campaigns.7.lastYear')).toEqual(['campaigns', 'campaign', 'sameDaysLastYear'])
  expect(read({ period: 'campaigns.7', p1 }).pair).toMatchObject({
    option: { values: { campaign: 7 } },
    reference: null,
  })
  const lastYear = read({ period: 'samePeriodLastYear', p1, p2 }).pair
  expect([lastYear?.option.key, lastYear?.comparing.begin, lastYear?.reference?.begin.slice(0, 4)]).toEqual([
    'samePeriodLastYear',
    '2026-11-02',
    '2025',
  ])
  expect(named('thisWeekVsPrevious')[0]).toBe('customPeriods')
})

test('a day alone ends the usual preset of the document, where that can end on it', () => {
  expect(read({ end: '2026-11-15' }).pair?.option).toEqual(presetOption('lastWeekVsPrevious'))
  expect(read({ end: '2026-11-8' }).pair).toMatchObject({
    option: { key: 'customPeriods' },
    comparing: { begin: '2026-11-02', end: '2026-11-08' },
  })
  // On a Wednesday no last week ends: the product's own preset is taken.
  expect(read({ end: '2026-11-11' }).pair).toMatchObject({
    option: { key: 'customPeriods' },
    comparing: { begin: '2026-11-09', end: '2026-11-11' },
  })
})

test('today is a day to end on, tomorrow is not', () => {
  expect(read({ end: today }, presetOption('thisWeekVsPrevious'))).toMatchObject({
    refused: [],
    pair: { comparing: { end: today } },
  })
  expect(read({ end: '2026-11-21' })).toEqual({ refused: ['end'] })
  expect(read({ end: 'x' })).toEqual({ refused: ['end'] })
  expect(read({})).toEqual({ refused: [] })
})

test('a preset alone is that of today, and one of another day is its days', () => {
  expect(read({ period: 'thisWeekVsPrevious' })).toMatchObject({
    refused: [],
    pair: { option: { key: 'thisWeekVsPrevious' }, comparing: { end: '2026-11-19' } },
  })
  expect(read({ period: 'thisWeekVsPrevious', end: '2026-11-10' })).toMatchObject({
    refused: [],
    pair: { option: { key: 'customPeriods' }, comparing: { begin: '2026-11-09', end: '2026-11-10' } },
  })
  expect(read({ period: 'lastMonthVsPrevious', end: '2026-11-10' })).toMatchObject({
    refused: ['period'],
    pair: { comparing: { begin: '2026-11-09' } },
  })
})
