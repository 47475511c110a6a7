import { split } from '#engine/core/document/pointer'
import type { Issue } from '#engine/types'
import type { Doc } from './patches.ts'
import { put, type Step } from './raw.ts'

/** Applies a fix (RFC 6902, as far as issues use it). Throws nothing: what is not there is left. */
export function applyFix(draft: Doc, fix: NonNullable<Issue['fix']>): void {
  for (const { op, path, value, from } of fix) {
    const target = steps(draft, path)
    if (op === 'move') {
      const source = steps(draft, from ?? '')
      const moved = source.reduce<unknown>(
        (here, step) => (typeof here === 'object' && here !== null ? (here as Record<Step, unknown>)[step] : undefined),
        draft,
      )
      if (moved === undefined) continue
      put(draft, source, undefined)
      put(draft, target, moved)
    } else put(draft, target, op === 'remove' ? undefined : value)
  }
}

const steps = (draft: Doc, pointer: string): Step[] => {
  let here: unknown = draft
  return split(pointer).map((part) => {
    const step = Array.isArray(here) ? Number(part) : part
    here = typeof here === 'object' && here !== null ? (here as Record<Step, unknown>)[step] : undefined
    return step
  })
}
