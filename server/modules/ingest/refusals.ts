/** Why a message was refused, and when to send it again: not all senders at the same moment. */
import { AppError, FULL_RETRY_AFTER_S, RETRY_AFTER_S } from '../../lib/errors.ts'

const jitter = (most: number) => Math.floor(Math.random() * most)

export const storageFull = () =>
  new AppError(
    'STORAGE_FULL',
    'There is too little space on the disk of the server to keep this; it is wanted later.',
    { retryAfterS: FULL_RETRY_AFTER_S + jitter(60) },
  )

export const ingestBusy = () =>
  new AppError('INGEST_BUSY', 'More is waiting to be counted than the server may keep; send this again later.', {
    retryAfterS: RETRY_AFTER_S + jitter(25),
  })

/** The journal could not be written. */
export function writeFailure(cause: unknown): AppError {
  const { code } = cause as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new AppError(
      'STORAGE_FULL',
      'The disk of the server is full; send this again later.',
      { retryAfterS: FULL_RETRY_AFTER_S + jitter(60) },
      { cause },
    )
  return new AppError(
    'STORE_UNAVAILABLE',
    'The journal could not be written; send this again.',
    { retryAfterS: RETRY_AFTER_S },
    { cause },
  )
}
