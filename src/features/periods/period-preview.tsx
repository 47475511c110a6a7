import type { PeriodPair } from '#domain/periods'
import { useUi } from '#ui'
import { Range } from './range.tsx'
import css from './period-control.module.css'

export function Preview({ pair }: { pair: PeriodPair }) {
  const { t } = useUi()
  return (
    <dl className={css.preview}>
      <dt>{t('app:period.comparing')}</dt>
      <dd>
        <Range begin={pair.comparing.begin} end={pair.comparing.end} />
      </dd>
      {pair.reference && (
        <>
          <dt>{t('app:period.reference')}</dt>
          <dd>
            <Range begin={pair.reference.begin} end={pair.reference.end} />
          </dd>
        </>
      )}
      {pair.notes?.includes('wholeUnit') && <dd className={css.hint}>{t('app:period.fallback')}</dd>}
    </dl>
  )
}
