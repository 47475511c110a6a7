/** A database that is away: it cannot be connected to, ended a connection, is shutting down, or does not answer. */

/** Cached data of devices are used for so long: the journal has room for their messages meanwhile. */
export const TRUSTED_MS = 24 * 3_600_000

/** Thrown at once while the database is known not to answer. */
export class CatalogAwayError extends Error {
  constructor(cause?: unknown) {
    super('The database of the catalog does not answer.', { cause })
    this.name = 'CatalogAwayError'
  }
}

const CODES = /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE|57P0[123]|53300|08\w{3})$/
/** Messages of `pg`, without a code, about connections that timed out, ended, or are closed. */
const MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated\b.*|Client has encountered a connection error.*|Client was closed and is not queryable)$/

export function isAway(error: unknown): boolean {
  if (error instanceof CatalogAwayError) return true
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A file that is missing is no database that is away; a socket that is missing is.
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && CODES.test(code)) || (code === undefined && MESSAGES.test(error.message))
}
