import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import { tableMoment } from '#domain/moment'
import { Badge, useUi } from '#ui'
import css from './dashboards.module.css'

interface RevisionsProps {
  revisions: readonly DashboardRevision[]
  chosen: number
  newest: number
  onChoose: (revision: number) => void
}

export function Revisions({ revisions, chosen, newest, onChoose }: RevisionsProps) {
  const { t } = useUi()
  return (
    <ol className={css.revisions} aria-label={t('dashboard:history.list')}>
      {revisions.map((row) => (
        <li key={row.number}>
          <button type="button" aria-current={row.number === chosen || undefined} onClick={() => onChoose(row.number)}>
            <span className={css.revisionHead}>
              <strong>
                {row.number === 0
                  ? t('dashboard:history.made')
                  : t('dashboard:history.revision', { revision: row.number })}
              </strong>
              {row.number === newest && <Badge tone="accent">{t('dashboard:history.newest')}</Badge>}
            </span>
            <span className={css.revisionWho}>
              {tableMoment(row.at)} · {row.author ?? t('dashboard:history.removedAccount')}
            </span>
            {row.restoredFrom !== null && (
              <span>{t('dashboard:history.restoredFrom', { revision: row.restoredFrom })}</span>
            )}
            {row.note !== '' && <span>{row.note}</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
