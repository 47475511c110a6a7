import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('hierarchy')
const OPTIONS: Parameters<typeof project>[0] = {
  levels: ['type', 'local'],
  measure: 'ins',
  top: 8,
  look: 'treemap',
  tone: 'member',
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', type: 'south', local: 13, ...WHOLE, ins: 30 },
  { period: 'comparing', type: 'north', local: 11, ...WHOLE, ins: 50 },
  { period: 'comparing', type: 'north', local: 12, ...RUNNING, ins: 20 },
  { period: 'reference', type: 'north', local: 11, ...WHOLE, ins: 40 },
]
const of = (rows: readonly Fact[], options: Partial<typeof OPTIONS> = {}) =>
  project({ ...OPTIONS, ...options }, { rows: factFrame(rows) }, context)

test('each part is followed by those in it, the largest first, with its share of the whole and of its part', () => {
  const { nodes } = of(ROWS)
  expect(
    nodes.map(({ names, value, share, shareOfParent }) => [names.join(' / '), value, share, shareOfParent]),
  ).toEqual([
    ['north', 70, 70, 70],
    ['north / Gran Vía', 50, 50, (100 * 50) / 70],
    ['north / Passeig de Gràcia', 20, 20, (100 * 20) / 70],
    ['south', 30, 30, 30],
    ['south / Colón', 30, 30, 100],
  ])
})

test('the table says the whole of a part in its own row, so that no line is read twice', () => {
  expect(of(ROWS).rows.map(([type, local, ins]) => [type, local, ins])).toEqual([
    ['north', 'Total', 70],
    ['north', 'Gran Vía', 50],
    ['north', 'Passeig de Gràcia', 20],
    ['south', 'Total', 30],
    ['south', 'Colón', 30],
  ])
})

test('a part that was not reported is missing, no zero: it is in the table and is named', () => {
  const { rows, states, summary } = of([...ROWS, { period: 'comparing', type: 'south', local: 14, ...LOST, ins: null }])
  expect(rows.at(-1)?.slice(0, 4)).toEqual(['south', 'Larios', null, null])
  expect(states?.at(-1)).toBe('missing')
  expect(summary).toContain('Without data: Larios.')
})

test('an unfinished part is open, and the part around it too', () => {
  const { nodes } = of(ROWS)
  expect(nodes.map(({ name, state, isOpen }) => [name, state, isOpen])).toEqual([
    ['north', 'partial', true],
    ['Gran Vía', 'final', false],
    ['Passeig de Gràcia', 'partial', true],
    ['south', 'final', false],
    ['Colón', 'final', false],
  ])
})

test('the rest of a part is Others, which is no member and is not divided; a rest of one keeps its name', () => {
  const rows = [1, 2, 3, 4, null].map((local) => ({
    period: 'comparing' as const,
    type: 'all',
    local,
    ...WHOLE,
    ins: local ?? 1,
  }))
  const namesOf = (top: number, levels = ['local', 'type']) => of(rows, { levels, top }).nodes.map(({ names }) => names)
  expect(namesOf(2)).toEqual([['#4'], ['#4', 'all'], ['#3'], ['#3', 'all'], ['Others']])
  expect(namesOf(4, ['local'])).toEqual([['#4'], ['#3'], ['#2'], ['#1'], ['–']])
  const { nodes } = of(rows, { levels: ['local'], top: 2 })
  expect([nodes.at(-1)?.value, nodes.at(-1)?.path]).toEqual([4, [null]])
})

test('a ratio has no parts, and says so', () => {
  const { rows, summary } = of(ROWS, { measure: 'captureRate' })
  expect(rows).toEqual([])
  expect(summary).toContain('cannot be added up')
})

test('a level of more parts than can be distinguished is left out, and a note says so', () => {
  const rows = Array.from({ length: 5000 }, (_, local) => ({
    period: 'comparing' as const,
    type: `t${local % 70}`,
    local,
    ...WHOLE,
    ins: 1,
  }))
  const options = { levels: ['type', 'local', 'hour'], top: 20 }
  const { nodes, summary } = of(
    rows.map((row) => ({ ...row, hour: row.local % 24 })),
    options,
  )
  expect(Math.max(...nodes.map(({ names }) => names.length))).toBe(2)
  expect(summary).toContain('Not divided by Hour')
})
