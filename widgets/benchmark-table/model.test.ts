import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('benchmark-table')
const OPTIONS = {
  metrics: ['ins', 'conversionRate'],
  benchmark: 'conversionRate',
  minPeers: 5,
  showTotals: true,
} satisfies Parameters<typeof project>[0]
/** Six locals with 100 visits each; the first sells to 60 of them, the others to 10, 20, 30, 40, 50. */
const TICKETS = [60, 10, 20, 30, 40, 50]
const local = (id: number, tickets: number, more: Fact = {}): Fact => ({
  period: 'comparing',
  local: id,
  fro: 400,
  ins: 150,
  bounces: 50,
  visits: 100,
  tickets,
  visitsWithTickets: 100,
  insWithTickets: 150,
  ...WHOLE,
  ...more,
})
const six = TICKETS.map((tickets, at) => local(11 + at, tickets, { ins: 150 - at }))

test('each local is compared with the sums of its peers, without itself', () => {
  const { columns, rows } = project(OPTIONS, { rows: factFrame(six) }, context)
  expect(columns.map(({ id }) => id)).toEqual(['local', 'ins', 'conversionRate', 'peers', 'gap', 'rank', 'coverage'])
  expect(rows[0]).toEqual(['Gran Vía', 150, 60, 30, 30, 100, 100])
  expect(rows[1]).toEqual(['Passeig de Gràcia', 149, 10, 40, -30, 0, 100])
})

test('the totals are sums over sums and come last', () => {
  const { rows, locals } = project(
    OPTIONS,
    { rows: factFrame([local(11, 60, { visits: 400, visitsWithTickets: 400 }), local(12, 10)]) },
    context,
  )
  expect(rows.at(-1)).toEqual(['Total', 300, 14, 100])
  expect(locals).toEqual([11, 12, null])
})

test('with fewer than five peers the benchmark is hidden, and says why', () => {
  const { columns, note } = project(OPTIONS, { rows: factFrame(six.slice(0, 5)) }, context)
  expect(columns.map(({ id }) => id)).toEqual(['local', 'ins', 'conversionRate', 'coverage'])
  expect(note).toBe('Benchmark hidden: at least 5 peers are needed and there are 4.')
})

test('peers are of the same type where the type is known', () => {
  const rows = factFrame([...six.map((row) => ({ ...row, type: 'store' })), local(17, 90, { type: 'mall' })])
  const projection = project(OPTIONS, { rows }, context)
  const peers = projection.rows.map((row) => [row[0], row[3]])
  expect(peers[0]).toEqual(['Gran Vía', 30])
  expect(peers.find(([name]) => name === 'Outlet Getafe')).toEqual(['Outlet Getafe', null])
})

test('doing better than the peers means fewer bounces', () => {
  const rows = factFrame(
    [10, 20, 30, 40, 50, 60].map((bounces, at) => local(11 + at, 10, { bounces, ins: 100, visits: 100 - bounces })),
  )
  const { rows: cells, judged } = project({ ...OPTIONS, benchmark: 'bounceRate' }, { rows }, context)
  expect(cells.slice(0, 6).map((row) => row[5])).toEqual([100, 80, 60, 40, 20, 0])
  expect([judged[0]?.gap?.verdict, judged[5]?.gap?.verdict]).toEqual(['better', 'worse'])
})

test('a local without tickets has no standing and lowers no other', () => {
  const { rows } = project(
    OPTIONS,
    { rows: factFrame([...six, local(17, 0, { tickets: null, visitsWithTickets: null, insWithTickets: null })]) },
    context,
  )
  expect(rows[0]?.slice(3, 6)).toEqual([30, 30, 100])
  expect(rows.find(([name]) => name === 'Outlet Getafe')?.slice(2, 6)).toEqual([null, null, null, null])
})

test('locals that were closed in one period stay in the table', () => {
  const { rows, states } = project(
    { ...OPTIONS, benchmark: 'none' },
    { rows: factFrame([local(11, 60), { ...local(12, 10), period: 'reference' }]) },
    context,
  )
  expect(rows[1]).toEqual(['Passeig de Gràcia', null, null, null, null, null])
  expect(states?.[1]).toBe('closed')
})

test('gaps of the reference mark the change of a local and of the total, and say why', () => {
  const before = [
    local(11, 60, { period: 'reference', observed: 300, missingHours: 1 }),
    local(12, 10, { period: 'reference' }),
  ]
  const { columnStates, states, gaps } = project(
    { ...OPTIONS, benchmark: 'none' },
    { rows: factFrame([local(11, 60), local(12, 10), ...before]) },
    context,
  )
  expect([states, columnStates?.['ins.change']]).toEqual([
    ['final', 'final', 'final'],
    ['partial', 'final', 'partial'],
  ])
  expect(gaps.map((row) => row['ins.change']?.words ?? null)).toEqual([
    'Week before: 1 of 4 hours did not arrive.',
    null,
    'Week before: 1 of 8 hours did not arrive.',
  ])
})
