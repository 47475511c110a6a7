/** The steps of an editor's work as they are made: typing adds to the last one until it rests. */
import type { Clock } from '#engine'
import { type History, type Label, mark, NOTHING_DONE, type Step, withStep } from './history.ts'
import { difference, type Doc } from './patches.ts'
import { spliced, spliceOf } from './splices.ts'
import { written } from './written.ts'

/** Typing that rests this long is one step. */
export const PAUSE_MS = 800

interface Work {
  readonly doc: Doc
  readonly text: string
}

interface Open extends Work {
  readonly key: string
  readonly at: number
  readonly selection: readonly string[]
  readonly history: History
}

export interface Journal {
  readonly history: History
  /** One more step from what was there to what is there now; added to the open one while it is open. */
  record(
    label: Label,
    merge: string | undefined,
    before: Work & { readonly selection: readonly string[] },
    after: Work,
  ): void
  /** The next input is a separate step. */
  close(): void
  /** Takes the last step of one side over to the other. */
  take(from: 'done' | 'undone', selection: readonly string[]): Step | undefined
  forget(): void
}

export function createJournal(clock: Clock, kept: History): Journal {
  let history = kept
  /** The step that typing still adds to. */
  let open: Open | undefined

  return {
    get history() {
      return history
    },
    record(label, merge, { doc, text, selection }, after) {
      const now = clock.now()
      const goesOn = merge !== undefined && open?.key === merge && now - open.at <= PAUSE_MS
      const start: Open =
        goesOn && open !== undefined ? open : { key: merge ?? '', at: now, doc, text, selection, history }
      open = merge === undefined ? undefined : { ...start, at: now }
      history =
        start.doc === after.doc && start.text === after.text
          ? start.history
          : withStep(
              start.history,
              lazily(label, () => stepOf(label, start, after)),
            )
    },
    close() {
      open = undefined
    },
    take(from, selection) {
      const step = history[from].at(-1)
      if (step === undefined) return undefined
      open = undefined
      const to = from === 'done' ? 'undone' : 'done'
      history = { ...history, [from]: history[from].slice(0, -1), [to]: [...history[to], { ...step, selection }] }
      return step
    },
    forget() {
      history = NOTHING_DONE
    },
  }
}

function stepOf(label: Label, before: Pick<Open, 'doc' | 'text' | 'selection'>, after: Work): Step {
  const step = {
    label,
    selection: before.selection,
    forth: difference(before.doc, after.doc),
    back: difference(after.doc, before.doc),
  }
  const [was, is] = [spliceOf(written(before.doc), before.text), spliceOf(written(after.doc), after.text)]
  const [back, forth] = [spliceOf(after.text, before.text), spliceOf(before.text, after.text)]
  if (was && is && back && forth)
    return { ...step, between: { back, forth, before: mark(before.text), after: mark(after.text) } }
  return { ...step, ...(was && { before: was }), ...(is && { after: is }) }
}

/**
 * A step that is worked out when it is asked for: of the keys that are typed into one, only the last counts, and none
 * waits for it.
 */
function lazily(label: Label, make: () => Step): Step {
  let made: Step | undefined
  const step = () => (made ??= make())
  return {
    label,
    get forth() {
      return step().forth
    },
    get back() {
      return step().back
    },
    get before() {
      return step().before
    },
    get after() {
      return step().after
    },
    get between() {
      return step().between
    },
    get selection() {
      return step().selection
    },
  }
}

/**
 * The text that a step leads to. Where the text before it was renumbered by the server meanwhile, the document as we
 * write it.
 */
export function textAfter({ before, after, between }: Step, way: 'back' | 'forth', text: string, doc: Doc): string {
  if (between === undefined) return spliced(written(doc), way === 'back' ? before : after)
  return mark(text) === between[way === 'back' ? 'after' : 'before'] ? spliced(text, between[way]) : written(doc)
}
