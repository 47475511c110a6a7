/** A message taken apart: what counts, what is kept apart and why, and when nothing of it is taken. */
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { JudgeOptions } from './judge.ts'
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
const judged = (
  messages: readonly DeviceMessage[],
  {
    devices = [device(1), device(2)],
    sender = { client: 5, footscan: 0 },
    ...options
  }: { devices?: readonly Device[]; sender?: { client: number; footscan: number } } & Partial<JudgeOptions> = {},
) =>
  judge(messages, new Map(devices.map((one) => [one.mac, one])), sender, {
    receivedAt: NOW,
    readingDays: 400,
    adapter: 'xovis',
    takesSightings: true,
    ...options,
  })

test('what can be counted is taken as it is, with whose it is and by how much its clock is wrong', () => {
  const message = said([event(), event(NOW - 5)], { sentAt: NOW - 120_000 })
  expect(judged([message])).toEqual({
    spoken: [{ device: device(1), message, receivedAt: NOW, skewMs: 120_000, readings: message.readings, heard: true }],
    apart: [],
    refused: [],
    received: 2,
  })
})

describe('a reading is kept apart', () => {
  const reasonsOf = (...given: Parameters<typeof judged>) => {
    const { apart, refused, spoken } = judged(...given)
    return [
      apart.map(({ reason }) => reason),
      refused.map(({ index }) => index),
      spoken.map((one) => one.readings.length),
    ]
  }

  test('for its own fault, and the others of its message count', () => {
    const { spoken, apart, refused } = judged([said([event(), FUTURE, event(NOW - 1), FUTURE])])
    expect(spoken[0]!.readings).toEqual([event(), event(NOW - 1)])
    expect(apart).toEqual(
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
    expect(refused).toEqual([1, 3].map((index) => ({ index, reason: 'FUTURE', expected })))
  })

  test('when its device is not known, and then of no local', () => {
    expect(reasonsOf([said([event()])], { devices: [] })).toEqual([['DEVICE_UNKNOWN'], [0], []])
    expect(judged([said([event()])], { devices: [] }).apart[0]!.local).toBe(0)
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
    const { apart, received } = judged([said([], { unread: sent.map((what) => unread(what)) })])
    expect(apart.map(({ reading }) => reading)).toEqual([
      { a: 1 },
      { sent: 7 },
      { sent: undefined },
      { sent: `"${'x'.repeat(9999)}` },
      { sent: `{"a":"${'x'.repeat(9994)}` },
    ])
    expect([apart[0], received]).toEqual([
      { client: 5, local: 8, device: 'm1', reason: 'FIELD_MISSING', adapter: 'xovis', reading: { a: 1 } },
      5,
    ])
    const whole = { a: 'x'.repeat(9992) }
    expect(judged([said([], { unread: [unread(whole)] })]).apart[0]!.reading).toEqual(whole)
  })

  test('is told by its place, behind the readings of its message where it has none; all in the order of places', () => {
    const first = said([event(), FUTURE], { unread: [unread(1), unread(2)] })
    const second = said([FUTURE, event(), FUTURE], { device: 'm2', unread: [unread(3, 5)] })
    const { refused, received } = judged([first, second])
    expect(received).toBe(8)
    expect(refused.map(({ index, reason }) => [index, reason])).toEqual([
      [1, 'FUTURE'],
      [2, 'FIELD_MISSING'],
      [3, 'FIELD_MISSING'],
      [4, 'FUTURE'],
      [5, 'FIELD_MISSING'],
      [7, 'FUTURE'],
    ])
  })

  test('of it the first hundred are told, and all are kept', () => {
    const many = Array.from({ length: 60 }, (_, i) => unread(i))
    const { refused, apart } = judged([
      said(
        Array.from({ length: 60 }, () => FUTURE),
        { unread: many },
      ),
    ])
    expect([refused.length, apart.length]).toEqual([100, 120])
  })
})

describe('readings of devices of another tenant', () => {
  const foreign = (name: string) =>
    expect.objectContaining({
      code: 'DEVICE_KEY_MISMATCH',
      message: `This key may not speak for the device ${name}; nothing of the message was taken.`,
      details: { device: name },
    })
  const devices = [device(1), device(2, { client: 6 }), device(3)]

  test('is refused whole, though the rest is one’s own', () => {
    expect(() => judged([said([event()]), said([], { device: 'm2' })], { devices })).toThrow(foreign('m2'))
  })

  test('for a key of one footscan is every other one, also an unknown one', () => {
    const sender = { client: 5, footscan: 1 }
    expect(judged([said([event()])], { devices, sender }).spoken).toHaveLength(1)
    for (const name of ['m2', 'm3', 'm9'])
      expect(() => judged([said([event()], { device: name })], { devices, sender })).toThrow(foreign(name))
  })

  test('by now, of what was accepted before, is kept apart as of no device', () => {
    const again = judged([said([event()], { device: 'm2' }), said([event()])], { devices, again: true })
    expect([again.apart, again.spoken.length]).toMatchObject([[{ reason: 'DEVICE_UNKNOWN', local: 0, client: 5 }], 1])
    const moved = judged([said([event()], { device: 'm3' })], {
      devices,
      sender: { client: 5, footscan: 1 },
      again: true,
    })
    expect(moved.apart).toMatchObject([{ reason: 'DEVICE_UNKNOWN' }])
  })
})

test('what a person releases is no word of the device, also when it is read again', () => {
  const heard = (adapter: string) => judged([said([event()])], { adapter }).spoken[0]!.heard
  expect(['release', '=release', '==release', 'xovis', '=', '', 'x=release'].map(heard)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})
