import { expect, test } from 'vitest'
import { fromTree, isNameList, isSameKind, toTree } from './document-tree.ts'
import { mergeNames } from './merge-names.ts'

test('a list of names has texts only, each once', () => {
  expect([isNameList([]), isNameList(['a', 'b'])]).toEqual([true, true])
  for (const value of [['a', 7], [7], ['a', 'a'], 'ab', { 0: 'a' }, undefined])
    expect([value, isNameList(value)]).toEqual([value, false])
})

test('sections are under their ids, with their order beside them, and come back as they were', () => {
  const document = {
    name: 'x',
    layout: {
      sections: [
        { id: 'b', n: 1 },
        { id: 'a', n: 2 },
      ],
      more: 1,
    },
  }
  const tree = toTree(document)
  expect(tree).toEqual({
    name: 'x',
    layout: { more: 1, order: ['b', 'a'], sections: { a: { id: 'a', n: 2 }, b: { id: 'b', n: 1 } } },
  })
  expect(fromTree(tree)).toEqual(document)
})

test('a page whose sections have no ids stays unchanged', () => {
  for (const layout of [
    undefined,
    7,
    { sections: 7 },
    { sections: [{ id: 'a' }, 7] },
    { sections: [{ id: 'a' }, { id: 'a' }] },
    { sections: [{ id: 'a' }, {}] },
  ]) {
    const document = { name: 'x', layout }
    expect(toTree(document)).toEqual(document)
    expect(toTree(document)).not.toBe(document)
  }
})

test('a tree without an order, or without sections, is the document', () => {
  for (const layout of [
    undefined,
    { order: ['a'] },
    { sections: { a: {} } },
    { order: 'a', sections: { a: {} } },
    { order: ['a'], sections: [] },
  ]) {
    expect(fromTree({ name: 'x', layout })).toEqual({ name: 'x', layout })
  }
})

test('a section that the order does not name comes last, and a name without its section is left out', () => {
  const sections = { a: { id: 'a' }, b: { id: 'b' }, c: { id: 'c' } }
  expect(fromTree({ layout: { order: ['c', 'gone', 'a'], sections } })).toEqual({
    layout: { sections: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] },
  })
})

test('a merged list lacks what one side removed; what each side added comes after its former predecessor', () => {
  expect(mergeNames(['a', 'b', 'c'], ['a', 'c'], ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd'])
  expect(mergeNames(['a', 'b'], ['a', 'x', 'b'], ['a', 'b', 'y'])).toEqual(['a', 'x', 'b', 'y'])
  expect(mergeNames(['a'], ['x', 'a'], ['a'])).toEqual(['x', 'a'])
  expect(mergeNames(['a', 'b'], ['a', 'b', 'x'], ['a'])).toEqual(['a', 'x'])
  expect(mergeNames([], ['x', 'y'], ['y', 'z'])).toEqual(['x', 'y', 'z'])
})

test('the side that moved existing entries decides the order; when both did, theirs wins', () => {
  expect(mergeNames(['a', 'b', 'c'], ['c', 'b', 'a'], ['a', 'b', 'c', 'x'])).toEqual(['c', 'x', 'b', 'a'])
  expect(mergeNames(['a', 'b', 'c'], ['a', 'b', 'c', 'x'], ['c', 'b', 'a'])).toEqual(['c', 'x', 'b', 'a'])
  expect(mergeNames(['a', 'b', 'c'], ['b', 'a', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'b', 'a'])
  // To put something in, or to take it out, moves nothing.
  expect(mergeNames(['a', 'b', 'c'], ['a', 'x', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'a', 'x'])
  expect(mergeNames(['ab', 'c'], ['c', 'ab'], ['ab', 'c'])).toEqual(['c', 'ab'])
})

test('two records are compared part by part, except a place in a grid and things of two types', () => {
  const [gauge, text] = [{ type: 'gauge' }, { type: 'text' }]
  for (const map of ['widgets', 'params', 'queries']) {
    expect([
      isSameKind([map, 'x'], gauge, gauge),
      isSameKind([map, 'x'], gauge, text),
      isSameKind([map, 'x', 'data'], gauge, text),
    ]).toEqual([true, false, true])
    expect([
      isSameKind([map, 'x'], { source: 'a' }, { source: 'a' }),
      isSameKind([map, 'x'], { source: 'a' }, { source: 'b' }),
    ]).toEqual([true, false])
    expect(isSameKind([map], gauge, text)).toBe(true)
  }
  expect(isSameKind(['layout', 'x'], gauge, text)).toBe(true)
  expect([
    isSameKind(['grids', 'large', 'x'], {}, {}),
    isSameKind(['grids', 'large'], {}, {}),
    isSameKind(['layout', 'a', 'b'], {}, {}),
  ]).toEqual([false, true, true])
  expect([isSameKind([], {}, 7), isSameKind([], 7, {}), isSameKind([], [], [])]).toEqual([false, false, false])
})
