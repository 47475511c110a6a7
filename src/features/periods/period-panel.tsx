/**
 * The panel of the period selector: eight presets at the left, what the chosen one needs at the right, and the two resulting ranges in words.
 * The presets that need nothing more apply at once; campaigns, custom and advanced wait for what they need.
 */
import { type CampaignPeriod, DEFAULT_PRESET, type PeriodPair, periodProblem, type PeriodValues, PRESET_KEYS, type PresetKey, presetOption, resolvePeriods } from '#domain/periods'
import { Button, useUi } from '#ui'
import { CheckIcon } from '#ui/icons/index.tsx'
import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { PeriodControlConfig } from './period-control.tsx'
import { Range } from './range.tsx'
import css from './period-control.module.css'

// The form brings the calendar with it, which most readers never open.
const PeriodForm = lazy(() => import('./period-form.tsx').then((loaded) => ({ default: loaded.PeriodForm })))

const NEEDS_MORE: ReadonlySet<PresetKey> = new Set(['campaigns', 'customPeriods', 'advanced', 'noPeriods'])

const ADVANCED_START: PeriodValues = { thisOrLast: 'this', thisOrLastPeriod: 'week', howManyPeriodsInThePast: 1, periodsInThePast: 'week' }

export interface PeriodPanelProps { config: PeriodControlConfig; value: PeriodPair | null; campaigns: readonly CampaignPeriod[]; onChoose: (pair: PeriodPair) => void }

export function PeriodPanel({ config, value, campaigns, onChoose }: PeriodPanelProps) {
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
