import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { summaryFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-news')
const frame = summaryFrame([
  [8, 1, 1, 5, 5, 0, null, null],
  [9, 1, 0, 1, 1, 0, null, null],
  [10, 0, 0, 2, 0, 10, null, null],
])

test('the first date is left out', () => {
  expect(project({ show: 'both' }, { rows: frame }, context).rows).toEqual([
    [WORKDAY + 1, 1, 1],
    [WORKDAY + 2, 0, 2],
  ])
})

test('one date alone has no news', () => {
  const { rows, summary } = project(
    { show: 'both' },
    { rows: summaryFrame([[8, 1, 1, null, null, 0, null, null]]) },
    context,
  )
  expect([rows, summary]).toEqual([[], 'It takes more than one date to compare.'])
})

test('one side can be shown alone; the sentence keeps both', () => {
  const { columns, summary } = project({ show: 'down' }, { rows: frame }, context)
  expect([columns.map(({ id }) => id), summary]).toEqual([['day', 'newDown'], 'Over 2 days, went down: 1; came up: 3.'])
})
