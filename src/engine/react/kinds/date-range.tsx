/** Two days; earlier and later by a unit of the calendar, or by as many days. */
import { stepDays } from '#domain/periods'
import { DateRangePicker } from '#ui/date-fields.tsx'
import type { ControlProps } from '../services.tsx'
import { WithSteps } from '../time-steps.tsx'

export default function DateRangeControl({ param, onChange }: ControlProps) {
  const value = param.draft as { begin: string; end: string } | undefined
  const step = (by: 1 | -1) => () => value && onChange(stepDays(value, by))
  return (
    <WithSteps steps={value === undefined ? null : { name: param.label, onEarlier: step(-1), onLater: step(1) }}>
      <DateRangePicker label={param.label} value={value ?? null} onChange={(range) => onChange(range ?? undefined)} />
    </WithSteps>
  )
}
