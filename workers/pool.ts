/**
 * A few workers that are started when they are first needed. The caller chooses the slot, because frames stay where
 * they are. A worker that dies is replaced; its jobs fail with WORKER_LOST and what it held is gone.
 */
import { releaseProxy, wrap } from 'comlink'
import type { Remote } from 'comlink'
import type { WorkerHandle } from './worker-handle.ts'
import { workerLost } from './worker-handle.ts'

export interface PoolOptions {
  readonly start: () => WorkerHandle
  /** Default: one less than the cores, 1 to 4: the page needs one for itself. */
  readonly size?: number
}

/** One place for a worker; `generation` grows when it is replaced. */
export interface Slot<T> {
  readonly index: number
  generation: number
  worker: { readonly handle: WorkerHandle; readonly api: Remote<T> } | undefined
  readonly pending: Set<(reason: unknown) => void>
}

export interface Pool<T> {
  readonly slots: readonly Slot<T>[]
  /** Runs a job in a slot. Rejects at once when the signal aborts or the worker dies. */
  run<R>(slot: Slot<T>, what: string, job: (api: Remote<T>) => Promise<R>, signal?: AbortSignal): Promise<R>
  /** Called after a worker died, before its jobs fail. */
  onLost(listener: (slot: Slot<T>) => void): void
  /** Ends all workers; running jobs fail. */
  close(): void
}

export function defaultSize(cores: number = globalThis.navigator?.hardwareConcurrency ?? 2): number {
  return Math.max(1, Math.min(4, cores - 1))
}

export function createPool<T>({ start, size = defaultSize() }: PoolOptions): Pool<T> {
  const slots = Array.from({ length: size }, (_, index): Slot<T> => ({
    index,
    generation: 0,
    worker: undefined,
    pending: new Set(),
  }))
  const listeners: ((slot: Slot<T>) => void)[] = []

  function apiOf(slot: Slot<T>): Remote<T> {
    if (slot.worker) return slot.worker.api
    const handle = start()
    const { generation } = slot
    handle.onCrash((reason) => {
      if (slot.generation === generation) lose(slot, reason)
    })
    slot.worker = { handle, api: wrap<T>(handle.endpoint) }
    return slot.worker.api
  }

  function lose(slot: Slot<T>, reason: string): void {
    slot.worker?.handle.terminate()
    slot.worker = undefined
    slot.generation++
    for (const listener of listeners) listener(slot)
    for (const reject of slot.pending) reject(reason)
  }

  return {
    slots,
    onLost: (listener) => void listeners.push(listener),
    run: (slot, what, job, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const settle = (finish: () => void) => {
          slot.pending.delete(lost)
          signal?.removeEventListener('abort', aborted)
          finish()
        }
        const lost = (reason: unknown) => settle(() => reject(workerLost(what, String(reason))))
        const aborted = () => settle(() => reject(signal?.reason))
        slot.pending.add(lost)
        signal?.addEventListener('abort', aborted)
        job(apiOf(slot)).then(
          (value) => settle(() => resolve(value)),
          (error: unknown) => settle(() => reject(error)),
        )
      }),
    close: () => {
      for (const slot of slots) {
        slot.worker?.api[releaseProxy]()
        lose(slot, 'it was closed')
      }
    },
  }
}
