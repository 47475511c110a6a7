/**
 * A PostgreSQL to test on: the one of TEST_POSTGRES_URL, else a throw-away cluster from the PostgreSQL found on this
 * machine. For tests only.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface TestDialect {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** CATALOG_URL of a new empty catalog. */
  readonly url: () => Promise<string>
}

/** Both dialects of the catalog, or SQLite alone where there is no PostgreSQL; says on the console which. */
export async function testDialects(): Promise<{ dialects: readonly TestDialect[]; stop: () => Promise<void> }> {
  const sqlite: TestDialect = { name: 'SQLite', url: async () => 'sqlite::memory:' }
  const postgres = await startPostgres()
  if ('missing' in postgres) {
    console.info(`catalog dialects tested: SQLite only (${postgres.missing})`)
    return { dialects: [sqlite], stop: async () => undefined }
  }
  console.info('catalog dialects tested: SQLite and PostgreSQL')
  return { dialects: [sqlite, { name: 'PostgreSQL', url: postgres.createDatabase }], stop: postgres.stop }
}

export interface TestPostgres {
  /** Address of a new empty database. */
  readonly createDatabase: () => Promise<string>
  readonly stop: () => Promise<void>
  /**
   * Ends it, connections and all, as its service does for an upgrade; gives what starts it again on the same data. Null
   * where it is not ours.
   */
  readonly halt: (() => Promise<() => Promise<void>>) | null
  /**
   * Stops every process of it where it is, as a machine that hangs; gives what lets it go on. Null where it is not
   * ours, or not on Linux.
   */
  readonly freeze: (() => () => void) | null
}

export async function startPostgres(): Promise<TestPostgres | { missing: string }> {
  const given = process.env.TEST_POSTGRES_URL
  if (given !== undefined && given !== '')
    return withDatabases(given, { stop: async () => undefined, freeze: null, halt: null })
  const bin =
    globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ??
    process.env.PATH?.split(':').find((dir) => existsSync(join(dir, 'initdb')))
  if (bin === undefined || !existsSync(join(bin, 'initdb')))
    return { missing: 'no initdb on this machine and no TEST_POSTGRES_URL' }
  const owner = clusterOwner()
  if (owner === null) return { missing: 'PostgreSQL does not run as root, and there is no postgres user to run it as' }

  const directory = mkdtempSync(join(tmpdir(), 'aforo-pg-'))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid)
  const data = join(directory, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'aforo', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
    { ...owner, stdio: 'ignore', cwd: directory },
  )
  const url = `postgres://aforo@localhost/postgres?host=${directory}`
  const run = () => {
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-k', directory, '-c', 'listen_addresses=', '-c', 'fsync=off'],
      { ...owner, stdio: 'ignore', cwd: directory },
    )
    return { process: child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }
  let server = run()
  // A test run that ends early must not leave a server behind.
  process.once('exit', () => server.process.kill('SIGQUIT'))
  const stop = async () => {
    server.process.kill('SIGINT')
    await server.ended
  }
  return withDatabases(url, {
    async stop() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
    async halt() {
      await stop()
      return async () => {
        server = run()
        await answering(url)
      }
    },
    freeze: process.platform === 'linux' ? () => freeze(server.process.pid!) : null,
  })
}

function freeze(postmaster: number): () => void {
  const parentOf = (pid: string) => {
    try {
      return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  // The parent first: no child is started meanwhile.
  process.kill(postmaster, 'SIGSTOP')
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number)
  for (const pid of children) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT')
  }
}

/** This user when we are not root; else the system's postgres user; null when there is none. */
function clusterOwner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
    ?.split(':')
  return line === undefined ? null : { uid: Number(line[2]), gid: Number(line[3]) }
}

async function withDatabases(
  url: string,
  { stop, freeze, halt }: Pick<TestPostgres, 'stop' | 'freeze' | 'halt'>,
): Promise<TestPostgres> {
  await answering(url)
  const made: string[] = []
  return {
    freeze,
    halt,
    async createDatabase() {
      const name = `aforo_test_${process.pid}_${made.length}`
      await once(url, `create database ${name}`)
      made.push(name)
      const address = new URL(url)
      address.pathname = `/${name}`
      return address.href
    },
    async stop() {
      for (const name of made) await once(url, `drop database if exists ${name} with (force)`)
      await stop()
    },
  }
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The server needs a moment after it was spawned. */
async function answering(url: string, triesLeft = 100): Promise<void> {
  try {
    await once(url, 'select 1')
  } catch (error) {
    if (triesLeft === 0) throw error
    await pause(100)
    await answering(url, triesLeft - 1)
  }
}
