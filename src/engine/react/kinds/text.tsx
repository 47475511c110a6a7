/** What a reader types. */
import { TextField } from '#ui'
import type { ControlProps } from '../services.tsx'

export default function TextControl({ param, onChange }: ControlProps) {
  return (
    <TextField
      label={param.label}
      value={typeof param.draft === 'string' ? param.draft : ''}
      onChange={(text) => onChange(text === '' ? undefined : text, 'typing')}
    />
  )
}
