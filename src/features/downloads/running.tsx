/** How far a download is: its stages, and the days that have arrived. */
import { Progress, useUi } from '#ui'
import type { DownloadState, Stage } from './use-download.ts'
import css from './downloads.module.css'

const STAGES = ['downloading', 'loading', 'parsing', 'sorting', 'writing'] as const satisfies readonly Stage[]

export function Running({ stage, days, bytes }: Pick<DownloadState, 'stage' | 'days' | 'bytes'>) {
  const { t, locale } = useUi()
  const at = STAGES.findIndex((one) => one === stage)
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / 1e6,
  )
  return (
    <div className={css.running} data-stage={stage}>
      <p role="status" className={css.stage}>
        {t(`downloads:stage.${stage}`)}
      </p>
      <Progress
        label={t('downloads:progress')}
        value={days.done}
        max={days.all}
        valueLabel={t('downloads:days', { done: days.done, all: days.all, size })}
      />
      <ol className={css.steps}>
        {STAGES.map((one, place) => (
          <li key={one} aria-current={one === stage ? 'step' : undefined} data-done={place < at || undefined}>
            {t(`downloads:stage.${one}`)}
          </li>
        ))}
      </ol>
    </div>
  )
}
