/**
 * The one chrome around every widget: title, completeness, age, attempts, retry, menu, and the table twin of every
 * chart. A view only ever draws data; loading, blocked, empty, partial, failed and quarantined look the same everywhere
 * because they are here.
 */
import type { ByDay } from '#domain/frame'
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  type MenuAction,
  Popover,
  Progress,
  Skeleton,
  useUi,
} from '#ui'
import {
  CalendarIcon,
  ChevronRightIcon,
  ExternalIcon,
  ChartBarIcon,
  CloseIcon,
  DownloadIcon,
  ExpandIcon,
  ImageIcon,
  InfoIcon,
  MoreIcon,
  RefreshIcon,
  TableIcon,
  WarningIcon,
} from '#ui/icons/index.tsx'
import { memo, type MouseEvent, type ReactNode, useId, useMemo, useState } from 'react'
import type { PassportFacts } from '../core/run/passport-facts.ts'
import type { Projection, WidgetState } from '../types.ts'
import { Blocked, type MissingFilters, NO_FILTERS } from './blocked.tsx'
import { PassportNote } from './passport-note.tsx'
import type { ShownLink } from './use-links.ts'
import { ProjectionTable } from './projection-table.tsx'
import css from './widget-frame.module.css'

export interface WidgetFrameProps {
  title: string
  /** Its name where the title alone is not one: a copy among others of the same title. */
  called?: string
  /** Where its title leads. */
  link?: ShownLink | undefined
  state: WidgetState
  /** What the view draws; the table and the exports are made of the same. */
  projection?: Projection | null
  /** The drawn view. Shown while the state has frames, dimmed while newer ones are in flight. */
  children?: ReactNode
  skeleton?: 'chart' | 'table' | 'kpi' | 'donut'
  /** The view is a table already: no table toggle. */
  isTable?: boolean
  /** Minutes since the oldest part was received; shown when the data are stale. */
  ageMinutes?: number
  /** What is known of the filters, for the blocked state. */
  filters?: MissingFilters
  /** Sentence of an issue in the reader's language. */
  issueText?: (issue: {
    code: string
    text: string
    message: string
    params?: Readonly<Record<string, string | number>>
  }) => string
  onRetry?: () => void
  onRefresh?: () => void
  onFocusParam?: (param: string) => void
  onRetryParams?: (params: readonly string[]) => void
  onExportCsv?: () => void
  onExportPng?: () => void
  /** It fills the page. */
  isFull?: boolean
  /** Lets it fill the page, or the whole page come back. */
  onFull?: ((isFull: boolean) => void) | undefined
  /** What the application adds to its menu. */
  actions?: readonly MenuAction[]
  /** What the figures on show rest on, for their passport. */
  factsOf?: () => PassportFacts | null
  /** The note behind "About this widget". */
  about?: ReactNode
  /** Heading level, by the page it is on. */
  level?: 2 | 3
}

export function WidgetFrame(props: WidgetFrameProps) {
  const { title, called = title, state, projection, skeleton = 'chart', isTable = false, level = 3, about } = props
  const { t } = useUi()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const shown =
    projection &&
    (state.kind === 'ready' ||
      ((state.kind === 'loading' || state.kind === 'queued' || state.kind === 'error') && state.previous !== undefined))
  const isStale = state.kind === 'loading' || state.kind === 'queued'
  const Heading = level === 2 ? 'h2' : 'h3'

  return (
    <section
      className={css.frame}
      {...(called === title ? { 'aria-labelledby': id } : { 'aria-label': called })}
      data-state={state.kind}
      data-print="keep"
    >
      <header className={css.head}>
        <Heading className={css.title} id={id}>
          {props.link === undefined ? title : <TitleLink {...props.link}>{title}</TitleLink>}
        </Heading>
        <div className={css.marks}>
          {state.kind === 'ready' && state.partial && <PartialMark partial={state.partial} onRetry={props.onRetry} />}
          {state.kind === 'ready' && state.byDay && <ByDayMark {...state.byDay} />}
          {shown && projection.passport && (
            <PassportNote
              passport={projection.passport}
              basis={(state.kind === 'ready' ? state : state.previous)?.basis}
              factsOf={props.factsOf}
            />
          )}
          {(props.ageMinutes ?? 0) >= 60 && (
            <Badge tone="warn">{t('app:frame.age', { minutes: props.ageMinutes ?? 0 })}</Badge>
          )}
          <Activity state={state} />
        </div>
        <Tools
          title={called}
          about={about}
          asTable={asTable}
          onToggle={shown && !isTable ? setAsTable : undefined}
          onExportCsv={shown ? props.onExportCsv : undefined}
          onExportPng={shown && !isTable && !asTable ? props.onExportPng : undefined}
          onRefresh={props.onRefresh}
          isFull={props.isFull ?? false}
          onFull={props.onFull}
          more={props.actions}
        />
      </header>
      <div className={css.body} data-dimmed={(shown && isStale) || undefined} aria-busy={isStale}>
        {shown ? (
          <>
            {asTable ? (
              <div className={css.table}>
                <ProjectionTable projection={projection} label={title} />
              </div>
            ) : (
              props.children
            )}
            <p className={css.summary}>{projection.summary}</p>
          </>
        ) : (
          <Absent {...props} skeleton={skeleton} />
        )}
        {state.kind === 'loading' && state.reason && (
          <div className={css.failed} role="status">
            <WarningIcon /> {props.issueText?.(state.reason) ?? state.reason.text}
          </div>
        )}
        {state.kind === 'error' && shown && (
          <div className={css.failed} role="status">
            <WarningIcon /> {props.issueText?.(state.issue) ?? state.issue.text}
            {props.onRetry && (
              <Button size="small" onPress={props.onRetry}>
                {t('app:frame.retry')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

/** A plain click stays in the page; with a key, or the middle button, the browser does what it does with links. */
function TitleLink({ href, isOutside, follow, children }: ShownLink & { children: ReactNode }) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isOutside || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    follow()
  }
  return (
    <a
      className={css.link}
      href={href}
      onClick={onClick}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {isOutside ? <ExternalIcon size={12} /> : <ChevronRightIcon size={14} />}
    </a>
  )
}

interface ToolsProps {
  title: string
  about: ReactNode
  asTable: boolean
  /** Each is there where it can be done. */
  onToggle: ((asTable: boolean) => void) | undefined
  onExportCsv: (() => void) | undefined
  onExportPng: (() => void) | undefined
  onRefresh: (() => void) | undefined
  isFull: boolean
  onFull: ((isFull: boolean) => void) | undefined
  more: readonly MenuAction[] | undefined
}

/** Memoised: new figures change nothing of what can be done with them, and buttons are the dearest part of a frame. */
const Tools = memo(function Tools({
  title,
  about,
  asTable,
  onToggle,
  onExportCsv,
  onExportPng,
  onRefresh,
  isFull,
  onFull,
  more = [],
}: ToolsProps) {
  const { t } = useUi()
  const leave = t('app:frame.fullLeave')
  const menu = t('app:frame.menu', { title })
  // The same element for any menu items: its button does not change when the figures arrive.
  const trigger = useMemo(() => <IconButton plain size="small" label={menu} icon={<MoreIcon />} />, [menu])
  const actions: MenuAction[] = [
    ...(onFull && !isFull
      ? [{ id: 'full', label: t('app:frame.full'), icon: <ExpandIcon />, onAction: () => onFull(true) }]
      : []),
    ...(onToggle
      ? [
          {
            id: 'table',
            label: t(asTable ? 'app:frame.chart' : 'app:frame.table'),
            icon: asTable ? <ChartBarIcon /> : <TableIcon />,
            onAction: () => onToggle(!asTable),
          },
        ]
      : []),
    ...(onExportCsv ? [{ id: 'csv', label: t('app:frame.csv'), icon: <DownloadIcon />, onAction: onExportCsv }] : []),
    ...(onExportPng ? [{ id: 'png', label: t('app:frame.png'), icon: <ImageIcon />, onAction: onExportPng }] : []),
    ...(onRefresh
      ? [{ id: 'refresh', label: t('app:frame.refresh'), icon: <RefreshIcon />, onAction: onRefresh }]
      : []),
    ...more,
  ]
  return (
    <div className={css.tools} data-print="hide">
      {about !== undefined && <About title={title}>{about}</About>}
      {actions.length > 0 && <Menu label={menu} actions={actions} trigger={trigger} />}
      {isFull && <IconButton plain size="small" label={leave} icon={<CloseIcon />} onPress={() => onFull?.(false)} />}
    </div>
  )
})

const About = memo(function About({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useUi()
  const label = t('app:frame.about', { title })
  return (
    <Popover
      label={label}
      placement="bottom end"
      trigger={<IconButton size="small" label={label} icon={<InfoIcon />} />}
    >
      {children}
    </Popover>
  )
})

/** What is in the place of the view while there is nothing to draw; sentences know the room that they have. */
function Absent({ skeleton = 'chart', ...props }: WidgetFrameProps) {
  const reason = useReason(props)
  return reason === null ? <Skeleton shape={skeleton} /> : <div className={css.absent}>{reason}</div>
}

function useReason({ state, issueText, onRetry, filters = NO_FILTERS, onFocusParam, onRetryParams }: WidgetFrameProps) {
  const { t } = useUi()
  switch (state.kind) {
    case 'blocked':
      return <Blocked missing={state.missing} {...{ filters, onFocusParam, onRetryParams }} />
    case 'empty':
      return (
        <EmptyState title={t(`app:frame.empty.${state.why}`)}>
          {t(state.why === 'byDay' ? 'app:frame.empty.byDayHint' : 'app:frame.empty.hint')}
        </EmptyState>
      )
    case 'error':
      return (
        <ErrorState title={t('app:frame.error')} code={state.issue.code} onRetry={onRetry}>
          <p>{issueText?.(state.issue) ?? state.issue.text}</p>
          {/* A server that is out of reach answers none of the others. */}
          {state.issue.code !== 'SOURCE_NETWORK' && <p>{t('app:frame.errorStill')}</p>}
        </ErrorState>
      )
    case 'quarantined':
      return (
        <ErrorState title={t('app:frame.quarantined')} code={state.issues[0]?.code ?? 'WIDGET_INVALID'}>
          <ul className={css.issues}>
            {state.issues.map((issue) => (
              <li key={`${issue.code}${issue.pointer}`}>{issueText?.(issue) ?? issue.text}</li>
            ))}
          </ul>
          {t('app:frame.quarantinedText')}
        </ErrorState>
      )
    default:
      return null
  }
}

/** Long work says where it is: place in the queue, attempt, stores done. */
function Activity({ state }: { state: WidgetState }) {
  const { t } = useUi()
  if (state.kind === 'queued' && state.position > 0)
    return <span className={css.note}>{t('app:frame.queued', { position: state.position })}</span>
  if (state.kind !== 'loading') return null
  return (
    <>
      {state.attempt > 1 && (
        <Badge tone="warn">{t('app:frame.attempt', { attempt: state.attempt, of: state.of })}</Badge>
      )}
      {state.total !== undefined && (
        <Progress
          label={t('app:frame.progress', { done: state.done ?? 0, total: state.total })}
          value={state.done ?? 0}
          max={state.total}
        />
      )}
    </>
  )
}

/** By the hour, days that are known as a whole only are left out: it says of how many stores. */
function ByDayMark({ stores, of }: ByDay) {
  const { t } = useUi()
  const text = t('app:frame.byDay', { stores, of })
  return (
    <Popover
      label={text}
      trigger={
        <Button kind="quiet" size="small" icon={<CalendarIcon />}>
          {t('app:frame.byDayStores', { stores, of })}
        </Button>
      }
    >
      <p>{text}</p>
    </Popover>
  )
}

function PartialMark({
  partial,
  onRetry,
}: {
  partial: { failed: readonly string[]; done: number; total: number }
  onRetry?: () => void
}) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.partial', { names: partial.failed.join(', ') })}
      trigger={
        <Button kind="quiet" size="small" icon={<WarningIcon />}>
          {t('app:frame.partialDone', { done: partial.done, total: partial.total })}
        </Button>
      }
    >
      <p>{t('app:frame.partial', { names: partial.failed.join(', ') })}</p>
      {onRetry && (
        <Button size="small" onPress={onRetry}>
          {t('app:frame.retry')}
        </Button>
      )}
    </Popover>
  )
}
