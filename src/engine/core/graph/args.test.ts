import { expect, test } from 'vitest'
import type { SourceArg, SourceDefinition } from '../../types.ts'
import { argumentsOf, canonicalArg, keyOf, stable } from './args.ts'
import type { ArgValue, QueryModel } from '../document/model.ts'

const declared = {
  locals: { type: 'ids', required: true },
  begin: {
    type: 'date',
    required: true,
  },
  reference: { type: 'date' },
  note: { type: 'text' },
  day: { type: 'date', requiredWithout: 'year' },
  year: { type: 'number' },
} as Readonly<Record<string, SourceArg>>
const queryOf = (args: Readonly<Record<string, ArgValue>>) =>
  ({
    key: 'q',
    id: 'q',
    args,
    transform: [],
    params: [],
    source: { name: 'visits', args: declared } as SourceDefinition,
  }) as QueryModel
const ref = (param: string, ...path: string[]) => ({ ref: { param, path } })
const values: Readonly<Record<string, unknown>> = {
  locals: [3, 1, 3],
  periods: { comparing: { begin: '2026-3-9' } },
  note: '',
}
const ask = (args: Readonly<Record<string, ArgValue>>, isWhole?: (param: string) => boolean) =>
  argumentsOf(queryOf(args), (param) => values[param], 'ana', isWhole)

test('a question has its arguments in one form, and a key of its source, all arguments and the caller', () => {
  expect(ask({ begin: ref('periods', 'comparing', 'begin'), locals: ref('locals') })).toEqual({
    args: { begin: '2026-03-09', locals: [1, 3] },
    key: 'visits?{"begin":"2026-03-09","locals":[1,3]}@ana',
  })
})

test('a required empty argument is reported by its reference, and no request is sent', () => {
  expect(ask({ begin: ref('periods', 'reference', 'begin'), locals: ref('locals') })).toEqual({
    empty: 'periods.reference.begin',
  })
  expect(ask({ begin: { literal: '' }, locals: ref('locals') })).toEqual({ empty: 'begin' })
})

test('an empty part of a filter is left out where the source does not require it; an empty filter is not', () => {
  expect(ask({ reference: ref('periods', 'reference', 'begin'), locals: ref('locals') })).toMatchObject({
    args: { locals: [1, 3] },
  })
  expect(ask({ reference: ref('periods', 'reference', 'begin') })).toEqual({ args: {}, key: 'visits?{}@ana' })
  expect(ask({ note: ref('note') })).toEqual({ empty: 'note' })
  expect(ask({ note: { literal: '' } })).toEqual({ empty: 'note' })
})

test('an argument required without another is reported where both are missing', () => {
  const day = ref('periods', 'reference', 'begin')
  expect(ask({ day })).toEqual({ empty: 'periods.reference.begin' })
  expect(ask({ day, year: { literal: 2026 } })).toMatchObject({ args: { year: 2026 } })
})

test('an argument that the source does not declare is taken as it is', () => {
  expect(ask({ odd: ref('locals') })).toMatchObject({ args: { odd: [3, 1, 3] } })
  expect(ask({ odd: ref('periods', 'reference', 'begin') })).toEqual({ args: {}, key: 'visits?{}@ana' })
})

test('a whole list is requested by its sentinel where the source has one, and else by its members', () => {
  const all = { ...ref('locals'), all: 'all' }
  expect(ask({ locals: all }, (param) => param === 'locals')).toEqual({
    args: { locals: 'all' },
    key: 'visits?{"locals":"all"}@ana',
  })
  expect(ask({ locals: all }, () => false)).toMatchObject({ args: { locals: [1, 3] } })
  expect(ask({ locals: all })).toMatchObject({ args: { locals: [1, 3] } })
  expect(ask({ locals: ref('locals') }, () => true)).toMatchObject({ args: { locals: [1, 3] } })
  expect(ask({ locals: { literal: [7] } }, () => true)).toMatchObject({ args: { locals: [7] } })
})

test('nothing at all, an empty text and an empty list are nothing; zero and false are values', () => {
  for (const type of ['id', 'ids', 'date', 'text'] as const) {
    expect([undefined, null, ''].map((raw) => canonicalArg(type, raw))).toEqual([undefined, undefined, undefined])
  }
  expect([canonicalArg('ids', []), canonicalArg('id', 0), canonicalArg('text', false)]).toEqual([undefined, 0, false])
})

test('ids are unique and in order: numbers by size, texts by letter, and invalid ids are left out', () => {
  expect(canonicalArg('ids', [20, 3, 100, 3])).toEqual([3, 20, 100])
  expect(canonicalArg('ids', ['b', 'a', 'c', 'a'])).toEqual(['a', 'b', 'c'])
  expect(canonicalArg('ids', ['b', 7, null, { a: 1 }, true])).toEqual([7, 'b'])
  expect(canonicalArg('ids', ['10', 9])).toEqual(['10', 9])
  expect(canonicalArg('ids', [null])).toBeUndefined()
})

test('a day is written with two digits; an invalid day stays unchanged, and so does a day under another type', () => {
  expect([canonicalArg('date', '2026-3-9'), canonicalArg('date', 'soon'), canonicalArg('date', 7)]).toEqual([
    '2026-03-09',
    'soon',
    7,
  ])
  expect(canonicalArg('text', '2026-3-9')).toBe('2026-3-9')
})

test('a key holds everything that makes a question another one', () => {
  expect(keyOf('visits', { b: [1, 'x', null], a: { z: 1, y: undefined } }, 'ana')).toBe(
    'visits?{"a":{"z":1},"b":[1,"x",null]}@ana',
  )
  expect(stable(undefined)).toBe('null')
  expect(stable({ b: 1, a: 2, c: [] })).toBe('{"a":2,"b":1,"c":[]}')
})
