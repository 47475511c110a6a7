/** The way of a count from a sensor into the facts: journal, answer, and the hours it makes. See docs/ingest.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { strictMac } from '#domain/mac'
import { isRecord } from '#domain/record'
import type { Clock } from '../../lib/clock.ts'
import type { Damages } from '../../lib/damages.ts'
import { AppError, FULL_RETRY_AFTER_S, RETRY_AFTER_S } from '../../lib/errors.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { PRESENCE_ADAPTERS } from './adapters/index.ts'
import { appliedPosition, applyStage } from './apply.ts'
import type { Applied, SightingSink } from './apply.ts'
import { ingestCounters } from './counters.ts'
import type { DeviceRepo } from './device-repo.ts'
import { createDirectory } from './directory.ts'
import { isBefore, openJournal } from './journal.ts'
import type { Damage, Position } from './journal.ts'
import { judge } from './judge.ts'
import type { Refused, Sender } from './judge.ts'
import { READ, readRecord } from './read-record.ts'
import type { DeviceMessage, Reading } from './reading.ts'
import { encodeRecord } from './record.ts'
import type { TouchedDay } from './recompute.ts'
import { createStage } from './stage.ts'

export type { TouchedDay } from './recompute.ts'

export interface Arrival {
  readonly sender: Sender
  /** '' = our own protocol. */
  readonly adapter: string
  readonly type: string
  /** What arrived, as it is kept until it is in the facts. */
  readonly body: Buffer
  readonly messages: readonly DeviceMessage[]
  /** Epoch ms. */
  readonly receivedAt: number
}

export interface Taken {
  readonly received: number
  readonly refused: readonly Refused[]
  readonly quarantined?: number
}

export interface IngestOptions {
  readonly facts: Pick<SqlFactStore, 'read' | 'write' | 'isFolded'>
  readonly devices: DeviceRepo
  readonly clock: Clock
  /** The journal is in `ingest` below it; null = in a folder that goes away, for stores in memory. */
  readonly dataDir: string | null
  readonly secrets: Pick<Secrets, 'mac'>
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** 0 = for ever. */
  readonly readingDays?: number
  /** Bytes of the journal to keep after they are in the facts, for a restore to a point in time. */
  readonly journalKeptBytes?: number
  /** Takes sightings of phones; without it they are kept apart. */
  readonly sightings?: SightingSink
  /** How a phone's address is made unreadable before anything is written. */
  readonly hashVisitor?: (mac: string, at: number, client: number) => string
  readonly most?: Partial<typeof MOST>
  readonly damages?: Pick<Damages, 'note'>
  /** Whether the disk has room for more. */
  readonly hasRoom: () => Promise<boolean>
}

/** Limits of what is accepted and not in the facts yet. */
const MOST = {
  /** Readings kept parsed in memory; beyond, they are read from the journal again. */
  rows: 300_000,
  /** Bytes in the journal; beyond, senders are asked to wait. */
  bytes: 1024 ** 3,
  /** Bytes of the journal that are read again at a time. */
  pieceBytes: 8 * 1024 ** 2,
}

/** How long the first accepted message waits for company. */
const GATHER_MS = 5
/**
 * After a group the facts rest this many times as long as it took: senders and readers come first, and nobody looks at
 * a count within the second.
 */
const REST = 9
/** What is behind and read from the journal again must not fall back further. */
const REST_BEHIND = 4
const LONGEST_PAUSE_MS = 3000
const RETRY_MS = [100, 1000, 5000, 15_000] as const

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
  hasRoom,
  damages,
}: IngestOptions) {
  const limits = { ...MOST, ...most }
  const folder = dataDir === null ? mkdtempSync(join(tmpdir(), 'aforo-ingest-')) : join(dataDir, 'ingest')
  const directory = createDirectory(devices)
  const counters = ingestCounters()
  let done: Position = await appliedPosition(facts)
  const damage: Damage[] = []
  /**
   * Up to here the facts have it in their file, not only in their log: what came later is read again where the log is
   * lost.
   */
  let kept: Position = (await facts.isFolded()) ? done : { segment: 0, place: 0 }
  const journal = await openJournal({
    folder,
    applied: done,
    keptBytes: journalKeptBytes,
    hasRoom,
    onDamage: (found) => {
      const text = textOfDamage(found)
      log.error({ ...found }, text)
      if (found.kind === 'torn tail') return
      damage.push(found)
      damages?.note({
        part: 'journal',
        where: `${basename(found.file)} ${found.at}`,
        text,
        at: clock.now(),
        clients: null,
      })
    },
  })
  journal.onSync(counters.sync)
  const hash = hashVisitor ?? ((mac: string) => `${/^.[26AE]/i.test(mac) ? '~' : ''}${secrets.mac('visitor', mac)}`)

  let stage = createStage()
  /** The one that was applied last: its memory is used again. */
  let spare = createStage()
  let staged: Position = done
  /** What is behind `done` is not all in memory and is read from the journal. */
  let spilled = isBefore(done, journal.synced)
  let working: Promise<void> | null = null
  let closing = false
  let failures = 0
  let arrivals = 0
  /** By `performance.now()`: until then the facts rest, unless somebody waits for them. */
  let restUntil = 0
  let oldestAt: number | null = null
  const listeners: ((days: readonly TouchedDay[]) => void | Promise<void>)[] = []
  const waiting: {
    readonly upTo: Position
    readonly resolve: () => void
    readonly reject: (cause: unknown) => void
  }[] = []
  let wakeUp: () => void = () => undefined

  const judgeOptions = (receivedAt: number, adapter: string) => ({
    receivedAt,
    readingDays,
    adapter,
    takesSightings: sightings !== undefined,
  })

  /** The next readings to apply, and up to where they go; null = none. */
  async function next(): Promise<{ part: typeof stage; end: Position } | null> {
    if (!spilled || stage.rows > 0) {
      if (stage.rows === 0) return null
      const taken = { part: stage, end: staged }
      stage = spare
      spare = taken.part
      stage.clear()
      return taken
    }
    const { entries, end } = await journal.read(done, limits.pieceBytes)
    if (entries.length === 0) {
      done = end
      return null
    }
    const part = createStage()
    for (const { record } of entries) {
      try {
        const messages = await readRecord(record, directory)
        const found = await directory.find(messages.map(({ device }) => device))
        part.take(
          judge(messages, found, record, {
            ...judgeOptions(record.receivedAt, record.adapter.replace(READ, '')),
            again: true,
          }),
        )
      } catch (error) {
        // Whose it is cannot be asked now; it stays where it is until it can.
        if (error instanceof AppError && error.code === 'STORE_UNAVAILABLE') throw error
        // It was read once before it was accepted: by another version of the adapter.
        counters.refuse('JOURNAL_UNREADABLE')
        log.error(
          { err: error, adapter: record.adapter, receivedAt: record.receivedAt },
          'an accepted message could not be read again',
        )
      }
    }
    return { part, end }
  }

  /** What is in the facts already may stay on the disk: it is removed the next time. */
  async function letGo(): Promise<void> {
    try {
      if (await facts.isFolded()) kept = done
      await journal.release(kept)
    } catch (error) {
      log.error({ err: error }, 'a part of the journal that is in the facts could not be removed')
    }
  }

  function settle(): void {
    for (let i = waiting.length - 1; i >= 0; i -= 1)
      if (!isBefore(done, waiting[i]!.upTo)) waiting.splice(i, 1)[0]!.resolve()
  }

  async function work(): Promise<void> {
    await pause(waiting.length > 0 || closing ? GATHER_MS : Math.max(GATHER_MS, restUntil - performance.now()))
    for (;;) {
      const began = performance.now()
      const before = arrivals
      let applied: Applied
      try {
        const more = await next()
        if (more === null) {
          // Nothing was read because nothing is behind; what comes from now on stays in memory.
          if (spilled && !isBefore(done, journal.synced)) spilled = false
          if (stage.rows === 0 && !(spilled && isBefore(done, journal.synced))) break
          continue
        }
        // Another writer may have folded the log in; after the next group it has something again.
        if (await facts.isFolded()) kept = done
        applied = await applyStage(
          { facts, devices, ...(sightings && { sightings }) },
          more.part,
          more.end,
          clock.now(),
        )
        done = more.end
        if (spilled && stage.rows === 0 && !isBefore(done, journal.synced)) spilled = false
        failures = 0
      } catch (error) {
        // What was in memory is in the journal too.
        stage.clear()
        spilled = true
        failures += 1
        log.error(
          { err: error, failures },
          'accepted readings could not be brought into the facts; they are kept and tried again',
        )
        if (closing) break
        await pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!)
        continue
      }
      counters.totals.accepted += applied.accepted
      counters.totals.duplicate += applied.duplicate
      counters.totals.quarantined += applied.quarantined
      oldestAt = isBefore(done, journal.synced) ? clock.now() : null
      await letGo()
      if (applied.days.length > 0) await tell(applied.days)
      settle()
      const rest = Math.min(LONGEST_PAUSE_MS, (spilled ? REST_BEHIND : REST) * (performance.now() - began))
      restUntil = performance.now() + rest
      if (arrivals > before && !closing && waiting.length === 0) await pause(rest)
    }
    settle()
    working = null
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const wake = () => {
    working ??= work()
  }

  async function tell(days: readonly TouchedDay[]): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener(days)
      } catch (error) {
        log.error({ err: error }, 'what follows new counts failed')
      }
    }
  }

  async function requireRoom(): Promise<void> {
    if (!(await hasRoom()))
      throw new AppError(
        'STORAGE_FULL',
        'There is too little space on the disk of the server to keep this; it is wanted later.',
        { retryAfterS: FULL_RETRY_AFTER_S + jitter(60) },
      )
    if (closing || journal.bytesBehind(done) > limits.bytes) {
      throw new AppError(
        'INGEST_BUSY',
        'More is waiting to be counted than the server may keep; send this again later.',
        { retryAfterS: RETRY_AFTER_S + jitter(25) },
      )
    }
  }

  /** Addresses of phones leave here as something else. */
  function hideVisitors(arrival: Arrival): Arrival {
    // A vendor's payload may name phones of which no sighting came out.
    if (
      !PRESENCE_ADAPTERS.has(arrival.adapter) &&
      !arrival.messages.some(
        ({ readings, unread }) => readings.some(isSighting) || unread.some(({ what }) => namesVisitor(what)),
      )
    )
      return arrival
    const messages = arrival.messages.map((message): DeviceMessage => ({
      ...message,
      unread: message.unread.map((unread) => ({ ...unread, what: null })),
      // One that was kept apart and is released has been hidden already.
      readings: message.readings.map((reading) =>
        reading.kind === 'sighting' && isAddress(reading.visitor)
          ? { ...reading, visitor: hash(reading.visitor, reading.first, arrival.sender.client) }
          : reading,
      ),
    }))
    return {
      ...arrival,
      messages,
      adapter: `${READ}${arrival.adapter}`,
      type: 'application/json',
      body: Buffer.from(JSON.stringify(messages)),
    }
  }

  if (spilled) wake()

  return {
    counters,
    directory,
    folder,
    /**
     * Takes a message: resolves when it is on disk. Throws DEVICE_FOREIGN, INGEST_BUSY, STORAGE_FULL,
     * STORE_UNAVAILABLE; then nothing of it was taken.
     */
    async accept(given: Arrival): Promise<Taken> {
      const sent = given.messages.reduce((sum, { readings, unread }) => sum + readings.length + unread.length, 0)
      counters.totals.sent += sent
      counters.totals.messages += 1
      try {
        await requireRoom()
        const arrival = hideVisitors(given)
        const names = arrival.messages.map(({ device }) => device)
        const found = directory.recall(names) ?? (await directory.find(names))
        const adapter = given.adapter
        const judged = judge(arrival.messages, found, arrival.sender, judgeOptions(arrival.receivedAt, adapter))
        if (judged.spoken.length + judged.apart.length > 0) {
          const bytes = encodeRecord({
            receivedAt: arrival.receivedAt,
            client: arrival.sender.client,
            footscan: arrival.sender.footscan,
            adapter: arrival.adapter,
            type: arrival.type,
            body: arrival.body,
          })
          await journal
            .append(bytes, (after) => {
              arrivals += 1
              oldestAt ??= arrival.receivedAt
              if (!spilled) {
                stage.take(judged)
                staged = after
                spilled = stage.rows > limits.rows
              }
              wake()
            })
            .catch((cause: unknown) => {
              throw writeFailure(cause)
            })
        }
        for (const { reason } of judged.apart) counters.quarantine(reason)
        return {
          received: judged.received,
          refused: judged.refused,
          ...(judged.apart.length > 0 && { quarantined: judged.apart.length }),
        }
      } catch (error) {
        counters.refuse(error instanceof AppError ? error.code : 'INTERNAL', sent)
        throw error
      }
    },

    /** What would become of messages, without taking them. Throws DEVICE_FOREIGN. */
    async inspect({ messages, sender, receivedAt, adapter }: Omit<Arrival, 'body' | 'type'>) {
      return judge(
        messages,
        await directory.find(messages.map(({ device }) => device)),
        sender,
        judgeOptions(receivedAt, adapter),
      )
    },

    /** Resolves when all that was accepted before the call is in the facts. */
    applied(): Promise<void> {
      const upTo = journal.synced
      if (!isBefore(done, upTo)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiting.push({ upTo, resolve, reject })
        wakeUp()
        wake()
      })
    },

    /** Told after each group, with the days of locals whose hours are not what they were. */
    onApplied(listener: (days: readonly TouchedDay[]) => void | Promise<void>): void {
      listeners.push(listener)
    },

    /** Up to where the journal is on the disk: all that was answered lies before. */
    get synced(): Position {
      return journal.synced
    },

    state: () => ({
      bytesBehind: journal.bytesBehind(done),
      lagMs: oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt),
      damage: damage.length,
      lostBytes: damage.reduce((sum, { bytes }) => sum + bytes, 0),
      failures,
    }),

    /** Brings all into the facts, as far as they let it, and closes the journal. */
    async close(): Promise<void> {
      closing = true
      wakeUp()
      if (working === null && isBefore(done, journal.synced)) wake()
      await working
      for (const { reject } of waiting.splice(0)) reject(new Error('The ingest was closed.'))
      await journal.close()
      if (dataDir === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function textOfDamage({ file, at, bytes, kind }: Damage): string {
  const name = basename(file)
  switch (kind) {
    case 'torn tail':
      return 'a message that was being written when the server ended was cut off; it had not been answered'
    case 'damaged':
      return `The journal ${name} is damaged at byte ${at}: messages in ${bytes} bytes are lost; what is behind them was read.`
    case 'cut':
      return `The journal ${name} was cut: ${bytes} bytes of messages that had been answered are gone from byte ${at} on.`
    case 'missing':
      return `The journal ${name} is missing: ${bytes === 0 ? 'messages in it that were not counted yet' : `${bytes} bytes of messages that were not counted yet`} are lost.`
  }
}

const isSighting = ({ kind }: Reading) => kind === 'sighting'

/** A reading that cannot be read may name a phone nevertheless. */
const namesVisitor = (what: unknown) => isRecord(what) && (what['kind'] === 'sighting' || 'visitor' in what)

/** MAC, or EUI-64 as it is read; a hash is neither. */
const isAddress = (visitor: string) => strictMac(visitor) !== null || /^[0-9A-F]{16}$/i.test(visitor)

const jitter = (most: number) => Math.floor(Math.random() * most)

function writeFailure(cause: unknown): AppError {
  const { code } = cause as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new AppError(
      'STORAGE_FULL',
      'The disk of the server is full; send this again later.',
      { retryAfterS: FULL_RETRY_AFTER_S + jitter(60) },
      { cause },
    )
  return new AppError(
    'STORE_UNAVAILABLE',
    'The journal could not be written; send this again.',
    { retryAfterS: RETRY_AFTER_S },
    { cause },
  )
}

export type Ingest = Awaited<ReturnType<typeof createIngest>>
