import { treeOf } from '#domain/tree-choice'
import { expect, test } from 'vitest'
import { foundIn, markOf, rowsOf, wholeNodes } from './tree-rows.ts'

const row = (leaf: number, label: string, ...path: string[]) => ({ leaf, label, path })
const tree = treeOf([
  row(1, 'Gran Vía', 'España', 'Madrid'),
  row(2, 'Sol', 'España', 'Madrid'),
  row(3, 'Casco Viejo', 'España', 'Bilbao'),
  row(4, 'Opéra', 'Francia', 'París'),
  row(5, 'Madrid outlet'),
])
const shown = (search: string, ...turned: string[]) =>
  rowsOf(
    tree,
    new Set(turned.map((label) => tree.findIndex((node) => node.label === label))),
    foundIn(tree, search),
  ).map(({ at, place, of, isOpen }) => `${tree[at]?.label} ${place}/${of}${isOpen ? ' open' : ''}`)

test('only rows of open branches are on show, and each row has its place among its siblings', () => {
  expect(shown('')).toEqual(['España 1/3', 'Francia 2/3', 'Madrid outlet 3/3'])
  expect(shown('', 'España', 'Bilbao')).toEqual([
    'España 1/3 open',
    'Madrid 1/2',
    'Bilbao 2/2 open',
    'Casco Viejo 1/1',
    'Francia 2/3',
    'Madrid outlet 3/3',
  ])
})

test('a search opens the branches above its matches, ignores accents, and needs every word', () => {
  expect(shown('madrid')).toEqual(['España 1/2 open', 'Madrid 1/1', 'Madrid outlet 2/2'])
  expect(shown('via gran')).toEqual(['España 1/1 open', 'Madrid 1/1 open', 'Gran Vía 1/1'])
  expect(shown('4')).toEqual(['Francia 1/1 open', 'París 1/1 open', 'Opéra 1/1'])
  expect(shown('nowhere')).toEqual([])
})

test('a matching branch can be opened, and a branch opened by the search can be closed', () => {
  expect(shown('madrid', 'Madrid')).toEqual([
    'España 1/2 open',
    'Madrid 1/1 open',
    'Gran Vía 1/2',
    'Sol 2/2',
    'Madrid outlet 2/2',
  ])
  expect(shown('madrid', 'España')).toEqual(['España 1/2', 'Madrid outlet 2/2'])
})

test('a branch is marked in part while some of it is chosen, and its name represents all of it', () => {
  expect([markOf(0, 2), markOf(1, 2), markOf(2, 2)]).toEqual(['false', 'mixed', 'true'])
  expect(wholeNodes(tree, [2, 2, 1, 1, 0, 0, 1, 1, 1, 0], 9)).toEqual(['Madrid', 'Francia'])
})
