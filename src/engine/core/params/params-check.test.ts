import type { Param } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import { paramIssues } from './params-check.ts'

const check = (definition: Partial<Param>) =>
  paramIssues({ label: 'x', ...definition } as Param, '/params/x').map(({ code, pointer, params }) => [
    code,
    pointer,
    params,
  ])
const prefixes = {
  lastDays: {
    label: 'x',
    entries: [
      { value: 7, label: '7' },
      { value: 28, label: '28' },
    ],
  },
  none: { label: 'y', entries: [] },
}
const listed: Partial<Param> = { options: [{ value: 'a', label: 'A' }] }

test('a filter that chooses from a list needs one', () => {
  for (const type of ['single', 'multi'] as const) {
    expect(check({ type })).toEqual([['PARAM_OPTIONS_MISSING', '/params/x/options', { type }]])
    expect(check({ type, ...listed })).toEqual([])
  }
  for (const type of ['text', 'date', 'number', 'toggle', 'periodPair'] as const)
    expect([type, check({ type })]).toEqual([type, []])
})

test('a prefix filter needs prefixes', () => {
  expect(check({ type: 'prefix' }).map(([code, pointer]) => [code, pointer])).toEqual([
    ['PARAM_PREFIXES_MISSING', '/params/x/prefixes'],
  ])
  expect(check({ type: 'prefix', prefixes })).toEqual([])
})

test('each shape of the address fits its kinds of filters and no other', () => {
  const fits = { id: ['single', 'number'], ids: ['multi'], date: ['date', 'periodPair'] }
  for (const shape of ['id', 'ids', 'date'] as const) {
    for (const type of ['single', 'multi', 'text', 'date', 'number', 'toggle', 'periodPair', 'dateRange'] as const) {
      const expected = fits[shape].includes(type) ? [] : [['PARAM_URL_INVALID', '/params/x/url/shape', { type, shape }]]
      expect([shape, type, check({ type, ...listed, url: { key: 'x', shape } })]).toEqual([shape, type, expected])
    }
  }
  expect(check({ type: 'text', url: { key: 'x', shape: 'unheard' as 'id' } }).map(([code]) => code)).toEqual([
    'PARAM_URL_INVALID',
  ])
})

const day = '2026-11-20'
test.each<[Param['type'], unknown[], unknown[]]>([
  [
    'single',
    ['a', 7, { pick: 'first' }, { pick: 'onlyOption' }, { pick: 'none' }],
    [[1], true, { pick: 'all' }, { pick: 'first', index: 1 }, { pick: 7 }],
  ],
  [
    'multi',
    [[], ['a'], { pick: 'first' }, { pick: 'all' }, { pick: 'onlyOption' }, { pick: 'none' }],
    ['a', 7, { pick: 'last' }, { preset: 'x' }],
  ],
  ['text', ['', 'a'], [7, ['a'], { pick: 'first' }]],
  [
    'date',
    [day, { day: 'today' }],
    ['today', `${day}T00`, `x${day}`, '2026-1-1', 20261120, { day: 'today', pick: 'first' }, { preset: 'x' }],
  ],
  ['number', [0, 7.5], ['7', true, { day: 'today' }]],
  ['toggle', [true, false], ['true', 1]],
  [
    'periodPair',
    [{ preset: 'thisWeekVsPrevious' }],
    ['thisWeekVsPrevious', { preset: 'x', day: 'today' }, { day: 'today' }, {}, [1]],
  ],
  [
    'prefix',
    [{ prefix: 'lastDays' }, { prefix: 'lastDays', index: 0 }, { prefix: 'lastDays', index: 1 }],
    [
      { prefix: 'lastDays', index: 2 },
      { prefix: 'none', index: 0 },
      { prefix: 'unheard' },
      { prefix: 'toString' },
      { prefix: 7 },
      { index: 0 },
      'lastDays',
    ],
  ],
  ['dateRange', [], [day, [day, day], { day: 'today' }, { prefix: 'lastDays' }]],
])('a %s filter has a default of its kind', (type, fitting, unfit) => {
  const more = { type, prefixes, ...((type === 'single' || type === 'multi') && listed) } as Partial<Param>
  for (const value of fitting)
    expect([value, check({ ...more, default: value as Param['default'] })]).toEqual([value, []])
  for (const value of unfit) {
    expect([value, check({ ...more, default: value as Param['default'] })]).toEqual([
      value,
      [['PARAM_DEFAULT_INVALID', '/params/x/default', { type }]],
    ])
  }
})

test('a prefix default without any prefixes does not fit either', () => {
  expect(check({ type: 'prefix', default: { prefix: 'lastDays' } as Param['default'] }).map(([code]) => code)).toEqual([
    'PARAM_PREFIXES_MISSING',
    'PARAM_DEFAULT_INVALID',
  ])
})
