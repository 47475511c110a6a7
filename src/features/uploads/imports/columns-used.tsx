import type { ImportReport } from '#schemas/generated/entities/import-report.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { useUi } from '#ui'
import css from './imports.module.css'

/** The use of each column, when it cannot be changed any more. */
export function ColumnsUsed({ now: { settings }, report }: { now: Import; report: ImportReport }) {
  const { t } = useUi()
  return (
    <dl className={css.used}>
      {report.columns.map(({ column, use: of }) => (
        <div key={column} data-ignored={of === null || undefined}>
          <dt title={column}>{column}</dt>
          <dd>{t(`imports:use.${of ?? 'ignored'}`)}</dd>
        </div>
      ))}
      {typeof settings.timeZone === 'string' && (
        <div>
          <dt data-plain>{t('imports:timeZone')}</dt>
          <dd>{settings.timeZone}</dd>
        </div>
      )}
    </dl>
  )
}
