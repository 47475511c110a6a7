import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { createListIndex, sortSlowly } from './list-index.ts'
import { orderOf, searched } from './values.ts'
import type { ResourceColumn } from './types.ts'

interface Row {
  readonly name: string | null
  readonly size: number
}

const words = { t: (key: string) => key, format: formatterFor('es') }
const columns: readonly ResourceColumn<Row>[] = [
  { attr: 'name', label: 'Nombre' },
  { attr: 'size', label: 'Tamaño', type: 'Number' },
]
const through = (work: Generator<void, void>) => {
  let steps = 0
  while (work.next().done !== true) steps += 1
  return steps
}

test('a sort that can be left is the sort of the language', () => {
  const { compare } = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 900 }), (all) => {
      const work = sortSlowly(all, compare)
      let step = work.next()
      while (step.done !== true) step = work.next()
      expect(step.value).toEqual(all.toSorted(compare))
    }),
    { numRuns: 50 },
  )
})

test('the ranks of a long list order it as its texts do, and rows without a text have none', () => {
  const names = ['Óptica 10', 'Zara', 'Óptica 2', 'óptica 2', 'Ñandú', 'Nube', null, 'Peña']
  const rows: Row[] = Array.from({ length: 4000 }, (_, at) => ({ name: names[at % names.length] ?? null, size: at }))
  const index = createListIndex(columns, words, 'es')
  const [byName, bySize] = columns as [ResourceColumn<Row>, ResourceColumn<Row>]
  expect(index.order(rows, rows[0]!, byName)).toBe('Óptica 10')
  expect(through(index.prepare(rows))).toBeGreaterThan(20)
  const rank = (at: number) => index.order(rows, rows[at]!, byName)
  // Nube, Ñandú, Óptica 2 = óptica 2, Óptica 10, Peña, Zara.
  expect([5, 4, 2, 3, 0, 7, 1, 6].map(rank)).toEqual([0, 1, 2, 2, 3, 4, 5, null])
  expect(index.order(rows, rows[3]!, bySize)).toBe(orderOf(rows[3]!, bySize, words))
  // Of other rows nothing is known.
  expect(index.order([...rows], rows[0]!, byName)).toBe('Óptica 10')
})

test('a short list is not worked ahead for', () => {
  const index = createListIndex(columns, words, 'es')
  expect(through(index.prepare([{ name: 'Zara', size: 1 }]))).toBe(0)
  expect(index.search([{ name: 'Peña Óptica', size: 1200 }], 'pena optica')).toHaveLength(1)
})

test('one search after the other finds what each finds alone, in the order of the list', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'á', 'B', '1', ' '), maxLength: 5 })
  const list = fc.array(fc.record({ name: fc.option(text), size: fc.nat(30) }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 2 }), fc.array(text, { maxLength: 40 }), (lists, typed) => {
      const index = createListIndex(columns, words, 'es')
      for (const search of typed)
        for (const rows of lists) expect(index.search(rows, search)).toEqual(searched(rows, columns, search, words))
    }),
  )
})

test('a key taken back is not searched again', () => {
  const index = createListIndex(columns, words, 'es')
  const rows: Row[] = ['Peña', 'Zara', 'Pera'].map((name) => ({ name, size: 0 }))
  const found = index.search(rows, 'pe')
  expect(index.search(rows, 'peñ')).toEqual([rows[0]])
  expect(index.search(rows, 'pe')).toBe(found)
})
