/** One dashboard on the page: makes it from its document, ties it to the address bar and draws it. */
import type { Kiosk } from '#domain/kiosk'
import {
  type Dashboard,
  type DashboardOptions,
  DashboardView,
  type DashboardServices,
  onceAtRest,
  type Issue,
  PageMark,
  type Projection,
  StoresMark,
  TrafficMark,
  useSaysNothing,
} from '#engine'
import { ActionBar, BarButton, Button, EmptyState, ErrorState, LinkButton, PageHeader, useUi } from '#ui'
import { toasts } from '#ui'
import { readyForPaper } from '#ui/chart/paper.ts'
import { CameraIcon, EditIcon, LinkIcon, PrintIcon, SystemIcon } from '#ui/icons/index.tsx'
import { ensureTexts } from '#i18n'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CountsElsewherePorts } from './counts-elsewhere.tsx'
import css from './dashboard-page.module.css'
import type { KioskDialogProps } from './kiosk-dialog.tsx'
import { useDashboard } from './open-dashboard.ts'
import { Star } from './star.tsx'
import { Marked } from './viewing/marked.tsx'
import type { AnnotationsPorts, ViewsPorts } from './viewing/ports.ts'
import { ViewingButtons } from './viewing/viewing-buttons.tsx'
import { RefreshButton, type RefreshPorts } from './viewing/refresh-button.tsx'
import { StepsButton } from './viewing/steps-button.tsx'

export interface DashboardOwn {
  readonly starred: boolean
  readonly onStar: (starred: boolean) => void
  /** The editor of it, for those who may change it. */
  readonly editPath?: string
  /** Makes one's own copy, of what ships with the product. */
  readonly onCustomise?: () => void
  /** The dialog that `onCustomise` opened. */
  readonly dialog?: ReactNode
}

export interface DashboardPageProps {
  /** Everything but the layout's own parts; a new object makes a new dashboard. Null = there is no such document. */
  options: DashboardOptions | null
  services: DashboardServices
  /** The title of the window after the name of the dashboard. */
  product: string
  /** Path under which readers open it: what is shared. */
  address?: string
  /** On a wall: no bars, and asked again every few minutes. */
  kiosk?: Kiosk | null
  onKiosk?: (kiosk: Kiosk | null) => void
  /** Further parts of a wall. */
  kioskChoices?: KioskDialogProps['choices']
  /** Walls without a session, for those who may make them. */
  kioskScreens?: KioskDialogProps['screens']
  /** The last sheet of it was shown. */
  onTurn?: () => void
  /** The server of a wall is away. */
  isPaused?: boolean
  /** Rights of this account on it; undefined while unknown. */
  own?: DashboardOwn | undefined
  /**
   * The first figures are there, or keep waiting: what comes after them may be loaded. May be called twice. Stays the
   * same function.
   */
  onRest?: () => void
  /** Reports of it: a PDF, a mail. */
  reports?: (dashboard: Dashboard) => ReactNode
  /** Its public links, for those who may make them. */
  links?: ((dashboard: Dashboard) => ReactNode) | undefined
  /** How often it asks again by itself; on a wall it does without a word. */
  refresh?: RefreshPorts
  /** Its filters by name. */
  views?: ViewsPorts | undefined
  /** Notes of users at its days. */
  annotations?: AnnotationsPorts | undefined
  /** Its readers have no account: they look, and print. */
  isPublic?: boolean
  /** Where a page without figures looks for them. */
  counts?: CountsElsewherePorts
  /** Hands a file to the reader; with it a moment can be saved. */
  saveMoment?: (name: string, content: Blob) => void
}

/** Only walls have them. */
const Clock = lazy(async () => ({ default: (await import('./kiosk.tsx')).Clock }))
const KioskControl = lazy(async () => ({ default: (await import('./kiosk.tsx')).KioskControl }))
/** Few ever need it: it comes with its words when it is opened. */
const KioskDialog = lazy(async () => {
  const [loaded] = await Promise.all([import('./kiosk-dialog.tsx'), ensureTexts('dashboard', 'screens')])
  return loaded
})
const MomentDialog = lazy(async () => {
  const [loaded] = await Promise.all([import('./moment-dialog.tsx'), ensureTexts('dashboard')])
  return loaded
})

export function DashboardPage({
  options,
  services,
  product,
  address,
  kiosk = null,
  onKiosk,
  kioskChoices,
  kioskScreens,
  onTurn,
  isPaused = false,
  refresh,
  views,
  annotations,
  reports,
  links,
  isPublic = false,
  own,
  counts,
  saveMoment,
  onRest,
}: DashboardPageProps) {
  const { t } = useUi()
  const dashboard = useDashboard(options)
  useRest(dashboard, onRest)
  const sheets = useRef<HTMLDivElement>(null)

  if (options === null)
    return (
      <EmptyState
        title={t('app:dashboard.notFound')}
        action={
          <LinkButton size="small" href="/users/dashboards/custom">
            {t('home:menu.dashboards')}
          </LinkButton>
        }
      >
        {t('app:dashboard.notFoundText')}
      </EmptyState>
    )
  const { layout } = options
  if (layout.model.sections.length === 0) return <Unreadable issues={layout.issues} services={services} />
  if (dashboard === null) return null
  return (
    <div className={css.page} data-kiosk={kiosk !== null || undefined}>
      <Head
        dashboard={dashboard}
        product={product}
        address={address}
        kiosk={kiosk}
        onKiosk={onKiosk}
        kioskChoices={kioskChoices}
        kioskScreens={kioskScreens}
        refresh={refresh}
        views={views}
        annotations={annotations}
        reports={reports}
        links={links}
        isPublic={isPublic}
        own={own}
        saveMoment={saveMoment}
        exportCsv={services.exportCsv}
      />
      {counts !== undefined && kiosk === null && <WhereCountsAre dashboard={dashboard} ports={counts} />}
      <div ref={sheets} className={css.sheets}>
        <Marked dashboard={dashboard} all={annotations?.all ?? null}>
          <DashboardView dashboard={dashboard} services={services} />
        </Marked>
      </div>
      {kiosk !== null && (
        <Suspense>
          <KioskControl
            dashboard={dashboard}
            kiosk={kiosk}
            refreshSeconds={refresh?.seconds ?? null}
            root={sheets}
            onTurn={() => onTurn?.()}
            onLeave={onKiosk && (() => onKiosk(null))}
            isPaused={isPaused}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Longest that anything else waits for the first figures. */
const RESTS_WITHIN_MS = 2000

function useRest(dashboard: Dashboard | null, onRest: DashboardPageProps['onRest']): void {
  useEffect(() => {
    if (dashboard === null || onRest === undefined) return undefined
    const timer = setTimeout(onRest, RESTS_WITHIN_MS)
    const leave = onceAtRest(dashboard, onRest)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [dashboard, onRest])
}

/** Most pages have a figure, and never need it. */
const CountsElsewhere = lazy(async () => ({ default: (await import('./counts-elsewhere.tsx')).CountsElsewhere }))
const NoFootscans = lazy(async () => ({ default: (await import('./no-footscans.tsx')).NoFootscans }))

function WhereCountsAre({ dashboard, ports }: { dashboard: Dashboard; ports: CountsElsewherePorts }) {
  return (
    useSaysNothing(dashboard) && (
      <div className={css.elsewhere}>
        <Suspense>
          <CountsElsewhere dashboard={dashboard} ports={ports} />
          <NoFootscans dashboard={dashboard} footscansHref={ports.footscansHref} />
        </Suspense>
      </div>
    )
  )
}

/** A document that cannot be shown: what is wrong with it, and where. */
function Unreadable({ issues, services }: { issues: readonly Issue[]; services: DashboardServices }) {
  const { t } = useUi()
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, 5)
  return (
    <div role="alert">
      <ErrorState title={t('app:dashboard.unreadable')} code={errors[0]?.code ?? 'LAYOUT_INVALID'}>
        {errors.map((issue) => services.issueText(issue)).join(' ')}
      </ErrorState>
    </div>
  )
}

export function Head({
  dashboard,
  product,
  address,
  kiosk,
  onKiosk,
  kioskChoices,
  kioskScreens,
  refresh,
  views,
  annotations,
  reports,
  links,
  isPublic = false,
  own,
  saveMoment,
  exportCsv,
}: { dashboard: Dashboard; exportCsv?: DashboardServices['exportCsv'] } & Pick<
  DashboardPageProps,
  | 'product'
  | 'address'
  | 'kiosk'
  | 'onKiosk'
  | 'kioskChoices'
  | 'kioskScreens'
  | 'refresh'
  | 'views'
  | 'annotations'
  | 'reports'
  | 'links'
  | 'isPublic'
  | 'own'
  | 'saveMoment'
>) {
  const { t } = useUi()
  const title = useStore(dashboard.store, (state) => state.title)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  const share = async () => {
    await navigator.clipboard.writeText(`${location.origin}${address ?? location.pathname}${location.search}`)
    toasts.success(t('app:dashboard.shared'))
  }
  const exportDays =
    exportCsv &&
    ((projection: Projection) => {
      void exportCsv({ dashboard: title, widget: t('app:days.label') }, projection)
    })
  const print = async () => {
    await Promise.all([dashboard.promoteAll(), readyForPaper()])
    window.print()
  }
  return (
    <PageHeader
      title={title}
      mark={
        <>
          <PageMark dashboard={dashboard} />
          <TrafficMark dashboard={dashboard} />
          <StoresMark dashboard={dashboard} isStill={kiosk !== null} onExport={exportDays} />
        </>
      }
      actions={
        kiosk ? (
          <Suspense>
            <Clock />
          </Suspense>
        ) : (
          <ActionBar moreLabel={t('app:dashboard.more')} order={FOLDED}>
            {own !== undefined && <Star label={t('app:dashboard.star')} isOn={own.starred} onChange={own.onStar} />}
            {own?.editPath !== undefined && (
              <LinkButton href={own.editPath} size="small" kind="quiet" icon={<EditIcon />}>
                {t('app:dashboard.edit')}
              </LinkButton>
            )}
            {own?.onCustomise !== undefined && (
              <Button size="small" kind="quiet" icon={<EditIcon />} onPress={own.onCustomise}>
                {t('app:dashboard.edit')}
              </Button>
            )}
            {own?.dialog}
            <ViewingButtons dashboard={dashboard} views={views} annotations={annotations} />
            {refresh !== undefined && <RefreshButton dashboard={dashboard} ports={refresh} />}
            <StepsButton dashboard={dashboard} />
            {onKiosk !== undefined && (
              <KioskAction dashboard={dashboard} onKiosk={onKiosk} choices={kioskChoices} screens={kioskScreens} />
            )}
            {saveMoment !== undefined && <MomentAction dashboard={dashboard} save={saveMoment} />}
            {!isPublic && (
              <BarButton id="share" label={t('app:dashboard.share')} icon={<LinkIcon />} onPress={() => void share()} />
            )}
            {links?.(dashboard)}
            <BarButton id="print" label={t('app:dashboard.print')} icon={<PrintIcon />} onPress={() => void print()} />
            {reports?.(dashboard)}
          </ActionBar>
        )
      }
    />
  )
}

interface KioskActionProps {
  dashboard: Dashboard
  onKiosk: NonNullable<DashboardPageProps['onKiosk']>
  choices: DashboardPageProps['kioskChoices']
  screens: DashboardPageProps['kioskScreens']
}

function KioskAction({ dashboard, onKiosk, choices, screens }: KioskActionProps) {
  const { t } = useUi()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BarButton id="kiosk" label={t('app:dashboard.kiosk')} icon={<SystemIcon />} onPress={() => setOpen(true)} />
      {isOpen && choices !== undefined && (
        <Suspense>
          <KioskDialog
            current={dashboard.model.id}
            choices={choices}
            screens={screens}
            onStart={onKiosk}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type SaveMoment = NonNullable<DashboardPageProps['saveMoment']>

function MomentAction({ dashboard, save }: { dashboard: Dashboard; save: SaveMoment }) {
  const { t } = useUi()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BarButton id="moment" label={t('app:dashboard.moment')} icon={<CameraIcon />} onPress={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <MomentDialog dashboard={dashboard} save={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Entries of the menu of a phone, most used first. Star, editing, views, refreshing and steps stay in sight. */
const FOLDED = ['annotations', 'share', 'publicLink', 'print', 'kiosk', 'moment', 'reports']
