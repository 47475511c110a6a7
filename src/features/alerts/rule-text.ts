import { ALERT_RULES } from '#domain/alert-rules'
import { formatter } from '#domain/format'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Translate } from '#ui'

/** `Entries · any row · below 100`. */
export function watchText(
  { title, label, rows, rowLabel, below, above, format }: FigureWatch,
  t: Translate,
  locale: string,
): string {
  const written = (value: number) =>
    format === 'count' ? formatter(locale).exact(value) : formatter(locale).cell(value, format)
  const limits = [
    ...(below === null ? [] : [`${t('alerts:watch.isBelow')} ${written(below)}`]),
    ...(above === null ? [] : [`${t('alerts:watch.isAbove')} ${written(above)}`]),
  ]
  return [title, label, rowsText(rows, rowLabel, t), limits.join(' / ')].join(' · ')
}

/** Which rows a rule reads, in words. */
export const rowsText = (rows: FigureWatch['rows'], row: string | null, t: Translate): string =>
  rows === 'one' ? t('alerts:watch.one', { row: row ?? '' }) : t(`alerts:watch.${rows}`)

/** The settings of a rule in one line: `Límite (%): 90`. */
export const settingsText = (
  { kind, settings, watch }: Pick<AlertRule, 'kind' | 'settings' | 'watch'>,
  t: Translate,
  locale: string,
): string =>
  watch !== null
    ? watchText(watch, t, locale)
    : Object.keys(ALERT_RULES[kind].settings)
        .map((name) => {
          const value = settings[name] ?? ''
          return (
            `${t(`alerts:setting.${name}`)}: ` +
            (typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value)
          )
        })
        .join(' · ')
