import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoClientName, demoLocalName, distinctNames, ranks } from './names.ts'

const clientName = (client: number) => `Brand ${client}`

test('names that clash get the client appended, others stay', () => {
  const locals = [
    { id: 1, client: 1, name: 'Sol' },
    { id: 2, client: 2, name: ' sol' },
    { id: 3, client: 2, name: 'Retiro' },
  ]
  expect(distinctNames(locals, clientName).map(({ name }) => name)).toEqual([
    'Sol (Brand 1)',
    ' sol (Brand 2)',
    'Retiro',
  ])
})

test('venues of different clients never share a name, and nothing but the name changes', () => {
  const local = fc.record({
    client: fc.integer({ min: 1, max: 4 }),
    name: fc.constantFrom('Sol', 'SOL', 'Retiro', 'Gran Vía'),
  })
  fc.assert(
    fc.property(fc.array(local, { maxLength: 12 }), (rows) => {
      const locals = rows.map((row, id) => ({ id, ...row }))
      const named = distinctNames(locals, clientName)
      expect(named.map((local) => ({ ...local, name: '' }))).toEqual(locals.map((local) => ({ ...local, name: '' })))
      for (const a of named)
        for (const b of named) if (a.client !== b.client) expect(a.name.toLowerCase()).not.toBe(b.name.toLowerCase())
    }),
  )
})

test('demo clients are numbered, demo stores are four cities and then numbers', () => {
  expect([1, 2].map(demoClientName)).toEqual(['Demo Client 1', 'Demo Client 2'])
  expect([1, 2, 3, 4, 5, 6].map(demoLocalName)).toEqual([
    'Barcelona',
    'Madrid',
    'Nueva York',
    'Londres',
    'Demo Local 5',
    'Demo Local 6',
  ])
})

test('a rank follows the id, not the order of the list', () => {
  expect(ranks([{ id: 30 }, { id: 9 }, { id: 100 }])).toEqual(
    new Map([
      [9, 1],
      [30, 2],
      [100, 3],
    ]),
  )
})
