/** Yes or no. */
import { Switch } from '#ui'
import type { ControlProps } from '../services.tsx'

export default function ToggleControl({ param, onChange }: ControlProps) {
  return (
    <Switch isSelected={param.draft === true} onChange={(on) => onChange(on)}>
      {param.label}
    </Switch>
  )
}
