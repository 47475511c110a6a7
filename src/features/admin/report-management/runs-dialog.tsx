/** How a scheduled report went: each run with its day, how it ended, and why it failed. */
import { useQuery } from '@tanstack/react-query'
import { tableDate, tableMoment } from '#domain/moment'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import { Badge, Dialog, EmptyState, QueryState, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { TONES } from './tones.ts'
import { reasonKey } from './reason-key.ts'
import css from './report-management.module.css'

export function RunsDialog({ report, onClose }: { report: ManagedReport; onClose: () => void }) {
  const { t } = useUi()
  const { api } = useAdmin()
  const runs = useQuery({
    queryKey: ['admin', 'report-management', report.id, 'runs'],
    queryFn: ({ signal }) => api.reportManagement.runs(report.id, signal),
    staleTime: 0,
  })
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={t('reports:history.title', { name: report.name })}>
      <QueryState of={runs} skeleton="table" empty={<EmptyState title={t('reports:history.none')} />}>
        {(list) => (
          <ol className={css.runs}>
            {list.map(({ id, status, endedAt, createdAt, asOf, reason }) => (
              <li key={id} className={css.run}>
                <span className={css.head}>
                  <Badge tone={TONES[status]}>{t(`reports:status.${status}`)}</Badge>
                  <span>{tableMoment(endedAt ?? createdAt)}</span>
                  <span className={css.note}>{t('reports:print.asOf', { date: tableDate(asOf) })}</span>
                </span>
                {reason !== null && <span className={css.reason}>{t(reasonKey(reason))}</span>}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Dialog>
  )
}
