/** Steps of work that can be taken back: at most a hundred, each with a name, in a form that is kept with the draft. */
import type { Doc, Patch } from './patches.ts'
import type { Splice } from './splices.ts'

/** A step's name: a text in `editor:steps.*`. */
export interface Label {
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

export interface Step {
  readonly label: Label
  readonly forth: readonly Patch[]
  readonly back: readonly Patch[]
  /** The text before and after where it is not the document as we write it: what was typed. */
  readonly before?: Splice
  readonly after?: Splice
  /** The selection on the other side of it: before a step that was done, after one that was undone. */
  readonly selection?: readonly string[]
  /**
   * Instead of both, where neither text is as we write it: from one to the other, so that a hand's own form of a long
   * document is not kept with every step.
   */
  readonly between?: {
    readonly back: Splice
    readonly forth: Splice
    readonly before: TextMark
    readonly after: TextMark
  }
}

/** Tells one text from another. */
export type TextMark = string

export interface History {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
  /**
   * Where the text is ahead of the canvas: from the text to that of the last good document, which the steps are about.
   */
  readonly good?: Splice
}

export const MAX_STEPS = 100
export const NOTHING_DONE: History = { done: [], undone: [] }
/** Largest history in a draft (the server refuses more than a megabyte). */
const MAX_KEPT = 900_000

export const withStep = ({ done }: History, step: Step): History => ({
  done: [...done, step].slice(-MAX_STEPS),
  undone: [],
})

/** The history as a text for the draft of `text`; the oldest steps go first when it is too long. */
export function keepHistory({ done, undone, good }: History, text: string): string {
  for (let from = 0; ; from = Math.max(from + 1, Math.ceil((from + done.length) / 2))) {
    const kept = JSON.stringify({
      of: mark(text),
      done: done.slice(from),
      undone: from >= done.length ? [] : undone,
      ...(good && { good }),
    })
    if (kept.length <= MAX_KEPT || from >= done.length) return kept
  }
}

/** The stored history, when it belongs to this text and is valid; else none. It comes from outside. */
export function readHistory(kept: string | undefined, text: string): History {
  if (kept === undefined) return NOTHING_DONE
  try {
    const { of, done, undone, good } = JSON.parse(kept) as {
      of: unknown
      done: unknown
      undone: unknown
      good?: Splice
    }
    if (of !== mark(text) || !isSteps(done) || !isSteps(undone)) return NOTHING_DONE
    const isGood = typeof good?.from === 'number' && typeof good.drop === 'number' && typeof good.put === 'string'
    return { done: done.slice(-MAX_STEPS), undone: undone.slice(-MAX_STEPS), ...(isGood && { good }) }
  } catch {
    return NOTHING_DONE
  }
}

const isSteps = (value: unknown): value is Step[] =>
  Array.isArray(value) &&
  value.every((step: unknown) => {
    const { label, forth, back } = (step ?? {}) as Doc
    return typeof (label as Label | undefined)?.key === 'string' && Array.isArray(forth) && Array.isArray(back)
  })

/** Length and a sum over the characters (FNV-1a): enough to notice that a text is not the one that was meant. */
export function mark(text: string): TextMark {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return `${text.length}:${(sum >>> 0).toString(36)}`
}
