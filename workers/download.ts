/** Makes the file of a download in a worker, so that the page stays free and can stop it. */
import { transfer, wrap } from 'comlink'
import type { Remote } from 'comlink'
import { DOWNLOAD_TYPES } from '#domain/download'
import type { DownloadFormat } from '#domain/download'
import type { DownloadOrder } from '#domain/download-order'
import type { DownloadApi } from './download-job.ts'
import { handleOf, workerLost } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export type BuildStage = 'loading' | 'parsing' | 'sorting' | 'writing'

export interface BuildOptions {
  readonly format: DownloadFormat
  readonly order: DownloadOrder
  readonly signal?: AbortSignal
  readonly onStage?: (stage: BuildStage) => void
  /** For tests. */
  readonly start?: () => WorkerHandle
}

const startWorker = () =>
  handleOf(new Worker(new URL('./download.worker.ts', import.meta.url), { type: 'module', name: 'download' }))

/**
 * `bytes`, an Arrow stream, are given away. Throws the signal's reason when cancelled, WORKER_LOST when the worker
 * died, FRAME_BROKEN.
 */
export async function buildDownload(
  bytes: Uint8Array<ArrayBuffer>,
  { format, order, signal, onStage, start = startWorker }: BuildOptions,
): Promise<{ file: Blob; rows: number }> {
  signal?.throwIfAborted()
  const handle = start()
  const job: Remote<DownloadApi> = wrap<DownloadApi>(handle.endpoint)
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined)
  handle.onCrash((reason) => stopped.reject(workerLost('The download', reason)))
  const abort = () => stopped.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  const step = <T>(work: Promise<T>): Promise<T> => Promise.race([work, stopped.promise])
  try {
    onStage?.('loading')
    await step(job.load(transfer(bytes, [bytes.buffer])))
    onStage?.('parsing')
    const rows = await step(job.parse())
    onStage?.('sorting')
    await step(job.sort(order))
    onStage?.('writing')
    await step(job.write(format))
    const parts: Blob[] = []
    for (;;) {
      const piece = await step(job.next())
      if (piece === null) return { file: new Blob(parts, { type: DOWNLOAD_TYPES[format] }), rows }
      parts.push(new Blob([piece]))
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    handle.terminate()
  }
}
