/**
 * Steps of widgets that run: those that became ready together run together, and a run ends when no widget waits for it.
 */
import type { Compute, WidgetState } from '../../types.ts'
import type { LiveWidget } from '../document/model.ts'
import type { Clock } from '../params/ports.ts'
import { deliver, type Delivery } from './delivery.ts'

interface Parts {
  readonly compute: Compute
  readonly clock: Clock
  /** What came of a widget's steps, unless they were stopped meanwhile. */
  readonly onOutcome: (widget: LiveWidget, state: WidgetState) => void
  /** All of those that ran together. */
  readonly onDone: () => void
}

export interface WidgetRuns {
  isBusy(): boolean
  /** Signature of what a widget has, or will have when its steps are done. */
  signature(id: string): string | undefined
  /** It has it already, or is about to run for it. */
  keep(id: string, signature: string): void
  start(batch: readonly Delivery[]): void
  /** Forgets the steps of a widget. */
  stop(id: string): void
  dispose(): void
}

export function createWidgetRuns({ compute, clock, onOutcome, onDone }: Parts): WidgetRuns {
  const delivered = new Map<string, string>()
  const runs = new Map<string, AbortController>()
  let computing = 0
  let disposed = false

  async function run(batch: readonly Delivery[]): Promise<void> {
    computing++
    const controller = new AbortController()
    const shared = new Map<string, ReturnType<Compute['run']>>()
    const mine = new Map(batch.map(({ widget }) => [widget.id, controllerOf(controller)]))
    for (const [id, own] of mine) runs.set(id, own)
    const outcomes = await Promise.all(
      batch.map((one) => deliver(one, compute, controller.signal, shared, clock.now())),
    )
    computing--
    if (disposed) return
    batch.forEach(({ widget }, i) => {
      if (runs.get(widget.id) !== mine.get(widget.id)) return
      runs.delete(widget.id)
      onOutcome(widget, outcomes[i] as WidgetState)
    })
    onDone()
  }

  /** Widgets of one batch may share a run, so it is aborted only when no widget waits for it any more. */
  const groups = new WeakMap<AbortController, AbortController>()
  function controllerOf(shared: AbortController): AbortController {
    const own = new AbortController()
    own.signal.addEventListener('abort', () => {
      if (![...runs.values()].some((other) => other !== own && groups.get(other) === shared)) shared.abort()
    })
    groups.set(own, shared)
    return own
  }

  function stop(id: string): void {
    runs.get(id)?.abort()
    runs.delete(id)
    delivered.delete(id)
  }

  return {
    isBusy: () => computing > 0,
    signature: (id) => delivered.get(id),
    keep(id, signature) {
      stop(id)
      delivered.set(id, signature)
    },
    start: (batch) => void run(batch),
    stop,
    dispose() {
      disposed = true
      for (const controller of runs.values()) controller.abort()
      runs.clear()
    },
  }
}
