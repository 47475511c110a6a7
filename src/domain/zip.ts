/**
 * A zip written as it comes: entries are deflated piece by piece, and their sizes are behind them. The container is
 * fflate's; the browser and Node deflate by themselves, beside the thread that writes.
 */
import { Zip, ZipPassThrough } from 'fflate'
import { joinedBytes } from './bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

const DEFLATED = 8
/** The first day a zip knows: the same figures give the same file. */
const ZIP_DATE = new Date(1980, 0, 1)
const NOTHING: Bytes = new Uint8Array(0)

class DeflatedEntry extends ZipPassThrough {
  readonly #stream = new CompressionStream('deflate-raw')
  readonly #writer = this.#stream.writable.getWriter()
  readonly reader = this.#stream.readable.getReader()
  /** Until there is room for more. */
  taken: Promise<void> = Promise.resolve()

  constructor(name: string) {
    super(name)
    this.compression = DEFLATED
    this.mtime = ZIP_DATE
  }

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    this.taken = isLast ? this.#writer.close() : this.#writer.write(chunk as Bytes)
  }

  giveUp(cause: unknown): Promise<void> {
    return this.#writer.abort(cause).catch(() => undefined)
  }
}

/** Yields the bytes in the order they are to be written: every entry, then `end()`. */
export function zipWriter() {
  const encoder = new TextEncoder()
  let made: Bytes[] = []
  const zip = new Zip((problem, bytes) => {
    if (problem !== null) throw problem
    made.push(bytes as Bytes)
  })
  const takeMade = (): Bytes[] => {
    const pieces = made
    made = []
    return pieces
  }

  return {
    async *entry(name: string, pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Bytes> {
      const file = new DeflatedEntry(name)
      zip.add(file)
      const feed = async () => {
        for await (const piece of pieces) {
          file.push(typeof piece === 'string' ? encoder.encode(piece) : piece)
          await file.taken
        }
        file.push(NOTHING, true)
        await file.taken
      }
      const feeding = feed().catch(async (cause: unknown) => {
        await file.giveUp(cause)
        throw cause
      })
      // Who waits for it hears it; who stops reading no longer does.
      feeding.catch(() => undefined)
      let isDone = false
      try {
        for (;;) {
          const { done, value } = await file.reader.read()
          if (done) break
          file.ondata(null, value, false)
          yield* takeMade()
        }
        await feeding
        isDone = true
      } finally {
        if (!isDone) await file.reader.cancel().catch(() => undefined)
      }
      file.ondata(null, NOTHING, true)
      yield* takeMade()
    },

    end(): Bytes {
      zip.end()
      return joinedBytes(takeMade())
    },
  }
}
