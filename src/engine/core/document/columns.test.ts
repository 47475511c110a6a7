import { expect, test } from 'vitest'
import { type Columns, flow } from './columns.ts'

const start: Columns = new Map([
  ['period', 'dim'],
  ['local', 'dim'],
  ['ins', 'measure'],
  ['fro', 'measure'],
])
const stores: Columns = new Map([
  ['id', 'dim'],
  ['city', 'dim'],
  ['area', 'measure'],
  ['ins', 'measure'],
])
const after = (...steps: unknown[]) => {
  const { columns } = flow(start, steps, (query) => (query === 'stores' ? stores : undefined))
  return columns && Object.fromEntries(columns)
}
const missing = (...steps: unknown[]) => flow(start, steps, () => stores).missing
const given = Object.fromEntries(start)

test.each([
  ['filter', { where: { day: { eq: 1 }, local: { eq: 1 } } }, ['day']],
  ['filter', { where: 'day' }, []],
  ['rename', { columns: { day: 'date', ins: 'in' } }, ['day']],
  ['rename', { columns: null }, []],
  ['derive', { as: 'x', ratio: ['a', 'ins'], difference: ['b', 'fro'], share: 'c', by: ['d'] }, ['a', 'b', 'c', 'd']],
  ['derive', { as: 'x', ratio: ['a', 7], share: 7 }, ['a']],
  [
    'derive',
    { as: 'x', formula: { of: { plus: ['ins', { times: 'a', factor: 2 }] }, over: { minus: ['b', 'fro'] } } },
    ['a', 'b'],
  ],
  ['derive', { as: 'x', part: 'weekday' }, ['day']],
  ['derive', { as: 'x', part: 'hour' }, ['slot']],
  ['derive', { as: 'x', part: 'week', from: 'local' }, []],
  ['derive', { as: 'x', target: { for: 'a', by: 'c', values: {} } }, ['a', 'c']],
  ['aggregate', { by: ['day', 'local'], measures: 'all' }, ['day']],
  [
    'aggregate',
    {
      by: ['local'],
      measures: { a: { fn: 'total', of: 'x', weight: 'y' }, b: { fn: 'weightedAverage', of: 'ins', weight: 'z' } },
    },
    ['x', 'z'],
  ],
  ['aggregate', { by: ['local'], measures: { a: 'ins' } }, []],
  ['compare', { by: 'a', key: ['b', 'local'], of: ['c', 'ins'] }, ['a', 'b', 'c']],
  ['join', { with: 'stores', on: ['local', 'id', { left: 'store', right: 'id' }] }, ['id', 'store']],
  ['join', { with: 'stores', on: 'id' }, []],
  ['pivot', { column: 'a', of: 'b', values: ['c'] }, ['a', 'b']],
  ['sort', { by: [{ column: 'a' }, { column: 'ins' }, 'b'] }, ['a']],
  ['sort', { by: 'a' }, []],
  ['limit', { n: 3, by: ['a', 'local'] }, ['a']],
  ['fill', { column: 'a', along: ['b'] }, ['a', 'b']],
  ['unheard', { by: ['a'], of: 'b' }, []],
])('%s %o reads columns that it is not given: %o', (op, rest, columns) => {
  expect(missing({ op: 'limit', n: 1 }, { op, ...rest })).toEqual(columns.map((column) => ({ index: 1, op, column })))
})

test('a step that keeps its rows or leaves some out has the columns it was given', () => {
  for (const op of ['filter', 'sort', 'limit', 'fill']) expect(after({ op })).toEqual(given)
})

test('a part of a day is a dimension, anything else that is derived a measure', () => {
  expect(after({ op: 'derive', as: 'weekday', part: 'weekday', from: 'local' })).toEqual({ ...given, weekday: 'dim' })
  expect(after({ op: 'derive', as: 'rate', formula: { of: 'ins', over: 'fro' } })).toEqual({
    ...given,
    rate: 'measure',
  })
})

test('a renamed column keeps its role, and a step without names renames nothing', () => {
  expect(after({ op: 'rename', columns: { ins: 'in', local: 'store' } })).toEqual({
    period: 'dim',
    store: 'dim',
    in: 'measure',
    fro: 'measure',
  })
  expect(after({ op: 'rename', columns: ['ins'] })).toEqual(given)
})

test('a derived column is a measure, also under the name of a dimension', () => {
  expect(after({ op: 'derive', as: 'rate', ratio: ['ins', 'fro'] })).toEqual({ ...given, rate: 'measure' })
  expect(after({ op: 'derive', as: 'local', ratio: ['ins', 'fro'] })).toEqual({ ...given, local: 'measure' })
})

test('an aggregate has what it groups by, in its roles, and its measures', () => {
  expect(after({ op: 'aggregate', by: ['local', 'ins', 'unheard'], measures: 'all' })).toEqual({
    local: 'dim',
    ins: 'measure',
    unheard: 'dim',
    fro: 'measure',
  })
  expect(after({ op: 'aggregate', by: 'local', measures: { total: { fn: 'total', of: 'ins' } } })).toEqual({
    local: 'dim',
    total: 'measure',
  })
  expect(after({ op: 'aggregate', by: ['local'], measures: ['ins'] })).toEqual({ local: 'dim' })
})

test('a comparison has its keys, and each measure as it is, of the reference and by each of its ways', () => {
  expect(after({ op: 'compare', by: 'period', as: { delta: 'abs', change: 'relative' }, of: ['ins'] })).toEqual({
    local: 'dim',
    ins: 'measure',
    'ins.reference': 'measure',
    'ins.delta': 'measure',
    'ins.change': 'measure',
  })
  expect(after({ op: 'compare', by: 'period', as: null })).toEqual({
    local: 'dim',
    ins: 'measure',
    'ins.reference': 'measure',
    fro: 'measure',
    'fro.reference': 'measure',
  })
  expect(after({ op: 'compare', by: 'period', key: ['period'], of: 'fro' })).toEqual({
    period: 'dim',
    fro: 'measure',
    'fro.reference': 'measure',
  })
})

test('a join brings the columns of the other query that are no keys and not there yet', () => {
  expect(after({ op: 'join', with: 'stores', on: [{ left: 'local', right: 'id' }] })).toEqual({
    ...given,
    city: 'dim',
    area: 'measure',
  })
  expect(after({ op: 'join', with: 'stores', on: ['id'], columns: ['area', 'ins', 'unheard'] })).toEqual({
    ...given,
    area: 'measure',
    unheard: 'dim',
  })
  expect(after({ op: 'join', with: 'stores', on: 'id' })).toEqual({ ...given, id: 'dim', city: 'dim', area: 'measure' })
  expect(after({ op: 'join', with: 'missing', on: ['id'] })).toBeUndefined()
})

test('after a step whose columns only its data know, nothing is known and nothing is reported', () => {
  for (const unknown of [{ op: 'pivot', column: 'period', of: 'ins' }, { op: 'unheard' }, 'filter', null]) {
    const { columns, missing: missingColumns } = flow(
      start,
      [unknown, { op: 'limit', by: ['a'] }, { op: 'filter', where: { b: 1 } }],
      () => stores,
    )
    expect([unknown, columns, missingColumns]).toEqual([unknown, undefined, []])
  }
})
