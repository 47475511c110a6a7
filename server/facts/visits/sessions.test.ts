import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionsOf, type Sighting } from './sessions.ts'
import { DAY, HOUR_MS, MINUTE_MS, seen, SETTINGS_OF_TEST as settings, TEN } from '../../modules/presence/testing.ts'

const kinds = (sightings: Sighting[], change: Partial<typeof settings> = {}) =>
  sessionsOf(sightings, { ...settings, ...change }).map(({ kind, stayS }) => [kind, stayS])
const count = (sightings: Sighting[], change: Partial<typeof settings> = {}) =>
  sessionsOf(sightings, { ...settings, ...change }).length

test('a phone weaker than the threshold of its local is not there', () => {
  expect(kinds([seen(0, { rssi: -93 })])).toEqual([])
  expect(kinds([seen(0, { rssi: -92 })])).toEqual([['far', 0]])
})

test('far, in front and inside exclude each other: a session is the nearest it came', () => {
  expect(kinds([seen(0, { rssi: -81 })])).toEqual([['far', 0]])
  expect(kinds([seen(0, { rssi: -90 }), seen(1, { rssi: -80 })])).toEqual([['front', 0]])
  expect(kinds([seen(0, { rssi: -80 }), seen(1, { rssi: -68 }), seen(2, { rssi: -68 })])).toEqual([['bounce', 60]])
})

test('a stay shorter than the bounce threshold is a bounce, one of exactly that long is a visit', () => {
  expect(kinds([seen(0), seen(0, { first: TEN + 119_999, last: TEN + 119_999 })])).toEqual([['bounce', 119]])
  expect(kinds([seen(0, { minutes: 2 })])).toEqual([['visit', 120]])
  expect(kinds([seen(0, { minutes: 4 })], { bounceThresholdS: 300 })).toEqual([['bounce', 240]])
})

test('the stay is the time inside, not the time in front', () => {
  expect(kinds([seen(0, { rssi: -75 }), seen(10, { minutes: 3 }), seen(40, { rssi: -75 })])).toEqual([['visit', 180]])
})

test('an absence of three hours closes a session, one millisecond less does not', () => {
  expect(count([seen(0), seen(0, { first: TEN + 3 * HOUR_MS, last: TEN + 3 * HOUR_MS })])).toBe(2)
  expect(count([seen(0), seen(0, { first: TEN + 3 * HOUR_MS - 1, last: TEN + 3 * HOUR_MS - 1 })])).toBe(1)
})

test('the three hours run from its last sighting, also at another access point', () => {
  expect(count([seen(0, { minutes: 120 }), seen(10, { area: 4 }), seen(290)])).toBe(1)
})

test('too weak sightings do not keep a session open', () => {
  expect(count([seen(0), seen(100, { rssi: -95 }), seen(200)])).toBe(2)
})

test('a session ends with its business day, at midnight', () => {
  const late = Date.UTC(2024, 6, 1, 21, 50)
  expect(
    sessionsOf([seen(0, { first: late, last: late + 20 * MINUTE_MS })], settings).map(({ day, stayS }) => [day, stayS]),
  ).toEqual([
    [DAY, 600],
    [DAY + 1, 600],
  ])
})

test('a shift past midnight belongs to the day it opened', () => {
  const late = Date.UTC(2024, 6, 1, 21, 50)
  const night = { ...settings, dayStartHour: 4 }
  expect(
    sessionsOf([seen(0, { first: late, last: late + 120 * MINUTE_MS })], night).map(({ day, stayS }) => [day, stayS]),
  ).toEqual([[DAY, 7200]])
  const four = Date.UTC(2024, 6, 2, 2)
  expect(
    sessionsOf([seen(0, { first: four, last: four }), seen(0, { first: four - 1, last: four - 1 })], night).map(
      ({ day }) => day,
    ),
  ).toEqual([DAY, DAY + 1])
})

test('the hour that comes twice is an hour of stay, and the day has 25', () => {
  const first = Date.UTC(2024, 9, 27, 0, 30)
  expect(kinds([seen(0, { first, last: first + HOUR_MS })])).toEqual([['visit', 3600]])
  const [begin, end] = [Date.UTC(2024, 9, 26, 22), Date.UTC(2024, 9, 27, 23)]
  expect(sessionsOf([seen(0, { first: begin, last: end - 1 })], settings).map(({ stayS }) => stayS)).toEqual([
    25 * 3600 - 1,
  ])
})

test('in spring the skipped hour is no absence', () => {
  const first = Date.UTC(2024, 2, 31, 0, 0)
  expect(
    count([
      seen(0, { first, last: first }),
      seen(0, { first: first + 3 * HOUR_MS - 1, last: first + 3 * HOUR_MS - 1 }),
    ]),
  ).toBe(1)
})

test('a session counts where and when it was first sighted at its level', () => {
  expect(
    sessionsOf(
      [seen(0, { rssi: -75, area: 9 }), seen(5, { area: 4, minutes: 10 }), seen(5, { area: 2, rssi: -50 })],
      settings,
    )[0],
  ).toMatchObject({ area: 2, at: TEN + 5 * MINUTE_MS, first: TEN })
})

const sighting = fc
  .record({
    visitor: fc.constantFrom(1n, 2n, 3n),
    random: fc.constant(false),
    area: fc.integer({ min: 1, max: 2 }),
    first: fc.integer({ min: TEN - 20 * HOUR_MS, max: TEN + 30 * HOUR_MS }),
    length: fc.nat({ max: 5 * HOUR_MS }),
    rssi: fc.integer({ min: -95, max: -50 }),
  })
  .map(({ length, ...given }): Sighting => ({ ...given, last: given.first + length }))

test('order, repetition and division of what was seen change nothing', () => {
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (sightings, numbers) => {
      const next = () => numbers.next().value
      const again = sightings
        .flatMap((one) => {
          const middle = one.first + (next() % (one.last - one.first + 1))
          const parts = [
            { ...one, last: middle },
            { ...one, first: middle },
          ]
          return [one, ...(next() % 2 ? parts : []), ...(next() % 3 ? [] : [one])]
        })
        .map((one) => [next(), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one)
      expect(sessionsOf(again, settings)).toEqual(sessionsOf(sightings, settings))
    }),
    { numRuns: 300 },
  )
})
