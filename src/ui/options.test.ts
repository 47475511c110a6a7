import { expect, test } from 'vitest'
import { matching } from './options.ts'

const options = [
  { id: 1, label: 'Passeig de Gràcia' },
  { id: 27, label: 'Gran Vía', hint: 'Luna & Sol' },
  { id: 3, label: 'Colón' },
]
const found = (search: string) => matching(options, search).map(({ id }) => id)

test('nothing typed finds everything', () => {
  expect(found('  ')).toEqual([1, 27, 3])
})
test('accents and case do not matter', () => {
  expect([found('GRACIA'), found('colon'), found('vía')]).toEqual([[1], [3], [27]])
})
test('the id and the second line are searched, and every word must be there', () => {
  expect([found('27'), found('luna gran'), found('luna colon')]).toEqual([[27], [27], []])
})
