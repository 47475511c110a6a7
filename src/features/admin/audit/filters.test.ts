import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import schema from '../../../../schemas/api/audit-query.schema.json' with { type: 'json' }
import { filtersOf, queryOf, wordOf } from './filters.ts'

const isAuditQuery = new Ajv().compile(schema)

test('invalid values are left out', () => {
  expect(queryOf({ from: 'yesterday', to: '2026-1-1', user: 'ana', action: 'user; drop' })).toEqual({})
})

test('the server accepts the query of any address', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('from', 'to', 'user', 'action', 'target', 'text', 'else'), fc.string()),
      (given) => {
        const query = queryOf(filtersOf(new URLSearchParams(given)))
        // The server refuses control characters, with a sentence.
        return Object.values(given).some((value) => /\p{Cc}/u.test(value)) || isAuditQuery(query)
      },
    ),
  )
})

test('days count from the reader’s midnight to the next one', () => {
  expect(
    queryOf({
      from: '2026-11-19',
      to: '2026-11-20',
      user: '0',
      action: 'user.change',
      target: 'ana@aforo.test',
      text: 'role',
    }),
  ).toEqual({
    from: new Date(2026, 10, 19).getTime(),
    to: new Date(2026, 10, 21).getTime(),
    user: 0,
    action: 'user.change',
    target: 'ana@aforo.test',
    text: 'role',
  })
})

test('details are words', () => {
  expect([['a', 'b'], [], null, true, 3, { tickets: false }].map(wordOf)).toEqual([
    'a, b',
    '–',
    '–',
    'true',
    '3',
    '{"tickets":false}',
  ])
})
