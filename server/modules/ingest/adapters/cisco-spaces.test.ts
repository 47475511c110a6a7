import { expect, test } from 'vitest'
import { ciscoSpaces } from './cisco-spaces.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const parse = (text: string) => ciscoSpaces.parse(Buffer.from(text), contextOf())

test('a body in which no line names a location is refused', () => {
  expect(refusalOf(() => parse('hello\n'))).toBe('No element names its device: one JSON object a line')
  expect(refusalOf(() => ciscoSpaces.parse({}, contextOf()))).toBe(
    'The body was not read as bytes; send it as newline-delimited JSON.',
  )
})

test('a broken line costs itself, and nothing says who the phone belongs to', () => {
  const [message] = parse(
    `{"eventType":"DEVICE_ENTRY","recordTimestamp":${AT},"deviceEntry":{"device":{"macAddress":"10:40:f3:00:00:01"},"location":{"locationId":"l"}}}\n{"eventType":\n{"eventType":"DEVICE_ENTRY","recordTimestamp":"soon","deviceEntry":{"device":{"macAddress":"10:40:f3:00:00:02","email":"a@example.com"},"location":{"locationId":"l"}}}`,
  )
  expect(message).toMatchObject({
    device: 'l',
    readings: [{ kind: 'sighting' }],
    unread: [{ reason: 'TIME_UNREADABLE' }, { reason: 'FIELD_MISSING', what: { line: 2 } }],
  })
  expect(JSON.stringify(message!.unread)).not.toMatch(/f3:00|example/)
})

test('an entry is a moment and an exit the stay; an event sent twice counts once; others are left out', () => {
  expect(parseFixture(ciscoSpaces, 'events.ndjson')).toEqual([
    {
      device: 'location-5a3b0c11',
      unread: [],
      readings: [
        { kind: 'sighting', visitor: '10:40:F3:00:00:01', first: AT, last: AT, rssi: 0, associated: false },
        {
          kind: 'sighting',
          visitor: 'DA:A1:19:00:00:02',
          first: AT + 60_000,
          last: AT + 60_000,
          rssi: 0,
          associated: true,
        },
        { kind: 'sighting', visitor: '10:40:F3:00:00:01', first: AT, last: AT + 900_000, rssi: 0, associated: false },
      ],
    },
  ])
})

test('a phone whose address Spaces hides is one with a made-up address', () => {
  const [message] = parse(
    `{"eventType":"DEVICE_ENTRY","recordTimestamp":${AT},"deviceEntry":{"device":{"deviceId":"dev-9"},"location":{"locationId":"l"}}}`,
  )
  expect(message!.readings).toEqual([
    {
      kind: 'sighting',
      visitor: expect.stringMatching(/^[0-9A-F][26AE](:[0-9A-F]{2}){5}$/),
      first: AT,
      last: AT,
      rssi: 0,
      associated: false,
    },
  ])
})
