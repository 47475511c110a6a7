/** Before the stores open: the data directory, its lock and its key. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { StartError } from './errors.ts'

const LOCK = 'aforo.lock'
const HOLDER = 'aforo.pid'
const KEY = 'secret.key'
const LEAVING = '(leaving)'
/** A folder that has it is being restored, or was not to the end. */
export const RESTORING = 'aforo.restoring'

export interface Lock {
  /** Says that it will be released soon: processes that wait for it may go on waiting. */
  leave(): void
  release(): void
}

/**
 * Takes the data directory for this process. The lock is an open SQLite transaction, which is a lock of the operating
 * system: it ends with the process however that ends, so there is no stale lock to recognise and no race in taking one
 * over. The file beside it only names the holder. Throws StartError DATA_DIR_LOCKED.
 */
export function lockDataDir(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return lockFiles(
    join(dataDir, LOCK),
    join(dataDir, HOLDER),
    (holder, cause) =>
      new StartError(
        'DATA_DIR_LOCKED',
        `${dataDir} is in use by ${holder}; stop it first, or set DATA_DIR to another directory.`,
        { cause },
      ),
  )
}

/** The same for a catalog in a file, which may lie in another directory. Throws StartError CATALOG_LOCKED. */
export function lockCatalogFile(path: string): Lock {
  return lockFiles(
    `${path}.lock`,
    `${path}.pid`,
    (holder, cause) =>
      new StartError(
        'CATALOG_LOCKED',
        `The catalog at sqlite:${path} is in use by another server (${holder}); stop it first, or set CATALOG_URL ` +
          'to another file.',
        { cause },
      ),
  )
}

/** A database that nothing refers to is closed when garbage is collected, and its lock with it. */
const held = new Set<DatabaseSync>()

function lockFiles(lock: string, note: string, refusal: (holder: string, cause: unknown) => StartError): Lock {
  const database = new DatabaseSync(lock, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete; begin exclusive')
  } catch (cause) {
    database.close()
    throw refusal(holderOf(note), cause)
  }
  held.add(database)
  writeFileSync(note, `${process.pid}\n`, { mode: 0o600 })
  return {
    leave() {
      writeFileSync(note, `${process.pid} ${LEAVING}\n`, { mode: 0o600 })
    },
    release() {
      rmSync(note, { force: true })
      held.delete(database)
      database.close()
    },
  }
}

/** Throws StartError RESTORE_UNFINISHED for a folder in which only a part of the data is. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new StartError(
      'RESTORE_UNFINISHED',
      `${dataDir} holds a part of a backup: npm run restore did not come to its end. Empty the folder and restore ` +
        'again.',
    )
}

/** Looks again this often while another server has the directory. */
const LOOK_MS = 100
/** A process that was just stopped may not have announced it yet. */
const UNSAID_MS = 500

/**
 * The same once its holder releases it. A server that works is not waited for; one that said that it leaves is, for
 * `waitMs`.
 */
export async function lockDataDirSoon(dataDir: string, waitMs: number): Promise<Lock> {
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return lockDataDir(dataDir)
    } catch (error) {
      if (
        waited >= waitMs ||
        !(error instanceof StartError) ||
        (waited >= UNSAID_MS && !isLeaving(join(dataDir, HOLDER)))
      )
        throw error
      await setTimeout(LOOK_MS)
    }
  }
}

function said(note: string): string | null {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return null
  }
}

/** Without a note it has just been taken, or is being released. */
const isLeaving = (note: string) => said(note)?.endsWith(LEAVING) ?? true

function holderOf(note: string): string {
  const holder = said(note)
  return holder === null ? 'another process' : `process ${holder}`
}

/** The key of a demo: made at the first start, kept beside the data, readable by its owner only. */
export function demoKey(dataDir: string): string {
  const path = join(dataDir, KEY)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    const key = randomBytes(48).toString('base64')
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  }
}
