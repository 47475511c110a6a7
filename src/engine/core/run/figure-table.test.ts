import { expect, test } from 'vitest'
import type { Basis } from '#domain/basis'
import { figureTable } from './figure-table.ts'

const context = {
  labels: {
    local: new Map([
      [1, 'Sol'],
      [2, 'Gran Vía'],
    ]),
  },
  locale: 'es',
}
const column = (id: string, more: object = {}) =>
  ({ id, label: id, format: 'count', role: 'measure', unit: 'count', ...more }) as const
/** Two stores were asked about, both periods together; the first has counts in one of them only. */
const MIXED: Basis = {
  stores: 'all',
  asked: 2,
  compared: 1,
  comparing: 2,
  reference: 1,
  leftOut: [{ local: 1, reason: 'opened' }],
}

const mixedCells = (local: string) => {
  const { rows } = figureTable(
    {
      columns: [
        { id: 'local', label: 'Local', format: 'text', role: 'dim' },
        column('ins'),
        column('ins.delta', { isChange: true }),
        column('ins.change', { format: 'delta' }),
      ],
      rows: [[local, 20, 20, 3]],
      basis: MIXED,
      summary: '',
    },
    context,
  )
  return Object.entries(rows[0]?.cells ?? {}).flatMap(([id, { isMixed }]) => (isMixed === true ? [id] : []))
}

test('between different sets of stores, changes are mixed that a widget or the steps of a query made, figures are not', () => {
  expect(mixedCells('Sol')).toEqual(['ins.delta', 'ins.change'])
})

test('a change of one store that both periods have is not', () => {
  expect(mixedCells('Gran Vía')).toEqual([])
})
