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
import { LOCK_SPACE } from './locks.ts'

const BEAT_MS = 200
/** What is not answered by then will not be: callers have waited as long, and get their answer within two seconds. */
const LOST_MS = 1000
/** After this a connection that is silent is given up: the other side may be gone without a word. */
const RECONNECT_MS = 5000
const CONNECT_MS = 2000
/** A server that said that it leaves is waited for. */
const LOOK_MS = 200
const LEAVING = ' (leaving)'
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
  /** Told once when the database is lost, and once when it is back. */
  readonly log?: PulseLog
  /** This server is on its way out: the next server may wait for it. */
  readonly leaving?: AbortSignal | undefined
  /** How long to wait for a server that leaves, ms. */
  readonly waitMs?: number
  /** Another server has taken the catalog while the connection was away: this one must end. */
  readonly onTaken?: ((error: StartError) => void) | undefined
}

export interface PulseLog {
  warn(fields: object, message: string): void
}

interface Holder {
  readonly name: string | null
  readonly since: Date | null
}

const OBJECT = 'hashtext(current_schema())'
const HOLDER = `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
  and l.classid = ${LOCK_SPACE} and l.objid::bigint = (${OBJECT}::bigint & 4294967295) limit 1`

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

  const locked = ({ name: holder, since }: Holder) => {
    const who =
      holder === null || holder === ''
        ? 'another server'
        : `another server (${holder}${since === null ? '' : `, since ${since.toISOString()}`})`
    return new StartError(
      'CATALOG_LOCKED',
      `The catalog at ${address} is in use by ${who}; stop it first, or set CATALOG_URL to another database.`,
    )
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: name,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      // A host that is gone without a word gives the lock back within half a minute. Over a socket file there is
      // nothing to set.
      await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
      return client
    } catch (error) {
      cut(client)
      throw error
    }
  }

  /** Null = it is ours now; else who has it. */
  async function take(client: pg.Client): Promise<Holder | null> {
    const {
      rows: [row],
    } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${LOCK_SPACE}, ${OBJECT}) as ours`)
    if (row?.ours === true) return null
    const {
      rows: [holder],
    } = await client.query<Holder>(HOLDER)
    return holder ?? { name: null, since: null }
  }

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
        const client = await connect()
        const holder = await within(
          take(client).catch(() => undefined),
          CONNECT_MS,
        )
        if (holder === null) return client
        cut(client)
        // Our own connection of before may need a moment to end.
        if (holder !== undefined && holder.name?.replace(LEAVING, '') !== name) {
          onTaken?.(locked(holder))
          return null
        }
      } catch {
        // It is still away.
      }
      await pause(BEAT_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    return null
  }

  let client = await connect()
  try {
    for (let left = waitMs; ; left -= LOOK_MS) {
      const holder = await take(client)
      if (holder === null) break
      if (left <= 0 || holder.name?.endsWith(LEAVING) !== true) throw locked(holder)
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
      // What is being asked is not waited for when nobody answers.
      cut(client)
      await running
    },
  }
}

/** What it gives, or undefined when it takes longer. */
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

/** `end()` would wait for the database to agree. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
