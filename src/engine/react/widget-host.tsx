/** Joins one widget's definition, state and view: loads the code, makes the projection once per answer, and draws it in the frame. */
import { useUi } from '#ui'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LiveWidget } from '../core/model.ts'
import type { DashboardState } from '../core/state.ts'
import type { Issue, PeriodBounds, Projection, ProjectionContext, ReadyState, WidgetModule, WidgetState } from '../types.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { useDashboard } from './services.tsx'
import { type Size, useSize } from './use-size.ts'
import { WhyNote } from './why-note.tsx'
import { WidgetFrame } from './widget-frame.tsx'
import css from './widget-host.module.css'

type AnyModule = WidgetModule<Record<string, unknown>>

/** Loads the view's chunk as soon as the widget is on the page, so that code and data arrive side by side. */
function useModule(widget: LiveWidget): AnyModule | { failed: unknown } | null {
  const [module, setModule] = useState<AnyModule | { failed: unknown } | null>(null)
  const { definition } = widget
  useEffect(() => {
    let current = true
    definition.load().then(
      (loaded) => { if (current) setModule(loaded as unknown as AnyModule) },
      (failed: unknown) => { if (current) setModule({ failed }) },
    )
    return () => { current = false }
  }, [definition])
  return module
}

/** The frames on show: the newest answer, or the one before it while the next is on its way. */
function shownFrames(state: WidgetState): ReadyState | undefined {
  if (state.kind === 'ready') return state
  return state.kind === 'loading' || state.kind === 'queued' || state.kind === 'error' ? state.previous : undefined
}

const crashIssue = (widget: string, cause: unknown): Issue => ({
  code: 'WIDGET_CRASHED', severity: 'error', pointer: `/widgets/${widget}`, widget, message: 'WIDGET_CRASHED',
  text: `The widget ${widget} failed while drawing: ${cause instanceof Error ? cause.message : String(cause)}`,
})

interface PeriodsValue { comparing: PeriodBounds; reference: PeriodBounds | null }

/** A model sees columns only; when its data end is known here. */
function withAsOf(projection: Projection, asOf: number | undefined): Projection {
  return projection.passport === undefined || asOf === undefined ? projection : { ...projection, passport: { ...projection.passport, asOf } }
}

/** Everything a model may know, remade only when something it reads has changed. */
function useProjectionContext(type: string, shown: ReadyState | undefined): ProjectionContext | undefined {
  const { dashboard, services } = useDashboard()
  const { locale } = useUi()
  const labels = useStore(dashboard.store, (state: DashboardState) => state.labels)
  return useMemo(() => {
    if (shown === undefined) return undefined
    const periods = Object.values(shown.values).find((value): value is PeriodsValue => typeof value === 'object' && value !== null && 'comparing' in value)
    return {
      locale, labels, t: services.widgetText(type), params: shown.values,
      ...(periods && { periods: { comparing: periods.comparing, reference: periods.reference } }),
    }
  }, [shown, locale, labels, services, type])
}

export const WidgetHost = memo(function WidgetHost({ id, widget }: { id: string; widget: LiveWidget }) {
  const { dashboard, services } = useDashboard()
  const { t } = useUi()
  const state = useStore(dashboard.store, (all: DashboardState) => all.widgets[id]) ?? { kind: 'queued', position: 0 } satisfies WidgetState
  const params = useStore(dashboard.store, (all: DashboardState) => all.params)
  const module = useModule(widget)
  const shown = shownFrames(state)
  const context = useProjectionContext(widget.type, shown)
  const body = useRef<HTMLDivElement>(null)
  const size = useSize(body)

  const loaded = module !== null && 'project' in module ? module : null
  const projected = useMemo((): { projection: Projection } | { failed: unknown } | null => {
    if (loaded === null || shown === undefined || context === undefined) return null
    try {
      return { projection: withAsOf(loaded.project(widget.options, shown.frames, context), shown.asOf) }
    } catch (failed) {
      return { failed }
    }
  }, [loaded, shown, context, widget.options])

  const failure = module !== null && 'failed' in module ? module.failed : projected !== null && 'failed' in projected ? projected.failed : null
  const projection = projected !== null && 'projection' in projected ? projected.projection : null
  const frameState: WidgetState = failure === null ? (state.kind === 'ready' && projection === null ? { kind: 'queued', position: 0 } : state) : { kind: 'error', issue: crashIssue(id, failure) }
  const title = dashboard.widgets[id]?.title ?? id
  const labels = useMemo(() => Object.fromEntries(Object.values(params).map((param) => [param.key, param.label])), [params])

  return (
    <div className={css.host} ref={body} data-widget={id}>
      <CrashBoundary
        resetOn={projection} onCrash={(cause) => services.onCrash?.(id, cause)}
        fallback={(retry, cause) => <WidgetFrame title={title} state={{ kind: 'error', issue: crashIssue(id, cause) }} issueText={() => t('app:frame.crashed')} onRetry={retry} />}
      >
        <WidgetFrame
          title={title} state={frameState} projection={projection} skeleton={widget.definition.skeleton ?? (widget.definition.category === 'table' ? 'table' : 'chart')} isTable={widget.definition.category === 'table'}
          ageMinutes={shown === undefined ? 0 : Math.floor(shown.ageMs / 60_000)} paramLabels={labels} issueText={(issue) => services.issueText(issue as Issue)}
          onRetry={() => { if (module !== null && 'failed' in module) reloadPage(); else dashboard.retry(id) }} onRefresh={() => dashboard.retry(id)} onFocusParam={focusParam}
          onExportCsv={projection === null ? undefined : () => void services.exportCsv(title, projection)}
          onExportPng={() => { if (body.current) services.savePng(title, body.current) }}
          why={<WhyNote widget={id} queries={Object.values(widget.data).map((input) => input.query)} />}
        >
          {loaded !== null && projection !== null && context !== undefined && size !== null && (
            <Drawn module={loaded} widget={widget} id={id} projection={projection} context={context} size={size} />
          )}
        </WidgetFrame>
      </CrashBoundary>
    </div>
  )
})

/** Height of the frame's head and paddings, which the view does not get. */
const HEAD_PX = 40 + 4 + 12 + 2
const SIDES_PX = 32 + 2

interface DrawnProps { module: AnyModule; widget: LiveWidget; id: string; projection: Projection; context: ProjectionContext; size: Size }

/** Memoised: the chrome around it changes with every step of a request, the drawing only with new data, texts or room. */
const Drawn = memo(function Drawn({ module, widget, id, projection, context, size }: DrawnProps) {
  const { dashboard } = useDashboard()
  const View = module.default
  const inner = useMemo(() => ({ width: Math.max(0, size.width - SIDES_PX), height: Math.max(0, size.height - HEAD_PX) }), [size])
  const emit = useCallback((event: string, payload: Readonly<Record<string, unknown>>) => dashboard.emit(id, event, payload), [dashboard, id])
  return <View projection={projection} options={widget.options} size={inner} context={context} emit={emit} />
})

/** Browsers remember a failed import, so code that did not come is only asked again by a new page; the filters are in its address. */
const reloadPage = () => window.location.reload()

/** Puts the focus on a filter's control: the blocked state names what is missing and leads there. */
function focusParam(param: string) {
  const control = document.querySelector<HTMLElement>(`[data-param="${CSS.escape(param)}"]`)
  control?.scrollIntoView({ block: 'nearest' })
  control?.querySelector<HTMLElement>('button, input')?.focus()
}
