import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Param } from '#schemas/generated/layout.ts'
import {
  dayNumber,
  isoDay,
  PERIOD_UNITS,
  presetOption,
  RELATIVE_PRESETS,
  resolvePeriods,
  type PeriodPair,
  type PeriodValues,
  type PresetKey,
} from '#domain/periods'
import { learnSentences } from '../document/issue.ts'
import { SENTENCES } from '../document/issue-sentences.ts'
import type { ParamModel } from '../document/model.ts'
import { createMemory } from './persist.ts'
import { initialValuesOf } from '../graph/initial-values.ts'
import { memoryStorage } from '../test-support/index.ts'
import { formatShape, parseShape } from '../kinds/shapes.ts'
import { placesOf, readTabs, readUrl, tabsText, textsIn, writeUrl } from './url.ts'

learnSentences(SENTENCES)

const param = (key: string, definition: Partial<Param>): ParamModel => ({
  key,
  id: key,
  definition: { type: 'single', label: key, ...definition } as Param,
})
const client = param('client', { url: { key: 'client', shape: 'id' } })
const locals = param('locals', { type: 'multi', url: { key: 'locals', shape: 'ids' } })
const periods = param('periods', {
  type: 'periodPair',
  url: { key: 'end', shape: 'date' },
  persist: 'local',
  default: { preset: 'thisWeekVsPrevious' },
})
const modelOf = (...params: ParamModel[]) => ({
  params: new Map(params.map((one) => [one.key, one])),
  queries: new Map(),
})
const context = {
  places: placesOf(modelOf(client, locals, periods)),
  resolvePeriods,
  today: '2026-11-20',
  label: () => 'Marca',
}

test('a value that does not match its shape is no value', () => {
  for (const text of ['', ' 1', '1 ', '-1', '1.5', '1e3', '0x1', 'NaN', '１', '9'.repeat(16), '1;x', 'null'])
    expect([text, parseShape('id', text)]).toEqual([text, undefined])
  for (const text of ['', ',', '1,', ',1', '1,,2', '1, 2', 'a,b', '1;2'])
    expect([text, parseShape('ids', text)]).toEqual([text, undefined])
  expect(parseShape('date', '2001-1-1')).toBe('2001-01-01')
  for (const text of ['2026-13-01', '2026-02-30', '26-1-1', '2026/1/1', '2000-12-31', '2026-1-1T00', 'today'])
    expect([text, parseShape('date', text)]).toEqual([text, undefined])
})

test('an id, ids and a date are read as they are written', () => {
  expect([
    parseShape('id', '7'),
    parseShape('ids', '3,1,3'),
    parseShape('date', '2026-3-9'),
    parseShape('date', '2026-03-09'),
  ]).toEqual([7, [3, 1], '2026-03-09', '2026-03-09'])
  expect([
    formatShape('id', 7),
    formatShape('ids', [3, 1]),
    formatShape('date', '2026-03-09'),
    formatShape('id', 'x'),
    formatShape('ids', []),
  ]).toEqual(['7', '3,1', '2026-3-9', undefined, undefined])
})

test('ignored values are reported, with the value and the expected form', () => {
  const { values, notices } = readUrl([client, locals], '?client=abc&locals=4,5', context)
  expect([values, notices.map(({ text }) => text)]).toEqual([
    new Map([['locals', [4, 5]]]),
    ['"abc" in the address is not a value for Marca (expected a number); it was ignored.'],
  ])
})

test('a key without a value is a filter that was emptied, of every kind', () => {
  const all = [...kinds.map(([one]) => one), client, param('back-to', { type: 'periodPair' })]
  const places = placesOf(modelOf(...all))
  const texts = Object.assign({}, ...all.map(({ key }) => textsIn(places.get(key)!, null))) as Record<string, string>
  const read = readUrl(all, writeUrl(Object.keys(texts), texts, ''), { ...context, places })
  expect([read.notices, [...read.values]]).toEqual([[], all.map(({ key }) => [key, null])])
})

test('other keys of the address keep their place and their value', () => {
  expect(writeUrl(['client', 'locals'], { client: '2' }, '?utm=a%20b&locals=1&client=1&x')).toBe('?utm=a+b&client=2&x=')
  expect(writeUrl(['client'], {}, '?client=1')).toBe('')
})

/** A filter of every kind without `url`, and values of it. */
const kinds: readonly (readonly [ParamModel, fc.Arbitrary<unknown>])[] = [
  [param('search', { type: 'text' }), fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.toWellFormed())],
  [
    param('least', { type: 'number' }),
    fc.oneof(
      fc.integer(),
      fc.integer({ min: -999, max: 999 }).map((n) => n / 8),
    ),
  ],
  [param('late', { type: 'toggle' }), fc.boolean()],
  [
    param('when', { type: 'dateRange' }),
    fc
      .tuple(fc.integer({ min: 16_100, max: 20_000 }), fc.nat(400))
      .map(([from, more]) => ({ begin: isoDay(from), end: isoDay(from + more) })),
  ],
  [
    param('back', {
      type: 'prefix',
      prefixes: {
        lastDays: {
          label: 'x',
          entries: [
            { value: 7, label: '7' },
            { value: 28, label: '28' },
          ],
        },
      },
    }),
    fc.nat(1).map((index) => ({ prefix: 'lastDays', index })),
  ],
  [
    param('kind', {
      type: 'single',
      options: [
        { value: 'a,b', label: 'x' },
        { value: 'c', label: 'y' },
      ],
    }),
    fc.constantFrom('a,b', 'c'),
  ],
  [
    param('kinds', {
      type: 'multi',
      options: [
        { value: 'a,b', label: 'x' },
        { value: 'c%', label: 'y' },
      ],
    }),
    fc.constantFrom(['a,b'], ['c%', 'a,b']),
  ],
  [param('one', { type: 'single', options: [{ value: 3, label: 'x' }] }), fc.constant(3)],
  [locals, fc.uniqueArray(fc.nat(10_000), { minLength: 1 })],
]

test('written and read again it is the same, for every kind of filter', () => {
  const model = modelOf(...kinds.map(([one]) => one))
  const places = placesOf(model)
  fc.assert(
    fc.property(fc.tuple(...kinds.map(([, values]) => values)), fc.string(), (values, other) => {
      const texts = Object.assign({}, ...kinds.map(([one], at) => textsIn(places.get(one.key)!, values[at]))) as Record<
        string,
        string
      >
      const search = writeUrl(Object.keys(texts), texts, `?o=${encodeURIComponent(other.toWellFormed())}`)
      const read = readUrl(model.params.values(), search, { ...context, places })
      expect([read.notices, kinds.map(([one]) => read.values.get(one.key))]).toEqual([[], values])
      expect(new URLSearchParams(search).get('o')).toBe(other.toWellFormed())
    }),
  )
})

test('a filter without `url` has its own id as its key, unless that is another’s key', () => {
  const places = placesOf(
    modelOf(
      param('period', { type: 'text' }),
      periods,
      param('kiosk', { type: 'toggle' }),
      param('shop/days', { type: 'number' }),
    ),
  )
  expect([...places]).toEqual([
    ['periods', { key: 'end', shape: 'periods' }],
    ['shop/days', { key: 'shop-days', shape: 'number' }],
  ])
})

test('tabs of widgets are in the address; a widget that is not there is reported', () => {
  expect(tabsText({ repetition: 'brand', other: 'x' })).toBe('repetition.brand,other.x')
  expect(readTabs('?tab=repetition.brand,gone.x,drop', new Set(['repetition']))).toEqual({
    tabs: { repetition: 'brand' },
    refused: ['gone.x', 'drop'],
  })
  expect(tabsText({})).toBeUndefined()
})

const valueContext = { resolvePeriods, today: '2026-11-20', label: () => 'Periodos' }
const pair = (key: PresetKey, today: string, values?: PeriodValues) =>
  resolvePeriods(presetOption(key, values), { today, campaigns }) as PeriodPair
const campaigns = [{ id: 7, name: 'Black Friday', begin: '2026-11-02', end: '2026-11-08' }]
const custom: PeriodPair = {
  option: { type: 'default', key: 'customPeriods', name: 'x', values: {} },
  comparing: { begin: '2026-01-05', end: '2026-01-11', name: 'custom' },
  reference: { begin: '2026-01-12', end: '2026-01-18', name: 'x' },
}
const days = ({ option, comparing, reference }: PeriodPair) => [
  option.key,
  comparing.name,
  `${comparing.begin}..${comparing.end}`,
  reference && `${reference.begin}..${reference.end}`,
]
const readOn = (today: string, search: string) => {
  const { values, notices } = readUrl([periods], search, { ...context, today })
  const read = values.get('periods')
  return {
    pair: read === undefined ? undefined : days(read as PeriodPair),
    notices: notices.map(({ params }) => [params?.value, params?.shape]),
  }
}
const searchOf = (given: PeriodPair) =>
  writeUrl(['end', 'period', 'p1', 'p2'], textsIn({ key: 'end', shape: 'periods' }, given), '')

test('a remembered relative choice moves with the day, a fixed one stays', () => {
  const initial = (value: PeriodPair) => {
    const memory = createMemory(memoryStorage(), 'ana', 'x')
    memory.write('periods', value)
    return initialValuesOf([periods], new Map(), memory, valueContext).values.get('periods')
  }
  expect(initial(pair('lastMonthVsPrevious', '2026-09-03'))).toMatchObject({
    origin: 'persisted',
    value: { comparing: { begin: '2026-10-01', end: '2026-10-31' } },
  })
  expect(initial(custom)).toEqual({ origin: 'persisted', value: custom })
})

test('periods are written with the preset and the last day, or with both ranges', () => {
  expect(searchOf(pair('thisWeekVsPrevious', '2026-11-23'))).toBe('?end=2026-11-22&period=thisWeekVsPrevious')
  expect(searchOf(pair('thisMonthVsPrevious', '2026-11-23', { fullReference: true }))).toBe(
    '?end=2026-11-22&period=thisMonthVsPrevious.full',
  )
  expect(searchOf(pair('samePeriodLastYear', '2026-11-23', { of: 'lastMonthVsPrevious' }))).toBe(
    '?end=2026-10-31&period=samePeriodLastYear.lastMonthVsPrevious',
  )
  expect(
    searchOf(
      pair('advanced', '2026-11-23', {
        thisOrLast: 'last',
        thisOrLastPeriod: 'week',
        howManyPeriodsInThePast: 3,
        periodsInThePast: 'month',
      }),
    ),
  ).toBe('?end=2026-11-22&period=advanced.last.week.3.month')
  expect(searchOf(pair('campaigns', '2026-11-23', { campaign: 7 }))).toBe(
    '?end=2026-11-8&period=campaigns.7&p1=2026-11-02..2026-11-08&p2=2026-10-26..2026-11-01',
  )
  expect(searchOf(custom)).toBe('?end=2026-1-11&p1=2026-01-05..2026-01-11&p2=2026-01-12..2026-01-18')
  expect(textsIn({ key: 'when', shape: 'periods' }, custom)).toEqual({
    when: '2026-1-11',
    'when-p1': '2026-01-05..2026-01-11',
    'when-p2': '2026-01-12..2026-01-18',
  })
})

test('a preset of another day is written by its days, and its tick is not this week', () => {
  expect(readOn('2026-11-23', '?period=lastWeekVsPrevious&end=2026-11-22')).toEqual({
    pair: ['lastWeekVsPrevious', 'lastWeek', '2026-11-16..2026-11-22', '2026-11-09..2026-11-15'],
    notices: [],
  })
  expect(readOn('2026-12-08', '?period=lastWeekVsPrevious&end=2026-11-22')).toEqual({
    pair: ['customPeriods', 'custom', '2026-11-16..2026-11-22', '2026-11-09..2026-11-15'],
    notices: [],
  })
})

test('a day alone is taken with the document’s own preset, not with what a reader remembers', () => {
  expect(readOn('2026-11-20', '?end=2026-10-14')).toEqual({
    pair: ['customPeriods', 'custom', '2026-10-12..2026-10-14', '2026-10-05..2026-10-07'],
    notices: [],
  })
  expect(readOn('2026-11-20', '?end=2026-11-19').pair?.[0]).toBe('thisWeekVsPrevious')
})

test('a day to come is refused, and a range that disagrees with the day wins', () => {
  expect(readOn('2026-11-20', '?end=2026-11-21')).toEqual({ pair: undefined, notices: [['2026-11-21', 'past']] })
  expect(readOn('2026-11-20', '?end=2026-11-21&period=lastMonthVsPrevious')).toEqual({
    pair: ['lastMonthVsPrevious', 'lastMonth', '2026-10-01..2026-10-31', '2026-09-01..2026-09-30'],
    notices: [['2026-11-21', 'past']],
  })
  expect(readOn('2026-11-20', '?end=2026-11-1&p1=2026-11-02..2026-11-08')).toEqual({
    pair: ['noPeriods', 'custom', '2026-11-02..2026-11-08', null],
    notices: [['2026-11-1', 'past']],
  })
  const date = param('day', { type: 'date', default: { day: 'today' } })
  expect([
    readUrl([date], '?day=2026-11-21', { ...context, places: placesOf(modelOf(date)) }).values.size,
    readUrl([date], '?day=2026-11-20', { ...context, places: placesOf(modelOf(date)) }).values.size,
  ]).toEqual([0, 1])
})

test('a preset that cannot end on the day is reported, and the day is taken', () => {
  expect(readOn('2026-11-20', '?end=2026-10-14&period=lastMonthVsPrevious')).toEqual({
    pair: ['customPeriods', 'custom', '2026-10-12..2026-10-14', '2026-10-05..2026-10-07'],
    notices: [['lastMonthVsPrevious', 'periods']],
  })
})

test('periods that match no shape are ignored and reported, each by itself', () => {
  for (const wrong of [
    'drop',
    'customPeriods',
    'thisWeekVsPrevious.x',
    'advanced.last.week.3',
    'advanced.last.week.999.week',
    'samePeriodLastYear.drop',
    'campaigns.x',
    'campaigns.7',
  ]) {
    expect([wrong, readOn('2026-11-20', `?period=${wrong}`)]).toEqual([
      wrong,
      { pair: undefined, notices: [[wrong, 'periods']] },
    ])
  }
  for (const wrong of [
    '2026-11-08..2026-11-02',
    '2026-13-01..2026-13-02',
    '2026-11-02',
    '2000-01-01..2000-01-02',
    '2031-01-01..2031-01-02',
  ]) {
    expect([wrong, readOn('2026-11-20', `?p1=${wrong}`)]).toEqual([
      wrong,
      { pair: undefined, notices: [[wrong, 'periods']] },
    ])
  }
})

test('every day of two years can be the end of the default preset', () => {
  for (let day = 0; day < 690; day++) {
    const end = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
    expect(readOn('2026-11-22', `?end=${end}`).pair?.[2]).toMatch(new RegExp(`${end}$`))
  }
})

test('a link shows the same days on any later day, for every preset', () => {
  const day = fc.integer({ min: dayNumber('2015-01-01'), max: dayNumber('2026-01-01') })
  const values = fc.record({
    thisOrLast: fc.constantFrom('this' as const, 'last' as const),
    thisOrLastPeriod: fc.constantFrom(...PERIOD_UNITS),
    howManyPeriodsInThePast: fc.integer({ min: 1, max: 12 }),
    periodsInThePast: fc.constantFrom(...PERIOD_UNITS),
  })
  const chosen = fc.oneof(
    fc
      .constantFrom(...RELATIVE_PRESETS, 'noPeriods' as const, 'samePeriodLastYear' as const)
      .map((key) => ({ key, values: {} as PeriodValues })),
    values.map((given) => ({ key: 'advanced' as const, values: given as PeriodValues })),
    fc
      .constantFrom(...RELATIVE_PRESETS)
      .map((of) => ({ key: 'samePeriodLastYear' as const, values: { of } as PeriodValues })),
  )
  fc.assert(
    fc.property(day, fc.nat(900), chosen, fc.boolean(), (at, later, { key, values: given }, full) => {
      const made = pair(key, isoDay(at), {
        ...given,
        ...(full && key !== 'noPeriods' && key !== 'samePeriodLastYear' && { fullReference: true }),
      })
      expect(readOn(isoDay(at + later), searchOf(made)).pair?.slice(2)).toEqual(days(made).slice(2))
      expect(readOn(isoDay(at), searchOf(made)).pair).toEqual(days(made))
    }),
  )
})

test('storage edited by hand is ignored, reported and deleted', () => {
  const storage = memoryStorage()
  const memory = createMemory(storage, 'ana', 'x')
  for (const wrong of ['{', 'null', '7', '{"option":{"key":"drop"}}']) {
    memory.write('periods', 0)
    const key = [...storage.entries.keys()][0] as string
    storage.entries.set(key, wrong)
    const { values, notices } = initialValuesOf([periods], new Map(), memory, valueContext)
    expect([wrong, values.size, notices.map(({ code }) => code), storage.entries.size]).toEqual([
      wrong,
      0,
      ['STORED_VALUE_IGNORED'],
      0,
    ])
  }
})

test('a full or closed storage costs the memory, not the page', () => {
  const broken = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('quota')
    },
    removeItem: () => {
      throw new Error('denied')
    },
  }
  const memory = createMemory(broken, 'ana', 'x')
  memory.write('a', 1)
  memory.forget('a')
  expect(memory.read('a')).toBe(null)
})

test('the choice of one user is not remembered for another', () => {
  const storage = memoryStorage()
  createMemory(storage, 'ana', 'x').write('p', 1)
  expect(createMemory(storage, 'eva', 'x').read('p')).toBeUndefined()
})
