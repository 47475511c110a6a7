import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { devicesFrame } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-changes')
const OPTIONS = { versus: 'yesterday', openings: true } satisfies Parameters<typeof project>[0]
const frame = devicesFrame([
  { device: 1, local: 11, today: 'CLOSED', yesterday: 'UP', lastWeek: 'CLOSED' },
  { device: 2, local: 12, today: 'UP', yesterday: 'DOWN', lastWeek: 'UP', name: 'Norte' },
  { device: 3, local: 13, today: 'DOWN', yesterday: 'UP', lastWeek: 'UP', reason: 'offline', hour: 9 },
  { device: 4, local: 14, today: 'UP', yesterday: 'UP', lastWeek: 'DOWN' },
  { device: 5, local: 15, today: 'DOWN' },
])

test('what went down comes first, then what came back, then what opened or closed', () => {
  expect(project(OPTIONS, { rows: frame }, context).rows).toEqual([
    ['02:AF:0E:00:00:03', 'Colón', 'Went down', 'Offline · since 09:00', 'Up', 'Down'],
    ['Norte', 'Passeig de Gràcia', 'Came back', null, 'Down', 'Up'],
    ['02:AF:0E:00:00:01', 'Gran Vía', 'Closed', null, 'Up', 'Closed'],
  ])
})

test('against last week other footscans have changed', () => {
  expect(project({ ...OPTIONS, versus: 'lastWeek' }, { rows: frame }, context).lines.map(({ device, change }) => [device, change])).toEqual([[3, 'down'], [4, 'back']])
})

test('openings and closings can be left out', () => {
  expect(project({ ...OPTIONS, openings: false }, { rows: frame }, context).lines.map(({ change }) => change)).toEqual(['down', 'back'])
})

test('with no change it says so instead of being empty', () => {
  expect(project(OPTIONS, { rows: devicesFrame([{ device: 1, local: 11, today: 'UP', yesterday: 'UP' }]) }, context).summary).toBe('No footscan has changed since the day before.')
})

test('a reason that is none of ours is not shown', () => {
  expect(project(OPTIONS, { rows: devicesFrame([{ device: 1, local: 11, today: 'DOWN', yesterday: 'UP', reason: 'aliens', hour: 99 }]) }, context).rows[0]?.[3]).toBe(null)
})
