/** The period selector: what is chosen, in words and as dates; its panel comes when it is first wanted. */
import { type CampaignPeriod, isoDay, isPeriodPair, type PeriodPair, stepPeriods } from '#domain/periods'
import type { Frame } from '#domain/frame'
import { cellOf } from '#domain/frame-build'
import { type ControlProps, TimeSteps } from '#engine'
import { part, Popover, useUi } from '#ui'
import { CalendarIcon, ChevronDownIcon } from '#ui/icons/index.tsx'
import { useId, useMemo, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import css from './period-control.module.css'
import type { PeriodControlConfig } from './period-control-config.ts'
import { Chosen } from './chosen-periods.tsx'

const panel = part(() => import('./period-panel.tsx').then(({ PeriodPanel }) => PeriodPanel))

/** Makes the control for one application: the clock and the server call are handed in. */
export function periodControl(config: PeriodControlConfig) {
  return function PeriodControl({ param, onChange }: ControlProps) {
    const { t } = useUi()
    const id = useId()
    const [open, setOpen] = useState(false)
    const campaigns = useMemo(() => campaignsOf(param.options), [param.options])
    const value = isPeriodPair(param.draft) ? withCampaign(param.draft, campaigns) : null
    return (
      <div className={css.field}>
        <span className={css.label} id={`${id}label`}>
          {param.label}
        </span>
        <div className={css.line}>
          <Popover
            label={t('app:period.choose')}
            content={panel}
            isOpen={open}
            onOpenChange={setOpen}
            placement="bottom end"
            trigger={
              <AriaButton className={css.button} aria-labelledby={`${id}label ${id}chosen`}>
                <CalendarIcon />
                <Chosen id={`${id}chosen`} value={value} />
                <ChevronDownIcon />
              </AriaButton>
            }
          >
            {() => {
              const PeriodPanel = panel.current()
              return (
                PeriodPanel !== null && (
                  <PeriodPanel
                    config={config}
                    value={value}
                    campaigns={campaigns}
                    onChoose={(pair) => {
                      onChange(pair)
                      setOpen(false)
                    }}
                  />
                )
              )
            }}
          </Popover>
          {value !== null && <Steps value={value} today={config.today()} onChange={onChange} />}
        </div>
      </div>
    )
  }
}

/** A unit of the calendar, or the period's own number of days, earlier and later. */
function Steps({ value, today, onChange }: { value: PeriodPair; today: string; onChange: (pair: PeriodPair) => void }) {
  const { t } = useUi()
  const [earlier, later] = useMemo(
    () => [stepPeriods(value, -1, { today }), stepPeriods(value, 1, { today })],
    [value, today],
  )
  return (
    <TimeSteps
      noLater={t('app:period.noLater')}
      onEarlier={earlier === null ? undefined : () => onChange(earlier)}
      onLater={later === null ? undefined : () => onChange(later)}
    />
  )
}

/** A link has a campaign's days and number; its name comes with the list. */
function withCampaign(pair: PeriodPair, campaigns: readonly CampaignPeriod[]): PeriodPair {
  const name =
    pair.option.key === 'campaigns' ? campaigns.find(({ id }) => id === pair.option.values?.campaign)?.name : undefined
  return name === undefined || name === pair.comparing.name ? pair : { ...pair, comparing: { ...pair.comparing, name } }
}

function campaignsOf(options: Frame | undefined): CampaignPeriod[] {
  if (options === undefined) return []
  const at = (id: string) => options.columns.findIndex((column) => column.id === id)
  const [id, name, begin, end] = [at('id'), at('name'), at('begin'), at('end')] as const
  if (Math.min(id, name, begin, end) < 0) return []
  const day = (row: number, column: number) => {
    const cell = cellOf(options, column, row)
    return typeof cell === 'number' ? isoDay(cell) : String(cell)
  }
  return Array.from({ length: options.rows }, (_, row) => ({
    id: Number(cellOf(options, id, row)),
    name: String(cellOf(options, name, row)),
    begin: day(row, begin),
    end: day(row, end),
  }))
}
