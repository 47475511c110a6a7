/** The passport of an alert: what was measured, what was expected, and what both rest on. */
import { dayNumber } from '#domain/days'
import { formatter } from '#domain/format'
import { tableMoment } from '#domain/moment'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { useUi } from '#ui'
import type { ReactNode } from 'react'
import css from './alerts.module.css'

export function FigurePanel({
  alert: { figure, openedAt, closedAt, mailedAt },
  title,
  store,
}: {
  alert: Alert
  title: string
  store: string
}) {
  const { t, locale } = useUi()
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const mark = figure.unit === 'percent' ? ' %' : figure.unit === 'minutes' ? ' min' : ''
  const said = (value: number | null) => (value === null ? null : `${number.format(value)}${mark}`)
  const written = (day: string) => formatter(locale).date(dayNumber(day))
  const rows: [string, ReactNode][] = [
    ['local', store === '' ? null : store],
    ['day', figure.day === null ? null : written(figure.day)],
    ['opened', tableMoment(openedAt)],
    ['closed', closedAt === null ? null : tableMoment(closedAt)],
    ['value', said(figure.value)],
    ['expected', said(figure.expected)],
    ['band', figure.low === null || figure.high === null ? null : `${said(figure.low)} – ${said(figure.high)}`],
    ['n', figure.n],
    ['against', figure.against === undefined ? null : figure.against.map(written).join(', ')],
    ['coverage', figure.coverage === null ? null : `${number.format(figure.coverage * 100)} %`],
    ['state', t(`ui.state.${figure.state}`)],
    ['asOf', figure.asOf === null ? null : tableMoment(figure.asOf)],
    ['definition', <code key="definition">{figure.definition}</code>],
    ['mailed', mailedAt === null ? t('alerts:figure.notMailed') : tableMoment(mailedAt)],
  ]
  return (
    <div className={css.panel}>
      <strong>{title}</strong>
      <dl className={css.facts}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{t(`alerts:figure.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
