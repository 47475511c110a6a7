/** One of a few whole numbers, each with its name. */
import { Select } from '#ui'
import type { ControlProps } from './services.tsx'

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
  return (
    <Select
      label={param.label}
      isSearchable={false}
      options={numbers.map((id) => ({ id, label: nameOf(id) }))}
      value={typeof param.draft === 'number' ? param.draft : null}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
