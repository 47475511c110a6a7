/** A number. */
import { NumberField } from '#ui'
import type { ControlProps } from '../services.tsx'

export default function NumberControl({ param, onChange }: ControlProps) {
  return (
    <NumberField
      label={param.label}
      value={typeof param.draft === 'number' ? param.draft : null}
      onChange={(value) => onChange(value ?? undefined, 'typing')}
      min={param.min}
      max={param.max}
    />
  )
}
