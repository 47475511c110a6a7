/**
 * Keeping the work: a copy on this device as soon as the step is drawn, the server's a moment after the last step,
 * again and again until it is there.
 */
import type { Clock } from '#engine'

export interface Draft {
  readonly text: string
  /** Revision of the published dashboard it began with. */
  readonly baseRevision: number
  /** Steps that can be taken back, opaque to the store. */
  readonly undo?: string
}

/** Where drafts are kept. `keepHere` never throws; `keep` rejects when the server has not got it. */
export interface DraftPort {
  keepHere(draft: Draft): void
  keep(draft: Draft): Promise<void>
  /** The work is published or thrown away. */
  drop(): Promise<void>
}

export type DraftState = 'none' | 'kept' | 'keeping' | 'failed'

/** After the last step; a gesture every few seconds is one request each, typing is one. */
const KEEP_AFTER_MS = 1_200
const AGAIN_AFTER_MS = 8_000
/** Writing a large draft to the device takes as long as drawing it: first the one, then the other. */
const HERE_AFTER_MS = 50

export interface Keeper {
  changed(): void
  /** Sends at once what waits. Resolves when it is kept or has failed. */
  flush(): Promise<void>
  drop(): Promise<void>
  dispose(): void
}

export function createKeeper(
  port: DraftPort | undefined,
  clock: Clock,
  draft: () => Draft,
  tell: (state: DraftState) => void,
): Keeper {
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let isDirty = false
  let soon: (() => void) | undefined

  /** The draft that waits to be written to the device. */
  const here = () => {
    if (soon === undefined) return
    soon()
    soon = undefined
    port?.keepHere(draft())
  }

  const later = (ms: number) => {
    cancel?.()
    cancel = clock.after(ms, () => void send())
  }

  async function send(): Promise<void> {
    cancel?.()
    cancel = undefined
    here()
    // One at a time: an older draft that arrives last would win.
    if (running !== undefined) await running
    if (port === undefined || !isDirty) return
    isDirty = false
    running = port.keep(draft()).then(
      () => {
        if (!isDirty) tell('kept')
      },
      () => {
        isDirty = true
        tell('failed')
        later(AGAIN_AFTER_MS)
      },
    )
    await running
    running = undefined
  }

  return {
    changed() {
      if (port === undefined) return
      isDirty = true
      soon ??= clock.after(HERE_AFTER_MS, here)
      tell('keeping')
      later(KEEP_AFTER_MS)
    },
    flush: send,
    async drop() {
      cancel?.()
      cancel = undefined
      soon?.()
      soon = undefined
      isDirty = false
      await running
      await port?.drop()
      tell('none')
    },
    dispose() {
      cancel?.()
      here()
    },
  }
}
