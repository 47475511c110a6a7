/** For the tests of adapters: recorded payloads and a context. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IngestError } from '../ingest-error.ts'
import type { Adapter, AdapterContext, DeviceMessage } from '../reading.ts'

const FOLDER = join(import.meta.dirname, 'fixtures')

/** 2024-07-01 10:16 in Madrid. */
const RECEIVED_AT = Date.UTC(2024, 6, 1, 8, 16)

export const contextOf = (change: Partial<AdapterContext> = {}): AdapterContext => ({
  receivedAt: RECEIVED_AT,
  zoneOf: () => 'Europe/Madrid',
  headers: {},
  ...change,
})

export const fixture = (vendor: string, name: string): Buffer => readFileSync(join(FOLDER, vendor, name))
export const fixturesOf = (vendor: string): string[] => readdirSync(join(FOLDER, vendor)).sort()

/** A payload as the route would give it to the adapter. Hex files are wrapped in the plain envelope of lora.ts. */
export function bodyOf(adapter: Adapter, name: string, bytes: Buffer = fixture(adapter.name, name)): unknown {
  if (name.endsWith('.hex'))
    return { devEUI: '24E124FFFE001122', fPort: 85, time: '2024-07-01T08:00:00Z', data: bytes.toString('utf8').trim() }
  if (adapter.takes === 'bytes') return bytes
  return JSON.parse(bytes.toString('utf8')) as unknown
}

export const parseFixture = (adapter: Adapter, name: string, change: Partial<AdapterContext> = {}): DeviceMessage[] =>
  adapter.parse(bodyOf(adapter, name), contextOf(change))

/** The sentence of a refusal; throws when there is none or it is another error. */
export function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (cause) {
    if (cause instanceof IngestError && cause.code === 'PAYLOAD_INVALID') return cause.message
    throw cause
  }
  throw new Error('It was not refused.')
}
