/** Incoming messages of devices: read, checked for who may say this, and handed to the journal. */
import type { IngestReadings } from '#schemas/generated/api/ingest-readings.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { adapterOf } from './adapters/index.ts'
import type { Ingest } from './ingest.ts'
import type { Taken } from './arrival.ts'
import { IngestError } from './ingest-error.ts'
import { readOwn } from './protocol.ts'
import { createQuota } from './quota.ts'
import type { Quota } from './quota.ts'
import { readVendor } from './read-record.ts'
import type { Adapter } from './reading.ts'
import type { DeviceCaller } from '../../lib/device-caller.ts'

/** One device sends every few seconds at most, and more when it comes back; a cloud reports for hundreds. */
const DEVICE_QUOTA: Quota = { perS: 10, burst: 600 }
const CLIENT_QUOTA: Quota = { perS: 500, burst: 30_000 }

export interface VendorMessage {
  readonly name: string
  readonly type: string
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly parseJson: (text: string) => unknown
}

export interface Quotas {
  readonly device: Quota
  readonly client: Quota
}

interface Parts {
  readonly ingest: Ingest
  readonly clock: Clock
  readonly quotas?: Quotas
}

export function ingestService({ ingest, clock, quotas = { device: DEVICE_QUOTA, client: CLIENT_QUOTA } }: Parts) {
  const quota = createQuota()
  const take = ({ key, footscan }: DeviceCaller) => {
    quota.require(String(key), footscan === 0 ? quotas.client : quotas.device)
  }

  return {
    counters: ingest.counters,

    /** Throws RATE_LIMITED, DEVICE_KEY_MISMATCH, INGEST_BUSY, STORAGE_FULL. */
    own(caller: DeviceCaller, body: IngestReadings, raw: Buffer): Promise<Taken> {
      take(caller)
      return ingest.accept({
        sender: caller,
        adapter: '',
        type: 'application/json',
        body: raw,
        messages: readOwn(body),
        receivedAt: clock.now(),
      })
    },

    /**
     * Throws besides: ADAPTER_UNKNOWN, CONTENT_TYPE_UNSUPPORTED, DEVICE_SIGNATURE_INVALID, PAYLOAD_INVALID,
     * BODY_UNREADABLE.
     */
    async vendor(caller: DeviceCaller, message: VendorMessage): Promise<Taken> {
      const { name, type, raw, headers } = message
      const adapter = adapterOf(name)
      if (adapter === undefined)
        throw new AppError('ADAPTER_UNKNOWN', `There is no adapter ${JSON.stringify(name)}.`, { adapter: name })
      take(caller)
      requireType(adapter, type)
      requireSignature(adapter, caller, raw, headers)
      const payload = adapter.takes === 'bytes' ? raw : message.parseJson(raw.toString('utf8'))
      const receivedAt = clock.now()
      try {
        const messages = await readVendor(name, payload, { receivedAt, type, directory: ingest.directory })
        return await ingest.accept({ sender: caller, adapter: name, type, body: raw, messages, receivedAt })
      } catch (error) {
        if (error instanceof IngestError) throw new AppError(error.code, error.message, error.details, { cause: error })
        throw error
      }
    },
  }
}

function requireType({ types, label }: Adapter, type: string): void {
  const media = type.split(';')[0]!.trim().toLowerCase()
  if (!types.includes(media))
    throw new AppError(
      'CONTENT_TYPE_UNSUPPORTED',
      `${label} sends ${types.join(' or ')}; this is ${JSON.stringify(media)}.`,
      { types },
    )
}

function requireSignature(
  adapter: Adapter,
  caller: DeviceCaller,
  raw: Buffer,
  headers: VendorMessage['headers'],
): void {
  if (adapter.verify === undefined) return
  const secret = caller.signingSecret()
  if (secret === null)
    throw new AppError(
      'DEVICE_SIGNATURE_INVALID',
      `${adapter.label} messages are signed, and this key knows no signing secret to check them with; give it one.`,
    )
  if (!adapter.verify(raw, headers, secret))
    throw new AppError(
      'DEVICE_SIGNATURE_INVALID',
      `The signature of this ${adapter.label} message is missing or wrong.`,
    )
}

export type IngestService = ReturnType<typeof ingestService>
