/**
 * The period selector: eight presets at the left, what the chosen one needs at the right, and the two resulting ranges in words.
 * The presets that need nothing more apply at once; campaigns, custom and advanced wait for what they need.
 */
import { type CampaignPeriod, DEFAULT_PRESET, isoDay, isPeriodPair, periodName, type PeriodOption, type PeriodPair, periodProblem, type PeriodValues, PRESET_KEYS, type PresetKey, presetOption, resolvePeriods } from '#domain/periods'
import { type Frame } from '#domain/frame'
import { cellOf } from '#domain/frame-build'
import type { ControlProps } from '#engine'
import { Button, Popover, useUi } from '#ui'
import { CalendarIcon, CheckIcon, ChevronDownIcon } from '#ui/icons/index.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import css from './period-control.module.css'

// The form brings the calendar with it, which most readers never open.
const PeriodForm = lazy(() => import('./period-form.tsx').then((loaded) => ({ default: loaded.PeriodForm })))

export interface PeriodControlConfig {
  /** Today in the client's zone, YYYY-MM-DD. */
  readonly today: () => string
  /** POST /period/config: the server resolves the same settings, and keeps them honest. Rejects with a sentence. */
  readonly confirm: (option: PeriodOption) => Promise<PeriodPair>
}

const NEEDS_MORE: ReadonlySet<PresetKey> = new Set(['campaigns', 'customPeriods', 'advanced', 'noPeriods'])

const ADVANCED_START: PeriodValues = { thisOrLast: 'this', thisOrLastPeriod: 'week', howManyPeriodsInThePast: 1, periodsInThePast: 'week' }

/** Makes the control for one application: the clock and the server call are handed in. */
export function periodControl(config: PeriodControlConfig) {
  return function PeriodControl({ param, onChange }: ControlProps) {
    const { t } = useUi()
    const [open, setOpen] = useState(false)
    const value = isPeriodPair(param.draft) ? param.draft : null
    return (
      <div className={css.field}>
        <span className={css.label} id={`${param.key}-label`}>{param.label}</span>
        <Popover
          label={t('app:period.choose')} isOpen={open} onOpenChange={setOpen} placement="bottom end"
          trigger={
            <AriaButton className={css.button} aria-label={`${param.label}: ${value === null ? t('app:period.choose') : describe(value, t)}`}>
              <CalendarIcon />
              <Chosen value={value} />
              <ChevronDownIcon />
            </AriaButton>
          }
        >
          <PeriodPanel config={config} value={value} campaigns={campaignsOf(param.options)} onChoose={(pair) => { onChange(pair); setOpen(false) }} />
        </Popover>
      </div>
    )
  }
}

function describe(pair: PeriodPair, t: (key: string, params?: Record<string, string | number>) => string): string {
  const comparing = periodName(pair.comparing.name, t)
  return pair.reference === null ? comparing : `${comparing} ${t('app:period.vs')} ${periodName(pair.reference.name, t)}`
}

function Chosen({ value }: { value: PeriodPair | null }) {
  const { t } = useUi()
  if (value === null) return <span className={css.placeholder}>{t('app:period.choose')}</span>
  return (
    <span className={css.chosen}>
      <span className={css.name}>{describe(value, t)}</span>
      <span className={css.dates}><Range begin={value.comparing.begin} end={value.comparing.end} />{value.reference && <> <span className={css.vs}>{t('app:period.vs')}</span> <Range begin={value.reference.begin} end={value.reference.end} /></>}</span>
    </span>
  )
}

/** Two days as the reader's language writes a range: "16–19 nov". */
export function Range({ begin, end }: { begin: string; end: string }) {
  const { locale } = useUi()
  const text = useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    return format.formatRange(new Date(`${begin}T00:00:00Z`), new Date(`${end}T00:00:00Z`))
  }, [locale, begin, end])
  return <time dateTime={`${begin}/${end}`}>{text}</time>
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

interface PanelProps { config: PeriodControlConfig; value: PeriodPair | null; campaigns: readonly CampaignPeriod[]; onChoose: (pair: PeriodPair) => void }

function PeriodPanel({ config, value, campaigns, onChoose }: PanelProps) {
  const { t } = useUi()
  const [key, setKey] = useState<PresetKey>(value?.option.key ?? DEFAULT_PRESET)
  const [values, setValues] = useState<PeriodValues>(value?.option.values ?? {})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const context = { today: config.today(), campaigns }
  const option = presetOption(key, Object.keys(values).length > 0 ? values : undefined)
  const pair = resolvePeriods(option, context)
  const problem = periodProblem(option, context)

  const choose = (next: PresetKey) => {
    setKey(next)
    setValues(next === 'advanced' ? ADVANCED_START : {})
    setRefused(null)
    if (NEEDS_MORE.has(next)) return
    const ready = resolvePeriods(presetOption(next), context)
    if (ready !== null) onChoose(ready)
  }
  const apply = async () => {
    if (pair === null) return
    if (key !== 'advanced') return onChoose(pair)
    setBusy(true)
    setRefused(null)
    try {
      onChoose(await config.confirm(option))
    } catch (cause) {
      setRefused(cause instanceof Error ? cause.message : t('app:error.generic'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.panel}>
      <div className={css.presets} role="group" aria-label={t('app:period.choose')}>
        {PRESET_KEYS.map((preset) => (
          <AriaButton key={preset} className={css.preset} aria-pressed={preset === key} onPress={() => choose(preset)}>
            <span>{t(`periods:presets.${preset}`)}</span>
            {preset === value?.option.key && <CheckIcon />}
          </AriaButton>
        ))}
      </div>
      {NEEDS_MORE.has(key) && (
        <div className={css.details}>
          <Suspense><PeriodForm preset={key} values={values} campaigns={campaigns} today={context.today} onChange={setValues} /></Suspense>
          {pair !== null && <Preview pair={pair} />}
          {refused !== null && <p className={css.problem} role="alert">{refused}</p>}
          {refused === null && problem !== null && Object.keys(values).length > 0 && <p className={css.hint}>{t(`errors:${problem.code}`, { ...problem.details })}</p>}
          <Button kind="primary" isDisabled={pair === null} isPending={busy} onPress={() => void apply()}>{t('app:period.apply')}</Button>
        </div>
      )}
    </div>
  )
}

function Preview({ pair }: { pair: PeriodPair }) {
  const { t } = useUi()
  return (
    <dl className={css.preview}>
      <dt>{t('app:period.comparing')}</dt><dd><Range begin={pair.comparing.begin} end={pair.comparing.end} /></dd>
      {pair.reference && <><dt>{t('app:period.reference')}</dt><dd><Range begin={pair.reference.begin} end={pair.reference.end} /></dd></>}
      {pair.notes?.includes('wholeUnit') && <dd className={css.hint}>{t('app:period.fallback')}</dd>}
    </dl>
  )
}
