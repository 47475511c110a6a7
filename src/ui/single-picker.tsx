/**
 * One of a few choices that may come and go: when the one in force becomes disabled, the first enabled one takes its
 * place (spec 1, section 2).
 */
import { useEffect, useRef } from 'react'
import { enabledOr } from './enabled-or.ts'
import { SegmentedControl, type Segment } from './segmented-control.tsx'
import { Select } from './select.tsx'

export interface SinglePickerProps<K extends string> {
  label: string
  options: readonly Segment<K>[]
  value: K | null
  /** Also called by the picker itself when it falls back; null when nothing is enabled. */
  onChange: (value: K | null) => void
  isDisabled?: boolean
  /** Side by side up to five choices (default), or always as a list. */
  as?: 'segments' | 'list'
}

const MAX_SEGMENTS = 5

export function SinglePicker<K extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  as = options.length > MAX_SEGMENTS ? 'list' : 'segments',
}: SinglePickerProps<K>) {
  const inForce = enabledOr(options, value)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  // The choice is shown at once; the owner of the value is notified, so that both agree.
  useEffect(() => {
    if (inForce !== value) tell.current(inForce)
  }, [inForce, value])
  if (as === 'list')
    return (
      <Select
        label={label}
        options={options}
        value={inForce}
        onChange={onChange}
        isDisabled={isDisabled || inForce === null}
      />
    )
  return (
    <SegmentedControl label={label} segments={options} value={inForce} onChange={onChange} isDisabled={isDisabled} />
  )
}
