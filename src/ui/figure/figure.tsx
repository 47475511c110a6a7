/** One figure: what it is, how much, how it changed, and on request its passport. */
import { writtenMoment } from '#domain/written'
import { Fragment, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { Completeness, ValueFormat } from '../format.ts'
import { InfoIcon } from '../icons/index.tsx'
import { Popover } from '../popover.tsx'
import { useUi } from '../provider.tsx'
import { StateMark } from '../state-mark.tsx'
import { type Better, Delta } from './delta.tsx'
import css from './figure.module.css'

/** Facts about a figure. */
export interface FigurePassport {
  /** 0..1, share of the expected hours that were observed; null when nothing was expected. */
  readonly coverage: number | null
  /** 0..1 */
  readonly estimatedShare: number
  /** Hours that did not come; `neither`: of these, hours that are not estimated either. */
  readonly missing?: { readonly hours: number; readonly of: number; readonly neither?: number }
  /** The estimated part of the figure, and its interval of 95 %. */
  readonly estimate?: { readonly people: number; readonly low: number; readonly high: number }
  readonly state: Completeness
  /** `metric@version` of each definition used. */
  readonly definitions: readonly string[]
  /** Newest hour in the data, epoch ms. */
  readonly asOf: number | null
}

export interface FigureProps {
  label: string
  value: number | null
  format: ValueFormat
  /** The same in the reference period, for the change. */
  reference?: number | null
  /** Default `higher`. */
  better?: Better
  isNoise?: boolean
  /** Default: the state of the passport, else final. */
  state?: Completeness
  size?: 1 | 2 | 3
  passport?: FigurePassport
  /** The definition in words, shown in the passport. */
  definition?: ReactNode
  /** Under the figure: a sparkline, a note. */
  children?: ReactNode
}

export function Figure({
  label,
  value,
  format: as,
  reference,
  better,
  isNoise,
  state,
  size = 2,
  passport,
  definition,
  children,
}: FigureProps) {
  const { t, format } = useUi()
  const shownState = state ?? passport?.state ?? 'final'
  return (
    <div className={css.figure} data-size={size}>
      <div className={css.label}>
        <span className={css.name}>{label}</span>
        {passport !== undefined && (
          <Popover
            label={t('ui.figure.passportOf', { name: label })}
            trigger={
              <AriaButton className={css.why} aria-label={t('ui.figure.passportOf', { name: label })}>
                <InfoIcon size={14} />
              </AriaButton>
            }
          >
            <PassportPanel label={label} passport={passport} definition={definition} />
          </Popover>
        )}
      </div>
      <div className={css.line}>
        <span
          className={css.value}
          data-state={shownState}
          title={as === 'count' && value !== null ? format.exact(value, as) : undefined}
        >
          {format.value(value, as)}
        </span>
        {reference !== undefined && (
          <Delta value={value} reference={reference} format={as} better={better} isNoise={isNoise} />
        )}
      </div>
      {reference !== undefined && (
        <div className={css.reference}>{t('ui.figure.before', { value: format.value(reference, as) })}</div>
      )}
      {shownState !== 'final' && <StateMark state={shownState} />}
      {children}
    </div>
  )
}

/** A moment in the reader's words, and exact for who reads it by program. */
function Moment({ at }: { at: number }) {
  const { locale } = useUi()
  return <time dateTime={new Date(at).toISOString()}>{writtenMoment(at, 'moment', locale)}</time>
}

/**
 * Until when was counted, where a figure has no passport to open. `at`: start of the newest hour, epoch ms; null =
 * nothing was counted.
 */
export function AsOf({ at }: { at: number | null }) {
  const { t } = useUi()
  return at === null ? null : (
    <span className={css.asOf}>
      <span>{t('ui.figure.asOf')}</span> <Moment at={at} />
    </span>
  )
}

export interface PassportPanelProps {
  label?: string
  passport: FigurePassport
  definition?: ReactNode
  /** Its further basis, by name: its days, its stores. */
  about?: readonly (readonly [name: string, value: string])[]
}

/** Coverage, definition, as of and state in words. */
export function PassportPanel({ label, passport, definition, about = [] }: PassportPanelProps) {
  const { t, format } = useUi()
  const { coverage, estimatedShare, missing, estimate, state, definitions, asOf } = passport
  const notArrived = ({ hours, of, neither }: NonNullable<FigurePassport['missing']>) => {
    const words = { n: format.exact(hours, 'count'), of: format.exact(of, 'count') }
    if (neither === undefined) return t('ui.figure.notIn', words)
    return neither === 0
      ? t('ui.figure.inEstimate', words)
      : t('ui.figure.inNeither', { ...words, neither: format.exact(neither, 'count') })
  }
  return (
    <div className={css.passport}>
      {label !== undefined && <p className={css.passportTitle}>{label}</p>}
      {definition !== undefined && definition !== false && <div className={css.definition}>{definition}</div>}
      <dl className={css.facts}>
        <dt>{t('ui.figure.state')}</dt>
        <dd>
          {state === 'final' ? t('ui.state.final') : <StateMark state={state} />}
          <span className={css.hint}>{t(`ui.stateHint.${state}`)}</span>
        </dd>
        <dt>{t('ui.figure.coverage')}</dt>
        <dd>
          {coverage === null ? t('ui.figure.noCoverage') : format.value(coverage * 100, 'percent')}
          {coverage !== null && (
            <svg className={css.meter} width="100%" height="4" aria-hidden="true">
              <rect className={css.meterTrack} width="100%" height="4" rx="2" />
              <rect className={css.meterFill} width={`${Math.min(coverage, 1) * 100}%`} height="4" rx="2" />
            </svg>
          )}
        </dd>
        {about.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        {missing !== undefined && (
          <>
            <dt>{t('ui.figure.notArrived')}</dt>
            <dd>{notArrived(missing)}</dd>
          </>
        )}
        {estimate === undefined && estimatedShare > 0 && (
          <>
            <dt>{t('ui.figure.estimatedShare')}</dt>
            <dd>{format.value(estimatedShare * 100, 'percent')}</dd>
          </>
        )}
        {estimate !== undefined && (
          <>
            <dt>{t('ui.figure.estimated')}</dt>
            <dd>
              {t('ui.figure.estimatedOf', {
                n: format.exact(estimate.people, 'count'),
                share: format.value(estimatedShare * 100, 'percent'),
              })}
            </dd>
            <dt>{t('ui.figure.interval')}</dt>
            <dd>
              {t('ui.figure.intervalOf', {
                low: format.exact(estimate.low, 'count'),
                high: format.exact(estimate.high, 'count'),
              })}
            </dd>
          </>
        )}
        {definitions.length > 0 && (
          <>
            <dt>{t('ui.figure.definition')}</dt>
            <dd>
              <code className={css.code}>{definitions.join(', ')}</code>
            </dd>
          </>
        )}
        {asOf !== null && (
          <>
            <dt>{t('ui.figure.asOf')}</dt>
            <dd>
              <Moment at={asOf} />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
