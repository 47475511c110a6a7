/**
 * What the figures of a page compare: of how many stores they are, why the others are left out, and which day lies on
 * which.
 */
import { isMixed } from '#domain/compared-stores'
import type { Basis, ComparedDays, LeftOut } from '#domain/basis'
import { Popover, Skeleton, Tabs, useUi } from '#ui'
import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import { placeText } from '../core/run/place-words.ts'
import type { ShownStates } from '../core/graph/shown.ts'
import type { DashboardState } from '../core/params/state.ts'
import type { DaysPanelProps } from './days-panel.tsx'
import css from './page-mark.module.css'

/** Few ever open it. */
const DaysPanel = lazy(() => import('./days-panel.tsx').then((loaded) => ({ default: loaded.DaysPanel })))

/** More names than this are a list, which the table of stores is. */
const MAX_NAMED = 12

/** The first comparison on show: all questions of a page are about the same stores. */
function basisOf(states: ShownStates): Basis | undefined {
  for (const state of Object.values(states)) {
    const shown = state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined
    if (shown?.basis !== undefined) return shown.basis
  }
  return undefined
}

/** Whether days are worth a word: some are in no change, or meet by their name. */
const hasNews = (days: ComparedDays | undefined): days is ComparedDays =>
  days !== undefined && (days.comparing + days.reference + days.named.length > 0 || days.calendars > 1)

export interface StoresMarkProps extends Pick<DaysPanelProps, 'onExport'> {
  readonly dashboard: Dashboard
  /** On a wall it cannot be opened: what it would say is beside it. */
  readonly isStill?: boolean
}

/** Nothing while every store that was asked about is compared, day by day on its weekday. */
export function StoresMark({ dashboard, isStill = false, onExport }: StoresMarkProps) {
  const { t } = useUi()
  const basis = useStore(dashboard.shown, basisOf)
  if (
    basis === undefined ||
    (basis.compared === basis.asked && !hasNews(basis.days) && basis.withoutHours === undefined)
  )
    return null
  const { places, stores, asked, compared, comparing, reference } = basis
  const label =
    stores === 'all'
      ? t(placeText(places, 'sides'), { comparing, reference })
      : t(placeText(places, 'count'), { compared, asked })
  // Paper and walls open nothing.
  const said = isMixed(basis) ? t('app:stores.notJudged') : null
  if (isStill)
    return (
      <span className={css.still} data-stores={stores}>
        {label}
        {said !== null && ` · ${said}`}
      </span>
    )
  return (
    <>
      <Popover
        label={t(placeText(places, 'label'))}
        placement="bottom start"
        trigger={
          <Button className={css.trigger} data-stores={stores}>
            {label}
          </Button>
        }
      >
        <Tabs
          label={t(placeText(places, 'label'))}
          tabs={[
            {
              id: 'stores',
              label: t(placeText(places, 'name')),
              content: <Stores dashboard={dashboard} basis={basis} />,
            },
            ...(basis.days === undefined
              ? []
              : [
                  {
                    id: 'days',
                    label: t('app:days.tab'),
                    content: <DaysTab dashboard={dashboard} days={basis.days} onExport={onExport} />,
                  },
                ]),
          ]}
        />
      </Popover>
      {said !== null && <span className={css.printed}>{said}</span>}
    </>
  )
}

function Stores({
  dashboard,
  basis: { places, withoutHours, stores, why, leftOut, asked, compared, comparing, reference },
}: {
  dashboard: Dashboard
  basis: Basis
}) {
  const { t } = useUi()
  const names = useStore(dashboard.store, (state: DashboardState) => state.labels.local)
  const named = leftOut.slice(0, MAX_NAMED)
  const others = asked - compared - named.length
  return (
    <div className={css.note}>
      <p>
        {t(placeText(places, why === 'none' ? 'none' : stores === 'all' ? 'mixed' : 'same'), {
          asked,
          compared,
          comparing,
          reference,
        })}
      </p>
      {withoutHours !== undefined && <p>{t('app:rooms.withoutHours', { rooms: withoutHours })}.</p>}
      {named.length > 0 && (
        <dl className={css.widgets} aria-label={t('app:stores.leftOut')}>
          {named.map((store) => (
            <div key={store.local}>
              <dt>{names?.get(store.local) ?? `#${store.local}`}</dt>
              <dd>
                <Reason of={store} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others > 0 && <p>{t(placeText(places, 'more'), { count: others })}</p>}
    </div>
  )
}

function DaysTab({
  dashboard,
  days: { paired, comparing, reference, calendars },
  onExport,
}: { dashboard: Dashboard; days: ComparedDays } & Pick<DaysPanelProps, 'onExport'>) {
  const { t } = useUi()
  const sentences = [
    t('app:days.paired', { paired }),
    ...(comparing + reference > 0 ? [t('app:days.alone', { comparing, reference })] : []),
    ...(calendars > 1 ? [t('app:days.calendars', { count: calendars })] : []),
  ]
  return (
    <div className={css.note} data-wide>
      <p>{sentences.join(' ')}</p>
      <Suspense fallback={<Skeleton shape="table" />}>
        <DaysPanel dashboard={dashboard} onExport={onExport} />
      </Suspense>
    </div>
  )
}

function Reason({ of: { reason, share } }: { of: LeftOut }) {
  const { t, format } = useUi()
  return (
    <>
      {t(`app:stores.reason.${reason}`, { share: format.value(share === undefined ? null : share * 100, 'percent') })}
    </>
  )
}
