/**
 * How a program on this computer asks a running server for a cut. DuckDB's lock ends when its process closes any handle
 * of the file, so the server cannot copy its own facts: it keeps them still, and the program that asked reads them.
 * Sensors are answered meanwhile, from the journal.
 *
 * One line of JSON each: `{ token }` and the server's `Cut`; then `{}` and the server's sums, with which the facts go
 * on. A connection that ends lets them go on too. Only this computer can connect, and only who may read the data folder
 * knows the token.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { isRecord } from '#domain/record'
import type { Clock } from '../lib/clock.ts'
import { StartError } from '../lib/errors.ts'
import { FACTS_SCHEMA } from '../facts/duckdb/schema-version.ts'
import type { SqlFactStore } from '../facts/duckdb/sql-store.ts'
import type { Position } from '../modules/ingest/journal.ts'
import { factSums } from './sums.ts'
import type { FactSums } from './sums.ts'

const FILE = 'aforo.control'
const TIMELINE = 'timeline'
/** Writers of facts wait no longer than this for a copy. */
const LONGEST_MS = 10 * 60_000
const KEPT_OPEN_MS = 1000
/** All that is ever sent to the server over one connection is shorter. */
const MAX_BYTES = 1000

/** The state at one moment, while nothing changes the facts. */
export interface Cut {
  /** Epoch ms. */
  readonly at: number
  /** The position up to which the journal is applied to the facts. */
  readonly applied: Position
  /** All that was answered before `at` lies before this. */
  readonly synced: Position
  readonly timeline: string
  /** Version of the tables. */
  readonly factsSchema: number
}

export interface HeldCut {
  readonly cut: Cut
  /** Lets the facts go on. Throws StartError BACKUP_INTERRUPTED when they had gone on already. */
  end(): Promise<FactSums>
  /** The same when the copy is cancelled. */
  giveUp(): void
}

/**
 * Which history the numbers of the journal's segments belong to. It is no part of a backup: a restored folder begins
 * another.
 */
export function timelineOf(ingestFolder: string): string {
  const known = timelineAt(ingestFolder)
  if (known !== null) return known
  mkdirSync(ingestFolder, { recursive: true, mode: 0o700 })
  const timeline = randomBytes(8).toString('hex')
  writeFileSync(join(ingestFolder, TIMELINE), `${timeline}\n`, { mode: 0o600 })
  return timeline
}

/** The same without beginning one; null = there is none. */
export function timelineAt(ingestFolder: string): string | null {
  const path = join(ingestFolder, TIMELINE)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

interface Parts {
  readonly dataDir: string
  readonly facts: Pick<SqlFactStore, 'hold' | 'read' | 'readings'>
  readonly ingest: { readonly synced: Position; readonly folder: string }
  readonly clock: Clock
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  readonly longestMs?: number
}

export interface Control {
  close(): Promise<void>
}

/** Listens on this computer, and says in the data folder where. */
export async function startControl({
  dataDir,
  facts,
  ingest,
  clock,
  log,
  longestMs = LONGEST_MS,
}: Parts): Promise<Control> {
  const token = randomBytes(32)
  const sockets = new Set<Socket>()

  async function serve(socket: Socket): Promise<void> {
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    const first = await lines.next()
    if (first.done === true || !knows(token, first.value)) return
    const gone = new Promise<void>((resolve) => {
      socket.once('close', () => {
        resolve()
      })
    })
    await facts.hold(async () => {
      if (socket.destroyed) return
      const began = performance.now()
      const timer = new AbortController()
      const tooLong = setTimeout(longestMs, undefined, { ref: false, signal: timer.signal }).then(
        () => 'late' as const,
        () => 'late' as const,
      )
      const applied = await facts.readings.position()
      // In this order: what is answered after the moment lies behind the place.
      const cut: Cut = {
        at: clock.now(),
        applied,
        synced: ingest.synced,
        timeline: timelineOf(ingest.folder),
        factsSchema: FACTS_SCHEMA,
      }
      socket.write(`${JSON.stringify(cut)}\n`)
      const sums = factSums(facts.read)
      sums.catch(() => undefined)
      const ending = await Promise.race([
        lines.next().then(({ done }) => (done === true ? ('gone' as const) : ('end' as const))),
        gone.then(() => 'gone' as const),
        tooLong,
      ])
      timer.abort()
      const heldMs = Math.round(performance.now() - began)
      if (ending !== 'end') return log.warn({ heldMs, ending }, 'a copy of the facts was not finished')
      socket.write(`${JSON.stringify(await sums)}\n`)
      log.info({ heldMs }, 'the facts were copied')
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let received = 0
    socket.on('data', ({ length }) => {
      received += length
      if (received > MAX_BYTES) socket.destroy()
    })
    serve(socket)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a copy of the facts failed')
      })
      .finally(() => {
        socket.end()
        socket.setTimeout(KEPT_OPEN_MS, () => {
          socket.destroy()
        })
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const file = join(dataDir, FILE)
  writeFileSync(file, JSON.stringify({ port, token: token.toString('hex') }), { mode: 0o600 })

  return {
    async close() {
      rmSync(file, { force: true })
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}

function knows(token: Buffer, line: string): boolean {
  const sent: unknown = parse(line)
  const given =
    isRecord(sent) && typeof sent['token'] === 'string' ? Buffer.from(sent['token'], 'hex') : Buffer.alloc(0)
  return given.length === token.length && timingSafeEqual(given, token)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const interrupted = (why: string) =>
  new StartError(
    'BACKUP_INTERRUPTED',
    `The server let go of the facts before they were copied: ${why}. Nothing was kept; run it again.`,
  )

/** Asks the server of a data folder to keep its facts as they are. Throws StartError BACKUP_SERVER_UNAVAILABLE. */
export async function requestCut(dataDir: string): Promise<HeldCut> {
  const unavailable = (cause: unknown) =>
    new StartError(
      'BACKUP_SERVER_UNAVAILABLE',
      `A program works with ${dataDir}, and it is no server that can be asked for a copy; wait until it is done, or ` +
        'stop it.',
      { cause },
    )
  let known: unknown
  try {
    known = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
  } catch (cause) {
    throw unavailable(cause)
  }
  if (!isRecord(known) || typeof known['port'] !== 'number' || typeof known['token'] !== 'string')
    throw unavailable(undefined)
  const socket = connect(known['port'], '127.0.0.1')
  let failure: unknown
  socket.on('error', (error) => {
    failure = error
  })
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async (): Promise<unknown> => {
    const { done, value } = await lines.next()
    return done === true ? undefined : parse(value)
  }
  socket.write(`${JSON.stringify({ token: known['token'] })}\n`)
  const cut = await answer()
  if (cut === undefined) throw unavailable(failure)
  return {
    cut: cut as Cut,
    async end() {
      if (socket.destroyed || socket.readableEnded) throw interrupted('it took too long, or the server was stopped')
      socket.write('{}\n')
      const sums = await answer()
      socket.destroy()
      if (sums === undefined) throw interrupted('it took too long, or the server was stopped')
      return sums as FactSums
    },
    giveUp: () => {
      socket.destroy()
    },
  }
}
