/** Files made by the product, as answers: one way to name and type them. */
import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Types of files of reports, which also go with mails. */
const TYPES = ['application/pdf', 'text/csv', 'application/zip']

/** The content of a route's answer. */
export const FILE = {
  description: 'The file.',
  content: Object.fromEntries(TYPES.map((type) => [type, { schema: { type: 'string' } }])),
}

/** Sends bytes to be saved under a name of any alphabet. */
export function sendFile(
  reply: FastifyReply,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(bytes)
}

/** The content of an answer that may be requested in ranges. */
export const RANGED = {
  200: { description: 'The whole file.', content: { 'application/octet-stream': { schema: { type: 'string' } } } },
  206: {
    description: 'The part asked for with Range: bytes=from-to.',
    content: { 'application/octet-stream': { schema: { type: 'string' } } },
  },
} as const

export interface DiskFile {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * The one range that is asked for; null = the whole file, `none` = outside of the file. Several ranges are
 * answered with the whole.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '')
    return Number(last) === 0 || bytes === 0 ? 'none' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const [from, to] = [Number(first), last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)]
  if (last !== '' && Number(last) < from) return null
  return from >= bytes ? 'none' : { from, to }
}

/** True for the request that begins a download, false for those that go on with it. */
export const isFirstPart = ({ headers }: FastifyRequest): boolean =>
  headers.range === undefined || headers.range.startsWith('bytes=0-')

/** Sends a file of the disk, or the part of it that is asked for. Throws RANGE_NOT_SATISFIABLE. */
export function sendDiskFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path, name, type, bytes, sha256 }: DiskFile,
): FastifyReply {
  const tag = `"${sha256}"`
  void reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'private, no-store')
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag
  const range = isSame ? rangeOf(headers.range, bytes) : null
  if (range === 'none') {
    void reply.header('content-range', `bytes */${bytes}`)
    throw new AppError('RANGE_NOT_SATISFIABLE', `${headers.range} is not within the ${bytes} bytes of the file.`, {
      bytes,
    })
  }
  const { from, to } = range ?? { from: 0, to: bytes - 1 }
  if (range !== null) void reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`)
  void reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', String(to - from + 1))
  return reply.send(createReadStream(path, { start: from, end: Math.max(to, 0) }))
}
