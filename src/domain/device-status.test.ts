import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availabilityOf, totalOf } from './status-counts.ts'
import { changeOf, newsOf, STATUS_CODE, statusOf, statusOfAll, statusOfCode, withPast } from './device-status.ts'
import type { DeviceStatus, Workday } from './device-status.ts'

const days = (...statuses: [device: number, day: number, status: DeviceStatus][]): Workday[] =>
  statuses.map(([device, day, status]) => ({ device, day, status }))

test('a footscan is up when open without alert, down when open with alert, closed when not open', () => {
  expect([statusOf(true, false), statusOf(true, true), statusOf(false, false), statusOf(false, true)]).toEqual([
    'UP',
    'DOWN',
    'CLOSED',
    'CLOSED',
  ])
})

test('the codes of frames read back, and nothing else is a status', () => {
  expect([STATUS_CODE.DOWN, STATUS_CODE.UP, STATUS_CODE.CLOSED].map(statusOfCode)).toEqual(['DOWN', 'UP', 'CLOSED'])
  expect([-1, 3, 0.5, null, '1', NaN].map(statusOfCode)).toEqual([null, null, null, null, null, null])
})

test('a day is compared with the same footscan one day and one week before', () => {
  const week = days([1, 100, 'UP'], [1, 106, 'CLOSED'], [1, 107, 'DOWN'], [2, 106, 'UP'])
  expect(withPast(week).find(({ device, day }) => device === 1 && day === 107)).toEqual({
    device: 1,
    day: 107,
    status: 'DOWN',
    yesterday: 'CLOSED',
    lastWeek: 'UP',
  })
  expect(withPast(week)[0]).toEqual({ device: 1, day: 100, status: 'UP', yesterday: null, lastWeek: null })
})

test('a change is named by its kind: down, back, opened or closed', () => {
  expect([
    changeOf('UP', 'DOWN'),
    changeOf('CLOSED', 'DOWN'),
    changeOf('DOWN', 'UP'),
    changeOf('CLOSED', 'UP'),
    changeOf('UP', 'CLOSED'),
    changeOf('DOWN', 'CLOSED'),
  ]).toEqual(['down', 'down', 'back', 'opened', 'closed', 'closed'])
})

test('a footscan that was not there before is no change', () => {
  expect([changeOf(null, 'DOWN'), changeOf('UP', null), changeOf('UP', 'UP')]).toEqual([null, null, null])
})

test('the news skip the first date of the range', () => {
  expect(
    newsOf(days([1, 10, 'DOWN'], [1, 11, 'UP'], [2, 10, 'UP'], [2, 11, 'DOWN'], [2, 12, 'DOWN'], [3, 12, 'UP'])),
  ).toEqual([
    { day: 11, up: 1, down: 1 },
    { day: 12, up: 0, down: 0 },
  ])
  expect(newsOf(days([1, 10, 'DOWN']))).toEqual([])
})

test('a device that opens or closes with its store is no change', () => {
  expect(newsOf(days([1, 10, 'UP'], [1, 11, 'CLOSED'], [1, 12, 'UP'], [2, 11, 'CLOSED'], [2, 12, 'DOWN']))).toEqual([
    { day: 11, up: 0, down: 0 },
    { day: 12, up: 0, down: 1 },
  ])
})

test('availability is the share of open time that was up; closed days do not count', () => {
  expect([
    availabilityOf({ up: 9, down: 1, closed: 90 }),
    availabilityOf({ up: 0, down: 0, closed: 5 }),
    totalOf({ up: 9, down: 1, closed: 90 }),
  ]).toEqual([90, null, 100])
})

test('a place is down as soon as one footscan is, and closed only when all are', () => {
  expect([
    statusOfAll(['UP', 'DOWN', 'CLOSED']),
    statusOfAll(['CLOSED', 'UP']),
    statusOfAll(['CLOSED', 'CLOSED']),
    statusOfAll([]),
  ]).toEqual(['DOWN', 'UP', 'CLOSED', null])
})

const status = fc.constantFrom<DeviceStatus>('UP', 'DOWN', 'CLOSED')

test('news and changes against yesterday tell the same story', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({ device: fc.integer({ min: 1, max: 4 }), day: fc.integer({ min: 1, max: 9 }), status }),
        { selector: ({ device, day }) => `${device} ${day}` },
      ),
      (given) => {
        const first = Math.min(...given.map(({ day }) => day))
        const changed = withPast(given).filter(
          ({ day, yesterday, status: now }) => day > first && yesterday !== null && yesterday !== now,
        )
        const news = newsOf(given)
        expect(news.reduce((sum, { down }) => sum + down, 0)).toBe(
          changed.filter(({ status: now }) => now === 'DOWN').length,
        )
        expect(news.reduce((sum, { up }) => sum + up, 0)).toBe(
          changed.filter(({ status: now, yesterday }) => now === 'UP' && yesterday === 'DOWN').length,
        )
      },
    ),
  )
})
