import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adapterOf } from '../../modules/ingest/adapters/index.ts'
import type { AdapterContext, CountReading } from '../../modules/ingest/reading.ts'
import { ENCODERS, type EncoderName } from './index.ts'

const ZONES = [
  'Europe/Madrid',
  'Australia/Melbourne',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
]
const VENDORS = {
  axis: 'axis',
  brickstream: 'brickstream',
  xovis: 'xovis',
  xovis5: 'xovis',
} as const satisfies Partial<Record<EncoderName, string>>
const MINUTE = 60_000

const hours = fc.record({
  zone: fc.constantFrom(...ZONES),
  // Every minute of 2026, the clock changes with it.
  first: fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2026, 11, 31) / MINUTE }),
  counts: fc.array(fc.record({ in: fc.nat(300), out: fc.option(fc.nat(300)) }), { minLength: 1, maxLength: 90 }),
})

test.each(Object.entries(VENDORS))(
  'what is written as %s is read back as it was counted, in every zone and across its clock changes',
  (name, vendor) => {
    const adapter = adapterOf(vendor)!
    fc.assert(
      fc.property(hours, ({ zone, first, counts }) => {
        const readings = counts.map((count, i): CountReading => ({
          kind: 'count',
          line: 'door',
          start: (first + i) * MINUTE,
          end: (first + i + 1) * MINUTE,
          ...count,
        }))
        const sentAt = (first + counts.length) * MINUTE
        const { body, path, type } = ENCODERS[name as EncoderName](
          { mac: '00:1A:2B:3C:4D:5E', timeZone: zone },
          readings,
          sentAt,
          7,
        )
        expect(path).toBe(`/api/ingest/${vendor}`)
        expect(adapter.types).toContain(type)
        const context: AdapterContext = { receivedAt: sentAt, zoneOf: () => zone, headers: {} }
        const [message, ...others] = adapter.parse(
          adapter.takes === 'bytes' ? Buffer.from(body) : JSON.parse(body),
          context,
        )
        expect(others).toEqual([])
        expect(message!.unread).toEqual([])
        expect(message!.device).toBe('00:1A:2B:3C:4D:5E')
        const read = message!.readings
          .filter((reading) => reading.kind === 'count')
          .map(({ start, end, in: ins, out }) => ({ start, end, in: ins, out }))
        expect(read).toEqual(
          readings.map(({ start, end, in: ins, out }) => ({
            start,
            end,
            in: ins,
            out: name === 'brickstream' ? (out ?? 0) : out,
          })),
        )
      }),
      { numRuns: 60 },
    )
  },
)
