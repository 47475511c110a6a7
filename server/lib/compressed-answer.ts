/**
 * A text that does not change while the server runs, as answers: made, compressed and hashed once, at the first
 * question.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Once: small rather than quick, but the best takes seconds. */
const QUALITY = 9

interface Made {
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly tag: string
}

async function madeOf(text: string): Promise<Made> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain),
  ])
  return { plain, br, gzip: gzipped, tag: createHash('sha256').update(plain).digest('base64url') }
}

/** Answers with 304 where the asker has it already. Its route needs `compress: false`. */
export function createCompressedAnswer(type: string, make: () => string) {
  let made: Promise<Made> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { plain, br, gzip: gzipped, tag } = await (made ??= madeOf(make()))
    const encoding = encodingOf(headers['accept-encoding'])
    // A tag is of the bytes, and these differ by encoding.
    const etag = `"${tag}${encoding === null ? '' : `-${encoding}`}"`
    void reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache')
    if (knows(headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== null) void reply.header('content-encoding', encoding)
    return reply.type(type).send(encoding === 'br' ? br : encoding === 'gzip' ? gzipped : plain)
  }
}

const knows = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/** `*` and weights other than 0 are taken as they are meant in practice: what is named may be sent. */
function encodingOf(header = ''): 'br' | 'gzip' | null {
  const named = new Set(
    header
      .split(',')
      .map((one) => one.split(';'))
      .filter(([, weight = '']) => !/^\s*q=0(\.0*)?\s*$/.test(weight))
      .map(([name = '']) => name.trim().toLowerCase()),
  )
  return named.has('br') ? 'br' : named.has('gzip') ? 'gzip' : null
}
