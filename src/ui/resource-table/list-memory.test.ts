import { expect, test } from 'vitest'
import { keepList, recalledList } from './list-memory.ts'
import { readTableState } from './state.ts'

function stage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const at = (query = '') => new URLSearchParams(query)

test('a list that is opened again has its last search, its filters, its page and its page size', () => {
  const storage = stage()
  keepList('/users/admin/users', at('q=ana&role=admin&page=2&size=50'), storage)
  const back = recalledList('/users/admin/users', at(), storage)
  expect(back?.get('role')).toBe('admin')
  expect(readTableState(back ?? at())).toEqual({ text: 'ana', sort: null, page: 1, size: 50 })
  expect(recalledList('/users/admin/groups', at(), storage)).toBeNull()
})

test('a link with parameters wins, and a list that was cleared stays clear', () => {
  const storage = stage()
  keepList('/a', at('q=ana'), storage)
  expect(recalledList('/a', at('q=luis'), storage)).toBeNull()
  keepList('/a', at(), storage)
  expect(recalledList('/a', at(), storage)).toBeNull()
})

test('a tab is kept by its address only', () => {
  const storage = stage()
  keepList('/a', at('tab=history&q=x'), storage)
  expect([String(recalledList('/a', at('tab=rules'), storage)), String(recalledList('/a', at(), storage))]).toEqual([
    'q=x&tab=rules',
    'q=x',
  ])
})

test('an invalid record counts as no memory', () => {
  for (const text of ['{', '7', 'null', '{"/a":3}'])
    expect(recalledList('/a', at(), { getItem: () => text, setItem: () => undefined })).toBeNull()
})
