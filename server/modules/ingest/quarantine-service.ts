/**
 * Quarantined readings: listed, corrected and released, or discarded. What is released takes the way of
 * all readings.
 */
import type { QuarantineQuery } from '#schemas/generated/api/quarantine-query.ts'
import type { QuarantineRelease } from '#schemas/generated/api/quarantine-release.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { QuarantinedReading } from '../../facts/readings.ts'
import type { Ingest } from './ingest.ts'
import { RELEASED } from './validate-readings.ts'
import { READ } from './read-record.ts'
import { HEALTH_FLAGS } from '../../facts/health-flags.ts'
import { UNREAD_REASONS } from '#domain/unread-reasons'
import { readOwn } from './protocol.ts'
import type { DeviceMessage, Reading } from './reading.ts'
import type { Contact } from '#schemas/generated/entities/contact.ts'
import { isIngestReadings } from '#schemas/generated/api/ingest-readings.ts'
import type { Scope } from '../../lib/scope.ts'

interface Parts {
  readonly ingest: Ingest
  readonly facts: Pick<FactStore, 'readings'>
  readonly catalog: Pick<Catalog, 'audit' | 'devices'>
  readonly clock: Clock
}

const RELEASE = `${READ}${RELEASED}`

export function quarantineService({ ingest, facts, catalog, clock }: Parts) {
  const { readings } = facts

  async function found(ids: readonly number[]): Promise<QuarantinedReading[]> {
    const rows = await readings.findQuarantined(ids)
    const missing = ids.find((id) => !rows.some((row) => row.id === id))
    if (missing !== undefined)
      throw new AppError('QUARANTINE_NOT_FOUND', `No reading ${missing} is in quarantine.`, { reading: missing })
    const released = rows.find(({ releasedAt }) => releasedAt !== null)
    if (released !== undefined)
      throw new AppError('QUARANTINE_RELEASED', `The reading ${released.id} is counted already.`, {
        reading: released.id,
      })
    return rows
  }

  /** Throws QUARANTINE_KEPT before anything is taken, DEVICE_KEY_MISMATCH. */
  async function release(scope: Scope, rows: readonly Release[]): Promise<void> {
    const receivedAt = clock.now()
    const arrivals = rows.map(({ row, message }) => ({
      row,
      arrival: { sender: { client: row.client, footscan: 0 }, adapter: row.adapter, messages: [message], receivedAt },
    }))
    for (const { row, arrival } of arrivals) {
      const {
        quarantined: [kept],
        rejected: [refused],
      } = await ingest.inspect(arrival)
      const reason = kept?.reason ?? refused?.reason
      if (reason !== undefined)
        throw new AppError('QUARANTINE_KEPT', `The reading ${row.id} would be quarantined again: ${reason}.`, {
          reading: row.id,
          reason,
        })
    }
    for (const { arrival } of arrivals)
      await ingest.accept({
        ...arrival,
        adapter: RELEASE,
        type: 'application/json',
        body: Buffer.from(JSON.stringify(arrival.messages)),
      })
    const ids = rows.map(({ row }) => row.id)
    await readings.releaseQuarantined(ids, receivedAt)
    for (const { row, message, isCorrected = false } of rows) {
      const details = {
        id: row.id,
        reason: row.reason,
        ...(isCorrected && { device: [row.device, message.device], reading: [row.reading, message.readings[0]] }),
      }
      await catalog.audit.append(scope, { action: 'reading.release', target: row.device, details, at: receivedAt })
    }
  }

  return {
    list: (query: QuarantineQuery): Promise<QuarantinedReading[]> => readings.listQuarantined(query),

    /** As it is, or corrected: then `reading` has the form of the protocol. Throws REQUEST_INVALID besides. */
    async releaseOne(scope: Scope, id: number, { reading, mac }: QuarantineRelease): Promise<QuarantinedReading> {
      const [row] = await found([id])
      if (row === undefined)
        throw new AppError('QUARANTINE_NOT_FOUND', `No reading ${id} is in quarantine.`, { reading: id })
      const device = mac === undefined ? row.device : corrected(row.device, mac, []).device
      const message = reading === undefined ? asKept(row, device) : corrected(row.device, mac, [reading])
      await release(scope, [{ row, message, isCorrected: reading !== undefined || mac !== undefined }])
      return (await readings.findQuarantined([id]))[0] ?? row
    },

    /** All of them as they are, or none. */
    async releaseAll(scope: Scope, ids: readonly number[]): Promise<QuarantinedReading[]> {
      const rows = await found(ids)
      await release(
        scope,
        rows.map((row) => ({ row, message: asKept(row, row.device) })),
      )
      return readings.findQuarantined(ids)
    },

    /** Throws it away. */
    async discard(scope: Scope, id: number): Promise<void> {
      const [row] = await found([id])
      await readings.discardQuarantined(id)
      if (row !== undefined)
        await catalog.audit.append(scope, {
          action: 'reading.discard',
          target: row.device,
          details: { id, reason: row.reason, adapter: row.adapter },
          at: clock.now(),
        })
    },

    /** Last word of each device, of one client or of all. */
    async contacts(client?: number): Promise<Contact[]> {
      const rows = await readings.contacts(client)
      const macs = await catalog.devices.macs(rows.map(({ device }) => device))
      return rows.map(({ device, flags, ...rest }) => ({
        footscan: device,
        mac: macs.get(device) ?? null,
        flags: HEALTH_FLAGS.filter((_, bit) => (flags & (1 << bit)) !== 0),
        ...rest,
      }))
    },
  }
}

interface Release {
  readonly row: QuarantinedReading
  readonly message: DeviceMessage
  readonly isCorrected?: boolean
}

/** One that could not be read is read again: by now it may be understood. */
function asKept({ reading, reason }: QuarantinedReading, device: string): DeviceMessage {
  if (!(UNREAD_REASONS as readonly string[]).includes(reason))
    return { device, readings: [reading as unknown as Reading], unread: [] }
  const [message] = readOwn({ mac: device, readings: [reading] })
  return { device, readings: message?.readings ?? [], unread: message?.unread ?? [] }
}

function corrected(device: string, mac: string | undefined, readings: readonly unknown[]): DeviceMessage {
  const body: unknown = { mac: mac ?? device, readings }
  if (!isIngestReadings(body))
    throw new AppError('REQUEST_INVALID', 'body.reading must be a reading of the protocol, whole.', {
      place: 'body.reading',
    })
  const [message] = readOwn(body)
  const broken = message?.unread[0]
  if (message === undefined || broken?.reason === 'READING_INVALID') {
    throw new AppError(
      'REQUEST_INVALID',
      `body.reading must be a reading of the protocol, whole: ${broken?.expected ?? 'an object'}.`,
      { place: 'body.reading' },
    )
  }
  return message
}

export type QuarantineService = ReturnType<typeof quarantineService>
