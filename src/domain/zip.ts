/** A zip written as it comes: entries are deflated piece by piece, and their sizes stand behind them. */
import { joinedBytes } from './bytes.ts'

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** 1980-01-01, the first day a zip knows: the same figures give the same file. */
const ZIP_DATE = 0x21
/** Sizes stand behind the entry; names are utf-8. */
const FLAGS = 0x0808
const DEFLATED = 8

interface Entry {
  readonly name: Uint8Array
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** Numbers of 2 or 4 bytes, as `[value, bytes]`. */
function record(...fields: readonly (readonly [number, 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

/** Yields the bytes in the order they are to be written: every entry, then `end()`. */
export function zipWriter() {
  const entries: Entry[] = []
  const encoder = new TextEncoder()
  let written = 0
  const count = <T extends Uint8Array>(piece: T): T => {
    written += piece.length
    return piece
  }

  return {
    async *entry(name: string, pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      const [at, path] = [written, encoder.encode(name)]
      yield count(
        joinedBytes([
          record(
            [0x04034b50, 4],
            [20, 2],
            [FLAGS, 2],
            [DEFLATED, 2],
            [0, 2],
            [ZIP_DATE, 2],
            [0, 4],
            [0, 4],
            [0, 4],
            [path.length, 2],
            [0, 2],
          ),
          path,
        ]),
      )
      let [crc, size, packed] = [0xffffffff, 0, 0]
      const deflate = new CompressionStream('deflate-raw')
      const [writer, reader] = [deflate.writable.getWriter(), deflate.readable.getReader()]
      const feed = async () => {
        for await (const given of pieces) {
          const piece = typeof given === 'string' ? encoder.encode(given) : (given as Uint8Array<ArrayBuffer>)
          for (let i = 0; i < piece.length; i++)
            crc = (CRC[(crc ^ (piece[i] as number)) & 0xff] as number) ^ (crc >>> 8)
          size += piece.length
          await writer.write(piece)
        }
        await writer.close()
      }
      const feeding = feed().catch(async (cause: unknown) => {
        await writer.abort(cause).catch(() => undefined)
        throw cause
      })
      // Who waits for it hears it; who stops reading no longer does.
      feeding.catch(() => undefined)
      let isDone = false
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          packed += value.length
          yield count(value as Uint8Array<ArrayBuffer>)
        }
        await feeding
        isDone = true
      } finally {
        if (!isDone) await reader.cancel().catch(() => undefined)
      }
      crc = (crc ^ 0xffffffff) >>> 0
      yield count(record([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]))
      entries.push({ name: path, crc, packed, size, at })
    },

    end(): Uint8Array<ArrayBuffer> {
      const directory = joinedBytes(
        entries.map(({ name, crc, packed, size, at }) =>
          joinedBytes([
            record(
              [0x02014b50, 4],
              [20, 2],
              [20, 2],
              [FLAGS, 2],
              [DEFLATED, 2],
              [0, 2],
              [ZIP_DATE, 2],
              [crc, 4],
              [packed, 4],
              [size, 4],
              [name.length, 2],
              [0, 2],
              [0, 2],
              [0, 2],
              [0, 2],
              [0, 4],
              [at, 4],
            ),
            name,
          ]),
        ),
      )
      return joinedBytes([
        directory,
        record(
          [0x06054b50, 4],
          [0, 2],
          [0, 2],
          [entries.length, 2],
          [entries.length, 2],
          [directory.length, 4],
          [written, 4],
          [0, 2],
        ),
      ])
    },
  }
}
