import { expect, test } from 'vitest'
import { flowity } from './flowity.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)

test('a body without a deployment is refused', () => {
  expect(refusalOf(() => flowity.parse({ payload: [] }, contextOf()))).toBe(
    'deployment_id is missing; expected the id of a deployment.',
  )
})

test('a measurement without a time or a whole number is quarantined', () => {
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

test('a body that is no object, or whose deployment has no name, is refused with what stood there', () => {
  const refused = (body: unknown) => refusalOf(() => flowity.parse(body, contextOf()))
  expect([refused([]), refused(null), refused({ deployment_id: '' }), refused({ deployment_id: {} })]).toEqual([
    'deployment_id is missing; expected the id of a deployment.',
    'deployment_id is missing; expected the id of a deployment.',
    'deployment_id is ""; expected the id of a deployment.',
    'deployment_id is an object; expected the id of a deployment.',
  ])
})

test('totals are by line and instant, one of the two may be missing, and the newest time is a sign of life', () => {
  const measured = (more: object) => ({
    measurement_id: 'door',
    time: '2024-07-01T08:00:00Z',
    type: 'footfall',
    field: 'IN_TOTAL',
    value: 3,
    ...more,
  })
  const read = (...payload: object[]) => flowity.parse({ deployment_id: 7, payload }, contextOf())[0]!
  expect(
    read(
      measured({ time: '2024-07-01T08:05:00Z', type: 'door_state' }),
      measured({}),
      measured({ field: 'OUT_TOTAL', measurement_id: 'back' }),
      measured({ field: 'OUT_TOTAL', value: 2, time: '2024-07-01T08:01:00Z' }),
      measured({ field: 'OUT_TOTAL', value: 1 }),
      measured({ field: 'IN', value: 9 }),
      measured({ type: 'queue', value: 9 }),
      measured({ type: 'area_presence', field: 'COUNT', value: 4, measurement_id: 'hall' }),
    ),
  ).toEqual({
    device: '7',
    readings: [
      { kind: 'occupancy', line: 'hall', at: AT, people: 4 },
      { kind: 'counter', line: 'door', at: AT, totalIn: 3, totalOut: 1 },
      { kind: 'counter', line: 'back', at: AT, totalIn: null, totalOut: 3 },
      { kind: 'counter', line: 'door', at: AT + 60_000, totalIn: null, totalOut: 2 },
      { kind: 'heartbeat', at: AT + 300_000, flags: [] },
    ],
    unread: [],
  })
  expect(read().readings).toEqual([{ kind: 'heartbeat', at: contextOf().receivedAt, flags: [] }])
  expect(read(measured({ time: 'now' }), measured({ value: -1 })).unread.map(({ expected }) => expected)).toEqual([
    'time as an ISO time in UTC',
    'value as a whole number',
  ])
})
