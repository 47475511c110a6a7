/** The way of a count from a sensor into the facts: journal, answer, and the hours it makes. See docs/ingest.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { createApplier } from './applying.ts'
import { createBacklog } from './backlog.ts'
import { ingestCounters } from './counters.ts'
import { journalDamage } from './damage.ts'
import { createDirectory } from './directory.ts'
import { openJournal } from './journal.ts'
import type { Position } from './journal.ts'
import { validateReadings } from './validate-readings.ts'
import { encodeRecord } from './record.ts'
import { ingestBusy, storageFull, writeFailure } from './refusals.ts'
import { hideVisitors } from './visitors.ts'
import type { Arrival, Taken } from './arrival.ts'
import { type IngestOptions, MAX } from './options.ts'

export type { TouchedDay } from '../../facts/readings.ts'

export async function createIngest({
  facts,
  devices,
  clock,
  dataDir,
  secrets,
  log,
  readingDays = 400,
  journalKeptBytes = 0,
  sightings,
  hashVisitor,
  most,
  closingMs,
  hasRoom,
  damages,
}: IngestOptions) {
  const limits = { ...MAX, ...most }
  const folder = dataDir === null ? mkdtempSync(join(tmpdir(), 'aforo-ingest-')) : join(dataDir, 'ingest')
  const directory = createDirectory(devices)
  const counters = ingestCounters()
  const applied = await facts.readings.position()
  const kept: Position = (await facts.isFolded()) ? applied : { segment: 0, place: 0 }
  const damage = journalDamage({ clock, log, damages })
  const journal = await openJournal({
    folder,
    applied,
    keptBytes: journalKeptBytes,
    hasRoom,
    onDamage: damage.note,
  })
  journal.onSync(counters.sync)
  const hash = hashVisitor ?? ((mac: string) => `${/^.[26AE]/i.test(mac) ? '~' : ''}${secrets.mac('visitor', mac)}`)
  const validationOptions = (receivedAt: number, adapter: string) => ({
    receivedAt,
    readingDays,
    adapter,
    takesSightings: sightings !== undefined,
  })
  const backlog = createBacklog({ journal, directory, validationOptions, counters, log, applied, limits })
  const applier = createApplier({ facts, devices, sightings, journal, backlog, counters, clock, log, kept, closingMs })

  async function requireRoom(): Promise<void> {
    if (!(await hasRoom())) throw storageFull()
    if (applier.isClosing || journal.bytesBehind(backlog.done) > limits.bytes) throw ingestBusy()
  }

  if (backlog.isSpilled) applier.wake()

  return {
    counters,
    directory,
    folder,
    /**
     * Takes a message: resolves when it is on disk. Throws DEVICE_KEY_MISMATCH, INGEST_BUSY, STORAGE_FULL,
     * STORE_UNAVAILABLE; then nothing was accepted.
     */
    async accept(given: Arrival): Promise<Taken> {
      const sent = given.messages.reduce((sum, { readings, unread }) => sum + readings.length + unread.length, 0)
      counters.totals.sent += sent
      counters.totals.messages += 1
      try {
        await requireRoom()
        const arrival = hideVisitors(given, hash)
        const names = arrival.messages.map(({ device }) => device)
        const found = directory.recall(names) ?? (await directory.find(names))
        const options = validationOptions(arrival.receivedAt, given.adapter)
        const validated = validateReadings(arrival.messages, found, arrival.sender, options)
        if (validated.accepted.length + validated.quarantined.length > 0) {
          await journal
            .append(recordOf(arrival), (after) => {
              applier.arrived(arrival.receivedAt)
              backlog.take(validated, after)
              applier.wake()
            })
            .catch((cause: unknown) => {
              throw writeFailure(cause)
            })
        }
        for (const { reason } of validated.quarantined) counters.quarantine(reason)
        return {
          received: validated.received,
          refused: validated.rejected,
          ...(validated.quarantined.length > 0 && { quarantined: validated.quarantined.length }),
        }
      } catch (error) {
        counters.refuse(error instanceof AppError ? error.code : 'INTERNAL', sent)
        throw error
      }
    },

    /** The result that messages would have, without storing them. Throws DEVICE_KEY_MISMATCH. */
    async inspect({ messages, sender, receivedAt, adapter }: Omit<Arrival, 'body' | 'type'>) {
      return validateReadings(
        messages,
        await directory.find(messages.map(({ device }) => device)),
        sender,
        validationOptions(receivedAt, adapter),
      )
    },

    applied: applier.applied,
    onApplied: applier.onApplied,

    /** Up to where the journal is on the disk: all that was answered lies before. */
    get synced(): Position {
      return journal.synced
    },

    state: () => ({ bytesBehind: journal.bytesBehind(backlog.done), ...applier.state(), ...damage.state() }),

    /** Brings into the facts what can be in a few seconds, and closes the journal, which has the rest. */
    async close(): Promise<void> {
      await applier.close()
      await journal.close()
      if (dataDir === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const recordOf = ({ receivedAt, sender: { client, footscan }, adapter, type, body }: Arrival) =>
  encodeRecord({ receivedAt, client, footscan, adapter, type, body })

export type Ingest = Awaited<ReturnType<typeof createIngest>>
