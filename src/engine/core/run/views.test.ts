import type { Param, Section } from '#schemas/generated/layout.ts'
import { expect, test } from 'vitest'
import type { LayoutModel, ParamModel } from '../document/model.ts'
import type { ParamRuntime } from '../params/params.ts'
import { dim, table } from '../test-support/index.ts'
import { EMPTY_STATE, type FilterState } from '../graph/transaction.ts'
import { issue } from '../document/issue.ts'
import { paramView, sectionView, valuesOf, type ListView } from './views.ts'

const runtime = (part: Partial<ParamRuntime> = {}): ParamRuntime => ({
  status: 'set',
  value: 1,
  origin: 'user',
  missing: [],
  requested: undefined,
  ...part,
})
const model = (key: string, definition: Partial<Param> = {}, section?: string): ParamModel => ({
  key,
  id: key.split('/').at(-1) ?? key,
  definition: { type: 'single', label: `t:${key}`, ...definition } as Param,
  ...(section !== undefined && { section }),
})
const said = (raw: string | undefined) => (raw === undefined ? '' : raw.toUpperCase())
const shown = (
  definition: Partial<Param>,
  {
    state = runtime(),
    list,
    edits = new Map(),
  }: { state?: ParamRuntime; list?: ListView; edits?: ReadonlyMap<string, unknown> } = {},
) => paramView(model('a', definition), state, list, edits, said, '2026-11-20')
const stateOf = (params: Record<string, ParamRuntime>): FilterState => ({
  ...EMPTY_STATE,
  params: new Map(Object.entries(params)),
})

test('a plain filter shows its label in words, its state and its value, and nothing that it has not', () => {
  expect(shown({ type: 'text' }, { state: runtime({ value: 'x', origin: 'url' }) })).toStrictEqual({
    key: 'a',
    type: 'text',
    label: 'T:A',
    state: 'set',
    value: 'x',
    draft: 'x',
    origin: 'url',
    missing: [],
  })
})

test('the draft is the edit that waits, also where the edit empties the filter, else the value', () => {
  const draft = (...edits: [string, unknown][]) => shown({}, { edits: new Map(edits) }).draft
  expect([draft(), draft(['a', 5]), draft(['a', null]), draft(['b', 5])]).toEqual([1, 5, undefined, 1])
})

test('a filter whose list is a query shows its rows and the columns to read, or why they could not be had', () => {
  const options = { query: 'q', value: 'id', label: 'name' }
  const frame = table([dim('id')], [[1]])
  const failed = issue('SOURCE_FAILED', '/params/a', {})
  expect(shown({ options }, { list: { frame } })).toStrictEqual({
    ...shown({}),
    options: frame,
    optionColumns: { value: 'id', label: 'name' },
  })
  expect(shown({ options }, { list: { frame: undefined, issue: failed } })).toStrictEqual({
    ...shown({}),
    issue: failed,
    optionColumns: { value: 'id', label: 'name' },
  })
})

test('a list written in the layout is shown as choices in words', () => {
  expect(
    shown({
      options: [
        { value: 'ins', label: 'in' },
        { value: 2, label: 'two' },
      ],
    }),
  ).toStrictEqual({
    ...shown({}),
    choices: [
      { value: 'ins', label: 'IN' },
      { value: 2, label: 'TWO' },
    ],
  })
})

test('a prefix filter shows its prefixes and their entries in words', () => {
  const prefixes = {
    last: {
      label: 'last',
      entries: [
        { label: 'day', value: 1 },
        { label: 'week', value: 7 },
      ],
    },
  }
  expect(shown({ type: 'prefix', prefixes } as Partial<Param>).prefixes).toEqual({
    last: {
      label: 'LAST',
      entries: [
        { label: 'DAY', value: 1 },
        { label: 'WEEK', value: 7 },
      ],
    },
  })
})

test('the bounds of a number are shown, each by itself, and zero is a bound', () => {
  expect(shown({ type: 'number', min: 0 })).toStrictEqual({ ...shown({ type: 'number' }), min: 0 })
  expect(shown({ type: 'number', max: 9 })).toStrictEqual({ ...shown({ type: 'number' }), max: 9 })
})

test('a section is missing what it requires and has not; what is still loading is not missing', () => {
  const section = (definition: Partial<Section>) => ({
    id: 's',
    definition: { id: 's', ...definition },
    params: ['a'],
    requires: ['a', 'b', 'c', 'd'],
    widgets: ['w'],
  })
  const state = stateOf({ a: runtime(), b: runtime({ status: 'unset' }), c: runtime({ status: 'pending' }) })
  expect(sectionView(section({ title: 'traffic', sticky: true }), state, said)).toEqual({
    id: 's',
    isAway: false,
    title: 'TRAFFIC',
    sticky: true,
    params: ['a'],
    widgets: ['w'],
    missing: ['b', 'd'],
  })
  expect([
    sectionView(section({}), state, said).sticky,
    sectionView(section({ sticky: false }), state, said).sticky,
  ]).toEqual([false, false])
})

test('a widget sees the filters that are set: those of the layout and of its own section, which win, and never those of another', () => {
  const layout = {
    params: new Map(
      ['a', 'b', 'gone', 'one/a', 'two/c'].map((key) => [
        key,
        model(key, {}, key.includes('/') ? key.split('/')[0] : undefined),
      ]),
    ),
  } as unknown as LayoutModel
  const state = stateOf({
    a: runtime({ value: 'all' }),
    b: runtime({ status: 'flagged', value: undefined }),
    'one/a': runtime({ value: 'own' }),
    'two/c': runtime({ value: 'theirs' }),
  })
  expect([
    valuesOf(layout, state, 'one'),
    valuesOf(layout, state, 'two'),
    valuesOf(layout, state, undefined),
  ]).toStrictEqual([{ a: 'own' }, { a: 'all', c: 'theirs' }, { a: 'all' }])
})
