/** How many stores the figures of a page are of, where it is not all that were asked about: beside the title, with the others and why they are left out. */
import type { Basis, LeftOut } from '#domain/compared-stores'
import { Popover, useUi } from '#ui'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Dashboard } from '../core/dashboard-types.ts'
import type { ShownStates } from '../core/shown.ts'
import type { DashboardState } from '../core/state.ts'
import css from './page-mark.module.css'

/** More names than this are a list, which the table of stores is. */
const MOST_NAMED = 12

/** The first comparison on show: all questions of a page are about the same stores. */
function basisOf(states: ShownStates): Basis | undefined {
  for (const state of Object.values(states)) {
    const shown = state.kind === 'ready' ? state : 'previous' in state ? state.previous : undefined
    if (shown?.basis !== undefined) return shown.basis
  }
  return undefined
}

/** Nothing while every store that was asked about is compared. */
export function StoresMark({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useUi()
  const basis = useStore(dashboard.shown, basisOf)
  const names = useStore(dashboard.store, (state: DashboardState) => state.labels.local)
  if (basis === undefined || basis.compared === basis.asked) return null
  const { stores, why, leftOut, days, ...counts } = basis
  const named = leftOut.slice(0, MOST_NAMED)
  const others = basis.asked - basis.compared - named.length
  return (
    <Popover
      label={t('app:stores.label')} placement="bottom start"
      trigger={<Button className={css.trigger} data-stores={stores}>{stores === 'all' ? t('app:stores.sides', counts) : t('app:stores.count', counts)}</Button>}
    >
      <div className={css.note}>
        <p>{t(why === 'none' ? 'app:stores.none' : stores === 'all' ? 'app:stores.mixed' : 'app:stores.same', counts)}</p>
        <dl className={css.widgets} aria-label={t('app:stores.leftOut')}>
          {named.map((store) => <div key={store.local}><dt>{names?.get(store.local) ?? `#${store.local}`}</dt><dd><Reason of={store} /></dd></div>)}
        </dl>
        {others > 0 && <p>{t('app:stores.more', { count: others })}</p>}
      </div>
    </Popover>
  )
}

function Reason({ of: { reason, share } }: { of: LeftOut }) {
  const { t, format } = useUi()
  return <>{t(`app:stores.reason.${reason}`, { share: format.value(share === undefined ? null : share * 100, 'percent') })}</>
}
