/** One row of filters: what is chosen, what is missing, what could not be loaded. */
import { Button, useRootMark, useUi } from '#ui'
import type { TrafficKind } from '#domain/traffic-kinds'
import { memo, Suspense, useMemo } from 'react'
import { useStore } from 'zustand'
import { kindOf } from '../core/kinds/index.ts'
import type { DashboardState } from '../core/params/state.ts'
import { ImpactNote, ImpactSaid, useImpactPreview } from './impact.tsx'
import { CONTROLS } from './kinds/index.ts'
import { PartBoundary } from './part-boundary.tsx'
import { useTraffic } from './traffic-mark.tsx'
import { useDashboard } from './services.tsx'
import css from './filter-bar.module.css'

export const FilterBar = memo(function FilterBar({ params, sticky }: { params: readonly string[]; sticky: boolean }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const dirty = useStore(dashboard.store, (state: DashboardState) => state.dirty)
  const manual = dashboard.model.apply === 'manual'
  const isFailed = useStore(dashboard.store, (state: DashboardState) =>
    params.some((key) => state.params[key]?.state === 'failed'),
  )
  useRootMark('stickyBar', sticky)
  return (
    <search
      className={css.bar}
      data-sticky={sticky || undefined}
      data-failed={isFailed || undefined}
      aria-label={t('app:filters.title')}
    >
      {params.map((key) => (
        <Control key={key} param={key} />
      ))}
      {(manual || dirty) && <Apply isDirty={dirty} />}
      <ImpactSaid of={dirty ? [...params, APPLY] : params} />
    </search>
  )
})

/** No filter can be called so. */
const APPLY = '(apply)'

function Apply({ isDirty }: { isDirty: boolean }) {
  const { dashboard } = useDashboard()
  const { t } = useUi()
  const preview = useImpactPreview(APPLY)
  return (
    <div className={css.apply} {...preview}>
      <Button kind="primary" isDisabled={!isDirty} onPress={() => dashboard.apply()}>
        {t('app:filters.apply')}
      </Button>
      <ImpactNote of={APPLY} className={css.impact} />
    </div>
  )
}

function Control({ param: key }: { param: string }) {
  const { dashboard, services } = useDashboard()
  const param = useStore(dashboard.store, (state: DashboardState) => state.params[key])
  const filters = useMemo(() => [key], [key])
  const preview = useImpactPreview(key, filters)
  const traffic = useTraffic(dashboard)
  // A filter of which the answers have one value only is none; a value that was chosen stays to be taken back.
  if (
    param === undefined ||
    (param.offers === 'traffic' &&
      (traffic === undefined || (traffic.of.length < 2 && traffic.of.includes(traffic.shown as TrafficKind))))
  )
    return null
  const Chosen = services.controls[param.type] ?? CONTROLS[param.type]
  if (Chosen === undefined) return null
  return (
    <div
      className={css.control}
      data-param={key}
      data-state={param.state}
      data-type={param.type}
      data-room={kindOf(param).room}
      data-fixed={param.choices !== undefined || undefined}
      {...preview}
    >
      <PartBoundary part={`params/${key}`} name={param.label} resetOn={param}>
        <Suspense>
          <Chosen
            param={param}
            onChange={(value, gesture) => dashboard.setParam(key, value, { gesture: gesture ?? 'commit' })}
            onRetry={() => dashboard.retryParam(key)}
          />
        </Suspense>
      </PartBoundary>
      <ImpactNote of={key} className={css.impact} />
    </div>
  )
}
