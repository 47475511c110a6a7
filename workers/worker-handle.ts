/**
 * A pool's handle of a worker: an endpoint, a way to end it, and a crash event. In tests it is a message
 * port.
 */
import type { Endpoint } from 'comlink'
import { DomainError } from '#domain/domain-error'

export interface WorkerHandle {
  readonly endpoint: Endpoint
  terminate(): void
  onCrash(listener: (reason: string) => void): void
}

export function handleOf(worker: Worker): WorkerHandle {
  return {
    endpoint: worker,
    terminate: () => worker.terminate(),
    onCrash: (listener) => {
      // A worker that throws outside a call, cannot load or cannot read a message will not answer any more.
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        listener(event.message || 'the worker could not be loaded')
      })
      worker.addEventListener('messageerror', () => listener('a message could not be read'))
    },
  }
}

/** The job was in a worker that died. Asking again is safe: another worker has taken its place. */
export function workerLost(what: string, reason: string): DomainError {
  return new DomainError('WORKER_LOST', `${what} was lost because its worker stopped (${reason}); ask for it again.`, {
    retryable: 'true',
  })
}
