import { type PeriodPair, presetOption, resolvePeriods } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import { defaultOf, mayHaveDefault, takesAll } from './defaults.ts'
import { prefixValue } from '../kinds/prefix.ts'
import type { OptionList, OptionValue } from './options.ts'
import { normalise, sameValue, settleParam, type RequestedValue } from './params.ts'

const today = '2026-11-20'
const param = (definition: Partial<Param>) => ({ label: 'x', type: 'single', ...definition }) as Param
const prefixes = {
  lastDays: {
    label: 'x',
    default: 1,
    entries: [
      { value: 7, label: '7' },
      { value: 28, label: '28' },
      { value: 90, label: '90' },
    ],
  },
  lastWeeks: { label: 'y', entries: [{ value: 4, label: '4' }] },
  none: { label: 'z', entries: [] },
}

test.each<[string, Partial<Param>, [unknown, unknown][], unknown[]]>([
  [
    'single',
    {},
    [
      ['a', 'a'],
      [7, 7],
      [['a'], 'a'],
      [[7], 7],
    ],
    [true, Number.NaN, Infinity, ['a', 'b'], [], [true], {}],
  ],
  [
    'multi',
    { type: 'multi' },
    [
      ['a', ['a']],
      [
        ['b', 7, 'b'],
        ['b', 7],
      ],
      [[], undefined],
    ],
    [true, ['a', true], [Number.NaN], {}],
  ],
  ['text', { type: 'text' }, [['a', 'a']], [7, ['a'], true]],
  [
    'number',
    { type: 'number', min: 1, max: 5 },
    [
      [1, 1],
      [5, 5],
      [2.5, 2.5],
    ],
    [0.9, 5.1, '2', true],
  ],
  [
    'unbounded number',
    { type: 'number' },
    [
      [-1e9, -1e9],
      [1e9, 1e9],
    ],
    ['2', Number.NaN],
  ],
  [
    'toggle',
    { type: 'toggle' },
    [
      [true, true],
      [false, false],
    ],
    [1, 'true'],
  ],
  ['date', { type: 'date' }, [['2026-11-20', '2026-11-20']], ['2026-02-30', 'today', 7]],
  [
    'dateRange',
    { type: 'dateRange' },
    [
      [
        { begin: '2026-11-20', end: '2026-11-20', more: 1 },
        { begin: '2026-11-20', end: '2026-11-20' },
      ],
      [
        { begin: '2026-11-19', end: '2026-11-20' },
        { begin: '2026-11-19', end: '2026-11-20' },
      ],
    ],
    [
      {
        begin: '2026-11-21',
        end: '2026-11-20',
      },
      {
        begin: 'x',
        end: '2026-11-20',
      },
      { begin: '2026-11-20', end: 'x' },
      { begin: 1, end: '2026-11-20' },
      { begin: '2026-11-20', end: 2 },
      { begin: '2026-11-20' },
      '2026-11-20',
      ['2026-11-20', '2026-11-20'],
    ],
  ],
  [
    'prefix',
    { type: 'prefix', prefixes },
    [
      [
        { prefix: 'lastDays', index: 0 },
        { prefix: 'lastDays', index: 0, value: 7 },
      ],
      [{ prefix: 'lastDays' }, { prefix: 'lastDays', index: 1, value: 28 }],
    ],
    [{ prefix: 'gone', index: 0 }, { prefix: 'none', index: 0 }, 'lastDays', 7],
  ],
  ['periodPair', { type: 'periodPair' }, [], [{ option: { key: 'drop' } }, 'thisWeekVsPrevious', 7]],
])('a choice of a %s filter has the form of its kind, and anything else is none', (_, definition, values, wrong) => {
  for (const [raw, value] of values) expect([raw, normalise(param(definition), raw)]).toEqual([raw, value])
  for (const raw of wrong) expect([raw, normalise(param(definition), raw)]).toEqual([raw, null])
  for (const nothing of [undefined, null, ''])
    expect([nothing, normalise(param(definition), nothing)]).toEqual([nothing, undefined])
})

test('lists are the same choice in any order', () => {
  expect([
    sameValue([1, 2], [2, 1]),
    sameValue([1, 2], [1, 3]),
    sameValue([1], [1, 2]),
    sameValue({ a: 1 }, { a: 1 }),
    sameValue([1], 1),
  ]).toEqual([true, false, false, true, false])
})

const settle = (
  definition: Partial<Param>,
  requested: RequestedValue | undefined,
  values?: readonly OptionValue[] | 'failed',
) => {
  const list = values === 'failed' ? values : values && ({ values } as OptionList)
  return settleParam(param(definition), requested, list, { resolvePeriods, today })
}
const user = (value: unknown): RequestedValue => ({ value, origin: 'user' })
const url = (value: unknown): RequestedValue => ({ value, origin: 'url' })
const listed = { options: { query: 'q', value: 'id', label: 'id' } } as Partial<Param>
const many = { ...listed, type: 'multi' } as const

test('a filter whose list could not be loaded has no value, and keeps the requested value', () => {
  const failed = { status: 'failed', value: undefined, missing: [] }
  expect(settle(listed, user(1), 'failed')).toEqual({
    runtime: { ...failed, origin: 'user', requested: user(1) },
    outcome: 'failed',
    lost: [],
  })
  expect(settle(listed, undefined, 'failed')).toEqual({
    runtime: { ...failed, origin: 'default', requested: undefined },
    outcome: 'failed',
    lost: [],
  })
})

test('a filter that needs no list does without one', () => {
  expect(settle({ type: 'text' }, user('a'), 'failed')).toMatchObject({
    runtime: { status: 'set', value: 'a' },
    outcome: 'kept',
  })
  expect(settle({ type: 'periodPair', ...listed }, undefined, 'failed')).toMatchObject({
    runtime: { status: 'set' },
    outcome: 'default',
  })
})

test('without a choice it is its default, and empty where there is none', () => {
  expect(settle({ ...listed, default: { pick: 'first' } }, undefined, [5, 6])).toEqual({
    runtime: {
      status: 'set',
      value: 5,
      origin: 'default',
      missing: [],
      requested: undefined,
    },
    outcome: 'default',
    lost: [],
  })
  expect(settle(listed, undefined, [5, 6])).toEqual({
    runtime: {
      status: 'unset',
      value: undefined,
      origin: 'default',
      missing: [],
      requested: undefined,
    },
    outcome: 'empty',
    lost: [],
  })
  expect(settle({ ...many, default: { pick: 'all' } }, undefined, [])).toMatchObject({
    runtime: { status: 'unset', value: undefined },
    outcome: 'empty',
  })
})

test('a filter that was emptied is empty, for any default', () => {
  expect(settle({ ...listed, default: { pick: 'first' } }, user(undefined), [5])).toEqual({
    runtime: {
      status: 'unset',
      value: undefined,
      origin: 'user',
      missing: [],
      requested: user(undefined),
    },
    outcome: 'empty',
    lost: [],
  })
})

test('a choice is kept while its list is loading, and where the list has it', () => {
  expect(settle(listed, user(7))).toEqual({
    runtime: { status: 'set', value: 7, origin: 'user', missing: [], requested: user(7) },
    outcome: 'kept',
    lost: [],
  })
  expect(settle(listed, user(7), [5, 7])).toMatchObject({
    runtime: { status: 'set', value: 7, requested: user(7) },
    outcome: 'kept',
    lost: [],
  })
})

test('several are taken in the order of the list', () => {
  expect(settle(many, user([3, 1]), [1, 2, 3])).toMatchObject({
    runtime: { status: 'set', value: [1, 3], requested: user([3, 1]) },
    outcome: 'kept',
  })
})

test('a link that names all of a list chooses nothing; a reader who does has chosen', () => {
  const all = { ...many, default: { pick: 'all' } } as const
  expect(settle(all, url([1, 2]), [1, 2])).toEqual({
    runtime: { status: 'set', value: [1, 2], origin: 'url', missing: [], requested: undefined },
    outcome: 'kept',
    lost: [],
  })
  expect(settle(all, user([1, 2]), [1, 2]).runtime.requested).toEqual(user([1, 2]))
  expect(settle(all, url([1]), [1, 2]).runtime.requested).toEqual(url([1]))
  expect(settle({ ...listed, default: 1 }, url(1), [1, 2]).runtime.requested).toEqual(url(1))
  // With one that is gone it is all of the list only where such ones are dropped.
  expect(settle({ ...all, onInvalid: 'default' }, url([1, 2, 9]), [1, 2])).toMatchObject({
    runtime: { value: [1, 2], requested: undefined },
    outcome: 'kept',
    lost: [9],
  })
  expect(settle(all, url([1, 2, 9]), [1, 2])).toMatchObject({
    runtime: { value: [1, 2], missing: [9] },
    outcome: 'flagged',
    lost: [9],
  })
  expect(settle(all, url([9]), [])).toMatchObject({ runtime: { status: 'flagged' }, lost: [9] })
})

test('removed values are flagged, and the rest of several holds', () => {
  expect(settle(listed, user(9), [1])).toEqual({
    runtime: {
      status: 'flagged',
      value: undefined,
      origin: 'user',
      missing: [9],
      requested: user(9),
    },
    outcome: 'flagged',
    lost: [9],
  })
  expect(settle({ ...many, onInvalid: 'flag' }, user([1, 9]), [1, 2])).toEqual({
    runtime: {
      status: 'set',
      value: [1],
      origin: 'user',
      missing: [9],
      requested: user([1, 9]),
    },
    outcome: 'flagged',
    lost: [9],
  })
})

test('or the default comes back, unless something is left', () => {
  const back = { onInvalid: 'default', default: { pick: 'first' } } as const
  expect(settle({ ...listed, ...back }, user(9), [1, 2])).toEqual({
    runtime: { status: 'set', value: 1, origin: 'reset', missing: [], requested: undefined },
    outcome: 'reset',
    lost: [9],
  })
  expect(settle({ ...many, ...back }, user([2, 9]), [1, 2])).toEqual({
    runtime: {
      status: 'set',
      value: [2],
      origin: 'reset',
      missing: [],
      requested: { value: [2], origin: 'reset' },
    },
    outcome: 'kept',
    lost: [9],
  })
})

test('or it is taken out', () => {
  expect(settle({ ...listed, onInvalid: 'clear' }, user(9), [1])).toEqual({
    runtime: {
      status: 'unset',
      value: undefined,
      origin: 'reset',
      missing: [],
      requested: { value: undefined, origin: 'reset' },
    },
    outcome: 'cleared',
    lost: [9],
  })
  expect(settle({ ...many, onInvalid: 'clear' }, user([2, 9]), [1, 2])).toEqual({
    runtime: {
      status: 'set',
      value: [2],
      origin: 'reset',
      missing: [],
      requested: { value: [2], origin: 'reset' },
    },
    outcome: 'cleared',
    lost: [9],
  })
})

test('periods of a campaign that is gone fall back to the default; any others need no list', () => {
  const campaigns = [{ id: 7, name: 'Black Friday', begin: '2026-11-02', end: '2026-11-08' }]
  const pair = resolvePeriods(presetOption('campaigns', { campaign: 7 }), { today, campaigns }) as PeriodPair
  const periods = { type: 'periodPair', ...listed } as Partial<Param>
  expect(settle(periods, user(pair), [7]).outcome).toBe('kept')
  expect(settle(periods, user(pair)).outcome).toBe('kept')
  expect(settle(periods, user(pair), [8])).toMatchObject({
    runtime: { origin: 'reset', value: { option: { key: 'thisWeekVsPrevious' } } },
    outcome: 'reset',
    lost: [7],
  })
  const week = resolvePeriods(presetOption('thisWeekVsPrevious'), { today }) as PeriodPair
  expect(settle(periods, user({ ...week, option: { ...week.option, values: { campaign: 9 } } }), [8])).toMatchObject({
    outcome: 'kept',
    lost: [],
  })
})

// ---------------------------------------------------------------- defaults

const initial = (definition: Partial<Param>, values?: readonly OptionValue[]) =>
  defaultOf(param(definition), { list: values && ({ values } as OptionList), resolvePeriods, today })

test('a pick is taken from the list: one of a single choice, several of many', () => {
  const pick = (name: string, more: Partial<Param> = {}) =>
    initial({ ...listed, ...more, default: { pick: name } as Param['default'] }, [5, 6])
  expect([pick('first'), pick('onlyOption'), pick('none'), pick('all')]).toEqual([5, undefined, undefined, 5])
  expect(['first', 'onlyOption', 'none', 'all'].map((name) => pick(name, { type: 'multi' }))).toEqual([
    [5],
    [],
    [],
    [5, 6],
  ])
  expect([
    initial({ ...listed, default: { pick: 'onlyOption' } }, [5]),
    initial({ ...many, default: { pick: 'onlyOption' } }, [5]),
  ]).toEqual([5, [5]])
  expect([initial({ ...listed, default: { pick: 'first' } }), initial({ ...many, default: { pick: 'all' } })]).toEqual([
    undefined,
    [],
  ])
})

test('a written default holds where the list offers it', () => {
  expect([
    initial({ ...listed, default: 5 }, [5]),
    initial({ ...listed, default: 9 }, [5]),
    initial({ ...listed, default: 9 }),
  ]).toEqual([5, undefined, 9])
  expect([initial({ ...many, default: [9, 6] }, [5, 6]), initial({ ...many, default: 6 as never }, [5, 6])]).toEqual([
    [6],
    [],
  ])
  expect([
    initial({ type: 'toggle', default: true }, [5]),
    initial({ type: 'toggle' }),
    initial({ type: 'text' }),
    initial({ type: 'text', default: 'a' }),
  ]).toEqual([true, false, undefined, 'a'])
})

test('periods are a preset of today, and a prefix its own place', () => {
  expect(initial({ type: 'periodPair', default: { preset: 'lastMonthVsPrevious' } })).toMatchObject({
    option: { key: 'lastMonthVsPrevious' },
  })
  expect(initial({ type: 'periodPair' })).toMatchObject({ option: { key: 'thisWeekVsPrevious' } })
  expect(initial({ type: 'prefix', prefixes, default: { prefix: 'lastDays', index: 2 } as Param['default'] })).toEqual({
    prefix: 'lastDays',
    index: 2,
    value: 90,
  })
  expect(initial({ type: 'prefix', prefixes, default: { prefix: 'lastDays' } as Param['default'] })).toEqual({
    prefix: 'lastDays',
    index: 1,
    value: 28,
  })
  expect([initial({ type: 'prefix', prefixes }), initial({ type: 'prefix' })]).toEqual([
    { prefix: 'lastDays', index: 1, value: 28 },
    undefined,
  ])
  expect(initial({ type: 'text', default: { prefix: 'lastDays' } as Param['default'] })).toBeUndefined()
})

test('a place beyond the list is its last one, and before it its first', () => {
  const at = (prefix: string, index: number) => prefixValue(param({ type: 'prefix', prefixes }), prefix, index)
  expect([
    at('lastDays', 9)?.index,
    at('lastDays', -1)?.index,
    at('lastDays', 0.5)?.index,
    at('lastWeeks', Number.NaN),
  ]).toEqual([2, 0, 1, { prefix: 'lastWeeks', index: 0, value: 4 }])
  expect([
    at('none', 0),
    at('gone', 0),
    at('toString', 0),
    prefixValue(param({ type: 'prefix' }), 'lastDays', 0),
  ]).toEqual([undefined, undefined, undefined, undefined])
})

test('a filter may have a default unless none is written and its kind has none', () => {
  const may = (definition: Partial<Param>) => mayHaveDefault(param(definition))
  expect((['periodPair', 'prefix', 'toggle'] as const).map((type) => may({ type }))).toEqual([true, true, true])
  expect((['single', 'multi', 'text', 'number', 'date', 'dateRange'] as const).map((type) => may({ type }))).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
  expect([may({ default: 5 }), may({ default: { pick: 'first' } }), may({ default: { pick: 'none' } })]).toEqual([
    true,
    true,
    false,
  ])
})

test('only a filter of several with `all` as its default holds a whole list', () => {
  expect([
    takesAll(param({ type: 'multi', default: { pick: 'all' } })),
    takesAll(
      param({
        type: 'multi',
        default: { pick: 'first' },
      }),
    ),
    takesAll(param({ type: 'multi' })),
    takesAll(
      param({
        default: { pick: 'all' } as Param['default'],
      }),
    ),
    takesAll(undefined),
  ]).toEqual([true, false, false, false, false])
})
