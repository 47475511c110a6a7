/** A few exclusive choices side by side (or several at once with `multiple`). For more than five, use a Select. */
import type { ReactNode } from 'react'
import { type Key, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { InLanguage } from './in-language.tsx'
import css from './segmented-control.module.css'

export interface Segment<K extends string> {
  id: K
  label: string
  icon?: ReactNode
  /** Shows the icon alone; the label is read aloud. */
  iconOnly?: boolean
  isDisabled?: boolean
}

export interface SegmentedControlProps<K extends string> {
  /** Name of the group for readers. */
  label: string
  segments: readonly Segment<K>[]
  /** Null: none is chosen yet. */
  value: K | null
  onChange: (value: K) => void
  isDisabled?: boolean
  size?: 'small' | 'medium'
}

function Segments<K extends string>({ segments, size }: { segments: readonly Segment<K>[]; size: string }) {
  return segments.map(({ id, label, icon, iconOnly = false, isDisabled }) => (
    <ToggleButton
      key={id}
      id={id}
      isDisabled={isDisabled}
      aria-label={iconOnly ? label : undefined}
      className={css.segment}
      data-size={size}
    >
      {icon}
      {!iconOnly && <span>{label}</span>}
    </ToggleButton>
  ))
}

export function SegmentedControl<K extends string>({
  label,
  segments,
  value,
  onChange,
  isDisabled,
  size = 'medium',
}: SegmentedControlProps<K>) {
  return (
    <InLanguage>
      <ToggleButtonGroup
        aria-label={label}
        className={css.group}
        isDisabled={isDisabled}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          for (const key of keys) onChange(key as K)
        }}
      >
        <Segments segments={segments} size={size} />
      </ToggleButtonGroup>
    </InLanguage>
  )
}

export interface ToggleGroupProps<K extends string> extends Omit<SegmentedControlProps<K>, 'value' | 'onChange'> {
  value: readonly K[]
  onChange: (value: K[]) => void
}

/** The multi-button toggle: any number of the choices at once, kept in their own order. */
export function ToggleGroup<K extends string>({
  label,
  segments,
  value,
  onChange,
  isDisabled,
  size = 'medium',
}: ToggleGroupProps<K>) {
  return (
    <InLanguage>
      <ToggleButtonGroup
        aria-label={label}
        className={css.group}
        isDisabled={isDisabled}
        selectionMode="multiple"
        selectedKeys={value}
        onSelectionChange={(keys: Set<Key>) => onChange(segments.map(({ id }) => id).filter((id) => keys.has(id)))}
      >
        <Segments segments={segments} size={size} />
      </ToggleButtonGroup>
    </InLanguage>
  )
}
