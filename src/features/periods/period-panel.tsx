/**
 * The panel of the period selector: the presets, what the chosen one needs, and the two resulting ranges in words.
 * The presets that need nothing more apply at once; campaigns, custom and advanced wait for what they need.
 */
import {
  type Bounds,
  type CampaignPeriod,
  DEFAULT_PRESET,
  isRelativePreset,
  type PeriodContext,
  type PeriodOption,
  type PeriodPair,
  periodProblem,
  type PeriodValues,
  PRESET_KEYS,
  type PresetKey,
  presetOption,
  resolvePeriods,
  shownPreset,
} from '#domain/periods'
import { daysText } from '#domain/period-text'
import { Button, Switch, useUi } from '#ui'
import { CheckIcon } from '#ui/icons/index.tsx'
import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { PeriodControlConfig } from './period-control-config.ts'
import css from './period-control.module.css'
import { Preview } from './period-preview.tsx'

// The form brings the calendar with it, which most readers never open.
const PeriodForm = lazy(() => import('./period-form.tsx').then((loaded) => ({ default: loaded.PeriodForm })))

const NEEDS_MORE: ReadonlySet<PresetKey> = new Set(['campaigns', 'customPeriods', 'advanced', 'noPeriods'])

const ADVANCED_START: PeriodValues = {
  thisOrLast: 'this',
  thisOrLastPeriod: 'week',
  howManyPeriodsInThePast: 1,
  periodsInThePast: 'week',
}

const daysOf = ({ begin, end }: Bounds): Bounds => ({ begin, end })
const without = (values: PeriodValues): PeriodValues | undefined =>
  Object.keys(values).length > 0 ? values : undefined

/** Initial values of a preset: the current ones, so that a click changes one thing and not all. */
function startOf(preset: PresetKey, now: PeriodPair | null, context: PeriodContext): PeriodValues {
  if (preset === 'advanced') return ADVANCED_START
  if (now === null) return {}
  const {
    comparing,
    reference,
    option: { key, values },
  } = now
  if (preset === 'samePeriodLastYear') {
    const of = isRelativePreset(key) ? key : values?.of
    return of !== undefined ? { of } : { comparing: daysOf(comparing) }
  }
  if (preset === 'noPeriods') return shownPreset(now) === 'thisWeekVsPrevious' ? {} : { comparing: daysOf(comparing) }
  if (preset !== 'customPeriods') return {}
  const before =
    reference ??
    resolvePeriods(presetOption('samePeriodLastYear', { comparing: daysOf(comparing) }), context)?.reference
  return { comparing: daysOf(comparing), ...(before && { reference: daysOf(before) }) }
}

export interface PeriodPanelProps {
  config: PeriodControlConfig
  value: PeriodPair | null
  campaigns: readonly CampaignPeriod[]
  onChoose: (pair: PeriodPair) => void
}

export function PeriodPanel({ config, value, campaigns, onChoose }: PeriodPanelProps) {
  const { t } = useUi()
  const ticked = value === null ? undefined : shownPreset(value)
  const [key, setKey] = useState<PresetKey>(ticked ?? DEFAULT_PRESET)
  const [values, setValues] = useState<PeriodValues>(value?.option.values ?? {})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const context = { today: config.today(), campaigns }
  const option = presetOption(key, without(values))
  const pair = resolvePeriods(option, context)
  const problem = periodProblem(option, context)

  const choose = (next: PresetKey) => {
    const start = startOf(next, value, context)
    setKey(next)
    setValues(start)
    setRefused(null)
    if (NEEDS_MORE.has(next)) return
    const ready = resolvePeriods(presetOption(next, without(start)), context)
    if (ready !== null) onChoose(ready)
  }
  const apply = async (chosen: PeriodOption) => {
    const ready = resolvePeriods(chosen, context)
    if (ready === null) return
    if (chosen.key !== 'advanced') return onChoose(ready)
    setBusy(true)
    setRefused(null)
    try {
      onChoose(await config.confirm(chosen))
    } catch (cause) {
      setRefused(cause instanceof Error ? cause.message : t('app:error.generic'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.panel}>
      <div className={css.choices}>
        <div className={css.presets} role="group" aria-label={t('app:period.choose')}>
          {PRESET_KEYS.map((preset) => (
            <AriaButton
              key={preset}
              className={css.preset}
              aria-pressed={preset === key}
              onPress={() => choose(preset)}
            >
              <span>{t(`periods:presets.${preset}`)}</span>
              {isEmptyYet(preset, context) ? (
                <span className={css.hint}>{t('app:period.notYet')}</span>
              ) : (
                preset === ticked && <CheckIcon />
              )}
            </AriaButton>
          ))}
        </div>
        {value !== null && key === ticked && (
          <Now value={value} context={context} onChange={(next) => void apply(next)} />
        )}
      </div>
      {NEEDS_MORE.has(key) && (
        <div className={css.details}>
          <Suspense>
            <PeriodForm preset={key} values={values} campaigns={campaigns} today={context.today} onChange={setValues} />
          </Suspense>
          {pair !== null && <Preview pair={pair} />}
          {refused !== null && (
            <p className={css.problem} role="alert">
              {refused}
            </p>
          )}
          {refused === null && problem !== null && Object.keys(values).length > 0 && (
            <p className={css.hint}>{t(`errors:${problem.code}`, { ...problem.details })}</p>
          )}
          <Button kind="primary" isDisabled={pair === null} isPending={busy} onPress={() => void apply(option)}>
            {t('app:period.apply')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** "This" unit begins today: it shows the one before until tomorrow. */
const isEmptyYet = (preset: PresetKey, context: PeriodContext): boolean =>
  isRelativePreset(preset) && resolvePeriods(presetOption(preset), context)?.notes?.includes('wholeUnit') === true

/** Notes on the shown periods, and the whole reference where it is only a part. */
function Now({
  value: { option, notes = [], reference },
  context,
  onChange,
}: {
  value: PeriodPair
  context: PeriodContext
  onChange: (option: PeriodOption) => void
}) {
  const { t, locale } = useUi()
  const isFull = option.values?.fullReference === true
  const { fullReference: _, ...rest } = option.values ?? {}
  const whole =
    reference === null
      ? null
      : (resolvePeriods(presetOption(option.key, { ...rest, fullReference: true }), context)?.reference ?? null)
  const hasSwitch = whole !== null && (isFull || notes.includes('cut'))
  if (!hasSwitch && !notes.includes('wholeUnit')) return null
  return (
    <div className={css.now}>
      {notes.includes('wholeUnit') && <p className={css.hint}>{t('periods:notes.wholeUnit')}</p>}
      {hasSwitch && (
        <>
          <Switch
            isSelected={isFull}
            onChange={(on) =>
              onChange(presetOption(option.key, without({ ...rest, ...(on && { fullReference: true }) })))
            }
          >
            {t('app:period.full', { days: daysText(whole, locale) })}
          </Switch>
          {!isFull && <p className={css.hint}>{t('periods:notes.cut')}</p>}
        </>
      )}
    </div>
  )
}
