/** The kind of a failure of any store, from the error and its causes. */
import { isAway } from './away.ts'

/** Result codes of SQLite without their higher bits, see sqlite.org/rescode.html. */
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26
/** A write that the system refused for another reason than "no space left", for example above a limit of file size. */
const SQLITE_IOERR_WRITE = 10 | (3 << 8)

interface Failure {
  readonly code?: unknown
  readonly errcode?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

/** Causes of causes; an error that causes itself is no reason to look for ever. */
const DEEPEST = 6

function isOrIsCausedBy(error: unknown, holds: (failure: Failure) => boolean): boolean {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < DEEPEST;
    at = (at as Failure).cause, depth += 1
  ) {
    if (holds(at as Failure)) return true
  }
  return false
}

const sqliteCode = ({ code, errcode }: Failure) =>
  code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : null
const says = ({ message }: Failure, pattern: RegExp) => typeof message === 'string' && pattern.test(message)

/** There is no room: on the disk, in a quota, or in what a file may take. 53100 is PostgreSQL's word for it. */
export const isStorageFull = (error: unknown): boolean =>
  isOrIsCausedBy(
    error,
    (failure) =>
      ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'].includes(String(failure.code)) ||
      sqliteCode(failure) === SQLITE_FULL ||
      (sqliteCode(failure) !== null && failure.errcode === SQLITE_IOERR_WRITE) ||
      says(failure, /no space left|disk (is )?full|ENOSPC|file too large|disk quota exceeded/i),
  )

/** A database that is away or does not let us in for the moment; a lock; a socket that is not there or not for us. */
export const isStoreAway = (error: unknown): boolean =>
  isOrIsCausedBy(
    error,
    (failure) =>
      isAway(failure) ||
      (failure.syscall === 'connect' && failure.code === 'EACCES') ||
      [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_CANTOPEN].includes(sqliteCode(failure) ?? 0),
  )

/** Another process holds the catalog. */
export const isStoreBusy = (error: unknown): boolean =>
  isOrIsCausedBy(error, (failure) => [SQLITE_BUSY, SQLITE_LOCKED].includes(sqliteCode(failure) ?? 0))

/** Damaged data. XX001 and XX002 are PostgreSQL's. */
export const isDamage = (error: unknown): boolean =>
  isOrIsCausedBy(
    error,
    (failure) =>
      [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(failure) ?? 0) ||
      ['XX001', 'XX002'].includes(String(failure.code)) ||
      says(
        failure,
        /corrupt (database|wal) file|computed checksum|failed to deserialize|database disk image is malformed/i,
      ),
  )

/**
 * A write that may be skipped: a full disk, or a catalog that another process holds, is no reason to refuse a request.
 */
export async function unlessFull(writing: Promise<unknown>): Promise<void> {
  await writing.catch((cause: unknown) => {
    if (!isStorageFull(cause) && !isStoreBusy(cause)) throw cause
  })
}
