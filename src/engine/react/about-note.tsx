/**
 * "About this widget": what it shows, of which days, what its figures mean, how complete and how fresh they are. The
 * query trace is for developers.
 */
import { writtenMoment } from '#domain/written'
import { Skeleton, useUi } from '#ui'
import { Fragment, lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { LiveWidget } from '../core/document/model.ts'
import { daysLine, passportFacts, storesLine } from '../core/run/passport-facts.ts'
import type { Projection, ProjectionContext, ReadyState } from '../types.ts'
import { useDashboard } from './services.tsx'
import css from './about-note.module.css'

/** What the widget shows now; null while it shows no figures. */
export interface AboutState {
  readonly projection: Projection
  readonly context: ProjectionContext
  readonly shown: ReadyState
}

const TraceNote = lazy(() => import('./trace-note.tsx').then((loaded) => ({ default: loaded.TraceNote })))

export function AboutNote({
  widget,
  latest,
}: {
  widget: LiveWidget
  latest: StoreApi<{ readonly now: AboutState | null }>
}) {
  const { services } = useDashboard()
  const now = useStore(latest, (state) => state.now)
  return (
    <div className={css.about}>
      <p>{services.widgetText(widget.type)('description')}</p>
      {now !== null && <Facts {...now} />}
      {services.showsTrace?.() === true && (
        <Suspense fallback={<Skeleton shape="table" />}>
          <TraceNote widget={widget} />
        </Suspense>
      )}
    </div>
  )
}

/** More definitions than this are a glossary, which the documentation page has. */
const MAX_DEFINITIONS = 8

function Facts({ projection, context, shown }: AboutState) {
  const { t, locale } = useUi()
  const { passport } = projection
  const facts = passportFacts(projection, context, shown)
  const metrics = facts.metrics.slice(0, MAX_DEFINITIONS)
  return (
    <>
      <dl className={css.facts}>
        {[...daysLine(facts, locale, t), ...storesLine(facts, t)].map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        {passport && (
          <>
            <dt>{t('app:about.coverage')}</dt>
            <dd>
              <Coverage passport={passport} />
            </dd>
          </>
        )}
        <dt>{t('app:about.fresh')}</dt>
        <dd>
          <Freshness asOf={facts.asOf} ageMs={shown.ageMs} />
        </dd>
      </dl>
      {metrics.length > 0 && (
        <dl className={css.metrics} aria-label={t('app:about.definitions')}>
          {metrics.map((id) => (
            <div key={id}>
              <dt>{t(`metrics:${id}.name`)}</dt>
              <dd>{t(`metrics:${id}.description`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Coverage({ passport: { coverage, state } }: { passport: NonNullable<Projection['passport']> }) {
  const { t, format } = useUi()
  if (coverage === null) return t(`ui.stateHint.${state}`)
  return `${t('app:about.arrived', { share: format.value(coverage * 100, 'percent') })} ${t(`ui.stateHint.${state}`)}`
}

const MINUTE_MS = 60_000

function Freshness({ asOf, ageMs }: { asOf: number | null; ageMs: number }) {
  const { t, locale } = useUi()
  const minutes = Math.floor(ageMs / MINUTE_MS)
  const asked = minutes === 0 ? t('app:about.justNow') : t('app:about.minutesAgo', { minutes })
  if (asOf === null) return asked
  const when = writtenMoment(asOf, 'moment', locale)
  return `${t('app:about.until', { when })} ${asked}`
}
