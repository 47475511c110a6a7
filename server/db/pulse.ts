/**
 * Whether the database of the catalog answers, asked five times a second on a connection of its own. A frozen database
 * keeps its connections open and says nothing: only who asks notices, and only here is it noticed early enough for
 * everybody. The same connection holds the lock that one server has of a catalog; when it is lost, nothing is written
 * until it is held again.
 */
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../lib/errors.ts'
import { CONNECT_MS, LEAVING, connect, cut, locked, take } from './catalog-lock.ts'

const BEAT_MS = 200
/**
 * A query without an answer by then gets none: callers have waited as long, and get their answer within two seconds.
 */
const LOST_MS = 1000
/** After this a silent connection is closed: the other side may be gone without notice. */
const RECONNECT_MS = 5000
/** A server that said that it leaves is waited for. */
const LOOK_MS = 200
/** `application_name` holds no more. */
const NAME_BYTES = 63

export interface Pulse {
  /** False from the moment on in which the database is known not to answer, or the lock is not ours. */
  readonly beats: boolean
  onLost(listener: () => void): void
  close(): Promise<void>
}

export interface PulseOptions {
  readonly connectionString: string
  /** For the refusal, without its password. */
  readonly address: string
  /** Called once when the database is lost, and once when it is back. */
  readonly log?: PulseLog
  /** This server is shutting down: the next server may wait for it. */
  readonly leaving?: AbortSignal | undefined
  /** How long to wait for a server that leaves, ms. */
  readonly waitMs?: number
  /** Another server has taken the catalog while the connection was away: this one must end. */
  readonly onTaken?: ((error: StartError) => void) | undefined
}

export interface PulseLog {
  warn(fields: object, message: string): void
}

/** Connects and takes the catalog for this server. Throws StartError CATALOG_LOCKED, and what `pg` throws. */
export async function startPulse({
  connectionString,
  address,
  log = { warn: () => undefined },
  leaving,
  waitMs = 0,
  onTaken,
}: PulseOptions): Promise<Pulse> {
  const name = `aforo process ${process.pid} on ${hostname()}`.slice(0, NAME_BYTES - LEAVING.length)
  const listeners: (() => void)[] = []
  const closing = new AbortController()
  let beats = true
  let lostAt = 0

  function lose(cause: unknown): void {
    if (!beats) return
    beats = false
    lostAt = performance.now()
    log.warn({ err: cause }, 'the database of the catalog does not answer; what needs it is refused until it does')
    for (const listener of listeners) listener()
  }

  function regain(): void {
    if (beats) return
    beats = true
    log.warn({ awayMs: Math.round(performance.now() - lostAt) }, 'the database of the catalog answers again')
  }

  /** True when the database answered in time. One that is late is waited for a while longer: frozen is not gone. */
  async function beat(client: pg.Client): Promise<boolean> {
    const answered = client.query('select 1').then(
      () => true,
      () => false,
    )
    if ((await within(answered, LOST_MS)) ?? (await lateAnswer(answered))) return true
    lose(new Error('A question was not answered.'))
    return (await within(answered, RECONNECT_MS - LOST_MS)) ?? false
  }

  async function reconnect(): Promise<pg.Client | null> {
    while (!closing.signal.aborted) {
      try {
        const client = await connect(connectionString, name)
        const holder = await within(
          take(client).catch(() => undefined),
          CONNECT_MS,
        )
        if (holder === null) return client
        cut(client)
        // Our own connection of before may need a moment to end.
        if (holder !== undefined && holder.name?.replace(LEAVING, '') !== name) {
          onTaken?.(locked(address, holder))
          return null
        }
      } catch {
        // It is still away.
      }
      await pause(BEAT_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    return null
  }

  let client = await connect(connectionString, name)
  try {
    for (let left = waitMs; ; left -= LOOK_MS) {
      const holder = await take(client)
      if (holder === null) break
      if (left <= 0 || holder.name?.endsWith(LEAVING) !== true) throw locked(address, holder)
      await pause(LOOK_MS)
    }
  } catch (error) {
    await client.end()
    throw error
  }
  leaving?.addEventListener(
    'abort',
    () => {
      client.query('select set_config($1, $2, false)', ['application_name', name + LEAVING]).catch(() => undefined)
    },
    { once: true },
  )

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      if (await beat(client)) {
        regain()
        await pause(BEAT_MS, undefined, { signal: closing.signal }).catch(() => undefined)
        continue
      }
      if (closing.signal.aborted) return
      lose(new Error('The connection ended.'))
      cut(client)
      const next = await reconnect()
      if (next === null) return
      client = next
    }
  }
  const running = run()

  return {
    get beats() {
      return beats
    },
    onLost: (listener) => {
      listeners.push(listener)
    },
    async close() {
      closing.abort()
      // Queries in flight are not awaited when the database does not answer.
      cut(client)
      await running
    },
  }
}

/** Its result, or undefined when it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: late.signal }).catch(() => undefined)])
  } finally {
    late.abort()
  }
}

/** An answer that is here already and was not read, because this process was busy for as long. */
async function lateAnswer(answered: Promise<boolean>): Promise<boolean | undefined> {
  for (let turn = 0; turn < 2; turn += 1)
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  return within(answered, 1)
}
