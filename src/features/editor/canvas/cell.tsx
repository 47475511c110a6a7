/** One widget on the canvas: drawn with live data, inert; the cell around it takes the pointer and the keys. */
import { PartBoundary, useDashboard, useFirstSlice, useImpactOn, WidgetFrame, WidgetHost } from '#engine'
import type { QuarantinedWidget, WidgetModel } from '#engine/core/document/model'
import { EmptyState, useUi } from '#ui'
import { FilterIcon, LockIcon } from '#ui/icons/index.tsx'
import { memo, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { columnName } from '../model/column-names.ts'
import { useMissingColumns } from '../panels/use-missing-columns.ts'
import { useCanvas, useSession } from './canvas-context.tsx'
import css from './canvas.module.css'

export interface CellProps {
  id: string
  widget: WidgetModel
  title: string
  x: number
  y: number
  w: number
  h: number
  isSelected: boolean
  /** The tab key stops here. */
  isStop: boolean
}

export const Cell = memo(function Cell({ id, widget, title, x, y, w, h, isSelected, isStop }: CellProps) {
  const { hands, session } = useCanvas()
  const { t } = useUi()
  const isLocked = useSession((state) => state.locked.has(id))
  const impact = useImpactOn(id)
  const cell = useRef<HTMLDivElement>(null)
  // Native listeners: the gesture works with native events, and React's would only wrap them.
  useEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    const down = (event: PointerEvent) => {
      const handle = (event.target as Element).closest('[data-handle]')
      hands.pointerDown(event, id, handle === null ? 'move' : 'resize')
    }
    // Else the browser begins to select text, and scrolls the page under the hand as soon as it is near an edge.
    const press = (event: MouseEvent) => {
      if (event.button === 0) {
        event.preventDefault()
        element.focus({ preventScroll: true })
      }
    }
    const key = (event: KeyboardEvent) => hands.keyDown(event, id)
    element.addEventListener('pointerdown', down)
    element.addEventListener('mousedown', press)
    element.addEventListener('keydown', key)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('mousedown', press)
      element.removeEventListener('keydown', key)
    }
  }, [hands, id])
  const isBroken = widget.kind === 'quarantined'
  const name = [
    title,
    t('editor:canvas.place', { column: x + 1, row: y + 1, width: w, height: h }),
    ...(isLocked ? [t('editor:canvas.isLocked')] : []),
    ...(isBroken ? [t('editor:canvas.isBroken')] : []),
  ].join(', ')
  return (
    <div
      ref={cell}
      role="option"
      aria-label={name}
      aria-selected={isSelected}
      aria-describedby={`${findingId(id)} editor-keys`}
      tabIndex={isStop ? 0 : -1}
      className={css.cell}
      data-cell={id}
      data-selected={isSelected || undefined}
      data-locked={isLocked || undefined}
      data-impact={impact}
      style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}
      onFocus={() => session.focus(id)}
      onDragStart={(event) => event.preventDefault()}
    >
      <div className={css.content} inert>
        <PartBoundary part={`widgets/${id}`} name={title} resetOn={widget}>
          {widget.kind === 'live' ? (
            <LiveContent id={id} widget={widget} title={title} />
          ) : (
            <Broken widget={widget} title={title} />
          )}
        </PartBoundary>
      </div>
      {widget.kind === 'live' && <Findings id={id} type={widget.type} />}
      {isLocked ? (
        <span className={css.lock} aria-hidden="true">
          <LockIcon size={14} />
        </span>
      ) : (
        <span className={css.handle} data-handle aria-hidden="true" />
      )}
    </div>
  )
})

const findingId = (id: string) => `finding-${id}`

/** An option that names a column which is not there: the widget would be empty, without a reason. */
function Findings({ id, type }: { id: string; type: string }) {
  const { services } = useCanvas()
  const { t } = useUi()
  const [first] = useMissingColumns(id)
  if (first === undefined) return null
  return (
    <p id={findingId(id)} className={css.finding} data-finding>
      {t('editor:canvas.missingColumn', {
        option: services.widgetText(type)(`options.${first.option}.label`),
        column: columnName(t, first.column),
      })}
    </p>
  )
}

function LiveContent({
  id,
  widget,
  title,
}: {
  id: string
  widget: Extract<WidgetModel, { kind: 'live' }>
  title: string
}) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const hidden = useStore(dashboard.store, ({ widgets }) => {
    const state = widgets[id]
    return state?.kind === 'hidden' ? state : undefined
  })
  const slice = useFirstSlice(widget)
  if (hidden === undefined) return <WidgetHost id={id} widget={widget} title={title} slice={slice} />
  const { rule, muted } = hidden
  const measures = muted?.map((measure) => columnName(t, measure)).join(', ') ?? ''
  return (
    <WidgetFrame title={title} state={{ kind: 'ready', frames: {}, values: {}, at: 0, ageMs: 0 }} projection={NOTHING}>
      <EmptyState icon={<FilterIcon />} title={t(muted === undefined ? 'editor:canvas.hidden' : 'editor:canvas.muted')}>
        {muted === undefined ? rule : t('editor:canvas.mutedText', { measures })}
      </EmptyState>
    </WidgetFrame>
  )
}

const NOTHING = { columns: [], rows: [], summary: '' }

/** Codes that mean: not wrong, only not finished. */
const UNFINISHED = new Set(['WIDGET_INPUT_MISSING'])

function Broken({ widget, title }: { widget: QuarantinedWidget; title: string }) {
  const { services } = useCanvas()
  const { t } = useUi()
  if (widget.issues.every(({ code }) => UNFINISHED.has(code))) {
    return (
      <WidgetFrame
        title={title}
        state={{ kind: 'ready', frames: {}, values: {}, at: 0, ageMs: 0 }}
        projection={NOTHING}
      >
        <EmptyState title={t('editor:canvas.needsData')}>{t('editor:canvas.needsDataText')}</EmptyState>
      </WidgetFrame>
    )
  }
  return (
    <WidgetFrame
      title={title}
      state={{ kind: 'quarantined', issues: widget.issues }}
      issueText={(issue) => services.issueText({ severity: 'error', pointer: '', ...issue })}
    />
  )
}
