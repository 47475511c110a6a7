import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { summaryFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-summary')
const frame = summaryFrame([
  [8, 2, 1, null, null, 0, null, null],
  [10, 0, 1, 2, 0, 0, null, null],
  [0, 0, 11, 0, 0, 0, null, null],
])

test('every date has up, down, closed, total and availability, the newest first', () => {
  expect(project({ newestFirst: true }, { rows: frame }, context).rows).toEqual([
    [WORKDAY + 2, 0, 0, 11, 11, null],
    [WORKDAY + 1, 10, 0, 1, 11, 100],
    [WORKDAY, 8, 2, 1, 11, 80],
  ])
})

test('the last line is the availability of all dates together, not the mean of their shares', () => {
  expect(project({ newestFirst: false }, { rows: frame }, context).totals).toEqual({ availability: 90 })
})
