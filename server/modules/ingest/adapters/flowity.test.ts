import { expect, test } from 'vitest'
import { flowity } from './flowity.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)

test('a body without a deployment is refused', () => {
  expect(refusalOf(() => flowity.parse({ payload: [] }, contextOf()))).toBe(
    'deployment_id is missing; expected the id of a deployment.',
  )
})

test('a measurement without a time or a whole number is kept apart', () => {
  const [message] = flowity.parse(
    {
      deployment_id: 'd',
      payload: [
        { type: 'footfall', field: 'IN_TOTAL', value: 3 },
        { time: '2024-07-01T08:00:00Z', type: 'footfall', field: 'IN_TOTAL', value: 0.5 },
      ],
    },
    contextOf(),
  )
  expect(message!.unread.map(({ reason }) => reason)).toEqual(['TIME_UNREADABLE', 'COUNT_UNREADABLE'])
})

test('the two totals of an instant are one counter; the growth beside them is not counted again', () => {
  expect(parseFixture(flowity, 'measurements.json')).toEqual([
    {
      device: 'dep-4711',
      unread: [],
      readings: [
        { kind: 'occupancy', line: 'hall', at: AT, people: 7 },
        { kind: 'counter', line: 'door-1', at: AT, totalIn: 120, totalOut: 118 },
        { kind: 'heartbeat', at: AT, flags: [] },
      ],
    },
  ])
})
