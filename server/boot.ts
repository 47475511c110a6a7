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
/** A folder that has it is being restored, or was not to the end. */
export const RESTORING = 'aforo.restoring'

export interface Lock { release(): void }

/**
 * Takes the data directory for this process. The lock is an open SQLite transaction, which is a lock of the operating system:
 * it ends with the process however that ends, so there is no stale lock to recognise and no race in taking one over. The file
 * beside it only names the holder. Throws StartError DATA_DIR_LOCKED.
 */
export function lockDataDir(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete; begin exclusive')
  } catch (cause) {
    database.close()
    throw new StartError('DATA_DIR_LOCKED', `${dataDir} is in use by ${holderOf(dataDir)}; stop it first, or set DATA_DIR to another directory.`, { cause })
  }
  writeFileSync(join(dataDir, HOLDER), `${process.pid}\n`, { mode: 0o600 })
  return {
    release() {
      rmSync(join(dataDir, HOLDER), { force: true })
      database.close()
    },
  }
}

/** Throws StartError RESTORE_UNFINISHED for a folder in which only a part of the data is. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING))) throw new StartError('RESTORE_UNFINISHED', `${dataDir} holds a part of a backup: npm run restore did not come to its end. Empty the folder and restore again.`)
}

/** Looks again this often while somebody else has the directory. */
const LOOK_MS = 100

/** The same once whoever has it lets go; after `waitMs` it is refused. A server that was told to stop takes a second or two. */
export async function lockDataDirSoon(dataDir: string, waitMs: number): Promise<Lock> {
  for (let left = waitMs; ; left -= LOOK_MS) {
    try {
      return lockDataDir(dataDir)
    } catch (error) {
      if (left <= 0 || !(error instanceof StartError)) throw error
      await setTimeout(LOOK_MS)
    }
  }
}

function holderOf(dataDir: string): string {
  try {
    return `process ${readFileSync(join(dataDir, HOLDER), 'utf8').trim()}`
  } catch {
    return 'another process'
  }
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
