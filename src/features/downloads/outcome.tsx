/** How a download ended. */
import { writtenMoment } from '#domain/written'
import { Notice, useUi } from '#ui'
import type { Outcome as Ended } from './use-download.ts'

export function Outcome({ outcome }: { outcome: Ended }) {
  const { t, locale } = useUi()
  switch (outcome.kind) {
    case 'empty':
      return (
        <Notice kind="info" title={t('downloads:empty')}>
          {t('downloads:emptyText')}
        </Notice>
      )
    case 'cancelled':
      return <Notice kind="info">{t('downloads:cancelled')}</Notice>
    case 'failed':
      return (
        <Notice kind="bad" title={t('downloads:failed')}>
          {outcome.why}
        </Notice>
      )
    case 'saved': {
      const number = (value: number, unit?: string) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: 1, ...(unit && { style: 'unit', unit }) }).format(value)
      const size =
        outcome.bytes < 1e6 ? number(outcome.bytes / 1e3, 'kilobyte') : number(outcome.bytes / 1e6, 'megabyte')
      const asOf =
        outcome.asOf === null ? '' : ` ${t('downloads:asOf', { date: writtenMoment(outcome.asOf, 'moment', locale) })}`
      return (
        <Notice
          kind="good"
          title={t('downloads:saved')}
        >{`${outcome.name} · ${t('downloads:rows', { rows: number(outcome.rows) })} · ${size}.${asOf}`}</Notice>
      )
    }
  }
}
