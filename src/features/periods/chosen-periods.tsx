import { dayNumber, type PeriodPair } from '#domain/periods'
import { periodName } from '#domain/period-text'
import { useUi } from '#ui'
import { Range } from './range.tsx'
import css from './period-control.module.css'

/** How many days a reference has that is only the part of its unit as long as the period; null for all others. */
const cutDays = ({ notes, reference }: PeriodPair): number | null =>
  notes?.includes('cut') && reference !== null ? dayNumber(reference.end) - dayNumber(reference.begin) + 1 : null

/** Both were chosen by their days: these are their names. */
const isByDays = ({ comparing, reference }: PeriodPair) =>
  comparing.name === 'custom' && (reference === null || reference.name === 'customReference')

export function Chosen({ id, value }: { id: string; value: PeriodPair | null }) {
  const { t, locale } = useUi()
  if (value === null)
    return (
      <span id={id} className={css.placeholder}>
        {t('app:period.choose')}
      </span>
    )
  const { comparing, reference } = value
  const days = (
    <>
      <Range begin={comparing.begin} end={comparing.end} />
      {reference && (
        <>
          {' '}
          <span className={css.vs}>{t('app:period.vs')}</span> <Range begin={reference.begin} end={reference.end} />
        </>
      )}
    </>
  )
  if (isByDays(value))
    return (
      <span id={id} className={css.chosen}>
        <span className={css.name}>{days}</span>
      </span>
    )
  const cut = cutDays(value)
  const name =
    reference === null
      ? periodName(comparing, locale, t)
      : `${periodName(comparing, locale, t)} ${t('app:period.vs')} ${periodName(reference, locale, t)}`
  return (
    <span id={id} className={css.chosen}>
      <span className={css.name}>{name}</span>{' '}
      <span className={css.dates}>
        {days}
        {cut !== null && (
          <>
            {' '}
            <span className={css.cut}>{t('app:period.cut', { count: cut })}</span>
          </>
        )}
      </span>
    </span>
  )
}
