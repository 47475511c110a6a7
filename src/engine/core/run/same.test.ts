import { expect, test } from 'vitest'
import { keep, keepList, sameNames, sameView, shallow } from './same.ts'

const equal = (a: { n: number }, b: { n: number }) => a.n === b.n

test('a record keeps the members that say the same, and itself when all do', () => {
  const before = { a: { n: 1 }, b: { n: 2 } }
  expect(keep(before, { a: { n: 1 }, b: { n: 2 } }, equal)).toBe(before)
  const next = keep(before, { a: { n: 1 }, b: { n: 3 } }, equal)
  expect(next).toEqual({ a: { n: 1 }, b: { n: 3 } })
  expect(next.a).toBe(before.a)
  expect(next.b).not.toBe(before.b)
})

test('a record that lost or gained a member is another one', () => {
  const before = { a: { n: 1 }, b: { n: 2 } }
  const less = keep(before, { a: { n: 1 } }, equal)
  expect([less, less.a === before.a]).toEqual([{ a: { n: 1 } }, true])
  expect(keep(before, { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } }, equal)).toEqual({
    a: { n: 1 },
    b: { n: 2 },
    c: { n: 3 },
  })
  expect(keep(before, { a: { n: 1 }, c: { n: 2 } }, equal)).toEqual({ a: { n: 1 }, c: { n: 2 } })
})

test('a member named like a part of the language is compared with nothing but an own member', () => {
  const all = () => true
  expect(keep({}, { toString: { n: 1 } }, all)).toEqual({ toString: { n: 1 } })
})

test('a list keeps the members that say the same at the same place, and itself when all do', () => {
  const before = [{ n: 1 }, { n: 2 }]
  expect(keepList(before, [{ n: 1 }, { n: 2 }])).toBe(before)
  const next = keepList(before, [{ n: 1 }, { n: 3 }])
  expect([next, next[0] === before[0], next[1] === before[1]]).toEqual([[{ n: 1 }, { n: 3 }], true, false])
  expect(keepList(before, [{ n: 2 }, { n: 1 }])).toEqual([{ n: 2 }, { n: 1 }])
  expect(keepList(before, [{ n: 1 }])).toEqual([{ n: 1 }])
  expect(keepList(before, [{ n: 1 }, { n: 2 }, { n: 3 }])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

test('two views of a filter are the same with the same list, by identity, and equal values', () => {
  type View = Parameters<typeof sameView>[0]
  const options = { rows: 1 }
  const view = (value: unknown, list: object) => ({ options: list, value }) as unknown as View
  expect(sameView(view([1], options), view([1], options))).toBe(true)
  expect(sameView(view([1], options), view([2], options))).toBe(false)
  expect(sameView(view([1], options), view([1], { rows: 1 }))).toBe(false)
})

test('names are the same with the same name for each id', () => {
  const names = new Map([
    [1, 'Uno'],
    [2, 'Dos'],
  ])
  expect(sameNames(names, new Map(names))).toBe(true)
  expect(sameNames(undefined, new Map())).toBe(false)
  expect(
    sameNames(
      names,
      new Map([
        [1, 'Uno'],
        [2, 'Two'],
      ]),
    ),
  ).toBe(false)
  expect(sameNames(names, new Map([[1, 'Uno']]))).toBe(false)
  expect(sameNames(new Map([[1, 'Uno']]), names)).toBe(false)
})

test('two objects are shallowly the same by the identity of their members, and by the values of their lists', () => {
  const member = { n: 1 }
  expect(shallow({ member, list: [1, 2], nothing: Number.NaN }, { member, list: [1, 2], nothing: Number.NaN })).toBe(
    true,
  )
  expect(shallow({ member }, { member: { n: 1 } })).toBe(false)
  expect(shallow({ list: [1, 2] }, { list: [1, 3] })).toBe(false)
  expect(shallow({ list: [1] }, { list: 1 })).toBe(false)
  expect(shallow({ a: 1, b: 2 }, { a: 1 })).toBe(false)
  expect(shallow({ a: 1 }, { a: 1, b: 2 })).toBe(false)
  expect(shallow({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe(false)
})
