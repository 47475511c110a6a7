import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { devicesFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-variation')
const OPTIONS = { versus: 'yesterday', show: 'all' } satisfies Parameters<typeof project>[0]

test('a store is down as soon as one of its footscans is, and says how many', () => {
  const rows = devicesFrame([
    { device: 1, local: 11, today: 'DOWN', yesterday: 'UP', lastWeek: 'UP' },
    { device: 2, local: 11, today: 'UP', yesterday: 'UP', lastWeek: 'CLOSED' },
    { device: 3, local: 11, today: 'UP', yesterday: 'UP' },
  ])
  expect(project(OPTIONS, { rows }, context).rows).toEqual([
    ['Gran Vía', 'Down · 1 of 3', 'Up', 'Up · 1 of 2', 'Went down: 1'],
  ])
})

test('stores with something down come first, closed ones last', () => {
  const rows = devicesFrame([
    { device: 1, local: 11, today: 'CLOSED' },
    { device: 2, local: 12, today: 'UP' },
    { device: 3, local: 13, today: 'DOWN' },
  ])
  expect(project(OPTIONS, { rows }, context).rows.map(([name, today]) => [name, today])).toEqual([
    ['Colón', 'Down'],
    ['Passeig de Gràcia', 'Up'],
    ['Gran Vía', 'Closed'],
  ])
})

test('a store without changes has no words for them, and can be left out', () => {
  const rows = devicesFrame([
    { device: 1, local: 11, today: 'UP', yesterday: 'UP', lastWeek: 'DOWN' },
    { device: 2, local: 12, today: 'UP', yesterday: 'DOWN', lastWeek: 'UP' },
  ])
  expect(project(OPTIONS, { rows }, context).rows.map((row) => row[4])).toEqual(['Came back', null])
  expect(project({ ...OPTIONS, show: 'changed' }, { rows }, context).rows.map(([name]) => name)).toEqual([
    'Passeig de Gràcia',
  ])
  expect(project({ versus: 'lastWeek', show: 'changed' }, { rows }, context).rows.map(([name]) => name)).toEqual([
    'Gran Vía',
  ])
})

test('a footscan that was not there before is no change', () => {
  const { rows, summary } = project(OPTIONS, { rows: devicesFrame([{ device: 1, local: 11, today: 'DOWN' }]) }, context)
  expect(rows).toEqual([['Gran Vía', 'Down', 'No data', 'No data', null]])
  expect(summary).toBe('Stores: 0 up, 1 with a footscan down, 0 closed; with changes: 0.')
})

test('only the newest workday counts, and a day that is not over says so', () => {
  const { rows, states, note } = project(
    OPTIONS,
    {
      rows: devicesFrame([
        { device: 1, local: 11, day: WORKDAY - 1, today: 'DOWN' },
        { device: 1, local: 11, today: 'UP', running: true },
      ]),
    },
    context,
  )
  expect([rows[0]?.[1], states, note]).toEqual(['Up', ['partial'], 'The day is not over.'])
})

test('a store that opened in the morning has not changed', () => {
  const rows = devicesFrame([{ device: 1, local: 11, today: 'UP', yesterday: 'CLOSED' }])
  expect(project(OPTIONS, { rows }, context).rows).toEqual([['Gran Vía', 'Up', 'Closed', 'No data', null]])
  expect(project({ ...OPTIONS, show: 'changed' }, { rows }, context).rows).toEqual([])
})
