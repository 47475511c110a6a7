/** Writes CSV files in a worker, so that the page stays free. */
import { wrap } from 'comlink'
import type { CsvOptions, CsvTable } from '#domain/csv'
import type { CsvApi } from './csv-job.ts'
import { handleOf, workerLost } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface CsvProgress {
  readonly bytes: number
}

export interface CsvJobOptions extends CsvOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CsvProgress) => void
  /** For tests. */
  readonly start?: () => WorkerHandle
}

const startWorker = () =>
  handleOf(new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module', name: 'csv' }))

/** The file as a Blob. Throws the signal's reason when cancelled, WORKER_LOST when the worker died. */
export async function writeCsv(table: CsvTable, options: CsvJobOptions = {}): Promise<Blob> {
  const parts: Blob[] = []
  // A Blob may keep its bytes outside the page's memory; an array of chunks could not.
  for await (const chunk of csvChunks(table, options)) parts.push(new Blob([chunk]))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** The file chunk by chunk, for a file handle; the worker writes the next one only when asked. */
export async function* csvChunks(
  table: CsvTable,
  { signal, onProgress, start = startWorker, ...options }: CsvJobOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted()
  const handle = start()
  const api = wrap<CsvApi>(handle.endpoint)
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined)
  handle.onCrash((reason) => stopped.reject(workerLost('The CSV file', reason)))
  const abort = () => stopped.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    await Promise.race([api.start(table, options), stopped.promise])
    let bytes = 0
    for (;;) {
      const chunk = await Promise.race([api.next(), stopped.promise])
      if (chunk === null) return
      bytes += chunk.byteLength
      onProgress?.({ bytes })
      yield chunk
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    handle.terminate()
  }
}
