import { expect, test } from 'vitest'
import { elsewhereOf } from './refusal.ts'

test('an error for missing hours links to the dashboards with the data; any other has no link', () => {
  const has = [
    { client: 18, kind: 'flows' },
    { client: 21, kind: 'minutes' },
  ]
  expect(elsewhereOf({ code: 'EXPORT_HOURS_NOT_FOUND', details: { clients: 'A, B', has } })).toEqual([
    { kind: 'flows', href: '/users/dashboards/transport?client=18' },
    { kind: 'minutes', href: '/users/dashboards/occupancy?client=21' },
  ])
  expect(elsewhereOf({ code: 'EXPORT_BUSY', details: { has } })).toEqual([])
  for (const wrong of [undefined, 'all', [null, 'flows', { client: 'x', kind: 'flows' }, { client: 1, kind: 'dogs' }]])
    expect(elsewhereOf({ code: 'EXPORT_HOURS_NOT_FOUND', details: { has: wrong } })).toEqual([])
})
