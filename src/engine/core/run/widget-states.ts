/** What every widget shows: follows from the filters and the answers, and from the steps that run on them. */
import type { Compute, ReadyState, WidgetState } from '../../types.ts'
import type { Clock } from '../params/ports.ts'
import { type Delivery, type Result, signatureOf, waitingState } from './delivery.ts'
import { doesWithout, queriesOf } from '../graph/graph.ts'
import { createGates } from './gates.ts'
import { createWidgetBoard, type Drawn } from './widget-board.ts'
import { createWidgetRuns } from './widget-runs.ts'
import type { LayoutModel, LiveWidget, QueryKey } from '../document/model.ts'
import { same } from '../document/pointer.ts'
import type { Tracer } from './trace.ts'
import type { FilterState, Gate } from '../graph/transaction.ts'
import { valuesOf } from './views.ts'

interface Parts {
  readonly model: LayoutModel
  readonly compute: Compute
  readonly clock: Clock
  /** What another dashboard showed before this one, by widget. */
  readonly drawnBefore: (widget: string) => Drawn | undefined
  readonly filters: () => FilterState
  readonly gate: (widget: LiveWidget) => Gate
  /** The last word on a query, and whether there was a whole one once; undefined while nothing is asked. */
  readonly answer: (query: QueryKey) => { readonly result: Result | undefined; readonly settled: boolean } | undefined
  readonly onSteps: Tracer['steps']
  /** A worker that held these answers is gone, and they were kept from before: they are to be asked again. */
  readonly onLost: (queries: readonly QueryKey[]) => void
  /** The steps of some widgets are done. */
  readonly onDone: () => void
}

export interface WidgetStates {
  readonly all: ReadonlyMap<string, WidgetState>
  /** Steps are running. */
  isBusy(): boolean
  /** Brings every widget to what its filters and answers say, and starts the steps of those that have all they need. */
  refresh(): void
  /** Forgets the steps of a widget, so that the next `refresh` runs them again. */
  stop(id: string): void
  drawn(id: string): Drawn | undefined
  dispose(): void
}

/** The worker that held the frames has died. */
export const isLost = (state: WidgetState | undefined): boolean =>
  state?.kind === 'error' && state.issue.params?.code === 'WORKER_LOST'

export function createWidgetStates({
  model,
  compute,
  clock,
  drawnBefore,
  filters,
  gate,
  answer,
  onSteps,
  onLost,
  onDone,
}: Parts): WidgetStates {
  const live = [...model.widgets.values()].filter((widget) => widget.kind === 'live')
  const { all: states, set, previous: previousOf, inherited } = createWidgetBoard(model, live, filters, drawnBefore)
  const gateFor = createGates(filters, gate)
  const runs = createWidgetRuns({ compute, clock, onOutcome: settle, onDone })

  function refresh(): void {
    const ready: Delivery[] = []
    for (const widget of live) {
      const delivery = bring(widget)
      if (delivery !== undefined) ready.push(delivery)
    }
    if (ready.length > 0) start(ready)
  }

  /** To what its filters and answers say; steps are handed out where they are to run. */
  function bring(widget: LiveWidget): Delivery | undefined {
    const { id } = widget
    const previous = previousOf(widget)
    const before = unasked(widget, gateFor(widget), previous)
    if (before !== undefined) {
      runs.stop(id)
      set(id, before)
      return undefined
    }
    const results = queriesOf(widget).flatMap((query) => {
      const result = answer(query)?.result
      return result?.kind === 'failed' && doesWithout(widget, query) ? [] : [result]
    })
    const wait = waitingState(results, clock.now(), previous)
    if (wait === undefined) return bringAnswered(deliveryOf(widget, model, filters, answer))
    // While a stale answer is asked again its frames stay as they are.
    const kind = states.get(id)?.kind
    const isKept = (kind === 'ready' || kind === 'hidden') && runs.signature(id) !== undefined
    if ((wait.kind === 'loading' || wait.kind === 'queued') && isKept && isRefetch(widget)) return undefined
    runs.stop(id)
    set(id, wait)
    return undefined
  }

  function bringAnswered(delivery: Delivery): Delivery | undefined {
    const {
      widget: { id },
      values,
    } = delivery
    const signature = signatureOf(delivery)
    const before = inherited.get(id)
    if (before?.signature === signature) {
      // Another document, the same question: what is drawn is the answer.
      inherited.delete(id)
      runs.keep(id, signature)
      set(id, withValues(before.state, values))
      return undefined
    }
    if (runs.signature(id) !== signature) {
      runs.keep(id, signature)
      return delivery
    }
    const state = states.get(id)
    if (state?.kind === 'ready') set(id, withValues(state, values))
    return undefined
  }

  /** The same question as the one that is shown. */
  const isRefetch = (widget: LiveWidget) => queriesOf(widget).every((query) => answer(query)?.settled === true)

  function start(batch: readonly Delivery[]): void {
    for (const { widget } of batch) {
      const previous = previousOf(widget)
      const state = states.get(widget.id)
      // The answer is there and its steps are running: still loading, for a moment.
      if (state?.kind !== 'ready' && state?.kind !== 'loading')
        set(widget.id, { kind: 'loading', attempt: 1, of: 1, elapsedMs: 0, ...(previous && { previous }) })
    }
    runs.start(batch)
  }

  function settle(widget: LiveWidget, state: WidgetState): void {
    const kept = isLost(state)
      ? queriesOf(widget).filter((query) => {
          const result = answer(query)?.result
          return result?.kind === 'done' && result.from !== 'network'
        })
      : []
    if (kept.length > 0) {
      runs.stop(widget.id)
      onLost(kept)
      return
    }
    set(widget.id, state)
    if (state.kind === 'ready' && state.steps) onSteps(widget.id, state.steps)
  }

  return {
    all: states,
    isBusy: runs.isBusy,
    refresh,
    stop: runs.stop,
    drawn(id) {
      const [state, signature] = [states.get(id), runs.signature(id)]
      return state?.kind === 'ready' && signature !== undefined ? { signature, state } : inherited.get(id)
    },
    dispose: runs.dispose,
  }
}

const withValues = (state: ReadyState, values: ReadyState['values']): ReadyState =>
  same(state.values, values) ? state : { ...state, values }

/** Not hidden by a rule of its own: its section is not on show. */
const AWAY = '(away)'

/** What a widget shows whose questions are not asked. */
function unasked({ section }: LiveWidget, gate: Gate, previous: ReadyState | undefined): WidgetState | undefined {
  if (gate.kind === 'blocked') return { kind: 'blocked', missing: gate.missing }
  if (gate.kind === 'hidden') return { kind: 'hidden', rule: gate.rule }
  if (gate.kind === 'away') return { kind: 'hidden', rule: AWAY }
  if (gate.kind === 'waiting' || section === undefined)
    return { kind: 'queued', position: 0, ...(previous && { previous }) }
  return undefined
}

function deliveryOf(
  widget: LiveWidget,
  model: LayoutModel,
  filters: Parts['filters'],
  answer: Parts['answer'],
): Delivery {
  const results = new Map(
    queriesOf(widget).flatMap((query) => {
      const result = answer(query)?.result
      return result?.kind === 'done' || result?.kind === 'notFound' ? [[query, result] as const] : []
    }),
  )
  return {
    widget,
    results,
    values: valuesOf(model, filters(), widget.section),
    value: (data) => (name) => filters().params.get(data.params[name] ?? name)?.value,
  }
}
