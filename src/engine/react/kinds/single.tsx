/** One of a list. */
import { Select, useUi } from '#ui'
import type { TrafficKind } from '#domain/traffic-kinds'
import type { ParamView } from '../../core/params/state.ts'
import { type Choice, iconOf, Retry, useChoices, useProblem, useWaiting } from '../control-parts.tsx'
import { type ControlProps, useDashboard } from '../services.tsx'
import { useTraffic, useTrafficName } from '../traffic-mark.tsx'

type Id = string | number

/** Of the choices, what the answers have, and all of it by its parts; the first choice represents what is shown. */
function useOffered(
  param: ParamView,
  choices: readonly Choice[],
  value: Id | null,
): { choices: readonly Choice[]; value: Id | null } {
  const { dashboard } = useDashboard()
  const traffic = useTraffic(dashboard)
  const nameOf = useTrafficName()
  if (param.offers !== 'traffic' || traffic === undefined) return { choices, value }
  const { of, shown } = traffic
  const offered = choices.filter(({ id }) =>
    id === 'all' ? of.length > 1 : of.includes(id as TrafficKind) || id === shown,
  )
  return {
    choices: offered.map((choice) =>
      choice.id === 'all' ? { ...choice, label: `${choice.label}: ${nameOf('all', of)}` } : choice,
    ),
    value: offered.some(({ id }) => id === value) ? value : shown,
  }
}

export default function SingleControl({ param, onChange, onRetry }: ControlProps) {
  const { t } = useUi()
  const { choices, value } = useOffered(
    param,
    useChoices(param),
    (param.draft ?? param.missing[0] ?? null) as Id | null,
  )
  return (
    <>
      <Select
        label={param.label}
        options={choices}
        value={value}
        onChange={(id) => onChange(id ?? undefined)}
        {...(param.mayBeEmpty === true && { emptyLabel: t('ui.select.any') })}
        icon={iconOf(param.key)}
        error={useProblem(param)}
        {...useWaiting(param)}
      />
      <Retry param={param} onRetry={onRetry} />
    </>
  )
}
