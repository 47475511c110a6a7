/** Validation of a message: what counts, what is quarantined and why, and when the message is refused. */
import { describe, expect, test } from 'vitest'
import { validateReadings } from './validate-readings.ts'
import type { ValidationOptions } from './validate-readings.ts'
import type { Device } from './device-repo.ts'
import type { DeviceMessage, Reading } from './reading.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const device = (id: number, more: Partial<Device> = {}): Device =>
  ({ id, mac: `m${id}`, client: 5, local: 8, enabled: true, ...more }) as Device
const event = (at = NOW, more: object = {}): Reading =>
  ({ kind: 'event', line: '', at, in: 1, out: 0, sequence: 0, ...more }) as Reading
const FUTURE = event(NOW + 90_000_000)
const said = (readings: readonly Reading[], more: Partial<DeviceMessage> = {}): DeviceMessage => ({
  device: 'm1',
  readings,
  unread: [],
  ...more,
})
const unread = (what: unknown, index?: number) => ({
  reason: 'FIELD_MISSING' as const,
  what,
  expected: 'a field',
  ...(index !== undefined && { index }),
})
const validated = (
  messages: readonly DeviceMessage[],
  {
    devices = [device(1), device(2)],
    sender = { client: 5, footscan: 0 },
    ...options
  }: { devices?: readonly Device[]; sender?: { client: number; footscan: number } } & Partial<ValidationOptions> = {},
) =>
  validateReadings(messages, new Map(devices.map((one) => [one.mac, one])), sender, {
    receivedAt: NOW,
    readingDays: 400,
    adapter: 'xovis',
    takesSightings: true,
    ...options,
  })

test('what can be counted is taken as it is, with whose it is and by how much its clock is wrong', () => {
  const message = said([event(), event(NOW - 5)], { sentAt: NOW - 120_000 })
  expect(validated([message])).toEqual({
    accepted: [
      { device: device(1), message, receivedAt: NOW, skewMs: 120_000, readings: message.readings, isFromDevice: true },
    ],
    quarantined: [],
    rejected: [],
    received: 2,
  })
})

describe('a reading is quarantined', () => {
  const reasonsOf = (...given: Parameters<typeof validated>) => {
    const { quarantined, rejected, accepted } = validated(...given)
    return [
      quarantined.map(({ reason }) => reason),
      rejected.map(({ index }) => index),
      accepted.map((one) => one.readings.length),
    ]
  }

  test('for its own fault, and the others of its message count', () => {
    const { accepted, quarantined, rejected } = validated([said([event(), FUTURE, event(NOW - 1), FUTURE])])
    expect(accepted[0]!.readings).toEqual([event(), event(NOW - 1)])
    expect(quarantined).toEqual(
      [FUTURE, FUTURE].map((reading) => ({
        client: 5,
        local: 8,
        device: 'm1',
        reason: 'FUTURE',
        adapter: 'xovis',
        reading,
      })),
    )
    const expected = 'an instant at most 24 hours ahead of the server'
    expect(rejected).toEqual([1, 3].map((index) => ({ index, reason: 'FUTURE', expected })))
  })

  test('when its device is not known, and then of no local', () => {
    expect(reasonsOf([said([event()])], { devices: [] })).toEqual([['DEVICE_UNKNOWN'], [0], []])
    expect(validated([said([event()])], { devices: [] }).quarantined[0]!.local).toBe(0)
  })

  test('when its device is switched off: that is no word of it', () => {
    expect(reasonsOf([said([event()])], { devices: [device(1, { enabled: false })] })).toEqual([
      ['DEVICE_DISABLED'],
      [0],
      [],
    ])
  })

  test('when it is a sighting and no visits are made of them', () => {
    const sighting = { kind: 'sighting', visitor: 'v', first: NOW, last: NOW, rssi: 0, associated: false } as const
    expect(reasonsOf([said([sighting, event()])], { takesSightings: false })).toEqual([
      ['SIGHTING_UNSUPPORTED'],
      [0],
      [1],
    ])
    expect(reasonsOf([said([sighting])])).toEqual([[], [], [1]])
  })

  test('as corrected by a small skew of its clock', () => {
    const ahead = event(NOW + 86_400_000 - 60_000)
    expect(reasonsOf([said([ahead], { sentAt: NOW - 120_000 })])).toEqual([['FUTURE'], [0], [0]])
    expect(reasonsOf([said([ahead])])).toEqual([[], [], [1]])
  })
})

describe('what could not be read', () => {
  test('is kept as it was sent: an object whole, anything else in one, a long one cut', () => {
    const sent = [{ a: 1 }, 7, undefined, 'x'.repeat(10_001), { a: 'x'.repeat(10_000) }]
    const { quarantined, received } = validated([said([], { unread: sent.map((what) => unread(what)) })])
    expect(quarantined.map(({ reading }) => reading)).toEqual([
      { a: 1 },
      { sent: 7 },
      { sent: undefined },
      { sent: `"${'x'.repeat(9999)}` },
      { sent: `{"a":"${'x'.repeat(9994)}` },
    ])
    expect([quarantined[0], received]).toEqual([
      { client: 5, local: 8, device: 'm1', reason: 'FIELD_MISSING', adapter: 'xovis', reading: { a: 1 } },
      5,
    ])
    const whole = { a: 'x'.repeat(9992) }
    expect(validated([said([], { unread: [unread(whole)] })]).quarantined[0]!.reading).toEqual(whole)
  })

  test('is reported by its place, or after the readings of its message where it has none; all in the order of places', () => {
    const first = said([event(), FUTURE], { unread: [unread(1), unread(2)] })
    const second = said([FUTURE, event(), FUTURE], { device: 'm2', unread: [unread(3, 5)] })
    const { rejected, received } = validated([first, second])
    expect(received).toBe(8)
    expect(rejected.map(({ index, reason }) => [index, reason])).toEqual([
      [1, 'FUTURE'],
      [2, 'FIELD_MISSING'],
      [3, 'FIELD_MISSING'],
      [4, 'FUTURE'],
      [5, 'FIELD_MISSING'],
      [7, 'FUTURE'],
    ])
  })

  test('the first hundred are reported, and all are kept', () => {
    const many = Array.from({ length: 60 }, (_, i) => unread(i))
    const { rejected, quarantined } = validated([
      said(
        Array.from({ length: 60 }, () => FUTURE),
        { unread: many },
      ),
    ])
    expect([rejected.length, quarantined.length]).toEqual([100, 120])
  })
})

describe('readings of devices of another tenant', () => {
  const foreign = (name: string) =>
    expect.objectContaining({
      code: 'DEVICE_KEY_MISMATCH',
      message: `This key may not speak for the device ${name}; none of the message was stored.`,
      details: { device: name },
    })
  const devices = [device(1), device(2, { client: 6 }), device(3)]

  test('is refused whole, though the rest is one’s own', () => {
    expect(() => validated([said([event()]), said([], { device: 'm2' })], { devices })).toThrow(foreign('m2'))
  })

  test('for a key of one footscan is every other one, also an unknown one', () => {
    const sender = { client: 5, footscan: 1 }
    expect(validated([said([event()])], { devices, sender }).accepted).toHaveLength(1)
    for (const name of ['m2', 'm3', 'm9'])
      expect(() => validated([said([event()], { device: name })], { devices, sender })).toThrow(foreign(name))
  })

  test('by now, in a replay, is quarantined as of an unknown device', () => {
    const replayed = validated([said([event()], { device: 'm2' }), said([event()])], { devices, isReplay: true })
    expect([replayed.quarantined, replayed.accepted.length]).toMatchObject([
      [{ reason: 'DEVICE_UNKNOWN', local: 0, client: 5 }],
      1,
    ])
    const moved = validated([said([event()], { device: 'm3' })], {
      devices,
      sender: { client: 5, footscan: 1 },
      isReplay: true,
    })
    expect(moved.quarantined).toMatchObject([{ reason: 'DEVICE_UNKNOWN' }])
  })
})

test('a reading released by a person is no contact of its device, also in a replay', () => {
  const isFromDevice = (adapter: string) => validated([said([event()])], { adapter }).accepted[0]!.isFromDevice
  expect(['release', '=release', '==release', 'xovis', '=', '', 'x=release'].map(isFromDevice)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})
