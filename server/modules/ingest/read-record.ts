/** Parses the bytes of a message: the same way on arrival and when the journal is read again. */
import type { IngestReadings } from '#schemas/generated/api/ingest-readings.ts'
import { adapterOf } from './adapters/index.ts'
import type { Directory } from './directory.ts'
import type { JournalRecord } from './record.ts'
import { readOwn } from './protocol.ts'
import type { DeviceMessage } from './reading.ts'

/** In the place of an adapter: the body holds messages that were read already. */
export const READ = '='

/**
 * Messages of a vendor's payload. Payloads in local time need the time zone of a device: asked for once, then read
 * again.
 */
export async function readVendor(
  name: string,
  payload: unknown,
  { receivedAt, type, directory }: { receivedAt: number; type: string; directory: Directory },
): Promise<DeviceMessage[]> {
  const adapter = adapterOf(name)
  if (adapter === undefined) throw new Error(`There is no adapter ${name} any more.`)
  const missing = new Set<string>()
  const zoneOf = (device: string) => {
    const known = directory.known(device)
    if (known === undefined) missing.add(device)
    return known?.timeZone
  }
  const context = { receivedAt, zoneOf, headers: { 'content-type': type } }
  const messages = adapter.parse(payload, context)
  if (missing.size === 0) return messages
  const found = await directory.find([...missing])
  return found.size === 0 ? messages : adapter.parse(payload, context)
}

/** Messages of a record of the journal. */
export async function readRecord(
  { adapter, type, body, receivedAt }: JournalRecord,
  directory: Directory,
): Promise<DeviceMessage[]> {
  if (adapter.startsWith(READ)) return JSON.parse(body.toString()) as DeviceMessage[]
  if (adapter === '') return readOwn(JSON.parse(body.toString()) as IngestReadings)
  const payload = adapterOf(adapter)?.takes === 'bytes' ? body : (JSON.parse(body.toString()) as unknown)
  return readVendor(adapter, payload, { receivedAt, type, directory })
}
