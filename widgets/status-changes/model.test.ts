import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { devicesFrame, WORKDAY } from '../lib/test-support/devices.ts'
import { project } from './model.ts'

const context = contextOf('status-changes')
const OPTIONS = { versus: 'yesterday', openings: true } satisfies Parameters<typeof project>[0]
const frame = devicesFrame([
  { device: 1, local: 11, today: 'CLOSED', yesterday: 'UP', lastWeek: 'CLOSED' },
  { device: 2, local: 12, today: 'UP', yesterday: 'DOWN', lastWeek: 'UP', name: 'Norte' },
  {
    device: 3,
    local: 13,
    today: 'DOWN',
    yesterday: 'UP',
    lastWeek: 'UP',
    reason: 'offline',
    hour: 9,
    downDay: WORKDAY,
    downHour: 9,
    lostS: 7200,
  },
  { device: 4, local: 14, today: 'UP', yesterday: 'UP', lastWeek: 'DOWN' },
  { device: 5, local: 15, today: 'DOWN' },
])

test('devices that went down come first, then those back up, then opened or closed ones', () => {
  expect(project(OPTIONS, { rows: frame }, context).rows).toEqual([
    ['02:AF:0E:00:00:03', 'Colón', 'Went down', 'Offline', '09:00', 7200, 'Up', 'Down'],
    ['Norte', 'Passeig de Gràcia', 'Came back', null, null, null, 'Down', 'Up'],
    ['02:AF:0E:00:00:01', 'Gran Vía', 'Closed', null, null, null, 'Up', 'Closed'],
  ])
})

test('against last week other footscans have changed', () => {
  expect(
    project({ ...OPTIONS, versus: 'lastWeek' }, { rows: frame }, context).lines.map(({ device, change }) => [
      device,
      change,
    ]),
  ).toEqual([
    [3, 'down'],
    [4, 'back'],
  ])
})

test('of two failures the one that lost more open hours comes first, with the day on which it began', () => {
  const rows = devicesFrame([
    {
      device: 1,
      local: 11,
      today: 'DOWN',
      yesterday: 'CLOSED',
      reason: 'offline',
      hour: 10,
      downDay: WORKDAY,
      downHour: 10,
      lostS: 3600,
    },
    {
      device: 2,
      local: 13,
      today: 'DOWN',
      lastWeek: 'UP',
      yesterday: 'UP',
      reason: 'offline',
      hour: 10,
      downDay: WORKDAY - 2,
      downHour: 15,
      lostS: 90_000,
    },
  ])
  expect(project(OPTIONS, { rows }, context).rows.map((row) => row.slice(1, 6))).toEqual([
    ['Colón', 'Went down', 'Offline', '13/11 15:00 (day 3)', 90_000],
    ['Gran Vía', 'Went down', 'Offline', '10:00', 3600],
  ])
})

test('openings and closings can be left out', () => {
  expect(project({ ...OPTIONS, openings: false }, { rows: frame }, context).lines.map(({ change }) => change)).toEqual([
    'down',
    'back',
  ])
})

test('with no change it says so instead of being empty', () => {
  expect(
    project(OPTIONS, { rows: devicesFrame([{ device: 1, local: 11, today: 'UP', yesterday: 'UP' }]) }, context).summary,
  ).toBe('No footscan has changed since the day before.')
})

test('an unknown reason is not shown', () => {
  expect(
    project(
      OPTIONS,
      { rows: devicesFrame([{ device: 1, local: 11, today: 'DOWN', yesterday: 'UP', reason: 'aliens', hour: 99 }]) },
      context,
    ).rows[0]?.[3],
  ).toBe(null)
})
