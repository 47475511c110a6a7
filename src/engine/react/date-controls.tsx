/** The controls with a calendar, apart because of its weight. */
import { DateField, DateRangePicker } from '#ui/date-fields.tsx'
import type { ControlProps } from './services.tsx'

export function DateControl({ param, onChange }: ControlProps) {
  return (
    <DateField
      label={param.label}
      value={typeof param.draft === 'string' ? param.draft : null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}

export function DateRangeControl({ param, onChange }: ControlProps) {
  const value = param.draft as { begin: string; end: string } | undefined
  return (
    <DateRangePicker label={param.label} value={value ?? null} onChange={(range) => onChange(range ?? undefined)} />
  )
}
