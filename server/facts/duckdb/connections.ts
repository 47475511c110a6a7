import { mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  DuckDBInstance,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBValue,
} from '@duckdb/node-api'
import { currentAsker } from '../../lib/asker.ts'
import { STAGING_DDL } from './append.ts'
import { type Changes, createChanges } from '../changes.ts'
import { adoptDeviceExits, hasExits } from './device-exits.ts'
import { FactsError, isFatal, openError } from '../errors.ts'
import { isDamage } from '../../lib/store-failure.ts'
import { SCHEMA } from './schema.ts'
import { noteSchema, refuseNewer } from './schema-version.ts'
import type { Megabytes } from '../megabytes.ts'
import { createTurns } from '../turns.ts'
import type { Share, Turns } from '../turns.ts'
import { STAGE_DDL } from './upload-news.ts'
import { heldMemory, type HeldMemory } from './held-memory.ts'
import { LEAN_MEMORY } from './lean-memory.ts'
import { stagesBeside, exportsBeside } from '../folders.ts'

const READERS = 4
/**
 * Of one tenant at a time: with two the cores of a small machine are at work, and two stay free for the next tenant.
 * While another tenant asks, each has one.
 */
const READERS_OF_ONE: Share = { alone: 2, shared: 1 }

/**
 * Files open in this process. DuckDB's lock is a POSIX lock, which does not hold between two openers of one process and
 * is lost when the process closes any handle of the file: so nobody else here may open it, not even to copy it.
 */
const openHere = new Set<string>()

/** Does a piece of work when it is the turn of who asks: it counts as one of the tenant's readings. */
export type InTurn = <T>(piece: () => Promise<T>) => Promise<T>

export interface Connections {
  readonly path: string
  /** Runs a reading statement on a free connection, in turn among those who ask (see `turns.ts`). */
  read(sql: string, params?: readonly DuckDBValue[]): Promise<DuckDBMaterializedResult>
  /**
   * The same, and takes the result before the next one has the connection: copying a large one is work of who asked,
   * too.
   */
  readInto<T>(
    sql: string,
    params: readonly DuckDBValue[] | undefined,
    take: (result: DuckDBMaterializedResult) => T | Promise<T>,
  ): Promise<T>
  /** What the writing jobs that have ended changed: what was read before may be out of date. */
  readonly changes: Pick<Changes, 'version' | 'versionOf'>
  /** What a job of the writing connection may ask for less of. */
  readonly memory: HeldMemory
  /**
   * Gives the one writing connection to one job at a time, in order.
   *
   * @param changed the days whose traffic the job changed, by what it gave; without it, or when the job fails, it may
   * be any
   */
  write<T>(job: (connection: DuckDBConnection) => Promise<T>, changed?: (result: T) => readonly number[]): Promise<T>
  /**
   * A connection of its own that reads the facts as they are at one moment, however long the work takes. Closing the
   * store interrupts it.
   *
   * @param before what is done with temp tables: within the transaction, writing them would keep the store from
   * checkpoints
   */
  snapshot<T>(
    work: (connection: DuckDBConnection, inTurn: InTurn) => Promise<T>,
    before?: (connection: DuckDBConnection) => Promise<void>,
  ): Promise<T>
  /**
   * Folds the write-ahead log into the file; where a snapshot still needs what was there before, once the last one
   * ends.
   */
  checkpoint(): Promise<void>
  /**
   * Keeps the file and its log as they are while the work runs, for a copy that another process makes: writers wait,
   * readers and snapshots go on. The log was folded into the file before, unless a snapshot needs what was there.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What the statements of one process may use of the machine. */
export interface Resources {
  /** What DuckDB may hold, for example `256MB`; the rest goes to the disk. Left out: four fifths of what there is. */
  readonly memory?: Megabytes
  /** Of which one statement takes the work. Left out: as many as there are processors. */
  readonly threads?: number
}

interface Opened {
  readonly instance: DuckDBInstance
  readonly writer: DuckDBConnection
  readonly readers: Turns<DuckDBConnection>
  readonly all: readonly DuckDBConnection[]
}

/**
 * Opens the file (or `:memory:`), makes the tables and hands out connections. After a failure that DuckDB calls fatal,
 * such as a full disk in the middle of a commit, the file is opened again before the next job, so the store recovers
 * alone.
 *
 * @param onDamage told what DuckDB said where something on the disk is not what was written
 * @throws {FactsError} FACTS_LOCKED naming the file and the holder, FACTS_UNREADABLE
 */
export async function openConnections(
  path: string,
  resources: Resources = {},
  onDamage: (cause: unknown) => void = () => undefined,
): Promise<Connections> {
  const name = path === ':memory:' ? path : canonical(path)
  if (openHere.has(name))
    throw new FactsError('FACTS_LOCKED', `${path} is already open in this process; close it first.`)
  if (name !== ':memory:') openHere.add(name)
  const release = () => openHere.delete(name)

  let opened: Opened | null = await open(name, resources).catch((cause: unknown) => {
    release()
    throw openError(path, cause)
  })
  let closed = false
  let broken = false
  let active = 0
  const changes = createChanges()
  const snapshots = new Map<DuckDBConnection, Promise<unknown>>()
  const reads = new Set<Promise<unknown>>()
  const memory = heldMemory(resources.memory, () => snapshots.size > 0)
  let isCheckpointDue = false
  let writing: Promise<unknown> = Promise.resolve()
  let reopening: Promise<void> | null = null

  const current = async (): Promise<Opened> => {
    if (closed) throw new FactsError('FACTS_CLOSED', `${path} was closed.`)
    if (broken && active === 0)
      reopening ??= reopen().finally(() => {
        reopening = null
      })
    if (reopening) await reopening
    if (!opened)
      throw new FactsError(
        'FACTS_UNREADABLE',
        `${path} could not be opened again after a failure; free some space and try again.`,
      )
    return opened
  }
  const reopen = async () => {
    dispose(opened)
    opened = null
    opened = await open(name, resources).catch(() => null)
    broken = opened === null
  }
  const noteFailure = (cause: unknown) => {
    if (isFatal(cause)) broken = true
    if (isDamage(cause)) onDamage(cause)
    throw cause
  }

  const write: Connections['write'] = (job, changed) => {
    const run = writing.then(async () => {
      const { writer } = await current()
      active += 1
      try {
        const result = await job(writer)
        changes.note(changed?.(result))
        return result
      } catch (cause) {
        changes.note()
        return noteFailure(cause)
      } finally {
        active -= 1
      }
    })
    writing = run.catch(() => undefined)
    return run
  }
  const read = async <T>(
    sql: string,
    params: readonly DuckDBValue[] | undefined,
    take: (result: DuckDBMaterializedResult) => T | Promise<T>,
  ): Promise<T> => {
    const { readers } = await current()
    active += 1
    const asker = currentAsker()
    const connection = await readers.take(asker)
    try {
      if (closed) throw new FactsError('FACTS_CLOSED', `${path} was closed.`)
      return await memory.enoughFor(connection, async () =>
        take(await connection.run(sql, params as DuckDBValue[] | undefined)),
      )
    } catch (cause) {
      return noteFailure(cause)
    } finally {
      active -= 1
      readers.give(connection, asker)
    }
  }
  const readInto: Connections['readInto'] = (sql, params, take) => {
    const run = read(sql, params, take)
    const over = run
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => reads.delete(over))
    reads.add(over)
    return run
  }
  // DuckDB refuses a checkpoint while an older reader needs rows that were changed since.
  const checkpoint = () =>
    write(
      async (connection) => {
        isCheckpointDue = snapshots.size > 0
        if (!isCheckpointDue) await connection.run('CHECKPOINT')
      },
      () => [],
    )

  return {
    path,
    changes,
    memory,
    checkpoint,
    write,
    hold: (work) =>
      write(
        async (connection) => {
          if (snapshots.size === 0) await connection.run('CHECKPOINT')
          return work()
        },
        () => [],
      ),
    read: (sql, params) => readInto(sql, params, (result) => result),
    readInto,
    async snapshot(work, before) {
      const { instance, readers } = await current()
      const asker = currentAsker()
      const inTurn: InTurn = async (piece) => {
        const place = await readers.take(asker)
        try {
          if (closed) throw new FactsError('FACTS_CLOSED', `${path} was closed.`)
          return await piece()
        } finally {
          readers.give(place, asker)
        }
      }
      const connection = await instance.connect()
      active += 1
      const done = (async () => {
        try {
          await memory.restore(connection)
          await before?.(connection)
          await connection.run('BEGIN TRANSACTION READ ONLY')
          return await work(connection, inTurn)
        } catch (cause) {
          return noteFailure(cause)
        } finally {
          await connection.run('ROLLBACK').catch(() => undefined)
          snapshots.delete(connection)
          connection.closeSync()
          active -= 1
          // The next bulk load, or DuckDB itself, does it otherwise.
          if (isCheckpointDue && snapshots.size === 0 && !closed) void checkpoint().catch(() => undefined)
        }
      })()
      snapshots.set(
        connection,
        done.catch(() => undefined),
      )
      return done
    },
    async close() {
      if (closed) return
      await writing
      closed = true
      // What is still read for somebody who has left would keep the process from its end: DuckDB waits for it there,
      // for ever.
      for (const connection of [...(opened?.all ?? []), ...snapshots.keys()]) connection.interrupt()
      await Promise.all([...reads, ...snapshots.values()])
      dispose(opened)
      opened = null
      release()
    },
  }
}

/** Demo and test stores live in memory; nothing outside the data folder is ever read or written by a statement. */
async function open(path: string, { memory, threads }: Resources): Promise<Opened> {
  const isInMemory = path === ':memory:'
  if (!isInMemory) mkdirSync(dirname(path), { recursive: true })
  const instance = await DuckDBInstance.create(path, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    ...(isInMemory ? {} : { temp_directory: join(dirname(path), 'facts.tmp') }),
    ...(memory !== undefined && { memory_limit: memory }),
    ...(threads !== undefined && { threads: String(threads) }),
    ...LEAN_MEMORY,
  })
  try {
    const writer = await instance.connect()
    await refuseNewer(writer, path)
    const isCurrent = await hasExits(writer)
    await writer.run(SCHEMA)
    await noteSchema(writer)
    if (!isCurrent) await adoptDeviceExits(writer)
    await writer.run(STAGING_DDL)
    await writer.run(STAGE_DDL)
    const folders = [stagesBeside(path), exportsBeside(path)].map((folder) => `'${folder.replaceAll("'", "''")}/'`)
    await writer.run(`SET GLOBAL allowed_directories = [${folders.join(', ')}]`)
    await writer.run('SET GLOBAL enable_external_access = false')
    // A large import lowers it for a while.
    await writer.run("SET GLOBAL allowed_configs = ['memory_limit']")
    await writer.run('SET GLOBAL lock_configuration = true')
    const readers = await Promise.all(Array.from({ length: READERS }, () => instance.connect()))
    return { instance, writer, readers: createTurns(readers, READERS_OF_ONE), all: [writer, ...readers] }
  } catch (cause) {
    instance.closeSync()
    throw cause
  }
}

function dispose(opened: Opened | null) {
  if (!opened) return
  for (const connection of opened.all) connection.closeSync()
  opened.instance.closeSync()
}

function canonical(path: string): string {
  const full = resolve(path)
  try {
    return join(realpathSync(dirname(full)), basename(full))
  } catch {
    return full
  }
}
