import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import type { Column } from '#domain/frame'
import { contextOf } from '../lib/test-support/context.ts'
import { summaryFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { breaksOf, project } from './model.ts'

const context = contextOf('pings-evolution')
const OPTIONS = { by: 'date', showExpected: true, most: 30 } satisfies Parameters<typeof project>[0]
const COLUMNS: readonly Column[] = [
  { id: 'device', type: 'int', role: 'dim' },
  { id: 'name', type: 'text', role: 'dim' },
  { id: 'pings', type: 'int', role: 'measure' },
  { id: 'expectedPings', type: 'int', role: 'measure' },
]

test('pings are beside those that were due', () => {
  const { rows, series } = project(
    OPTIONS,
    {
      rows: summaryFrame([
        [1, 0, 0, null, null, 0, 90, 100],
        [1, 0, 0, 0, 0, 1, 50, 50],
      ]),
    },
    context,
  )
  expect(rows).toEqual([
    [WORKDAY, 90, 100, 90],
    [WORKDAY + 1, 50, 50, 100],
  ])
  expect(series?.map(({ mark }) => mark)).toEqual(['bar', 'line'])
})

test('where counts came by file there are no pings, and nothing was due: a gap with its reason, not a collapse', () => {
  const { rows, states, reasons } = project(
    OPTIONS,
    {
      rows: summaryFrame([
        [1, 0, 0, null, null, 0, null, null],
        [1, 0, 0, 0, 0, 0, 90, 100],
      ]),
    },
    context,
  )
  expect(rows[0]).toEqual([WORKDAY, null, null, null])
  expect([states, reasons]).toEqual([
    ['missing', 'final'],
    ['The counts came by file: there were no pings.', null],
  ])
})

test('by footscan, those that lack most come first', () => {
  const rows = fromRows(COLUMNS, [
    [1, 'Norte', 100, 100],
    [2, 'Sur', 20, 100],
    [3, 'Este', 60, 100],
  ])
  expect(project({ ...OPTIONS, by: 'device', most: 2 }, { rows }, context).rows.map(([name]) => name)).toEqual([
    'Sur',
    'Este',
  ])
})

test('the line of due pings is level from day to day, begins anew where the level is another, and never joins footscans', () => {
  expect([...breaksOf([100, 104, 30, 100, 100, null], 'date')]).toEqual([2, 3, 5])
  expect([...breaksOf([100, 100, 100], 'device')]).toEqual([1, 2])
  expect([...breaksOf([], 'date')]).toEqual([])
})
