import { widgets } from '#widgets'
import { expect, test } from 'vitest'
import { drawsTable } from '../../src/engine/react/draws-table.ts'

test('every widget that is no table can be read as one, key figures too', () => {
  const without = [...widgets.values()].flatMap((definition) => (drawsTable(definition) ? [definition.type] : []))
  expect(without.toSorted()).toEqual([
    'benchmark-table',
    'data-table',
    'pivot-table',
    'status-changes',
    'status-summary',
    'status-variation',
  ])
})
