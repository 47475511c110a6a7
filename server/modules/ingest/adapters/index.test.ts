import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IngestError } from '../ingest-error.ts'
import { UNREAD_REASONS } from '#domain/unread-reasons'
import type { Adapter, DeviceMessage } from '../reading.ts'
import { adapterOf, ADAPTERS, PRESENCE_ADAPTERS } from './index.ts'
import { bodyOf, contextOf, fixture, fixturesOf, parseFixture } from './testing.ts'

/** A parse answers with messages of the agreed shape, or throws the one refusal. */
function outcome(adapter: Adapter, body: unknown): DeviceMessage[] | 'refused' {
  try {
    return adapter.parse(body, contextOf())
  } catch (cause) {
    if (cause instanceof IngestError && cause.code === 'PAYLOAD_INVALID') return 'refused'
    throw cause
  }
}

function expectSound(messages: DeviceMessage[] | 'refused') {
  if (messages === 'refused') return
  const whole = (value: number | null | undefined) =>
    value === null || (Number.isInteger(value) && (value as number) >= 0)
  for (const { device, readings, unread } of messages) {
    expect(device).not.toBe('')
    for (const { reason, expected } of unread)
      expect([UNREAD_REASONS.includes(reason), expected.length > 5]).toEqual([true, true])
    for (const reading of readings) {
      if (reading.kind === 'count')
        expect([reading.end > reading.start, whole(reading.start), whole(reading.in), whole(reading.out)]).toEqual([
          true,
          true,
          true,
          true,
        ])
      if (reading.kind === 'counter')
        expect([whole(reading.at), whole(reading.totalIn), whole(reading.totalOut)]).toEqual([true, true, true])
      if (reading.kind === 'event')
        expect([whole(reading.at), whole(reading.in), whole(reading.out), whole(reading.sequence)]).toEqual([
          true,
          true,
          true,
          true,
        ])
      if (reading.kind === 'occupancy') expect([whole(reading.at), whole(reading.people)]).toEqual([true, true])
      if (reading.kind === 'sighting')
        expect([reading.last >= reading.first, Number.isInteger(reading.rssi), reading.visitor !== '']).toEqual([
          true,
          true,
          true,
        ])
    }
  }
  // Quarantined payloads can be serialized, however deep they are.
  expect(JSON.stringify(messages).length).toBeGreaterThan(1)
}

test('an unknown name has no adapter', () => {
  expect(adapterOf('__proto__')).toBeUndefined()
  expect(adapterOf('toString')).toBeUndefined()
})

test('each adapter is found by its name, and the names differ', () => {
  expect(ADAPTERS.map(({ name }) => adapterOf(name)?.name)).toEqual([...new Set(ADAPTERS.map(({ name }) => name))])
})

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const NOTHING: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  'text',
  true,
  [],
  [[]],
  [null],
  {},
  { data: null },
  { values: [] },
  { content: { element: 7 } },
  JSON.parse('{"__proto__": {"data": 1}, "constructor": []}'),
]
const HOSTILE: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a zero byte', Buffer.from('{"a":"\0"}')],
  ['UTF-16', Buffer.from('<Metrics/>', 'utf16le')],
  ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<Metrics/>', 'utf16le')])],
  ['bytes that are no UTF-8', Buffer.from([0x3c, 0xc3, 0x28, 0x3e])],
  ['half an element', Buffer.from('<Metrics><Prop')],
  ['half an object', Buffer.from('{"sensor": {')],
  ['deep lists', Buffer.from(deep(100_000))],
  ['deep elements', Buffer.from('<a>'.repeat(100_000))],
  ['many lines', Buffer.from('\n,'.repeat(50_000))],
]

describe.each(ADAPTERS)('$name', (adapter) => {
  test('a body of another kind is refused or empty, and never a server error', () => {
    for (const body of NOTHING) expectSound(outcome(adapter, body))
  })

  test('hostile bytes are refused or quarantined, and never a server error', () => {
    for (const [, bytes] of HOSTILE) {
      if (adapter.takes === 'bytes') expectSound(outcome(adapter, bytes))
      else expectSound(outcome(adapter, safeJson(bytes)))
    }
  })

  test('each recorded payload is read whole: nothing is refused and nothing is left unread', () => {
    for (const name of fixturesOf(adapter.name)) {
      const messages = parseFixture(adapter, name)
      expect([name, messages.length > 0, messages.flatMap(({ unread }) => unread)]).toEqual([name, true, []])
    }
  })

  test('reading is a function of the payload: twice the same', () => {
    for (const name of fixturesOf(adapter.name))
      expect(parseFixture(adapter, name)).toEqual(parseFixture(adapter, name))
  })

  test('a changed payload gives messages or a refusal, in a moment', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fixturesOf(adapter.name)), changes(), (name, change) => {
        const body = changed(adapter, name, change)
        // Not a benchmark: a payload of some kilobytes that takes longer, again and again, has found something that
        // grows.
        let [tries, messages] = [0, timed(adapter, body)]
        while (messages.ms > LONGEST_MS && tries < 3) [tries, messages] = [tries + 1, timed(adapter, body)]
        expect(messages.ms).toBeLessThanOrEqual(LONGEST_MS)
        expectSound(messages.outcome)
      }),
      { numRuns: 300 },
    )
  })
})

const LONGEST_MS = 50

function timed(adapter: Adapter, body: unknown) {
  const begin = performance.now()
  const said = outcome(adapter, body)
  return { ms: performance.now() - begin, outcome: said }
}

function safeJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

interface Change {
  readonly kind: 'flip' | 'cut' | 'repeat' | 'swap' | 'value'
  readonly at: number
  readonly length: number
  readonly byte: number
  readonly value: unknown
}

const changes = () =>
  fc.record({
    kind: fc.constantFrom('flip', 'cut', 'repeat', 'swap', 'value'),
    at: fc.nat(),
    length: fc.nat({ max: 200 }),
    byte: fc.integer({ min: 0, max: 255 }),
    value: fc.oneof(
      fc.constantFrom<unknown>(
        null,
        -1,
        1e308,
        1.5,
        '',
        '9'.repeat(400),
        -0,
        4294967296,
        true,
        [],
        {},
        '2024-10-27T02:30:00',
        'ÿ',
        deep(50),
      ),
      fc.jsonValue(),
    ),
  }) as fc.Arbitrary<Change>

/** A few bytes are changed, or for JSON one value anywhere in the tree. */
function changed(adapter: Adapter, name: string, change: Change): unknown {
  const bytes = Buffer.from(fixture(adapter.name, name))
  if (change.kind === 'value' && name.endsWith('json')) {
    const isLines = name.endsWith('ndjson')
    const lines = (isLines ? bytes.toString('utf8').split('\n').filter(Boolean) : [bytes.toString('utf8')]).map(
      (line) => JSON.parse(line) as unknown,
    )
    withValue(isLines ? lines : lines[0], change)
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    return bodyOf(adapter, name, Buffer.from(text))
  }
  const at = change.at % bytes.length
  const edited = {
    flip: () => {
      bytes[at] = change.byte
      return bytes
    },
    cut: () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.length)]),
    repeat: () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + change.length), bytes.subarray(at)]),
    swap: () => Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]),
    value: () =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from(JSON.stringify(change.value) ?? ''), bytes.subarray(at)]),
  }[change.kind]()
  if (adapter.takes === 'bytes') return edited
  return name.endsWith('.hex') ? bodyOf(adapter, name, edited) : safeJson(edited)
}

function withValue(root: unknown, { at, value }: Change) {
  const places: [Record<string, unknown>, string][] = []
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      walk((node as Record<string, unknown>)[key])
    }
  }
  walk(root)
  const place = places[at % Math.max(1, places.length)]
  if (place) place[0][place[1]] = value
}

test('what a vendor posts is read by the adapter of its name, from the media types that it sends', () => {
  const text = ['text/plain', 'application/octet-stream']
  expect(ADAPTERS.map(({ name, label, takes, types }) => [name, label, takes, types])).toEqual([
    ['brickstream', 'Brickstream / FLIR', 'bytes', ['application/xml', 'text/xml', ...text]],
    ['xovis', 'Xovis', 'json', ['application/json']],
    ['axis', 'Axis', 'bytes', ['application/json', 'text/csv', ...text]],
    ['milesight', 'Milesight VS series', 'json', ['application/json']],
    ['terabee', 'Terabee People Counting', 'json', ['application/json']],
    ['imbuildings', 'IMBuildings People Counter', 'json', ['application/json']],
    ['open-mesh', 'CloudTrax / Open Mesh', 'json', ['application/json']],
    ['meraki', 'Cisco Meraki Scanning', 'json', ['application/json']],
    ['cisco-spaces', 'Cisco Spaces Firehose', 'bytes', ['application/x-ndjson', 'application/json', ...text]],
    ['hikvision', 'Hikvision', 'json', ['application/json']],
    ['flowity', 'Flowity', 'json', ['application/json']],
  ])
  expect([...PRESENCE_ADAPTERS]).toEqual(['open-mesh', 'meraki', 'cisco-spaces'])
})
