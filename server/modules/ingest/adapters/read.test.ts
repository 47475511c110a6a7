import { describe, expect, test } from 'vitest'
import { IngestError } from '../ingest-error.ts'
import {
  civilSeconds,
  countOf,
  deviceOf,
  euiOf,
  fieldsOf,
  gather,
  invalid,
  isFields,
  listOf,
  macOf,
  piece,
  shown,
  textOf,
} from './read.ts'
import { placeCivil, placeNear } from './place-time.ts'
import { instantMs, instantS, isoInstant, numberOf } from './read-instants.ts'
import { refusalOf } from './testing.ts'

const NO_VALUES = [undefined, null, true, {}, [], Number.NaN, Infinity, () => 0]
const all = <T>(read: (value: unknown) => T, values: readonly unknown[]): T[] => values.map(read)
const none = (read: (value: unknown) => unknown, values: readonly unknown[]) =>
  expect(values.filter((value) => read(value) !== null)).toEqual([])

describe('values of a payload', () => {
  test('an object has fields; a list, null and anything else have none', () => {
    expect(all(isFields, [{}, { a: 1 }, [], null, undefined, 'a', 1, () => 0])).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    expect([fieldsOf({ a: 1 }), fieldsOf([1]), fieldsOf(null), fieldsOf('a')]).toEqual([{ a: 1 }, {}, {}, {}])
    expect([listOf([1]), listOf({ length: 1 }), listOf('a'), listOf(null)]).toEqual([[1], [], [], []])
  })

  test('a text is trimmed and cut at 200 characters; a number is its digits; anything else is no text', () => {
    expect(all(textOf, [' a b ', 7, 0, -1.5, '', ...NO_VALUES])).toEqual([
      'a b',
      '7',
      '0',
      '-1.5',
      '',
      ...NO_VALUES.map(() => ''),
    ])
    expect([textOf('x'.repeat(200)).length, textOf(` ${'x'.repeat(300)}`).length]).toEqual([200, 200])
  })

  test('a count is a whole number from zero to what 32 bits hold, also as digits', () => {
    expect(all(countOf, [0, 7, '7', ' 12 ', '007', 2 ** 32 - 1, '4294967295'])).toEqual([
      0,
      7,
      7,
      12,
      7,
      2 ** 32 - 1,
      2 ** 32 - 1,
    ])
    none(countOf, [
      -1,
      1.5,
      2 ** 32,
      '4294967296',
      '12345678901',
      '00000000001',
      '-1',
      '1.5',
      '1 2',
      '',
      ' ',
      'x1',
      '1x',
    ])
    none(countOf, NO_VALUES)
  })

  test('a number may have a sign, 15 digits and 9 after the point, also as a text', () => {
    expect(all(numberOf, [0, -1.5, 1e300, '-1.5', '+2', ' 3 ', '123456789012345', '1.123456789'])).toEqual([
      0, -1.5, 1e300, -1.5, 2, 3, 123_456_789_012_345, 1.123_456_789,
    ])
    none(numberOf, ['', '.5', '5.', '1e3', '1234567890123456', '1.1234567890', '1-', '--1', '0x10', 'a1', '1a', '1,5'])
    none(numberOf, NO_VALUES)
  })
})

describe('instants', () => {
  const LAST = Date.UTC(2200, 0, 1)

  test('are from 1970 to 2200: in milliseconds, or in seconds with a fraction', () => {
    expect(all(instantMs, [0, 1, '1719820800000', 1.4, LAST])).toEqual([0, 1, 1_719_820_800_000, 1, LAST])
    none(instantMs, [-1, LAST + 1, 'soon', null])
    expect(all(instantS, [0, 1_719_820_800.25, '1719820800', LAST / 1000])).toEqual([
      0,
      1_719_820_800_250,
      1_719_820_800_000,
      LAST,
    ])
    none(instantS, [-0.001, LAST / 1000 + 1, 'soon', null])
  })

  test.each([
    ['2024-07-01T10:00:00+02:00', Date.UTC(2024, 6, 1, 8)],
    ['2024-07-01T08:00:00Z', Date.UTC(2024, 6, 1, 8)],
    ['2024-07-01T08:00Z', Date.UTC(2024, 6, 1, 8)],
    ['2024-07-01T08:00:00.5Z', Date.UTC(2024, 6, 1, 8, 0, 0, 500)],
    ['2024-07-01T08:00:00.05Z', Date.UTC(2024, 6, 1, 8, 0, 0, 50)],
    ['2024-07-01T08:00:00.123456Z', Date.UTC(2024, 6, 1, 8, 0, 0, 123)],
    ['2024-07-01T08:00:00-05:30', Date.UTC(2024, 6, 1, 13, 30)],
  ])('%s says how far it is from UTC', (text, at) => {
    expect([isoInstant(text), civilSeconds(text)]).toEqual([at, null])
  })

  test('a date and time without an offset is a civil time, and no instant', () => {
    for (const text of ['2024-07-01T10:00:00', '2024/07/01 10:00', '01/07/2024 10:00:00'])
      expect([isoInstant(text), civilSeconds(text)]).toEqual([null, Date.UTC(2024, 6, 1, 10) / 1000])
  })

  test('a date alone, another text, one of more than 40 characters and a number are neither', () => {
    const long = (text: string) => text.padEnd(41, ' ')
    for (const text of ['2024-07-01', 'now', '2024-02-30T10:00:00Z', long('2024-07-01T10:00:00Z'), 20_240_701, null])
      expect([isoInstant(text), civilSeconds(text)]).toEqual([null, null])
    expect(civilSeconds(long('2024-07-01T10:00:00'))).toBe(null)
    expect(civilSeconds('2024-07-01T10:00:00'.padEnd(40, ' '))).toBe(Date.UTC(2024, 6, 1, 10) / 1000)
    expect(isoInstant('2024-07-01T10:00:00Z'.padEnd(40, ' '))).toBe(Date.UTC(2024, 6, 1, 10))
    expect(isoInstant('1969-12-31T23:59:59Z')).toBe(null)
  })

  const civil = (...parts: [number, number, number, number, number?]) =>
    Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4] ?? 0) / 1000

  test('a civil time of a zone is its instant, unless it came twice or never', () => {
    expect(placeCivil('Europe/Madrid', civil(2024, 7, 1, 10))).toBe(Date.UTC(2024, 6, 1, 8))
    expect(placeCivil('Europe/Madrid', civil(2024, 10, 27, 2, 30))).toBe('TIME_AMBIGUOUS')
    expect(placeCivil('Europe/Madrid', civil(2024, 3, 31, 2, 30))).toBe('TIME_UNREADABLE')
  })

  test('of a time that came twice, the pass at most a quarter of an hour from its arrival is meant', () => {
    const twice = civil(2024, 10, 27, 2, 30)
    const [first, second] = [Date.UTC(2024, 9, 27, 0, 30), Date.UTC(2024, 9, 27, 1, 30)]
    const quarter = 900_000
    expect(placeNear('Europe/Madrid', twice, first + quarter)).toBe(first)
    expect(placeNear('Europe/Madrid', twice, first - quarter)).toBe(first)
    expect(placeNear('Europe/Madrid', twice, second - quarter)).toBe(second)
    expect(placeNear('Europe/Madrid', twice, first + quarter + 1)).toBe('TIME_AMBIGUOUS')
    expect(placeNear('Europe/Madrid', twice, second + quarter + 1)).toBe('TIME_AMBIGUOUS')
    expect(placeNear('Europe/Madrid', civil(2024, 3, 31, 2, 30), first)).toBe('TIME_UNREADABLE')
    expect(placeNear('Europe/Madrid', civil(2024, 7, 1, 10), 0)).toBe(Date.UTC(2024, 6, 1, 8))
  })

  test('where clocks change by half an hour, an arrival between both passes leaves it ambiguous', () => {
    // Lord Howe, 7 April 2024: 01:30 to 02:00 came twice, half an hour apart.
    const twice = civil(2024, 4, 7, 1, 45)
    const [first, second] = [Date.UTC(2024, 3, 6, 14, 45), Date.UTC(2024, 3, 6, 15, 15)]
    expect(placeNear('Australia/Lord_Howe', twice, first)).toBe(first)
    expect(placeNear('Australia/Lord_Howe', twice, second)).toBe(second)
    expect(placeNear('Australia/Lord_Howe', twice, first + 900_000)).toBe('TIME_AMBIGUOUS')
  })
})

describe('names of devices', () => {
  test('a MAC address has 12 hex digits, with any separators', () => {
    expect(all(macOf, ['00408cac512b', '00:40:8C:AC:51:2B', '00-40-8C-AC-51-2B', '0040.8cac.512b'])).toEqual(
      Array.from({ length: 4 }, () => '00:40:8C:AC:51:2B'),
    )
    none(macOf, ['', '00408cac512', '00408cac512b0', '00408cac512g', 48_879, null, `00408cac512b${' '.repeat(29)}`])
    expect(macOf(`00408cac512b${' '.repeat(28)}`)).toBe('00:40:8C:AC:51:2B')
  })

  test('an EUI-64 has 16 hex digits', () => {
    expect(all(euiOf, ['24e124fffe001122', '24:E1:24:FF:FE:00:11:22', '24-e1-24-ff-fe-00-11-22 '])).toEqual(
      Array.from({ length: 3 }, () => '24E124FFFE001122'),
    )
    none(euiOf, ['', '24e124fffe00112', '24e124fffe0011223', 'x24e124fffe001122', '24e124fffe00112g', 24, null])
    expect(euiOf(`24e124fffe001122${' '.repeat(44)}`)).toBe('24E124FFFE001122')
    expect(euiOf(`24e124fffe001122${' '.repeat(45)}`)).toBe(null)
  })

  test('a message without its device is refused, with the field and what stood there', () => {
    expect(deviceOf('00408cac512b', 'serial')).toBe('00:40:8C:AC:51:2B')
    expect(refusalOf(() => deviceOf('12', 'serial'))).toBe('serial is "12"; expected a MAC address of 12 hex digits.')
    try {
      deviceOf(7, 'serial')
    } catch (error) {
      expect(error).toMatchObject({ name: 'IngestError', code: 'PAYLOAD_INVALID', details: { field: 'serial' } })
    }
    expect.assertions(3)
  })

  test('a refusal keeps its cause, and has none when there was none', () => {
    const cause = new Error('x')
    expect(invalid('No.', { line: 1 }, cause)).toMatchObject({ message: 'No.', details: { line: 1 }, cause })
    const plain = invalid('No.')
    expect([plain instanceof IngestError, 'cause' in plain, plain.details]).toEqual([true, false, undefined])
  })
})

test('a value is described in a few words', () => {
  expect(all(shown, [undefined, null, [], {}, 'a "b"', 7, false, Symbol('x'), () => 0])).toEqual([
    'missing',
    'null',
    'a list',
    'an object',
    '"a \\"b\\""',
    '"7"',
    '"false"',
    'symbol',
    'function',
  ])
  expect(shown('x'.repeat(100))).toBe(`"${'x'.repeat(60)}"`)
})

describe('a piece that is kept beside a reason', () => {
  test('is four levels deep, of texts of 200 characters, lists and objects of 40', () => {
    expect(piece({ a: { b: { c: { d: 1, e: [] } } } })).toEqual({ a: { b: { c: { d: 1, e: '…' } } } })
    expect(piece('x'.repeat(201))).toBe('x'.repeat(200))
    expect(piece(Array.from({ length: 41 }, (_, i) => i))).toHaveLength(40)
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`k${i}`, i]))
    expect(Object.keys(piece(many) as object)).toEqual(Object.keys(many).slice(0, 40))
    expect(Object.keys(piece({ ['k'.repeat(201)]: 1 }) as object)).toEqual(['k'.repeat(200)])
    expect([piece(undefined), piece(null), piece(0), piece(false)]).toEqual([null, null, 0, false])
  })

  test('omits fields with personal data at any depth', () => {
    expect(piece({ mac: 'x', list: [{ mac: 'y', rssi: 1 }] }, ['mac'])).toEqual({
      mac: '(hidden)',
      list: [{ mac: '(hidden)', rssi: 1 }],
    })
  })
})

describe('what is gathered', () => {
  test('is by device, in the order in which devices are first named', () => {
    const messages = gather()
    const [b, a] = [messages.of('b'), messages.of('a')]
    messages.of('b').sequence = 4
    a.sentAt = 0
    b.add({ kind: 'heartbeat', at: 1, flags: [] })
    a.miss('FIELD_MISSING', { x: 1 }, 'a field')
    messages.of('b').add({ kind: 'heartbeat', at: 2, flags: [] })
    expect(messages.messages()).toEqual([
      {
        device: 'b',
        sequence: 4,
        readings: [
          { kind: 'heartbeat', at: 1, flags: [] },
          { kind: 'heartbeat', at: 2, flags: [] },
        ],
        unread: [],
      },
      {
        device: 'a',
        sentAt: 0,
        readings: [],
        unread: [{ reason: 'FIELD_MISSING', what: { x: 1 }, expected: 'a field' }],
      },
    ])
  })

  test('what names no device stays with the first one; alone it is a refusal; nothing at all is no message', () => {
    const messages = gather(['mac'])
    messages.missHomeless('FIELD_MISSING', { mac: 'x' }, 'mac')
    const error = { message: 'No element names its device: mac', code: 'PAYLOAD_INVALID', details: { elements: 1 } }
    expect(() => messages.messages()).toThrow(expect.objectContaining(error))
    messages.of('a').miss('TIME_UNREADABLE', { mac: 'y' }, 'time')
    messages.of('b')
    expect(messages.messages()).toMatchObject([
      {
        device: 'a',
        unread: [
          { reason: 'TIME_UNREADABLE', what: { mac: '(hidden)' }, expected: 'time' },
          { reason: 'FIELD_MISSING', what: { mac: '(hidden)' }, expected: 'mac' },
        ],
      },
      { device: 'b', unread: [] },
    ])
    expect(gather().messages()).toEqual([])
  })

  test('of a thousand that could not be read the piece is kept, of more only the reason', () => {
    const messages = gather()
    const draft = messages.of('a')
    for (let i = 0; i < 1001; i += 1) draft.miss('FIELD_MISSING', i, 'x')
    for (let i = 0; i < 1001; i += 1) messages.missHomeless('LINE_UNREADABLE', i, 'y')
    const { unread } = messages.messages()[0]!
    expect([999, 1000, 2000, 2001].map((i) => [unread[i]!.reason, unread[i]!.what])).toEqual([
      ['FIELD_MISSING', 999],
      ['FIELD_MISSING', null],
      ['LINE_UNREADABLE', 999],
      ['LINE_UNREADABLE', null],
    ])
  })
})
