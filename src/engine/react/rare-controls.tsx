/** The controls that few layouts have, apart because of their weight. */
import { NumberField, Switch } from '#ui'
import type { ControlProps } from './services.tsx'

export function ToggleControl({ param, onChange }: ControlProps) {
  return (
    <Switch isSelected={param.draft === true} onChange={(on) => onChange(on)}>
      {param.label}
    </Switch>
  )
}

export function NumberControl({ param, onChange }: ControlProps) {
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
