import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('status-list')
const LEVELS = [
  { from: 100, tone: 'good', word: 'Busy' },
  { from: 50, tone: 'warn', word: 'Quiet' },
  { from: 0, tone: 'bad', word: 'Empty' },
] as const
const OPTIONS: Parameters<typeof project>[0] = {
  by: 'local',
  measure: 'ins',
  levels: [...LEVELS],
  order: 'worst',
  showReference: true,
  names: [],
}
const row = (period: string, local: number, ins: number | null) => ({
  period,
  local,
  ...(ins === null ? { expected: 10, observed: 0 } : WHOLE),
  ins,
})
const ROWS = [
  row('comparing', 11, 200),
  row('comparing', 12, 20),
  row('comparing', 13, 60),
  row('comparing', 14, null),
  row('reference', 11, 100),
  row('reference', 12, 20),
  row('reference', 13, 120),
]

test('problems come first; a missing value has no level and is no zero', () => {
  const { rows } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(rows).toEqual([
    ['Passeig de Gràcia', 'Empty', 20, 0],
    ['Colón', 'Quiet', 60, -50],
    ['Larios', null, null, null],
    ['Gran Vía', 'Busy', 200, 100],
  ])
})

test.each([
  ['name', ['Colón', 'Gran Vía', 'Larios', 'Passeig de Gràcia']],
  ['valueDown', ['Gran Vía', 'Colón', 'Passeig de Gràcia', 'Larios']],
] as const)('ordered by %s', (order, names) => {
  expect(project({ ...OPTIONS, order }, { rows: factFrame(ROWS) }, context).rows.map(([name]) => name)).toEqual(names)
})

test('the summary counts each level', () => {
  expect(project({ ...OPTIONS, showReference: false }, { rows: factFrame(ROWS) }, context).summary).toBe(
    'Entries of 4 items. Busy: 1. Quiet: 1. Empty: 1.',
  )
})
