/** When the figures were received, a way to ask again, and how often the page does by itself. */
import { REFRESH_CHOICES } from '#domain/refresh'
import { Button, Notice, Select, useUi } from '#ui'
import { RefreshIcon } from '#ui/icons/index.tsx'
import { useStore } from 'zustand'
import { isServerAway } from './auto-refresh.ts'
import type { RefreshProps } from './refresh-button.tsx'
import { useUpdated } from './use-updated.ts'
import css from './viewing.module.css'

const NEVER = 0

export function RefreshPanel({ dashboard, ports }: RefreshProps) {
  const { t } = useUi()
  const updated = useUpdated(dashboard, ports.clock)
  const busy = useStore(dashboard.store, (state) => state.busy)
  const isAway = useStore(dashboard.store, (state) => isServerAway(state.widgets))
  const { seconds } = ports
  const known: readonly number[] = REFRESH_CHOICES
  const choices = seconds === null || known.includes(seconds) ? known : [seconds, ...known]
  const nameOf = (choice: number) =>
    choice % 3600 === 0
      ? t('viewing:refresh.hours', { hours: choice / 3600 })
      : choice % 60 === 0
        ? t('viewing:refresh.minutes', { minutes: choice / 60 })
        : t('viewing:refresh.seconds', { seconds: choice })
  return (
    <div className={css.panel}>
      {isAway && <Notice kind="warn">{t('viewing:refresh.away')}</Notice>}
      <div className={css.line}>
        <span className={css.fact}>{updated ?? t('viewing:refresh.never')}</span>
        <Button size="small" icon={<RefreshIcon />} isPending={busy} onPress={() => dashboard.refresh()}>
          {t('viewing:refresh.now')}
        </Button>
      </div>
      <Select
        label={t('viewing:refresh.every')}
        isSearchable={false}
        options={[
          { id: NEVER, label: t('viewing:refresh.off') },
          ...choices.map((choice) => ({ id: choice, label: nameOf(choice) })),
        ]}
        value={seconds ?? NEVER}
        onChange={(choice) => ports.onChange(choice === null || choice === NEVER ? null : choice)}
      />
      <p className={css.hint}>{t('viewing:refresh.hint')}</p>
    </div>
  )
}
