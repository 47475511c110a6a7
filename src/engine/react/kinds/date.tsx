/** A day. */
import { DateField } from '#ui/date-fields.tsx'
import type { ControlProps } from '../services.tsx'

export default function DateControl({ param, onChange }: ControlProps) {
  return (
    <DateField
      label={param.label}
      value={typeof param.draft === 'string' ? param.draft : null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
