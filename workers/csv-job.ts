/** The job of the CSV worker: one file, pulled chunk by chunk, so that at most one waits in memory. */
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
