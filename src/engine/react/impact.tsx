/** What a filter would ask for, shown before it is changed: its widgets glow, and the requests are said beside it. */
import { useUi, VisuallyHidden } from '#ui'
import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import type { Impact } from '../core/graph/impact.ts'
import { useDashboard } from './services.tsx'

interface PreviewedImpact {
  readonly of: string
  readonly impact: Impact
}
type ImpactPreview = StoreApi<{ readonly shown: PreviewedImpact | null }>

/** One filter at a time, for each dashboard on the page. */
const known = new WeakMap<Dashboard, ImpactPreview>()
function previewOf(dashboard: Dashboard): ImpactPreview {
  const store = known.get(dashboard) ?? createStore(() => ({ shown: null }))
  known.set(dashboard, store)
  return store
}

/** A pointer on its way to a click, or past the filter, changes nothing: only one that rests asks. */
const RESTS_MS = 700
/** Focus that comes so soon after a press came by it: a list that closes gives it back to its button. */
const PRESSED_MS = 1000

export interface ImpactHandlers {
  readonly onPointerEnter: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onPointerDownCapture: (event: PointerEvent) => void
  readonly onFocus: (event: FocusEvent) => void
  readonly onBlur: () => void
}

/**
 * Handlers for what is around a control. Portals count as inside, so the list that a control opens belongs to it. A
 * change ends it: from then on the widgets themselves say what they do. Without filters it tells what the edits that
 * wait for Apply will ask.
 */
export function useImpactPreview(of: string, filters?: readonly string[]): ImpactHandlers {
  const { dashboard } = useDashboard()
  const timer = useRef(0)
  const pressed = useRef(-Infinity)
  /** The pointer is on it, or on the list that it opened. */
  const isUnder = useRef(false)
  const stop = () => {
    clearTimeout(timer.current)
    const store = previewOf(dashboard)
    if (store.getState().shown?.of === of) store.setState({ shown: null })
  }
  const show = () => {
    const impact = dashboard.impact(filters)
    const isAny = impact.requests > 0 || impact.recomputed.length > 0
    previewOf(dashboard).setState({ shown: isAny ? { of, impact } : null })
  }
  useEffect(() => {
    const leave = dashboard.store.subscribe((now, before) => {
      if (now.trace.at(-1)?.id === before.trace.at(-1)?.id) return
      isUnder.current = false
      previewOf(dashboard).setState({ shown: null })
    })
    return () => {
      leave()
      clearTimeout(timer.current)
      // A control that goes from under the pointer says no goodbye.
      const store = previewOf(dashboard)
      if (store.getState().shown?.of === of) store.setState({ shown: null })
    }
  }, [dashboard, of])
  return {
    onPointerEnter(event) {
      if (event.pointerType === 'touch') return
      isUnder.current = true
      clearTimeout(timer.current)
      timer.current = window.setTimeout(show, RESTS_MS)
    },
    onPointerLeave() {
      isUnder.current = false
      stop()
    },
    onPointerDownCapture: ({ timeStamp }) => {
      pressed.current = timeStamp
    },
    onFocus({ target, timeStamp }) {
      if (!target.matches(':focus-visible') || timeStamp - pressed.current <= PRESSED_MS) return
      isUnder.current = false
      show()
    },
    onBlur() {
      if (!isUnder.current) stop()
    },
  }
}

/** What a change of the filter in hand would do to a widget; undefined when nothing. */
export function useImpactOn(widget: string): 'asked' | 'recomputed' | undefined {
  const { dashboard } = useDashboard()
  return useStore(previewOf(dashboard), ({ shown }) =>
    shown?.impact.widgets.includes(widget)
      ? 'asked'
      : shown?.impact.recomputed.includes(widget)
        ? 'recomputed'
        : undefined,
  )
}

/**
 * The number of requests, for developers: beside the label of the control in hand. Readers see which widgets would
 * change.
 */
export function ImpactNote({ of, className }: { of: string; className: string | undefined }) {
  const { dashboard, services } = useDashboard()
  const { t } = useUi()
  const impact = useStore(previewOf(dashboard), ({ shown }) => (shown?.of === of ? shown.impact : null))
  if (impact === null || services.showsTrace?.() !== true) return null
  return (
    <span className={className} aria-hidden="true" data-print="hide">
      {impact.requests === 0 ? t('engine:impact.none') : t('engine:impact.requests', { count: impact.requests })}
    </span>
  )
}

/** The same in a sentence, for the ear. */
export function ImpactSaid({ of }: { of: readonly string[] }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const impact = useStore(previewOf(dashboard), ({ shown }) =>
    shown !== null && of.includes(shown.of) ? shown.impact : null,
  )
  const widgets = (count: number) => t('engine:impact.widgets', { count })
  return (
    <VisuallyHidden>
      <span role="status">
        {impact !== null &&
          (impact.requests === 0
            ? t('engine:impact.saidNone', { widgets: widgets(impact.recomputed.length) })
            : t('engine:impact.said', {
                requests: t('engine:impact.requests', { count: impact.requests }),
                widgets: widgets(impact.widgets.length),
              }))}
      </span>
    </VisuallyHidden>
  )
}
