/** A day, with the one before and the one after. */
import { dayNumber, isoDay } from '#domain/periods'
import { DateField } from '#ui/date-fields.tsx'
import type { ControlProps } from '../services.tsx'
import { WithSteps } from '../time-steps.tsx'

export default function DateControl({ param, onChange }: ControlProps) {
  const value = typeof param.draft === 'string' ? param.draft : null
  const step = (by: 1 | -1) => () => value !== null && onChange(isoDay(dayNumber(value) + by))
  return (
    <WithSteps steps={value === null ? null : { name: param.label, onEarlier: step(-1), onLater: step(1) }}>
      <DateField label={param.label} value={value} onChange={(next) => onChange(next ?? undefined)} />
    </WithSteps>
  )
}
