/** The period selector: what is chosen, in words and as dates; its panel comes when it is first wanted. */
import { type CampaignPeriod, isoDay, isPeriodPair, periodName, type PeriodOption, type PeriodPair } from '#domain/periods'
import { type Frame } from '#domain/frame'
import { cellOf } from '#domain/frame-build'
import type { ControlProps } from '#engine'
import { part, Popover, useUi } from '#ui'
import { CalendarIcon, ChevronDownIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Range } from './range.tsx'
import css from './period-control.module.css'

const panel = part(() => import('./period-panel.tsx').then(({ PeriodPanel }) => PeriodPanel))

export interface PeriodControlConfig {
  /** Today in the client's zone, YYYY-MM-DD. */
  readonly today: () => string
  /** POST /period/config: the server resolves the same settings, and keeps them honest. Rejects with a sentence. */
  readonly confirm: (option: PeriodOption) => Promise<PeriodPair>
}

/** Makes the control for one application: the clock and the server call are handed in. */
export function periodControl(config: PeriodControlConfig) {
  return function PeriodControl({ param, onChange }: ControlProps) {
    const { t, locale } = useUi()
    const [open, setOpen] = useState(false)
    const value = isPeriodPair(param.draft) ? param.draft : null
    return (
      <div className={css.field}>
        <span className={css.label} id={`${param.key}-label`}>{param.label}</span>
        <Popover
          label={t('app:period.choose')} content={panel} isOpen={open} onOpenChange={setOpen} placement="bottom end"
          trigger={
            <AriaButton className={css.button} aria-label={`${param.label}: ${value === null ? t('app:period.choose') : describe(value, locale, t)}`}>
              <CalendarIcon />
              <Chosen value={value} />
              <ChevronDownIcon />
            </AriaButton>
          }
        >
          {() => {
            const PeriodPanel = panel.current()
            return PeriodPanel !== null && <PeriodPanel config={config} value={value} campaigns={campaignsOf(param.options)} onChoose={(pair) => { onChange(pair); setOpen(false) }} />
          }}
        </Popover>
      </div>
    )
  }
}

function describe(pair: PeriodPair, locale: string, t: (key: string, params?: Record<string, string | number>) => string): string {
  const comparing = periodName(pair.comparing, locale, t)
  return pair.reference === null ? comparing : `${comparing} ${t('app:period.vs')} ${periodName(pair.reference, locale, t)}`
}

function Chosen({ value }: { value: PeriodPair | null }) {
  const { t, locale } = useUi()
  if (value === null) return <span className={css.placeholder}>{t('app:period.choose')}</span>
  return (
    <span className={css.chosen}>
      <span className={css.name}>{describe(value, locale, t)}</span>
      <span className={css.dates}><Range begin={value.comparing.begin} end={value.comparing.end} />{value.reference && <> <span className={css.vs}>{t('app:period.vs')}</span> <Range begin={value.reference.begin} end={value.reference.end} /></>}</span>
    </span>
  )
}

function campaignsOf(options: Frame | undefined): CampaignPeriod[] {
  if (options === undefined) return []
  const at = (id: string) => options.columns.findIndex((column) => column.id === id)
  const [id, name, begin, end] = [at('id'), at('name'), at('begin'), at('end')] as const
  if (Math.min(id, name, begin, end) < 0) return []
  const day = (row: number, column: number) => { const cell = cellOf(options, column, row); return typeof cell === 'number' ? isoDay(cell) : String(cell) }
  return Array.from({ length: options.rows }, (_, row) => ({
    id: Number(cellOf(options, id, row)), name: String(cellOf(options, name, row)), begin: day(row, begin), end: day(row, end),
  }))
}
