/** Exports that wait are made one after the other, in the background. */
import type { Repositories } from '../../catalog.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { ExportMaker } from './make.ts'
import type { StoredExport } from './repo.ts'

export interface QueueParts {
  readonly catalog: Pick<Repositories, 'exports'>
  readonly make: ExportMaker
  readonly background: Background
  readonly clock: Clock
}

export function exportQueue({ catalog, make, background, clock }: QueueParts) {
  const progress = new Map<number, { readonly rows: number; readonly totalRows: number }>()
  /** The running export of this process, and its end. */
  const making = new Map<number, { readonly stop: AbortController; readonly ended: Promise<void> }>()
  const closing = new AbortController()
  let working: Promise<void> | null = null

  async function perform(stored: StoredExport, signal: AbortSignal): Promise<void> {
    const { id } = stored
    try {
      await make(stored, signal, (rows, totalRows) => {
        progress.set(id, { rows, totalRows })
      })
    } finally {
      progress.delete(id)
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const stored = await catalog.exports.take(SYSTEM_SCOPE, clock.now())
      if (stored === undefined) return
      const stop = new AbortController()
      const ended = perform(stored, AbortSignal.any([stop.signal, closing.signal])).finally(() =>
        making.delete(stored.id),
      )
      making.set(stored.id, { stop, ended })
      await ended
    }
  }

  function makeWaiting(): Promise<void> {
    working ??= work().finally(() => {
      working = null
    })
    return working
  }

  return {
    makeWaiting,

    /** A newly queued export need not wait: a worker that is about to end may not have seen it. */
    wake(): void {
      background.run('exports', async () => {
        await working
        await makeWaiting()
      })
    },

    /** How far one is that is being made. */
    progressOf: (id: number) => progress.get(id),
    isMade: (id: number) => making.has(id),

    /** Stops one that its owner removed, and waits until it has ended. */
    async stop(id: number): Promise<void> {
      const running = making.get(id)
      running?.stop.abort(new Error('removed'))
      await running?.ended
    },

    /** Cancels the running export; it is started again after the next start. */
    async close(): Promise<void> {
      closing.abort(new Error('the server stops'))
      await working?.catch(() => undefined)
    },
  }
}

export type ExportQueue = ReturnType<typeof exportQueue>
