/** What the CSV worker does: one file, asked for chunk by chunk, so that no more than one waits in memory. */
import { transfer } from 'comlink'
import { writeCsv } from '#domain/csv'
import type { CsvOptions, CsvTable } from '#domain/csv'

export interface CsvApi {
  start(table: CsvTable, options: CsvOptions): void
  /** The next chunk, or null after the last one. */
  next(): Uint8Array<ArrayBuffer> | null
}

export function createCsvJob(): CsvApi {
  let chunks: Generator<Uint8Array<ArrayBuffer>, void, undefined> | undefined
  return {
    start: (table, options) => {
      chunks = writeCsv(table, options)
    },
    next: () => {
      const step = chunks?.next()
      if (step === undefined || step.done === true) return null
      return transfer(step.value, [step.value.buffer])
    },
  }
}
