/** The lock that one server has of a catalog in PostgreSQL, and the connection that holds it. */
import pg from 'pg'
import { StartError } from '../lib/errors.ts'

/** Our locks begin here: other programs of the same database have other numbers. */
export const LOCK_SPACE = 0x4146_0000

export const CONNECT_MS = 2000
export const LEAVING = ' (leaving)'

export interface Holder {
  readonly name: string | null
  readonly since: Date | null
}

const OBJECT = 'hashtext(current_schema())'
const HOLDER = `select a.application_name as name, a.backend_start as since
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
  and l.classid = ${LOCK_SPACE} and l.objid::bigint = (${OBJECT}::bigint & 4294967295) limit 1`

export async function connect(connectionString: string, name: string): Promise<pg.Client> {
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
export async function take(client: pg.Client): Promise<Holder | null> {
  const {
    rows: [row],
  } = await client.query<{ ours: boolean }>(`select pg_try_advisory_lock(${LOCK_SPACE}, ${OBJECT}) as ours`)
  return row?.ours === true ? null : ((await holderOf(client)) ?? { name: null, since: null })
}

async function holderOf(client: pg.Client): Promise<Holder | undefined> {
  const {
    rows: [holder],
  } = await client.query<Holder>(HOLDER)
  return holder
}

/**
 * Throws StartError CATALOG_LOCKED when a server that does not leave has the catalog. Takes nothing; a database that
 * does not answer is not judged here.
 */
export async function refuseHeld(catalogUrl: string): Promise<void> {
  const client = await connect(catalogUrl, 'aforo looks').catch(() => null)
  if (client === null) return
  const holder = await holderOf(client).catch(() => undefined)
  cut(client)
  if (holder !== undefined && holder.name?.endsWith(LEAVING) !== true) throw locked(withoutPassword(catalogUrl), holder)
}

export const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//')

export const locked = (address: string, { name: holder, since }: Holder) => {
  const who =
    holder === null || holder === ''
      ? 'another server'
      : `another server (${holder}${since === null ? '' : `, since ${since.toISOString()}`})`
  return new StartError(
    'CATALOG_LOCKED',
    `The catalog at ${address} is in use by ${who}; stop it first, or set CATALOG_URL to another database.`,
  )
}

/** `end()` would wait for the database to agree. */
export function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
