import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL,
  chosenIn,
  isToken,
  leavesIn,
  leafToken,
  lostIn,
  treeOf,
  type TreeRow,
  withNodes,
  wordsOf,
} from './tree-choice.ts'

const row = (leaf: number | string, ...path: string[]): TreeRow => ({ leaf, label: `Store ${leaf}`, path })
const tree = treeOf([
  row(1, 'ES', 'Madrid'),
  row(2, 'ES', 'Madrid'),
  row(3, 'ES', 'Bilbao'),
  row(4, 'FR'),
  row(5),
  row(2, 'ES', 'Madrid'),
])
const at = (token: string) => tree.findIndex((node) => node.token === token)

test('leaves of a branch follow it, a level without a value is left out, and a leaf counts once', () => {
  expect(tree.map(({ token, depth, end, leaves }) => [token, depth, end, leaves])).toEqual([
    ['ES.', 0, 6, 3],
    ['ES.Madrid.', 1, 4, 2],
    ['1', 2, 3, 1],
    ['2', 2, 4, 1],
    ['ES.Bilbao.', 1, 6, 1],
    ['3', 2, 6, 1],
    ['FR.', 0, 8, 1],
    ['4', 1, 8, 1],
    ['5', 0, 9, 1],
  ])
})

test('a branch has the store that opens in it, and not the one that moves out of it', () => {
  const choice = ['ES.Madrid.', '4']
  expect(leavesIn(tree, choice)).toEqual([1, 2, 4])
  const tomorrow = treeOf([row(1, 'ES', 'Madrid'), row(2, 'ES', 'Bilbao'), row(4, 'FR'), row(6, 'ES', 'Madrid')])
  expect(leavesIn(tomorrow, choice)).toEqual([1, 6, 4])
})

test('the nearest choice above a leaf counts: all but one, and one of the removed ones', () => {
  expect(leavesIn(tree, [ALL, '-3'])).toEqual([1, 2, 4, 5])
  expect(leavesIn(tree, ['ES.', '-ES.Madrid.', '2'])).toEqual([2, 3])
})

test('taking a leaf out of a branch keeps the branch, and putting it back leaves the branch alone', () => {
  const without = withNodes(tree, ['ES.'], [at('2')], false)
  expect([without, leavesIn(tree, without)]).toEqual([
    ['ES.', '-2'],
    [1, 3],
  ])
  expect(withNodes(tree, without, [at('2')], true)).toEqual(['ES.'])
  expect(withNodes(tree, ['1', '3'], [at('ES.')], true)).toEqual(['ES.'])
  expect(withNodes(tree, ['1'], [at('1')], false)).toEqual([])
})

test('a branch is chosen in part while some of its leaves are', () => {
  const counts = chosenIn(tree, ['1', '3'])
  expect(tree.map(({ token, leaves }, i) => [token, counts[i], leaves]).slice(0, 5)).toEqual([
    ['ES.', 2, 3],
    ['ES.Madrid.', 1, 2],
    ['1', 1, 1],
    ['2', 0, 1],
    ['ES.Bilbao.', 1, 1],
  ])
})

test('a closed store and a renamed region are reported; a removed one that closed is not', () => {
  expect(lostIn(tree, ['ES.', '17', 'PT.', '-18', ALL])).toEqual(['17', 'PT.'])
  expect(withNodes(tree, ['17', '1'], [at('1')], false)).toEqual(['17'])
})

test('names with signs of the notation are written so that they are read again', () => {
  const strange = treeOf([row('-a.b,c*', 'S. Jordi, *2')])
  const tokens = strange.map(({ token }) => token)
  expect(tokens).toEqual(['S*2e Jordi*2c *2a2.', '*2da*2eb*2cc*2a'])
  expect(tokens.every(isToken)).toBe(true)
  expect(tokens.map(wordsOf)).toEqual(['S. Jordi, *2', '-a.b,c*'])
  expect(['', '-', 'a.b', '.', 'a,b', '**', '*z'].map(isToken)).toEqual(Array(7).fill(false))
})

test('after any clicks a leaf has the state of the last click on it, or on a branch above it', () => {
  const leaves = tree.flatMap(({ leaf }) => leaf ?? [])
  const clicks = fc.array(fc.tuple(fc.nat(tree.length - 1), fc.boolean()), { maxLength: 12 })
  fc.assert(
    fc.property(clicks, (list) => {
      const expected = new Set<number | string>()
      let choice: string[] = []
      for (const [node, isIn] of list) {
        choice = withNodes(tree, choice, [node], isIn)
        for (const { leaf } of tree.slice(node, tree[node]?.end))
          if (leaf !== undefined && isIn) expected.add(leaf)
          else if (leaf !== undefined) expected.delete(leaf)
        expect(choice.every(isToken)).toBe(true)
        expect(leavesIn(tree, choice)).toEqual(leaves.filter((leaf) => expected.has(leaf)))
      }
    }),
  )
  expect(leavesIn(tree, [leafToken(5)])).toEqual([5])
})
