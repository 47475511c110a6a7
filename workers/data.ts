/** Frames live in workers; the page holds references. The entry point: decode, transform, merge, release. */
import { transfer } from 'comlink'
import { DomainError } from '#domain/domain-error'
import type { Frame } from '#domain/frame'
import { buffersOf } from '#domain/frame-build'
import type { Compute, FrameRef } from '#engine/types'
import { unwrap } from './answers.ts'
import type { About, DataApi, Made } from './data-api.ts'
import { createPool } from './pool.ts'
import type { Pool, PoolOptions, Slot } from './pool.ts'
import { handleOf, workerLost } from './worker-handle.ts'

export interface DataCompute extends Compute {
  /**
   * Decodes an answer where it will be used; `bytes` are given away. `contentType` decides: an Arrow stream, else JSON.
   * `asOf` (epoch ms) is for formats that do not carry it. `ahead`: steps that will be asked of it soon; of a small
   * answer they are taken in the same trip, and the first request for them has them at once. Throws FRAME_BROKEN.
   */
  open(
    bytes: Uint8Array,
    contentType: string,
    asOf?: number,
    ahead?: readonly (readonly unknown[])[],
  ): Promise<FrameRef>
  /**
   * Keeps a frame made in the page, for example a list. It is sent to a worker at once and no call waits for
   * that; asked for as it is, without steps, it never comes back from there. What is given must not be changed
   * afterwards.
   */
  adopt(frame: Frame, asOf?: number): Promise<FrameRef>
  /** Ends the workers. */
  close(): void
}

/** Which worker has which frame; frames of a worker that died are lost, and say so. */
function createHomes(pool: Pool<DataApi>) {
  const homes = new Map<string, Slot<DataApi>>()
  const lost = new Set<string>()

  pool.onLost((slot) => {
    for (const [id, home] of homes) {
      if (home !== slot) continue
      homes.delete(id)
      lost.add(id)
    }
  })

  return {
    set(id: string, slot: Slot<DataApi>): void {
      homes.set(id, slot)
    },
    of(id: string): Slot<DataApi> {
      const slot = homes.get(id)
      if (slot) return slot
      if (lost.has(id)) throw workerLost(`Frame ${id}`, 'it was replaced')
      throw new DomainError('FRAME_UNKNOWN', `There is no frame ${id}; it was released or never opened.`, { frame: id })
    },
    /** The idlest worker, then the one with the fewest frames, so that the first page load spreads over all of them. */
    idlest(): Slot<DataApi> {
      const held = (slot: Slot<DataApi>) => [...homes.values()].filter((home) => home === slot).length
      return pool.slots.reduce((best, slot) =>
        slot.pending.size < best.pending.size || (slot.pending.size === best.pending.size && held(slot) < held(best))
          ? slot
          : best,
      )
    },
    release(id: string): void {
      void homes.get(id)?.worker?.api.release(id)
      homes.delete(id)
      lost.delete(id)
    },
  }
}

/** The pool of data workers. Nothing is started before the first frame. */
export function createDataPool(options: Partial<PoolOptions> = {}): DataCompute {
  const pool = createPool<DataApi>({
    start: () => handleOf(new Worker(new URL('./data.worker.ts', import.meta.url), { type: 'module', name: 'data' })),
    ...options,
  })
  const homes = createHomes(pool)
  const ofPage = new Map<string, Frame>()
  /** Precomputed results by frame and steps. Each is returned once, because its buffers may be transferred. */
  const precomputed = new Map<string, Map<string, Made>>()
  let count = 0

  const newId = () => `f${++count}`
  const settle = (id: string, slot: Slot<DataApi>, about: About): FrameRef => {
    homes.set(id, slot)
    return { id, ...about }
  }
  /** Makes sure that a frame is in a slot, by a copy when it lives elsewhere. Returns its name there. */
  const bring = async (id: string, slot: Slot<DataApi>, borrowed: string[]): Promise<string> => {
    const home = homes.of(id)
    if (home === slot) return id
    const { frame, asOf } = unwrap(await pool.run(home, `Frame ${id}`, (api) => api.copy(id)))
    const name = newId()
    unwrap(await pool.run(slot, `Frame ${id}`, (api) => api.keep(name, transfer(frame, buffersOf(frame)), asOf)))
    borrowed.push(name)
    return name
  }
  const releaseBorrowed = (slot: Slot<DataApi>, borrowed: readonly string[]) => {
    for (const name of borrowed) void slot.worker?.api.release(name)
  }

  return {
    open: async (bytes, contentType, asOf, ahead = []) => {
      const [id, slot] = [newId(), homes.idlest()]
      const { about, made } = unwrap(
        await pool.run(slot, `Frame ${id}`, (api) =>
          api.open(id, transfer(bytes, [bytes.buffer as ArrayBuffer]), contentType, asOf, ahead),
        ),
      )
      const ready = made.flatMap((one, at): [string, Made][] =>
        one === null ? [] : [[JSON.stringify(ahead[at]), one]],
      )
      if (ready.length > 0) precomputed.set(id, new Map(ready))
      return settle(id, slot, about)
    },
    adopt: async (frame, asOf) => {
      const [id, slot] = [newId(), homes.idlest()]
      ofPage.set(id, frame)
      // Messages of one worker keep their order, so every request for the frame comes after it. A worker that dies
      // rejects its callers.
      void pool.run(slot, `Frame ${id}`, (api) => api.keep(id, frame, asOf)).catch(() => undefined)
      return settle(id, slot, { columns: frame.columns, rows: frame.rows, ...(asOf !== undefined && { asOf }) })
    },
    run: async ({ id }, steps, joins, signal) => {
      signal.throwIfAborted()
      const own = steps.length === 0 ? ofPage.get(id) : undefined
      if (own !== undefined) return { frame: own, steps: [] }
      const slot = homes.of(id)
      const ready = precomputed.get(id)
      const made = Object.keys(joins).length === 0 ? ready?.get(JSON.stringify(steps)) : undefined
      if (made !== undefined) {
        ready?.delete(JSON.stringify(steps))
        return made
      }
      const [job, borrowed] = [newId(), [] as string[]]
      try {
        const names: Record<string, string> = {}
        for (const [query, ref] of Object.entries(joins)) names[query] = await bring(ref.id, slot, borrowed)
        const cancel = () => void slot.worker?.api.cancel(job)
        signal.addEventListener('abort', cancel, { once: true })
        try {
          return unwrap(await pool.run(slot, `Frame ${id}`, (api) => api.run(job, id, steps, names), signal))
        } finally {
          signal.removeEventListener('abort', cancel)
        }
      } finally {
        releaseBorrowed(slot, borrowed)
      }
    },
    merge: async (parts) => {
      const [first] = parts
      if (first === undefined)
        throw new DomainError('FRAME_UNKNOWN', 'Nothing to merge; at least one frame was expected.')
      const [id, slot, borrowed] = [newId(), homes.of(first.id), [] as string[]]
      try {
        const names: string[] = []
        for (const part of parts) names.push(await bring(part.id, slot, borrowed))
        return settle(id, slot, unwrap(await pool.run(slot, `Frame ${id}`, (api) => api.merge(id, names))))
      } finally {
        releaseBorrowed(slot, borrowed)
      }
    },
    release: (id) => {
      homes.release(id)
      ofPage.delete(id)
      precomputed.delete(id)
    },
    close: () => pool.close(),
  }
}
