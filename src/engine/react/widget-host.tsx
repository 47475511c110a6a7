/**
 * Joins one widget's definition, state and view: loads the code, makes the projection once per answer, and draws it in
 * the frame.
 */
import type { Exported } from '#domain/file-name'
import { isRecord } from '#domain/record'
import { ChartBandsAround, ChartPlace, type MenuAction, useUi } from '#ui'
import { memo, type RefObject, Suspense, use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LiveWidget } from '../core/document/model.ts'
import type { DashboardState } from '../core/params/state.ts'
import { granularitiesOf } from '../core/graph/granularity.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import { originOf, type Slice, sliced } from '../core/run/repeats.ts'
import { withoutMuted } from '../core/run/muted.ts'
import { passportFacts } from '../core/run/passport-facts.ts'
import { projectionContext, withBasis } from '../core/run/projection.ts'
import { textsIn, withTexts } from '../core/document/text.ts'
import type { Issue, PeriodBounds, Projection, ProjectionContext, ReadyState, WidgetState } from '../types.ts'
import { AboutNote, type AboutState } from './about-note.tsx'
import { focusParam, missingFilters } from './blocked.tsx'
import { bandsOver, DayMarksContext } from './day-marks.ts'
import { CrashBoundary } from './crash-boundary.tsx'
import { usePublishedPassport } from './page-mark.tsx'
import { useDashboard, type WidgetAction } from './services.tsx'
import { type Links, useFollow, useLinks } from './use-links.ts'
import { useRoom } from './use-room.ts'
import type { Size } from './use-size.ts'
import { type AnyModule, useViewCode } from './view-code.ts'
import { WidgetFrame } from './widget-frame.tsx'
import css from './widget-host.module.css'
import { drawsTable } from './draws-table.ts'

/** The frames on show: the newest answer, or the one before it while the next is in flight. */
function shownFrames(state: WidgetState): ReadyState | undefined {
  if (state.kind === 'ready') return state
  return state.kind === 'loading' || state.kind === 'queued' || state.kind === 'error' ? state.previous : undefined
}

/** An error with a code is worded as such: it says what the view was given. */
function crashIssue(widget: string, cause: unknown): Issue {
  const about = { severity: 'error', pointer: `/widgets/${widget}`, widget } as const
  const message = cause instanceof Error ? cause.message : String(cause)
  if (isRecord(cause) && typeof cause.code === 'string' && isRecord(cause.details)) {
    const params = Object.entries(cause.details).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    )
    return { ...about, code: cause.code, message: cause.code, params: Object.fromEntries(params), text: message }
  }
  return {
    ...about,
    code: 'WIDGET_CRASHED',
    message: 'WIDGET_CRASHED',
    text: `The widget ${widget} failed while drawing: ${message}`,
  }
}

const NOT_YET: WidgetState = { kind: 'queued', position: 0 }

/** A model sees columns only; when its data end is known here. */
const withDate = (projection: Projection, { asOf }: Pick<ReadyState, 'asOf'>): Projection =>
  projection.passport === undefined || asOf === undefined
    ? projection
    : { ...projection, passport: { ...projection.passport, asOf } }

/** The names an answer was last drawn with. */
const drawnWith = new WeakMap<ReadyState, DashboardState['labels']>()

/**
 * Names go with their answer. While a newer one is in flight, the list of another brand may have come already: the old
 * answer drawn again with those names would be a second drawing, and its stores would be numbers.
 */
function useLabels(id: string, shown: ReadyState | undefined): DashboardState['labels'] {
  const { dashboard } = useDashboard()
  const current = useStore(dashboard.store, (state: DashboardState) =>
    shown === undefined || state.widgets[id] === originOf(shown) || !drawnWith.has(shown)
      ? state.labels
      : drawnWith.get(shown)!,
  )
  if (shown !== undefined) drawnWith.set(shown, current)
  return current
}

/** Everything a model may know, remade only when something it reads has changed. */
function useProjectionContext(id: string, type: string, shown: ReadyState | undefined): ProjectionContext | undefined {
  const { services } = useDashboard()
  const { locale } = useUi()
  const labels = useLabels(id, shown)
  const t = useMemo(() => services.widgetText(type), [services, type])
  return useMemo(
    () => (shown === undefined ? undefined : projectionContext(shown, { locale, labels, t })),
    [shown, locale, labels, t],
  )
}

/** Between texts that are compared as one. */
const TEXT_SEPARATOR = '\u0000'

/**
 * The options with their `t:key` texts in the reader's language; the same object until one of them says something else.
 */
function useOptions(widget: LiveWidget, shown: ReadyState | undefined): LiveWidget['options'] {
  const { dashboard } = useDashboard()
  const { options, definition } = widget
  const written = useMemo(() => textsIn(options), [options])
  const said = useStore(dashboard.store, () => written.map(dashboard.text).join(TEXT_SEPARATOR))
  const worded = useMemo(() => {
    const texts = said.split(TEXT_SEPARATOR)
    return written.length === 0 ? options : withTexts(options, (text) => texts[written.indexOf(text)] ?? text)
  }, [options, written, said])
  const granularity = useStore(dashboard.store, ({ granularity: chosen }: DashboardState) =>
    granularitiesOf(widget).find((one) => one === chosen),
  )
  const stepped = useMemo(
    () => (granularity === undefined ? worded : { ...worded, granularity }),
    [worded, granularity],
  )
  return useMemo(
    () => (shown === undefined ? stepped : (withoutMuted(definition, stepped, shown.frames).options ?? stepped)),
    [stepped, definition, shown],
  )
}

/** The same functions for every answer: what they act on is what is shown when they are called. */
function useExports(
  body: RefObject<HTMLDivElement | null>,
  title: string,
  projection: Projection | null,
  context: ProjectionContext | undefined,
) {
  const { dashboard, services } = useDashboard()
  const latest = useRef<{ readonly projection: Projection; readonly period: PeriodBounds | undefined } | null>(null)
  useLayoutEffect(() => {
    latest.current = projection && { projection, period: context?.periods?.comparing }
  }, [projection, context])
  const exported = useCallback(
    (): Exported => ({
      dashboard: dashboard.store.getState().title,
      widget: title,
      ...(latest.current?.period && { period: latest.current.period }),
    }),
    [dashboard, title],
  )
  const exportCsv = useCallback(() => {
    if (latest.current !== null) void services.exportCsv(exported(), latest.current.projection)
  }, [services, exported])
  const exportPng = useCallback(() => {
    if (body.current) services.savePng(exported(), body.current)
  }, [services, exported, body])
  return { exportCsv, exportPng }
}

/** What it shows now, of the rows of its value where it is a copy. */
function useShownState(id: string, slice: Slice | undefined): WidgetState {
  const { dashboard } = useDashboard()
  const whole = useStore(dashboard.shown, (all: ShownStates) => all[id]) ?? NOT_YET
  return useMemo(() => (slice === undefined ? whole : sliced(whole, slice)), [whole, slice])
}

function useAbout(
  widget: LiveWidget,
  projection: Projection | null,
  context: ProjectionContext | undefined,
  shown: ReadyState | undefined,
) {
  // The note is the same element for every answer, so that the buttons are not drawn again; what is behind it follows.
  const [now] = useState(() => createStore<{ readonly now: AboutState | null }>(() => ({ now: null })))
  useLayoutEffect(
    () =>
      now.setState({
        now:
          projection !== null && context !== undefined && shown !== undefined ? { projection, context, shown } : null,
      }),
    [now, projection, context, shown],
  )
  return useMemo(() => <AboutNote widget={widget} latest={now} />, [widget, now])
}

/** What the application adds to its menu, and what was opened there. */
function useActions(id: string, title: string, projection: Projection | null) {
  const { dashboard, services } = useDashboard()
  const [open, setOpen] = useState<WidgetAction | null>(null)
  const actions = useMemo(
    (): readonly MenuAction[] | undefined =>
      services.widgetActions
        ?.filter(({ fits }) => fits === undefined || fits(dashboard, id))
        .map((action) => ({
          id: action.id,
          label: action.label,
          icon: action.icon,
          onAction: () => setOpen(action),
        })),
    [services, dashboard, id],
  )
  const opened = open !== null && (
    <Suspense>
      <open.Dialog
        dashboard={dashboard}
        widget={id}
        title={title}
        projection={projection}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  )
  return { actions, opened }
}

export interface WidgetHostProps {
  id: string
  widget: LiveWidget
  /** Instead of the document's own, where the document is being edited. */
  title?: string
  /** The copy that this is, of a widget that repeats. */
  slice?: Slice | undefined
  /** Its value is said around it, not in its title. */
  isNamed?: boolean
  /** It fills the page. */
  isFull?: boolean
  /** Lets it fill the page, or the whole page come back; stays the same function. */
  onFull?: (isFull: boolean) => void
}

export const WidgetHost = memo(function WidgetHost({
  id,
  widget,
  title: edited,
  slice,
  isNamed = false,
  isFull = false,
  onFull,
}: WidgetHostProps) {
  const { dashboard, services } = useDashboard()
  const state = useShownState(id, slice)
  // Only a blocked widget names filters; the others must not be drawn again because one has changed.
  const params = useStore(dashboard.store, (all: DashboardState) => (state.kind === 'blocked' ? all.params : undefined))
  const shown = shownFrames(state)
  const code = useViewCode(widget.definition, shown !== undefined)
  const context = useProjectionContext(id, widget.type, shown)
  const options = useOptions(widget, shown)
  const body = useRef<HTMLDivElement>(null)
  const room = useRoom(body)

  const loaded = code !== null && 'module' in code ? code.module : null
  const projected = useMemo((): { projection: Projection } | { failed: unknown } | null => {
    if (loaded === null || shown === undefined || context === undefined) return null
    try {
      return { projection: withBasis(withDate(loaded.project(options, shown.frames, context), shown), shown, context) }
    } catch (failed) {
      return { failed }
    }
  }, [loaded, shown, context, options])

  const failure =
    code !== null && 'failed' in code
      ? code.failed
      : projected !== null && 'failed' in projected
        ? projected.failed
        : null
  const projection = projected !== null && 'projection' in projected ? projected.projection : null
  const frameState: WidgetState =
    failure === null
      ? state.kind === 'ready' && projection === null
        ? { kind: 'queued', position: 0 }
        : state
      : { kind: 'error', issue: crashIssue(id, failure) }
  const plain = edited ?? dashboard.widgets[id]?.title ?? id
  const full = nameOf(plain, slice)
  const filters = useMemo(() => missingFilters(params), [params])

  const { exportCsv, exportPng } = useExports(body, full, projection, context)
  const refresh = useCallback(() => dashboard.retry(id), [dashboard, id])
  usePublishedPassport(slice === undefined ? id : `${id} ${slice.value}`, projection?.passport)
  const factsOf = useCallback(
    () =>
      projection === null || context === undefined || shown === undefined
        ? null
        : passportFacts(projection, context, shown),
    [projection, context, shown],
  )
  const links = useLinks(widget)
  const about = useAbout(widget, projection, context, shown)
  const { actions, opened } = useActions(id, full, projection)

  return (
    <div className={css.host} ref={body} data-widget={id}>
      <CrashBoundary
        resetOn={projection}
        onCrash={(cause) => services.onCrash?.(id, cause)}
        fallback={(retry, cause) => <CrashedFrame title={full} issue={crashIssue(id, cause)} onRetry={retry} />}
      >
        <WidgetFrame
          title={isNamed ? plain : full}
          called={full}
          link={links.get('title')}
          state={frameState}
          projection={projection}
          skeleton={widget.definition.skeleton ?? (widget.definition.category === 'table' ? 'table' : 'chart')}
          isTable={drawsTable(widget.definition)}
          ageMinutes={shown === undefined ? 0 : Math.floor(shown.ageMs / 60_000)}
          filters={filters}
          onRetryParams={(failed) => failed.forEach((param) => dashboard.retryParam(param))}
          issueText={(issue) => services.issueText(issue as Issue)}
          onRetry={() => {
            if (code !== null && 'failed' in code) reloadPage()
            else dashboard.retry(id)
          }}
          onRefresh={refresh}
          onFocusParam={focusParam}
          onExportCsv={projection === null ? undefined : exportCsv}
          onExportPng={widget.definition.category === 'table' ? undefined : exportPng}
          about={about}
          factsOf={factsOf}
          isFull={isFull}
          onFull={onFull}
          actions={actions}
        >
          {loaded !== null && projection !== null && context !== undefined && (
            <Drawn
              module={loaded}
              options={options}
              id={id}
              slice={slice}
              links={links}
              projection={projection}
              context={context}
              room={room}
            />
          )}
        </WidgetFrame>
      </CrashBoundary>
      {opened}
    </div>
  )
})

function CrashedFrame({ title, issue, onRetry }: { title: string; issue: Issue; onRetry: () => void }) {
  const { services } = useDashboard()
  const { t } = useUi()
  return (
    <WidgetFrame
      title={title}
      state={{ kind: 'error', issue }}
      issueText={({ code }) => (code === 'WIDGET_CRASHED' ? t('app:frame.crashed') : services.issueText(issue))}
      onRetry={onRetry}
    />
  )
}

/** What a copy is called where nothing around it says its value. */
const nameOf = (title: string, slice: Slice | undefined) =>
  slice === undefined ? title : title === '' ? slice.label : `${slice.label} · ${title}`

/** Height of the frame's head and paddings, which the view does not get. */
const HEAD_PX = 40 + 4 + 12 + 2
const SIDES_PX = 32 + 2

interface DrawnProps {
  module: AnyModule
  options: LiveWidget['options']
  id: string
  slice: Slice | undefined
  links: Links
  projection: Projection
  context: ProjectionContext
  room: StoreApi<Size | null>
}

/**
 * Memoised: the chrome around it changes with every step of a request, the drawing only with new data, texts or room.
 */
const Drawn = memo(function Drawn({ module, options, id, slice, links, projection, context, room }: DrawnProps) {
  const { dashboard } = useDashboard()
  const View = module.default
  const size = useStore(room)
  const inner = useMemo(
    () =>
      size === null ? null : { width: Math.max(0, size.width - SIDES_PX), height: Math.max(0, size.height - HEAD_PX) },
    [size],
  )
  const marks = use(DayMarksContext)
  const around = useMemo(
    () => ({ count: projection.rows.length, bands: bandsOver(projection, marks) }),
    [projection, marks],
  )
  const follow = useFollow()
  const emit = useCallback(
    (event: string, payload: Readonly<Record<string, unknown>>) => {
      dashboard.emit(id, event, payload)
      const linked = dashboard.link(id, event, payload)
      if (linked !== null) follow(linked)
    },
    [dashboard, id, follow],
  )
  const tab = useStore(dashboard.store, (state: DashboardState) => state.tabs[id])
  const onTab = useCallback((next: string) => dashboard.openTab(id, next), [dashboard, id])
  return (
    inner && (
      <ChartPlace value={`${dashboard.model.id}/${slice === undefined ? id : `${id}/${slice.value}`}`}>
        <ChartBandsAround value={around}>
          <View
            projection={projection}
            options={options}
            size={inner}
            context={context}
            emit={emit}
            links={links}
            tab={tab}
            onTab={onTab}
          />
        </ChartBandsAround>
      </ChartPlace>
    )
  )
})

/**
 * Browsers remember a failed import, so code that did not come is only asked again by a new page; the filters are in
 * its address.
 */
const reloadPage = () => window.location.reload()
