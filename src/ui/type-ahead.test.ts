import { expect, test } from 'vitest'
import { typeAhead } from './type-ahead.ts'

const options = [
  { id: 1, label: 'Gran Vía' },
  { id: 2, label: 'Grao' },
  { id: 3, label: 'Ávila', isDisabled: true },
  { id: 4, label: 'Avinguda Diagonal' },
]
const typing = (keys: string, stepMs = 100) => {
  const ahead = typeAhead()
  return Array.from(keys, (key, index) => ahead.next(key, index * stepMs, options)?.id ?? null)
}

test('a space alone chooses nothing, inside a word it continues it', () => {
  expect([typing(' '), typing('gran v')]).toEqual([[null], [1, 1, 1, 1, 1, 1]])
})

test('a key with a name is no letter', () => {
  expect(typeAhead().next('Tab', 0, options)).toBeNull()
})

test('each letter narrows the choice, accents and case ignored', () => {
  expect(typing('GRÀO')).toEqual([1, 1, 1, 2])
})

test('a disabled option is passed over', () => {
  expect(typing('av')).toEqual([4, 4])
})

test('after a pause typing begins anew', () => {
  expect(typing('ga', 1500)).toEqual([1, 4])
})
