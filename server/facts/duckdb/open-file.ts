/** The open file: opened again after a failure that DuckDB calls fatal, closed once. */
import { mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { STAGING_DDL } from './append.ts'
import { adoptDeviceExits, hasExits } from './device-exits.ts'
import { FactsError, isFatal, openError } from '../errors.ts'
import { isDamage } from '../../lib/store-failure.ts'
import { SCHEMA } from './schema.ts'
import { noteSchema, refuseNewer } from './schema-version.ts'
import type { Megabytes } from '../megabytes.ts'
import { createTurns } from '../turns.ts'
import type { Share, Turns } from '../turns.ts'
import { STAGE_DDL } from './upload-news.ts'
import { LEAN_MEMORY } from './lean-memory.ts'
import { exportsBeside, stagesBeside } from '../folders.ts'

const READERS = 4
/**
 * Of one tenant at a time: with two the cores of a small machine are at work, and two stay free for the next tenant.
 * While another tenant asks, each has one.
 */
const READERS_OF_ONE: Share = { alone: 2, shared: 1 }

/**
 * Files open in this process. DuckDB's lock is a POSIX lock, which does not hold between two openers of one process and
 * is lost when the process closes any handle of the file: so no other code here may open it, not even to copy it.
 */
const openHere = new Set<string>()

/** Resource limits of the statements of one process. */
export interface Resources {
  /** Memory limit of DuckDB, for example `256MB`; the rest goes to the disk. Left out: four fifths of the memory. */
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

interface Options {
  readonly path: string
  readonly resources: Resources
  /** Called with DuckDB's message about damaged data on the disk. */
  readonly onDamage: (cause: unknown) => void
}

/** @throws {FactsError} FACTS_LOCKED naming the file and the holder, FACTS_UNREADABLE */
export async function openFile({ path, resources, onDamage }: Options) {
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
  let reopening: Promise<void> | null = null

  const requireOpen = () => {
    if (closed) throw new FactsError('FACTS_CLOSED', `${path} was closed.`)
  }
  const current = async (): Promise<Opened> => {
    requireOpen()
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

  return {
    requireOpen,
    /** The file as it is open now. It is not opened anew while something is under way. */
    current,
    /** One more statement is under way; each `begin` has its `end`. */
    begin() {
      active += 1
    },
    end() {
      active -= 1
    },
    noteFailure,
    get isClosed() {
      return closed
    },
    /** Nothing new begins; what is under way is interrupted. */
    stop() {
      closed = true
      for (const connection of opened?.all ?? []) connection.interrupt()
    },
    close() {
      dispose(opened)
      opened = null
      release()
    },
  }
}

export type OpenFile = Awaited<ReturnType<typeof openFile>>

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
    const version = await refuseNewer(writer, path)
    const isCurrent = await hasExits(writer)
    await writer.run(SCHEMA)
    await noteSchema(writer, version)
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
