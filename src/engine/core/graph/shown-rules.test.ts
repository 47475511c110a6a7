import { expect, test } from 'vitest'
import { isShown } from './transaction.ts'

type State = Parameters<typeof isShown>[0]
type Rule = Parameters<typeof isShown>[1]
const ruleOf = (when: object, path: readonly string[] = []) =>
  ({ when: { param: 'b', ...when }, ref: { param: 'b', path } }) as unknown as Rule
const stateOf = (...params: readonly (readonly [string, object])[]) => ({ params: new Map(params) }) as unknown as State
const shown = (value: unknown, when: object, path?: readonly string[]) =>
  isShown(stateOf(['b', { value }]), ruleOf(when, path))

test('a widget is shown while its filter is set, or while it is not', () => {
  expect([shown(7, { set: true }), shown(undefined, { set: true })]).toEqual([true, false])
  expect([shown(undefined, { set: false }), shown(7, { set: false })]).toEqual([true, false])
  expect(isShown(stateOf(), ruleOf({ set: true }))).toBe(false)
})

test('a widget is shown while a part of the value is one of those listed', () => {
  expect([shown('a', { is: 'a' }), shown('b', { is: 'a' })]).toEqual([true, false])
  expect([shown('b', { in: ['a', 'b'] }), shown('c', { in: ['a', 'b'] })]).toEqual([true, false])
  expect([
    shown({ option: { key: 'x' } }, { is: 'x' }, ['option', 'key']),
    shown({}, { is: 'x' }, ['option', 'key']),
  ]).toEqual([true, false])
})

test('a widget is shown by how many values are chosen: none, one that is no list, or as many as the list has', () => {
  const counts = (when: object) =>
    [undefined, 'a', ['a'], ['a', 'b'], ['a', 'b', 'c']].map((value) => shown(value, { count: when }))
  expect(counts({})).toEqual([true, true, true, true, true])
  expect(counts({ eq: 1 })).toEqual([false, true, true, false, false])
  expect(counts({ gt: 1 })).toEqual([false, false, false, true, true])
  expect(counts({ gte: 1 })).toEqual([false, true, true, true, true])
  expect(counts({ lt: 2 })).toEqual([true, true, true, false, false])
  expect(counts({ lte: 2 })).toEqual([true, true, true, true, false])
  expect(counts({ gt: 0, lt: 3 })).toEqual([false, true, true, true, false])
})
