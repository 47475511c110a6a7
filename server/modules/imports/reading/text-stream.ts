import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from './import-error.ts'
import { binaryKind } from './read-file.ts'

const BLOCK = 512 * 1024

/** One reading of a file. `digest` and `bytes` are set when its last block was given. */
export interface TextStream {
  readonly blocks: AsyncIterable<Buffer>
  /** SHA-256 of the unpacked bytes. */
  digest: string
  bytes: number
  /** Bytes of the file, packed ones when it is gzip, that were read so far. */
  readonly read: number
}

/**
 * The bytes of a text file in blocks, unpacked when it is gzip, without its byte order mark; UTF-16 comes as UTF-8,
 * others as they are (see `textOf`). A file that changes while it is read is refused at its end.
 *
 * @param name as people call it, in error messages
 * @throws {ImportError} FILE_NOT_FOUND, FILE_EMPTY, FILE_NOT_TEXT, FILE_CHANGED (all while the blocks are read)
 */
export function streamText(path: string, name = path): TextStream {
  const stream: { -readonly [key in keyof TextStream]: TextStream[key] } = {
    blocks: blocksOf(),
    digest: '',
    bytes: 0,
    read: 0,
  }
  async function* blocksOf(): AsyncGenerator<Buffer> {
    const before = await statOf(path, name)
    if (before.size === 0)
      throw new ImportError(
        'FILE_EMPTY',
        `${basename(name)} has no lines; a header and at least one row were expected.`,
      )
    const hash = createHash('sha256')
    let decode: ((block: Buffer) => Buffer) | null = null
    let bytes = 0
    for await (const block of await rawBlocks(path, name, before.size, (bytes) => {
      stream.read += bytes
    })) {
      hash.update(block)
      bytes += block.length
      decode ??= decoderFor(block, name)
      yield decode(block)
    }
    const after = await statOf(path, name)
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      throw new ImportError(
        'FILE_CHANGED',
        `${basename(name)} changed while it was read (${before.size} bytes, then ${after.size}). Nothing was ` +
          'loaded; import it when it is whole.',
      )
    }
    stream.digest = hash.digest('hex')
    stream.bytes = bytes
  }
  return stream
}

async function statOf(path: string, name: string) {
  const found = await stat(path).catch((cause: unknown) => {
    throw new ImportError('FILE_NOT_FOUND', `${name} could not be read.`, [], { cause })
  })
  if (!found.isFile()) throw new ImportError('FILE_NOT_FOUND', `${name} is no file.`)
  return found
}

/** Up to the size that the file had: what is added meanwhile is noticed afterwards, not followed. */
async function rawBlocks(
  path: string,
  name: string,
  size: number,
  onRead: (bytes: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const source = createReadStream(path, { end: size - 1, highWaterMark: BLOCK })
  source
    .on('data', (block) => {
      onRead(block.length)
    })
    .pause()
  if (!(await isGzip(path, name)))
    return guarded(source, (cause) => new ImportError('FILE_NOT_FOUND', `${name} could not be read.`, [], { cause }))
  const gunzip = createGunzip({ chunkSize: BLOCK })
  pipeline(source, gunzip, () => undefined)
  return guarded(gunzip, (cause) => new ImportError('FILE_NOT_TEXT', `${name} is a damaged gzip file.`, [], { cause }))
}

async function* guarded(
  blocks: AsyncIterable<Buffer>,
  refusal: (cause: unknown) => ImportError,
): AsyncGenerator<Buffer> {
  try {
    yield* blocks
  } catch (cause) {
    throw cause instanceof ImportError ? cause : refusal(cause)
  }
}

async function isGzip(path: string, name: string): Promise<boolean> {
  const handle = await open(path).catch((cause: unknown) => {
    throw new ImportError('FILE_NOT_FOUND', `${name} could not be read.`, [], { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}

function decoderFor(first: Buffer, name: string): (block: Buffer) => Buffer {
  const mark = first.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') {
    const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be')
    return (block) => Buffer.from(decoder.decode(block, { stream: true }))
  }
  const kind = binaryKind(first)
  if (kind)
    throw new ImportError('FILE_NOT_TEXT', `${name} is ${kind}; a text file with separated values (CSV) was expected.`)
  let isFirst = first.subarray(0, 3).toString('hex') === 'efbbbf'
  return (block) => {
    if (!isFirst) return block
    isFirst = false
    return block.subarray(3)
  }
}
