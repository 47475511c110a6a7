import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STAGES } from '#domain/installation-way'
import type { InstallationStage } from '#schemas/generated/entities/installation-stage.ts'
import { columnsOf, onBoard } from './board.ts'
import { neighbour } from './board-keys.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20)
const row = (id: number, part: Partial<InstallationStage> = {}): InstallationStage => ({
  id,
  name: 'PV-1',
  client: 1,
  clientName: 'Uno',
  local: id,
  localName: `Local ${id}`,
  status: 'planned',
  stage: 'presetup',
  since: NOW - id * DAY,
  holder: null,
  missing: [],
  ...part,
})
const NONE = { client: null, holder: null, days: null }

test('a board is narrowed to a client, to an assignee, to the unassigned, and to those that wait at least so long', () => {
  const rows = [row(1), row(7, { client: 2, holder: 4 }), row(9, { holder: 4 })]
  const ids = (filter: Partial<typeof NONE> | { holder: string } | { days: number } | { client: number }) =>
    onBoard(rows, { ...NONE, ...filter }, NOW).map(({ id }) => id)
  expect([ids({}), ids({ client: 2 }), ids({ holder: '4' }), ids({ holder: 'none' }), ids({ days: 7 })]).toEqual([
    [1, 7, 9],
    [7],
    [7, 9],
    [1],
    [7, 9],
  ])
})

test('its columns are the stages in their order, each installation in one; what hardly ever is has one only while it is', () => {
  expect(columnsOf([]).map(({ stage }) => stage)).toEqual([
    'presetup',
    'installation',
    'preseal',
    'seal',
    'firstCounts',
    'counting',
  ])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STAGES)), (stages) => {
      const rows = stages.map((stage, at) => row(at + 1, { stage }))
      const columns = columnsOf(rows)
      expect(columns.flatMap((one) => one.rows).length).toBe(rows.length)
      expect(columns.map(({ stage }) => STAGES.indexOf(stage))).toEqual(
        columns.map(({ stage }) => STAGES.indexOf(stage)).toSorted((one, other) => one - other),
      )
      for (const { stage, rows: own } of columns) expect(own.every((one) => one.stage === stage)).toBe(true)
    }),
  )
})

test('the longest wait is on top of its column; of finished ones, the newest', () => {
  const rows = [row(9), row(8, { stage: 'counting' }), row(2), row(1, { stage: 'counting' })]
  const ids = (stage: string) =>
    columnsOf(rows)
      .find((one) => one.stage === stage)
      ?.rows.map(({ id }) => id)
  expect([ids('presetup'), ids('counting')]).toEqual([
    [9, 2],
    [1, 8],
  ])
})

test('arrow keys lead from card to card, over empty columns, and never out of the board', () => {
  expect(neighbour([2, 0, 1], { column: 0, row: 1 }, 'ArrowRight')).toEqual({ column: 2, row: 0 })
  expect(neighbour([2, 0, 1], { column: 2, row: 0 }, 'ArrowRight')).toBe(null)
  expect(neighbour([2, 0, 1], { column: 0, row: 1 }, 'ArrowDown')).toBe(null)
  expect(neighbour([2, 0, 1], { column: 0, row: 1 }, 'Tab')).toBe(null)
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 4 }), { minLength: 1 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'),
      (counts, column, at, key) => {
        const from = column % counts.length
        const next = neighbour(counts, { column: from, row: at % Math.max(1, counts[from] ?? 0) }, key)
        if (next !== null) expect(next.row).toBeLessThan(counts[next.column] ?? 0)
      },
    ),
  )
})
