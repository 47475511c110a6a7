/** What every widget shows: follows from the filters and the answers, and from the steps that run on them. */
import type { Compute, ReadyState, WidgetState } from '../../types.ts'
import type { Clock } from '../params/ports.ts'
import { deliver, type Delivery, type Result, signatureOf, waitingState } from './delivery.ts'
import { doesWithout, queriesOf } from '../graph/graph.ts'
import { kindOf } from '../kinds/index.ts'
import type { LayoutModel, LiveWidget, QueryKey } from '../document/model.ts'
import { same } from '../document/pointer.ts'
import { shallow } from './same.ts'
import type { Tracer } from './trace.ts'
import { EMPTY_STATE, type FilterState, type Gate } from '../graph/transaction.ts'
import { valuesOf } from './views.ts'

/** What a widget showed last, and of which question. */
export interface Drawn {
  readonly signature: string
  readonly state: ReadyState
}

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
  const states = new Map<string, WidgetState>()
  const delivered = new Map<string, string>()
  const runs = new Map<string, AbortController>()
  let computing = 0
  let disposed = false

  const inherited = new Map(
    live.flatMap(({ id }) => {
      const drawn = drawnBefore(id)
      return drawn === undefined ? [] : [[id, drawn] as const]
    }),
  )
  for (const widget of model.widgets.values())
    states.set(
      widget.id,
      widget.kind === 'quarantined'
        ? { kind: 'quarantined', issues: widget.issues }
        : (inherited.get(widget.id)?.state ?? { kind: 'queued', position: 0 }),
    )

  /**
   * Filters that say whose figures these are (a brand, one store): what was shown of another is not shown while the
   * next is on its way.
   */
  const owners = [...model.params.values()].filter(
    ({ definition, optionsQuery }) => kindOf(definition).holds === 'one' && optionsQuery !== undefined,
  )
  const isOfAnother = ({ section }: LiveWidget, { values }: ReadyState): boolean =>
    owners.some(({ key, id, section: own }) => {
      if (own !== undefined && own !== section) return false
      const runtime = filters().params.get(key)
      const now = runtime?.status === 'set' ? runtime.value : runtime?.wanted?.value
      return now !== undefined && values[id] !== undefined && now !== values[id]
    })

  const previousOf = (widget: LiveWidget): ReadyState | undefined => {
    const state = states.get(widget.id)
    const previous =
      state === undefined || state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined
    return previous === undefined || isOfAnother(widget, previous) ? undefined : previous
  }

  /** Gates follow from the filters alone; answers come one by one and change no filter. */
  let gates: { of: FilterState; known: Map<string, Gate> } = { of: EMPTY_STATE, known: new Map() }
  function gateFor(widget: LiveWidget): Gate {
    const now = filters()
    if (gates.of !== now) gates = { of: now, known: new Map() }
    let found = gates.known.get(widget.id)
    if (found === undefined) gates.known.set(widget.id, (found = gate(widget)))
    return found
  }

  const stop = (id: string) => {
    runs.get(id)?.abort()
    runs.delete(id)
    delivered.delete(id)
  }

  function refresh(): void {
    const ready: Delivery[] = []
    for (const widget of live) {
      const gate = gateFor(widget)
      if (gate.kind === 'blocked') {
        stop(widget.id)
        set(widget.id, { kind: 'blocked', missing: gate.missing })
        continue
      }
      if (gate.kind === 'hidden') {
        stop(widget.id)
        set(widget.id, { kind: 'hidden', rule: gate.rule })
        continue
      }
      const previous = previousOf(widget)
      if (gate.kind === 'waiting' || widget.section === undefined) {
        stop(widget.id)
        set(widget.id, { kind: 'queued', position: 0, ...(previous && { previous }) })
        continue
      }
      const results = queriesOf(widget).flatMap((query) => {
        const result = answer(query)?.result
        return result?.kind === 'failed' && doesWithout(widget, query) ? [] : [result]
      })
      const wait = waitingState(results, clock.now(), previous)
      if (wait !== undefined) {
        // While a stale answer is asked again its frames stay as they are.
        const kind = states.get(widget.id)?.kind
        const isKept = (kind === 'ready' || kind === 'hidden') && delivered.has(widget.id)
        if ((wait.kind === 'loading' || wait.kind === 'queued') && isKept && isRefetch(widget)) continue
        stop(widget.id)
        set(widget.id, wait)
        continue
      }
      const delivery = deliveryOf(widget)
      const signature = signatureOf(delivery)
      const before = inherited.get(widget.id)
      if (before?.signature === signature) {
        // Another document, the same question: what is drawn is the answer.
        inherited.delete(widget.id)
        stop(widget.id)
        delivered.set(widget.id, signature)
        set(
          widget.id,
          same(before.state.values, delivery.values) ? before.state : { ...before.state, values: delivery.values },
        )
        continue
      }
      if (delivered.get(widget.id) !== signature) {
        stop(widget.id)
        delivered.set(widget.id, signature)
        ready.push(delivery)
        continue
      }
      const state = states.get(widget.id)
      if (state?.kind === 'ready' && !same(state.values, delivery.values))
        set(widget.id, { ...state, values: delivery.values })
    }
    if (ready.length > 0) void run(ready)
  }

  /** The same question as the one that is shown. */
  const isRefetch = (widget: LiveWidget) => queriesOf(widget).every((query) => answer(query)?.settled === true)

  function deliveryOf(widget: LiveWidget): Delivery {
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

  async function run(batch: readonly Delivery[]): Promise<void> {
    computing++
    const controller = new AbortController()
    const shared = new Map<string, ReturnType<Compute['run']>>()
    for (const { widget } of batch) {
      runs.set(widget.id, controllerOf(controller))
      const previous = previousOf(widget)
      const state = states.get(widget.id)
      // The answer is there and its steps are running: still loading, for a moment.
      if (state?.kind !== 'ready' && state?.kind !== 'loading')
        set(widget.id, { kind: 'loading', attempt: 1, of: 1, elapsedMs: 0, ...(previous && { previous }) })
    }
    const mine = new Map(batch.map(({ widget }) => [widget.id, runs.get(widget.id)]))
    const outcomes = await Promise.all(
      batch.map((one) => deliver(one, compute, controller.signal, shared, clock.now())),
    )
    computing--
    if (disposed) return
    batch.forEach(({ widget }, i) => {
      if (runs.get(widget.id) !== mine.get(widget.id)) return
      runs.delete(widget.id)
      const state = outcomes[i] as WidgetState
      const kept = isLost(state)
        ? queriesOf(widget).filter((query) => {
            const result = answer(query)?.result
            return result?.kind === 'done' && result.from !== 'network'
          })
        : []
      if (kept.length > 0) {
        stop(widget.id)
        onLost(kept)
        return
      }
      set(widget.id, state)
      if (state.kind === 'ready' && state.steps) onSteps(widget.id, state.steps)
    })
    onDone()
  }

  /** Widgets of one batch may share a run, so it is aborted only when nobody waits for it any more. */
  const groups = new WeakMap<AbortController, AbortController>()
  function controllerOf(shared: AbortController): AbortController {
    const own = new AbortController()
    own.signal.addEventListener('abort', () => {
      if (![...runs.values()].some((other) => other !== own && groups.get(other) === shared)) shared.abort()
    })
    groups.set(own, shared)
    return own
  }

  /**
   * Time passing is no news: a waiting widget is published again when its place or its attempt changes, not its age.
   */
  const timeless = (state: WidgetState): WidgetState => (state.kind === 'loading' ? { ...state, elapsedMs: 0 } : state)

  function set(id: string, state: WidgetState): void {
    const before = states.get(id)
    if (
      before === undefined ||
      before === state ||
      (before.kind !== 'ready' && shallow(timeless(before), timeless(state)))
    )
      return
    states.set(id, state)
  }

  return {
    all: states,
    isBusy: () => computing > 0,
    refresh,
    stop,
    drawn(id) {
      const [state, signature] = [states.get(id), delivered.get(id)]
      return state?.kind === 'ready' && signature !== undefined ? { signature, state } : inherited.get(id)
    },
    dispose() {
      disposed = true
      for (const controller of runs.values()) controller.abort()
      runs.clear()
    },
  }
}
