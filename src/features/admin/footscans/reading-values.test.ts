import { expect, test } from 'vitest'
import { READING_QUARANTINE_REASONS } from '#domain/reading-quarantine-reasons'
import { readOwn } from '../../../../server/modules/ingest/protocol.ts'
import { UNREAD_REASONS } from '#domain/unread-reasons'
import {
  fieldOfReason,
  hasFields,
  isAllInFields,
  MOMENTS,
  NUMBERS,
  READING_KINDS,
  readingOf,
  valuesOf,
} from './reading-values.ts'

const AT = Date.UTC(2026, 10, 20, 9, 30)
const MAC = '00:1E:42:0A:0B:0C'
const row = (reading: Record<string, unknown>) => ({ device: MAC, reading })
const again = (reading: Record<string, unknown>) => readingOf(valuesOf(row(reading)), reading)

test.each([
  {
    kind: 'count',
    line: 'a',
    start: AT,
    end: AT + 60_000,
    in: 3,
    out: null,
    revision: 2,
    spread: true,
    atoms: { visits: 2 },
  },
  { kind: 'counter', line: '', at: AT, totalIn: 5, totalOut: null, bits: 16 },
  { kind: 'event', line: '', at: AT, in: 1, out: 0, sequence: 7 },
  { kind: 'occupancy', line: 'hall', at: AT, people: 4 },
  { kind: 'heartbeat', at: AT, flags: ['covered'], firmware: '1.2', battery: 55 },
])('a reading goes through the fields unchanged, and is one of the protocol: $kind', (reading) => {
  const [message] = readOwn({ mac: MAC, readings: [again(reading)] })
  expect([message?.unread, isAllInFields(row(reading))]).toEqual([[], true])
  expect(message?.readings[0]).toEqual({ ...(reading.kind === 'count' && { revision: 0 }), ...reading })
})

test('an unreadable value is an empty field, a number or a time as text is read, and unknown fields are left out', () => {
  expect(
    valuesOf(row({ kind: 'count', start: '2026-11-20T10:30:00+01:00', end: 'late', in: '3', out: 'x' })),
  ).toMatchObject({ kind: 'count', start: AT, end: null, in: 3, out: null })
  expect(valuesOf(row({ when: 5 })).kind).toBeNull()
  expect(isAllInFields(row({ kind: 'occupancy', at: AT, people: 'x' }))).toBe(false)
  expect(again({ kind: 'event', at: AT, in: 1, sequence: -1, colour: 'red' })).toEqual({ kind: 'event', at: AT, in: 1 })
  expect(hasFields(row({ kind: 'sighting', visitor: 'x' }))).toBe(false)
})

test('a reason is at a field that is shown, or above them all', () => {
  for (const kind of READING_KINDS) {
    const values = valuesOf(row({ kind, start: AT, end: AT + 60_000, at: AT, in: -1, out: 3, people: 4 }))
    const shown = ['device', 'line', ...MOMENTS[kind], ...NUMBERS[kind], null]
    for (const reason of [...READING_QUARANTINE_REASONS, ...UNREAD_REASONS])
      expect(shown).toContain(fieldOfReason(reason, values))
  }
  const at = (reason: string, reading: Record<string, unknown>) => fieldOfReason(reason, valuesOf(row(reading)))
  expect([
    at('NEGATIVE', { kind: 'count', in: 9, out: -1 }),
    at('ABSURD', { kind: 'count', in: 9, out: 900_000 }),
    at('COUNT_UNREADABLE', { kind: 'count', in: 9, out: 'x' }),
    at('FUTURE', { kind: 'count', start: AT, end: AT }),
    at('TIME_UNREADABLE', { kind: 'count', start: 'x', end: AT }),
    at('DEVICE_UNKNOWN', {}),
    at('FIELD_MISSING', {}),
  ]).toEqual(['out', 'out', 'out', 'end', 'start', 'device', 'kind'])
})
