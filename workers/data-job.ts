/**
 * The job of the data worker: stores frames, decodes answers, runs transforms. Pure enough to run in the page and in
 * tests.
 */
import { DomainError } from '#domain/domain-error'
import type { Frame } from '#domain/frame'
import { decodeArrow } from '#domain/frame-arrow'
import { copyFrame } from '#domain/frame-build'
import { concatFrames } from '#domain/frame-concat'
import { stepThrough } from '#domain/transform/index'
import type { StepReport } from '#domain/transform/index'
import type { TransformStep } from '#schemas/generated/layout/transform.ts'

export const ARROW = 'application/vnd.apache.arrow.stream'

export interface Held {
  readonly frame: Frame
  readonly asOf?: number
  readonly bytes?: number
}

export interface DataJob {
  /** Decodes an answer and keeps it. Rejects with FRAME_BROKEN. */
  open(id: string, bytes: Uint8Array, contentType: string, asOf?: number): Promise<Held>
  keep(id: string, frame: Frame, asOf?: number): Held
  /** Throws FRAME_UNKNOWN. */
  held(id: string): Held
  /** Stops early with JOB_CANCELLED. `pause` is awaited between steps. */
  run(
    job: string,
    id: string,
    steps: readonly unknown[],
    joins: Readonly<Record<string, string>>,
    pause: () => Promise<void>,
  ): Promise<{ frame: Frame; steps: readonly StepReport[] }>
  merge(id: string, parts: readonly string[]): Held
  release(id: string): void
  cancel(job: string): void
}

export function createDataJob(): DataJob {
  const frames = new Map<string, Held>()
  const running = new Set<string>()
  const cancelled = new Set<string>()

  const held = (id: string): Held => {
    const found = frames.get(id)
    if (found === undefined)
      throw new DomainError('FRAME_UNKNOWN', `There is no frame ${id}; it was released or never opened.`, { frame: id })
    return found
  }
  const hold = (id: string, frame: Frame, asOf?: number, bytes?: number): Held => {
    const kept = { frame, ...(asOf !== undefined && { asOf }), ...(bytes !== undefined && { bytes }) }
    frames.set(id, kept)
    return kept
  }
  const checkpoint = async (job: string, pause: () => Promise<void>) => {
    await pause()
    if (cancelled.has(job)) throw new DomainError('JOB_CANCELLED', `Job ${job} was cancelled.`)
  }

  return {
    held,
    keep: hold,
    open: async (id, bytes, contentType, asOf) => {
      const { frame, asOf: inside } = await decode(bytes, contentType)
      return hold(id, frame, asOf ?? inside, bytes.byteLength)
    },
    run: async (job, id, steps, joins, pause) => {
      running.add(job)
      try {
        await checkpoint(job, pause)
        const others = Object.fromEntries(Object.entries(joins).map(([query, frame]) => [query, held(frame).frame]))
        const work = stepThrough(held(id).frame, steps as readonly TransformStep[], others)
        for (;;) {
          const { done, value } = work.next()
          if (done === true) return { frame: value.frame, steps: value.reports }
          await checkpoint(job, pause)
        }
      } finally {
        running.delete(job)
        cancelled.delete(job)
      }
    },
    merge: (id, parts) => {
      const all = parts.map(held)
      const known = all.flatMap(({ asOf }) => (asOf === undefined ? [] : [asOf]))
      // A single part would share its buffers with the merged frame, and releasing one must not empty the other.
      const frame = all.length === 1 && all[0] ? copyFrame(all[0].frame) : concatFrames(all.map((part) => part.frame))
      return hold(
        id,
        frame,
        known.length ? Math.max(...known) : undefined,
        all.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
      )
    },
    release: (id) => void frames.delete(id),
    cancel: (job) => {
      if (running.has(job)) cancelled.add(job)
    },
  }
}

async function decode(bytes: Uint8Array, contentType: string): Promise<{ frame: Frame; asOf?: number }> {
  if (contentType.startsWith(ARROW)) return { frame: decodeArrow(bytes) }
  // The page asks for Arrow: what reads anything else, and says what is wrong with it, is a quarter of this worker.
  return (await import('./json-frame.ts')).decodeJson(bytes)
}
