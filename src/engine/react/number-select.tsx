/** One of a few whole numbers of the calendar, each with its name, the one before and the one after. */
import { Select } from '#ui'
import type { ControlProps } from './services.tsx'
import { WithSteps } from './time-steps.tsx'

export function NumberSelect({
  param,
  onChange,
  from,
  to,
  nameOf = String,
  isNewestFirst = false,
}: Pick<ControlProps, 'param' | 'onChange'> & {
  from: number
  to: number
  nameOf?: (value: number) => string
  isNewestFirst?: boolean
}) {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => (isNewestFirst ? to - at : from + at))
  const value = typeof param.draft === 'number' ? param.draft : null
  const step = (next: number) => (next < from || next > to ? undefined : () => onChange(next))
  return (
    <WithSteps
      steps={value === null ? null : { name: param.label, onEarlier: step(value - 1), onLater: step(value + 1) }}
    >
      <Select
        label={param.label}
        isSearchable={false}
        options={numbers.map((id) => ({ id, label: nameOf(id) }))}
        value={value}
        onChange={(id) => id !== null && onChange(id)}
      />
    </WithSteps>
  )
}
