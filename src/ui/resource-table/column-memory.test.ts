import { expect, test } from 'vitest'
import { hiddenColumns, keepHiddenColumns, shownColumns } from './column-memory.ts'

function stage(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [['aforo.columns', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('an invalid record hides no column', () => {
  for (const text of ['[', 'null', '[1]', '{"1/orders":"name"}', '{"1/orders":[1,null]}'])
    expect([text, hiddenColumns('1/orders', stage(text))]).toEqual([text, []])
})

test('each person and list has its own, until all are shown again', () => {
  const storage = stage()
  keepHiddenColumns('1/orders', ['client', 'updatedAt'], storage)
  keepHiddenColumns('2/orders', ['client'], storage)
  expect(['1/orders', '2/orders', '1/seals'].map((list) => hiddenColumns(list, storage))).toEqual([
    ['client', 'updatedAt'],
    ['client'],
    [],
  ])
  keepHiddenColumns('1/orders', [], storage)
  expect(['1/orders', '2/orders'].map((list) => hiddenColumns(list, storage))).toEqual([[], ['client']])
})

test('the first column is never hidden, and a column that was not hidden is there', () => {
  const columns = ['name', 'client', 'later'].map((attr) => ({ attr, label: attr }))
  expect(shownColumns(columns, ['name', 'client', 'gone']).map(({ attr }) => attr)).toEqual(['name', 'later'])
})
