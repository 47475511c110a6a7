/** Takes the one file of a multipart body to the disk, a piece at a time. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { releaseBuffer } from '../../lib/release-buffer.ts'
import { sweepFiles } from '../../lib/sweep-files.ts'

/** Names of files while they are received. */
const ARRIVING = '.upload'
/** Names of the field that holds the file. */
const FIELDS = ['file', 'files', 'data']
const LONGEST_NAME = 200
/**
 * 128 MB a second, about what a line of a gigabit carries: the thread that answers everybody passes each piece on, and
 * from a sender on the same machine pieces would come as fast as it can take them.
 */
const BYTES_A_MS = 128_000
const SHORTEST_PAUSE_MS = 4

export interface ReceivedFile {
  readonly path: string
  /** As the sender calls it: for people to read, never a path. */
  readonly name: string
  remove(): Promise<void>
}

export const invalid = (what: string) =>
  new AppError('UPLOAD_BODY_INVALID', `The body is no form as it was expected: ${what}.`, { what })
const tooLarge = (maxBytes: number) =>
  new AppError('UPLOAD_TOO_LARGE', `The file is larger than ${maxBytes / 1_000_000} MB.`, {
    maxMb: maxBytes / 1_000_000,
  })

/** The last part of a path, without what cannot be read. */
export const fileNameOf = (given: string): string =>
  (given.split(/[\\/]/).at(-1) ?? '')
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replace(/[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/g, '')
    .toWellFormed()
    .slice(0, LONGEST_NAME) || 'file'

/** A folder of its own beside the data, or one of the system. */
const arrivingIn = (folder: string | null) => folder ?? join(tmpdir(), 'aforo-uploads')

/** Removes files into which nothing was written since a time: the process that took them ended before it could. */
export const sweepArriving = (folder: string | null, before: number): Promise<number> =>
  sweepFiles(arrivingIn(folder), (name) => name.endsWith(ARRIVING), before)

/**
 * @param folder where it may be kept for a while
 * @throws {AppError} CONTENT_TYPE_UNSUPPORTED, UPLOAD_FILE_MISSING, UPLOAD_BODY_INVALID, UPLOAD_TOO_LARGE
 */
export async function receiveFile(
  request: FastifyRequest,
  folder: string | null,
  maxBytes: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart())
    throw new AppError('CONTENT_TYPE_UNSUPPORTED', 'Send the file as multipart/form-data, in a field named file.')
  const into = arrivingIn(folder)
  await mkdir(into, { recursive: true, mode: 0o700 })
  const path = join(into, randomUUID() + ARRIVING)
  const remove = () => rm(path, { force: true })
  let name: string | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes + 1 } })) {
      if (part.type !== 'file') continue
      if (!FIELDS.includes(part.fieldname))
        throw invalid(`a file is in the field ${part.fieldname.slice(0, 40)}; file, files or data was expected`)
      if (name !== null) throw invalid('there are two files')
      name = fileNameOf(part.filename)
      await pipeline(part.file, paced(maxBytes, tooLarge), await fileSink(path))
    }
  } catch (error) {
    await remove()
    throw refusalOf(error, maxBytes)
  }
  if (name === null)
    throw new AppError('UPLOAD_FILE_MISSING', 'There is no file in the body; send one in a field named file.')
  return { path, name, remove }
}

/**
 * Writes to a file and releases the memory of each piece at once: only a major collection would free the buffers, at 32
 * MB of them, and it blocks every request. A piece that shares its buffer with another part of the body is left alone.
 */
export async function fileSink(path: string): Promise<Writable> {
  const file = await open(path, 'wx', 0o600)
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      const isAlone = piece.byteLength === piece.buffer.byteLength
      file.writeFile(piece).then(() => {
        if (isAlone) releaseBuffer(piece)
        done()
      }, done)
    },
    final(done) {
      file.close().then(() => done(), done)
    },
    destroy(error, done) {
      file.close().then(() => done(error), done)
    },
  })
}

/** Passes a file on, no faster than is good for others. Fails when there are more bytes than `maxBytes`. */
export function paced(maxBytes: number, refusal: (maxBytes: number) => AppError): Transform {
  const began = performance.now()
  let bytes = 0
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > maxBytes) return done(refusal(maxBytes))
      const aheadMs = bytes / BYTES_A_MS - (performance.now() - began)
      if (aheadMs < SHORTEST_PAUSE_MS) done(null, piece)
      else setTimeout(done, aheadMs, null, piece)
    },
  })
}

/** Everything that the multipart reader says of a body is the sender's; a full disk is not. */
export function refusalOf(
  error: unknown,
  maxBytes: number,
  tooLong: (maxBytes: number) => AppError = tooLarge,
): unknown {
  if (error instanceof AppError) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('STORAGE_FULL', 'There is no room for the file on the server.', undefined, { cause: error })
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLong(maxBytes)
  if (code === 'FST_FILES_LIMIT') return invalid('there are too many files')
  if (code.startsWith('E') && code !== 'ERR_STREAM_PREMATURE_CLOSE') return error
  return invalid((message.split('\n')[0] ?? '').slice(0, 100) || 'it ends too early')
}
