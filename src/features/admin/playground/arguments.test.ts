import { expect, test } from 'vitest'
import { argumentsOf, MAX_IDS, problemOf } from './arguments.ts'

test.each([
  ['id', '7', null],
  ['id', '0', 'id'],
  ['id', '7; drop', 'id'],
  ['ids', '7, 8;9', null],
  ['ids', '7,x', 'ids'],
  ['ids', Array.from({ length: MAX_IDS + 1 }, (_, at) => at + 1).join(','), 'ids'],
  ['date', '2026-11-20', null],
  ['date', '2026-13-40', 'date'],
  ['number', '7.5', null],
  ['number', 'seven', 'number'],
  ['text', 'anything', null],
] as const)('an argument of type %s is %j: %s', (type, typed, problem) => {
  expect(problemOf({ type }, typed)).toBe(problem)
})

test('a text whose words the source knows is one of them, or several between commas', () => {
  const one = { type: 'text', words: { of: ['all', 'same'] } } as const
  const many = { type: 'text', words: { of: ['local', 'day'], isList: true } } as const
  expect([problemOf(one, 'same'), problemOf(one, 'sme'), problemOf(one, 'all,same'), problemOf(one, '')]).toEqual([
    null,
    'word',
    'word',
    null,
  ])
  expect([problemOf(many, 'local,day'), problemOf(many, 'local,lokal')]).toEqual([null, 'word'])
})

test('a required argument is reported when empty, an optional one is not', () => {
  expect([problemOf({ type: 'id', required: true }, ' '), problemOf({ type: 'id' }, ' ')]).toEqual(['required', null])
})

test('arguments are sent as the source wants them, and empty ones are not', () => {
  expect(
    argumentsOf(
      { client: { type: 'id' }, locals: { type: 'ids' }, end: { type: 'date' }, by: { type: 'text' } },
      { client: '1', locals: '2, 3', end: '2026-11-20', by: '', other: 'x' },
    ),
  ).toEqual({ client: 1, locals: [2, 3], end: '2026-11-20' })
})
