/** What every widget shows now, and what it showed on the dashboard before this one. */
import type { ReadyState, WidgetState } from '../../types.ts'
import type { LayoutModel, LiveWidget } from '../document/model.ts'
import type { FilterState } from '../graph/transaction.ts'
import { createOwners } from './owners.ts'
import { shallow } from './same.ts'

/** What a widget showed last, and of which question. */
export interface Drawn {
  readonly signature: string
  readonly state: ReadyState
}

export interface WidgetBoard {
  readonly all: ReadonlyMap<string, WidgetState>
  set(id: string, state: WidgetState): void
  /** What may stay on show while a widget waits. */
  previous(widget: LiveWidget): ReadyState | undefined
  /** Of the dashboard before, until the widget has its own. */
  readonly inherited: Map<string, Drawn>
}

export function createWidgetBoard(
  model: LayoutModel,
  live: readonly LiveWidget[],
  filters: () => FilterState,
  drawnBefore: (widget: string) => Drawn | undefined,
): WidgetBoard {
  const isOfAnother = createOwners(model)
  const inherited = new Map(
    live.flatMap(({ id }) => {
      const drawn = drawnBefore(id)
      return drawn === undefined ? [] : [[id, drawn] as const]
    }),
  )
  const states = new Map<string, WidgetState>(
    [...model.widgets.values()].map((widget) => [
      widget.id,
      widget.kind === 'quarantined'
        ? { kind: 'quarantined', issues: widget.issues }
        : (inherited.get(widget.id)?.state ?? { kind: 'queued', position: 0 }),
    ]),
  )

  return {
    all: states,
    set(id, state) {
      const before = states.get(id)
      if (
        before === undefined ||
        before === state ||
        (before.kind !== 'ready' && shallow(timeless(before), timeless(state)))
      )
        return
      states.set(id, state)
    },
    previous(widget) {
      const state = states.get(widget.id)
      const previous =
        state === undefined || state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined
      return previous === undefined || isOfAnother(widget, previous, filters()) ? undefined : previous
    },
    inherited,
  }
}

/** Time passing is no news: a waiting widget is published again when its place or its attempt changes, not its age. */
const timeless = (state: WidgetState): WidgetState => (state.kind === 'loading' ? { ...state, elapsedMs: 0 } : state)
