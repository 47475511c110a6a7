/** The runs of a report: each with its day, its result, and its files while they are stored. */
import { tableDate, tableMoment } from '#domain/moment'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import { Badge, Button, Dialog, EmptyState, QueryState, toasts, type Tone, useUi } from '#ui'
import { DownloadIcon } from '#ui/icons/index.tsx'
import type { Status } from './ports.ts'
import { useReports } from './reports-frame.tsx'
import { useRuns } from './use-report-data.ts'
import css from './reports.module.css'

export const TONES: Readonly<Record<Status, Tone>> = {
  queued: 'neutral',
  rendering: 'info',
  sent: 'good',
  undelivered: 'warn',
  ready: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

export function HistoryDialog({ report, name, onClose }: { report: number; name: string; onClose: () => void }) {
  const { t } = useUi()
  const runs = useRuns(report)
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={t('reports:history.title', { name })}>
      <QueryState of={runs} skeleton="table" empty={<EmptyState title={t('reports:history.none')} />}>
        {(list) => (
          <ol className={css.runs}>
            {list.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ol>
        )}
      </QueryState>
    </Dialog>
  )
}

function Run({ run }: { run: ReportRun }) {
  const { t, locale } = useUi()
  const { api, say, save } = useReports()
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
  const fetchFile = (id: number, name: string) =>
    api.file(run.id, id).then(
      (content) => save(name, content),
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
  return (
    <li className={css.run}>
      <span className={css.runHead}>
        <Badge tone={TONES[run.status]}>{t(`reports:status.${run.status}`)}</Badge>
        <span>{tableMoment(run.endedAt ?? run.createdAt)}</span>
        <span className={css.note}>
          {t('reports:print.asOf', { date: tableDate(run.asOf) })}
          {run.pages !== null && ` · ${t('reports:history.pages', { count: run.pages })}`}
        </span>
      </span>
      {run.reason !== null && <span className={css.reason}>{t(`reports:reason.${run.reason}`)}</span>}
      {run.files.length > 0 && (
        <span className={css.files}>
          {run.files.map(({ id, name, bytes }) => (
            <Button
              key={id}
              kind="quiet"
              size="small"
              icon={<DownloadIcon />}
              onPress={() => void fetchFile(id, name)}
            >{`${name} (${size.format(Math.ceil(bytes / 1000))})`}</Button>
          ))}
        </span>
      )}
    </li>
  )
}
