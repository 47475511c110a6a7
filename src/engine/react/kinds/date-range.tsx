/** Two days. */
import { DateRangePicker } from '#ui/date-fields.tsx'
import type { ControlProps } from '../services.tsx'

export default function DateRangeControl({ param, onChange }: ControlProps) {
  const value = param.draft as { begin: string; end: string } | undefined
  return (
    <DateRangePicker label={param.label} value={value ?? null} onChange={(range) => onChange(range ?? undefined)} />
  )
}
