/**
 * A PostgreSQL to test on: the one of TEST_POSTGRES_URL, else a throw-away cluster from the PostgreSQL found on this
 * machine. For tests only.
 */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createCatalog } from '../open-catalog.ts'

export interface TestDialect {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** CATALOG_URL of a new catalog without entries. In PostgreSQL it has its tables: making them takes a second. */
  readonly url: () => Promise<string>
  /** CATALOG_URL of a database without tables. */
  readonly empty: () => Promise<string>
}

/** One cluster, and in it one catalog to copy, for all files that share a process: it takes two seconds of a core. */
let shared: ReturnType<typeof startWithCatalog> | undefined

/** Both dialects of the catalog, or SQLite alone where there is no PostgreSQL; says on the console which. */
export async function testDialects(): Promise<{ dialects: readonly TestDialect[]; stop: () => Promise<void> }> {
  const memory = async () => 'sqlite::memory:'
  const sqlite: TestDialect = { name: 'SQLite', url: memory, empty: memory }
  // In a server that was given nothing is left behind, so what is made there is of one file.
  const isGiven = givenPostgres() !== undefined
  const postgres = await (isGiven ? startWithCatalog() : (shared ??= startWithCatalog()))
  if ('missing' in postgres) {
    console.info(`catalog dialects tested: SQLite only (${postgres.missing})`)
    return { dialects: [sqlite], stop: async () => undefined }
  }
  console.info('catalog dialects tested: SQLite and PostgreSQL')
  const made: string[] = []
  const make = async (from?: string) => {
    const address = await postgres.createDatabase(from)
    made.push(address)
    return address
  }
  return {
    dialects: [sqlite, { name: 'PostgreSQL', url: () => make(postgres.template), empty: () => make() }],
    async stop() {
      if (isGiven) await postgres.stop()
      else for (const address of made) await postgres.dropDatabase(address)
    },
  }
}

/** A PostgreSQL with the address of a catalog after all steps. */
async function startWithCatalog() {
  const postgres = await startPostgres()
  if ('missing' in postgres) return postgres
  const template = await postgres.createDatabase()
  await (await createCatalog({ catalogUrl: template })).close()
  return { ...postgres, template }
}

export interface TestPostgres {
  /** Address of a new database: an empty one, or a copy of the one at `from`, which has no connections. */
  readonly createDatabase: (from?: string) => Promise<string>
  readonly dropDatabase: (address: string) => Promise<void>
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

/** None of it outlives the tests, and no background work starts during them. */
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

const givenPostgres = () => process.env.TEST_POSTGRES_URL || undefined

export async function startPostgres(): Promise<TestPostgres | { missing: string }> {
  const given = givenPostgres()
  if (given !== undefined) return withDatabases(given, { stop: async () => undefined, freeze: null, halt: null })
  const bin =
    globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ??
    process.env.PATH?.split(':').find((dir) => existsSync(join(dir, 'initdb')))
  if (bin === undefined || !existsSync(join(bin, 'initdb')))
    return { missing: 'no initdb on this machine and no TEST_POSTGRES_URL' }
  const owner = clusterOwner()
  if (owner === null) return { missing: 'PostgreSQL does not run as root, and there is no postgres user to run it as' }

  const directory = mkdtempSync(join(tmpdir(), 'aforo-pg-'))
  const watcher = stopWithoutUs(directory)
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
      ['-D', data, '-k', directory, ...SETTINGS.flatMap((setting) => ['-c', setting])],
      { ...owner, stdio: 'ignore', cwd: directory },
    )
    // A process that has nothing else to do ends; `stopWithoutUs` stops what it leaves.
    child.unref()
    return { process: child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }
  let server = run()
  const stop = async () => {
    server.process.ref()
    server.process.kill('SIGINT')
    await server.ended
  }
  return withDatabases(url, {
    async stop() {
      await stop()
      watcher.kill('SIGKILL')
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

/**
 * Stops a cluster, also one that is frozen, waits until it has ended, and removes its folder. While `initdb` is at work
 * there is a minus before the number of its process.
 */
const STOP_CLUSTER = `
  pid=$(head -n 1 "$0/data/postmaster.pid" | tr -d -) && kill -QUIT "$pid" && kill -CONT "$pid"
  for turn in $(seq 100); do kill -0 "$pid" || break; sleep 0.1; done
  rm -rf "$0"`

/**
 * Waits in a process of its own until this one is no more, however it ended, and then does as STOP_CLUSTER: runners of
 * tests kill this process, and then no handler of ours is called.
 */
function stopWithoutUs(directory: string): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', `cat > /dev/null\n${STOP_CLUSTER}`, directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return watcher
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
  const made = new Set<string>()
  let count = 0
  const nameIn = (address: string) => new URL(address).pathname.slice(1)
  const drop = async (name: string) => {
    await once(url, `drop database if exists ${name} with (force)`)
    made.delete(name)
  }
  return {
    freeze,
    halt,
    async createDatabase(from) {
      const name = `aforo_test_${process.pid}_${(count += 1)}`
      await once(url, `create database ${name} ${from === undefined ? '' : `template ${nameIn(from)}`}`)
      made.add(name)
      const address = new URL(url)
      address.pathname = `/${name}`
      return address.href
    },
    dropDatabase: (address) => drop(nameIn(address)),
    async stop() {
      for (const name of made) await drop(name)
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
