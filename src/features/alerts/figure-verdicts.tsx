import { figureAnswers } from '#domain/figure-rule'
import type { FigureTable, FigureWish } from '#domain/figure-rule'
import { formatter } from '#domain/format'
import { useUi } from '#ui'
import css from './alerts.module.css'

/** More of them are counted alone. */
const MAX_NAMED = 5

/** The verdict of the rule on the shown figures. */
export function FigureVerdicts({
  table,
  wish,
  hasLimits,
  format,
}: {
  table: FigureTable
  wish: FigureWish
  hasLimits: boolean
  format: FigureTable['columns'][number]['format']
}) {
  const { t, locale } = useUi()
  if (!hasLimits) return null
  const answers = figureAnswers(table, wish)
  const fires = answers.filter(({ verdict }) => verdict === 'fires')
  const isSilent = answers.every(({ verdict }) => verdict === 'silent')
  const isMixed = table.rows.some(
    ({ key, cells }) => (wish.rows !== 'one' || key === wish.row) && cells[wish.column]?.isMixed === true,
  )
  const written = (value: number | null) =>
    value !== null && format === 'count' ? formatter(locale).exact(value) : formatter(locale).cell(value, format)
  return (
    <div role="status">
      <p className={css.now} data-fires={fires.length > 0 || undefined}>
        {isSilent
          ? t(isMixed ? 'alerts:watch.nowMixed' : 'alerts:watch.nowSilent')
          : fires.length === 0
            ? t('alerts:watch.nowNot')
            : t('alerts:watch.now', { count: fires.length, of: answers.length })}
      </p>
      {fires.length > 0 && (
        <p className={css.over}>
          {fires
            .slice(0, MAX_NAMED)
            .map(({ row, value }) => (row === '' ? written(value) : `${row}: ${written(value)}`))
            .join(' · ')}
          {fires.length > MAX_NAMED && ' …'}
        </p>
      )}
    </div>
  )
}
