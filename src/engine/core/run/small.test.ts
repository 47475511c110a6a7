/** The small pure parts: texts, suggestions, pointers, steps' columns, canonical text, gestures, defaults. */
import { resolvePeriods, presetOption, type PeriodPair } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalArg, stable } from '../graph/args.ts'
import { flow } from '../document/columns.ts'
import { defaultOf } from '../params/defaults.ts'
import { formatLayout } from '../document/format.ts'
import { emittedValue } from './gestures.ts'
import type { ParamModel } from '../document/model.ts'
import { lackingColumn, listOf, visibleRows } from '../params/options.ts'
import { at, join, same, split } from '../document/pointer.ts'
import { fillSteps, parseReference } from '../params/references.ts'
import { verdictOf } from './retry.ts'
import { editDistance, suggest } from '../document/suggest.ts'
import { dim, table } from '../test-support/index.ts'
import { readText, textsIn, withTexts } from '../document/text.ts'

test('a text is looked up in the language, then English, then the application, and else shown in brackets', () => {
  const i18n = { es: { a: 'uno' }, en: { a: 'one', b: 'two' } }
  const read = (text: string) =>
    readText(text, { i18n, locale: 'es', app: (key) => (key === 'c' ? 'three' : undefined) })
  expect(['literal', 't:a', 't:b', 't:c', 't:d', 't:toString', 't:'].map(read)).toEqual([
    'literal',
    'uno',
    'two',
    'three',
    '[d]',
    '[toString]',
    '[]',
  ])
})

test('texts of options are read wherever they are; options without any stay the same object', () => {
  const options = {
    title: 't:a',
    marks: [
      { name: 't:b', at: 3 },
      { name: 'literal', at: null },
    ],
    on: true,
  }
  expect(textsIn(options)).toEqual(['t:a', 't:b'])
  expect(withTexts(options, (text) => text.toUpperCase())).toEqual({
    title: 'T:A',
    marks: [
      { name: 'T:B', at: 3 },
      { name: 'literal', at: null },
    ],
    on: true,
  })
  const plain = { names: [{ id: 'ins', name: 'Entradas' }], at: [1, 2] }
  expect(withTexts(plain, () => 'never')).toBe(plain)
})

test('a suggestion is a slip away, never a guess', () => {
  expect([
    suggest('colum', ['columns', 'rows']),
    suggest('metrcis', ['metrics']),
    suggest('xyz', ['abc', 'def']),
    suggest('a', ['bcdef']),
  ]).toEqual(['columns', 'metrics', undefined, undefined])
  expect([editDistance('', 'abc'), editDistance('ab', 'ba'), editDistance('kitten', 'sitting')]).toEqual([3, 1, 3])
})

test('a pointer survives every key', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (parts) => {
      expect(split(join(...parts))).toEqual(parts)
    }),
  )
  expect(at({ 'a/b': { '~': [7] } }, join('a/b', '~', 0))).toBe(7)
  expect(at({}, '/toString')).toBeUndefined()
})

test('stable text depends on the value, not on the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect([stable(turned), same(turned, value)]).toEqual([stable(value), true])
    }),
  )
})

test('arguments have one form: sorted unique ids, padded dates, nothing for nothing', () => {
  expect([
    canonicalArg('ids', [3, 1, 3, 20]),
    canonicalArg('ids', 7),
    canonicalArg('ids', []),
    canonicalArg('date', '2026-3-9'),
    canonicalArg('text', ''),
    canonicalArg('id', 0),
  ]).toEqual([[1, 3, 20], [7], undefined, '2026-03-09', undefined, 0])
})

test('the columns after a chain of steps are known without running it', () => {
  const start = new Map([
    ['period', 'dim'],
    ['local', 'dim'],
    ['ins', 'measure'],
    ['fro', 'measure'],
  ] as const)
  const other = new Map([
    ['id', 'dim'],
    ['type', 'dim'],
  ] as const)
  const ids = (...steps: object[]) => {
    const { columns, missing } = flow(start, steps, () => other)
    return [columns && [...columns.keys()], missing.map(({ column }) => column)]
  }
  expect(ids({ op: 'aggregate', by: ['period'], measures: 'all' })).toEqual([['period', 'ins', 'fro'], []])
  expect(ids({ op: 'aggregate', by: ['day'], measures: { total: { fn: 'total', of: 'insides' } } })).toEqual([
    ['day', 'total'],
    ['day', 'insides'],
  ])
  expect(
    ids({ op: 'rename', columns: { ins: 'insides' } }, { op: 'derive', as: 'rate', ratio: ['insides', 'fro'] }),
  ).toEqual([['period', 'local', 'insides', 'fro', 'rate'], []])
  expect(ids({ op: 'compare', by: 'period', key: ['local'], as: { delta: 'abs' }, of: ['ins'] })).toEqual([
    ['local', 'ins', 'ins.reference', 'ins.delta'],
    [],
  ])
  expect(ids({ op: 'join', with: 'x', on: [{ left: 'local', right: 'id' }] })).toEqual([
    ['period', 'local', 'ins', 'fro', 'type'],
    [],
  ])
  expect(
    ids({ op: 'pivot', column: 'period', values: ['a'], of: 'ins' }, { op: 'sort', by: [{ column: 'anything' }] }),
  ).toEqual([undefined, []])
})

test('a step that refers to a filter gets its value', () => {
  expect(parseReference('$periods.comparing.begin')).toEqual({ param: 'periods', path: ['comparing', 'begin'] })
  expect(['$', '$1', '$a.', '$a b', 'a', '$a..b', 7].map(parseReference)).toEqual(Array(7).fill(undefined))
  const steps = [
    { op: 'filter', where: { local: { in: '$locals' }, day: { eq: '$p.begin' } } },
    { op: 'limit', n: 3 },
  ]
  expect(fillSteps(steps, (id) => (id === 'locals' ? [1, 2] : { begin: 'x' }))).toEqual([
    { op: 'filter', where: { local: { in: [1, 2] }, day: { eq: 'x' } } },
    { op: 'limit', n: 3 },
  ])
  // Of a filter that is empty as a whole there is no condition; an empty part of one is one.
  expect(fillSteps(steps, (id) => (id === 'locals' ? undefined : {}))[0]).toEqual({
    op: 'filter',
    where: { local: {}, day: { eq: null } },
  })
})

test('the canonical text has the same value, and formatting it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom('widgets', 'params', 'queries', 'grids', 'layout', 'format'), fc.string()),
        fc.jsonValue(),
      ),
      (document) => {
        const value = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
        const text = formatLayout(value)
        expect(JSON.parse(text)).toEqual(value)
        expect(formatLayout(JSON.parse(text) as Record<string, unknown>)).toBe(text)
      },
    ),
  )
})

test('an error is read by its shape', () => {
  const kinds = (error: unknown) => verdictOf(error).kind
  expect(
    [
      { status: 401 },
      { status: 404 },
      { status: 403 },
      { status: 422 },
      { status: 408 },
      { status: 429 },
      { status: 500 },
      new TypeError('fetch failed'),
      new SyntaxError('<html>'),
      'odd',
      null,
      undefined,
    ].map(kinds),
  ).toEqual([
    'unauthorized',
    'notFound',
    'stop',
    'stop',
    'retry',
    'retry',
    'retry',
    'retry',
    'stop',
    'stop',
    'stop',
    'stop',
  ])
})

test('rows without data are hidden where the list asks for it, except from administrators', () => {
  const frame = table(
    [dim('id'), dim('noData', 'boolean')],
    [
      [1, false],
      [2, true],
      [3, null],
      [null, false],
    ],
  )
  const options = { query: 'q', value: 'id', label: 'id', hideNoData: true }
  expect([
    listOf(visibleRows(frame, options, false), options),
    listOf(visibleRows(frame, options, true), options),
    listOf(visibleRows(frame, { ...options, hideNoData: false }, false), options),
  ]).toEqual([{ values: [1, 3] }, { values: [1, 2, 3] }, { values: [1, 2, 3] }])
  expect([
    lackingColumn(frame, options),
    lackingColumn(frame, { ...options, value: 'none' }),
    lackingColumn(frame, { ...options, label: 'name' }),
  ]).toEqual([undefined, 'none', 'name'])
})

test('a default is a literal that is offered, a pick or a preset', () => {
  const of = (definition: Partial<Param>, values?: (string | number)[]) =>
    defaultOf({ type: 'single', label: 'x', ...definition } as Param, {
      list: values && { values },
      resolvePeriods,
      today: '2026-11-20',
    })
  expect([
    of({ default: 2 }, [1, 2]),
    of({ default: 9 }, [1, 2]),
    of({ default: { pick: 'first' } }, [5, 6]),
    of({ default: { pick: 'onlyOption' } }, [5, 6]),
    of({ default: { pick: 'onlyOption' } }, [5]),
    of({ default: { pick: 'none' } }, [5]),
  ]).toEqual([2, undefined, 5, undefined, 5, undefined])
  expect([
    of({ type: 'multi', default: { pick: 'all' } }, [1, 2]),
    of({ type: 'multi', default: [2, 9] }, [1, 2]),
    of({ type: 'toggle' }),
    of({ type: 'number', default: 3 }),
  ]).toEqual([[1, 2], [2], false, 3])
  expect(of({ type: 'periodPair' })).toMatchObject({ option: { key: 'thisWeekVsPrevious' } })
})

const periods: ParamModel = { key: 'periods', id: 'periods', definition: { type: 'periodPair', label: 'x' } }
const now = resolvePeriods(presetOption('thisWeekVsPrevious'), { today: '2026-11-20' }) as PeriodPair
const pick = (payload: Record<string, unknown>, path = ['comparing'], of: unknown = now) =>
  emittedValue({ param: 'periods', path, to: { field: 'day' } }, periods, payload, of, {
    resolvePeriods,
    today: '2026-11-20',
  }) as PeriodPair | undefined

test('a day that is picked is compared with its own day of the reference', () => {
  expect(pick({ day: '2026-11-18' })).toMatchObject({
    option: { key: 'customPeriods' },
    comparing: { begin: '2026-11-18', end: '2026-11-18' },
    reference: { begin: '2026-11-11', end: '2026-11-11' },
  })
  expect(pick({ day: '2026-06-03' })).toMatchObject({
    comparing: { begin: '2026-06-03' },
    reference: { begin: '2026-05-27', end: '2026-05-27' },
  })
  expect(pick({ day: '2026-11-10' }, ['reference'])).toMatchObject({
    comparing: now.comparing && { begin: '2026-11-16' },
    reference: { begin: '2026-11-10', end: '2026-11-10' },
  })
  expect(
    pick({ day: '2026-11-18' }, ['comparing'], {
      ...now,
      option: { type: 'default', key: 'noPeriods', name: 'x' },
      reference: null,
    }),
  ).toMatchObject({ option: { key: 'noPeriods' }, comparing: { begin: '2026-11-18' }, reference: null })
})

test('an event without a day, or with a wrong one, changes nothing', () => {
  for (const payload of [{}, { day: null }, { day: 'soon' }, { day: 1.5 }, { day: { begin: 1 } }])
    expect(pick(payload)).toBeUndefined()
  expect(pick({ day: '2026-11-18' }, ['comparing'], null)).toBeUndefined()
})
