/**
 * The job of the download worker, in the steps that the reader sees: takes the bytes, reads them, sorts, and writes the
 * file in pieces.
 */
import { transfer } from 'comlink'
import { arrowParts } from '#domain/arrow-parts'
import { writeCsv } from '#domain/csv'
import { downloadCsv } from '#domain/download-csv'
import { sortDownload } from '#domain/download-order'
import type { DownloadFormat } from '#domain/download'
import type { DownloadOrder } from '#domain/download-order'
import { decodeArrow } from '#domain/frame-arrow'
import type { Frame } from '#domain/frame'
import { writeXlsx } from '#domain/xlsx'

export interface DownloadApi {
  load(bytes: Uint8Array): void
  /** Number of rows. Throws FRAME_BROKEN. */
  parse(): number
  sort(order: DownloadOrder): void
  write(format: DownloadFormat): void
  /** The next piece of the file, or null after the last one. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>
}

async function* one(frame: Frame): AsyncGenerator<Frame> {
  yield frame
}

function piecesOf(frame: Frame, format: DownloadFormat): AsyncGenerator<Uint8Array> | Generator<Uint8Array> {
  if (format === 'arrow') return arrowParts(one(frame))
  // Spreadsheets take text without a mark for something else than utf-8.
  return format === 'xlsx' ? writeXlsx(frame.columns, one(frame)) : writeCsv(downloadCsv(frame), { bom: true })
}

export function createDownloadJob(): DownloadApi {
  let loaded = new Uint8Array(0)
  let frame: Frame | undefined
  let pieces: AsyncGenerator<Uint8Array> | Generator<Uint8Array> | undefined
  return {
    load: (bytes) => {
      loaded = bytes as Uint8Array<ArrayBuffer>
    },
    parse: () => {
      frame = decodeArrow(loaded)
      return frame.rows
    },
    sort: (order) => {
      frame = frame && sortDownload(frame, order)
    },
    write: (format) => {
      pieces = frame && piecesOf(frame, format)
    },
    next: async () => {
      const step = await pieces?.next()
      if (step === undefined || step.done === true) return null
      const piece = step.value.slice()
      return transfer(piece, [piece.buffer])
    },
  }
}
