import { createTimes } from './cells.ts'
import { createClock } from './clock.ts'
import type { Columns } from './columns.ts'
import { fold } from './names.ts'
import { readRows } from './rows.ts'
import { streamText } from './text-stream.ts'
import type { TextStream } from './text-stream.ts'
import { createReading } from './reading.ts'
import type { ReaderOptions } from './reading.ts'
import { createCountRows } from './count-rows.ts'

/**
 * Reads the lines of the files of one import and places each count in the civil time of the zone. Nothing is stored.
 */
export function createCountReader(options: ReaderOptions) {
  const { preset, zone, nowS, stage, quarantine, onRead } = options
  const all = createReading(options)
  const shared = {
    all,
    clock: createClock(zone, nowS),
    timeOf: createTimes(preset.dateOrder),
    left: new Set((preset.skips ?? []).map(fold)),
  }

  /** @throws {ImportError} when this file is refused; the lines that were read of it do not matter then */
  async function readFile(path: string, file: string, at: Columns): Promise<{ digest: string }> {
    const rows = createCountRows(file, at, options, shared)
    all.bases.push({ file, base: all.base })
    const stream = streamText(path, file)
    all.base += await readRows(flushing(stream, rows.lines), file, rows.onRow, preset.separator)
    await flush()
    all.lines += rows.lines()
    rows.refuse()
    return { digest: stream.digest }
  }

  const flush = async () => {
    await all.out.flush()
    await quarantine.flush(stage)
  }
  async function* flushing(stream: TextStream, ofFile: () => number): AsyncGenerator<Buffer> {
    for await (const block of stream.blocks) {
      // A block holds fewer rows than the writer has room for.
      yield block
      await flush()
      onRead?.(stream.read, all.lines + ofFile())
    }
  }

  return { readFile, reading: all.result }
}
