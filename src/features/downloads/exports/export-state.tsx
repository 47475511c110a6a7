import type { Export } from '#schemas/generated/entities/export.ts'
import { Badge, Progress, type Tone, useUi } from '#ui'
import css from './exports.module.css'

const TONES: Readonly<Record<Export['state'], Tone>> = {
  waiting: 'neutral',
  running: 'accent',
  ready: 'good',
  failed: 'bad',
}

export function ExportState({ one }: { one: Export }) {
  const { t, format } = useUi()
  const { state, rows, totalRows, error, allowed } = one
  const why =
    error !== null ? t(`errors:${error.code}`, error.details) : !allowed ? t('errors:EXPORT_ACCESS_LOST') : null
  return (
    <div className={css.standing}>
      <Badge tone={TONES[state]}>{t(`downloads:export.is.${state}`)}</Badge>
      {state === 'running' && totalRows !== null && totalRows > 0 && (
        <Progress
          label={t('downloads:export.progress')}
          value={rows}
          max={totalRows}
          valueLabel={t('downloads:export.of', {
            done: format.exact(rows, 'count'),
            all: format.exact(totalRows, 'count'),
          })}
        />
      )}
      {why !== null && <p className={css.why}>{why}</p>}
    </div>
  )
}
