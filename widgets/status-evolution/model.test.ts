import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { summaryFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-evolution')
const frame = summaryFrame([
  [8, 1, 1, null, null, 0, null, null],
  [9, 1, 0, 1, 1, 10, null, null],
])

test('down is on the axis, then up, then closed', () => {
  const { columns, rows, series, states } = project({ showClosed: true }, { rows: frame }, context)
  expect(columns.map(({ id }) => id)).toEqual(['day', 'down', 'up', 'closed'])
  expect(rows).toEqual([
    [WORKDAY, 1, 8, 1],
    [WORKDAY + 1, 1, 9, 0],
  ])
  expect(series?.map(({ stack }) => stack)).toEqual(['status', 'status', 'status'])
  expect(states).toEqual(['final', 'partial'])
})

test('the closed ones can be left out', () => {
  expect(project({ showClosed: false }, { rows: frame }, context).rows[0]).toEqual([WORKDAY, 1, 8])
})

test('the availability is of all dates together: 17 up of 19 open footscan days', () => {
  expect(project({ showClosed: true }, { rows: frame }, context).summary).toBe(
    'Availability of 89.5% over 2 days; footscan days down: 2.',
  )
})
