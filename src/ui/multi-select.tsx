/** Any number of a list, with all and none, and the values that are no longer offered shown struck through. */
import { type ReactNode, useId, useMemo } from 'react'
import { ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field.tsx'
import type { Option, OptionId } from './options.ts'
import { part } from './part.ts'
import { useUi } from './provider.tsx'
import { useTrigger } from './trigger.tsx'
import { useVirtualList } from './use-virtual-list.ts'

export interface MultiSelectProps<K extends OptionId> extends FieldProps {
  options: readonly Option<K>[]
  value: readonly K[]
  /** In the order of the options; flagged values last, until they are removed. */
  onChange: (value: K[]) => void
  placeholder?: string
  /** The text when all are chosen. Default: "All". */
  allLabel?: string
  icon?: ReactNode
  /** Default: searchable from nine options on. */
  isSearchable?: boolean
  /** Names of chosen values that are not among the options. */
  flaggedLabel?: (id: K) => string
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

const panel = part(() => import('./overlays.ts').then(({ MultiSelectPanel }) => MultiSelectPanel))

export function MultiSelect<K extends OptionId>({
  label,
  help,
  error,
  isRequired,
  isDisabled,
  options,
  value,
  onChange,
  placeholder,
  allLabel,
  icon,
  isSearchable = options.length > 8,
  flaggedLabel = String,
  ...open
}: MultiSelectProps<K>) {
  const { t } = useUi()
  const Virtual = useVirtualList(options.length)
  const id = useId()
  const { Panel, isOpen, setOpen, buttonRef, panelId, extras } = useTrigger(panel, open)
  const selected = useMemo(() => new Set(value), [value])
  const known = useMemo(() => new Set(options.map((option) => option.id)), [options])
  const flagged = value.filter((one) => !known.has(one))
  const chosen = options.filter((option) => selected.has(option.id))
  const words =
    chosen.length === 0
      ? (placeholder ?? t('ui.select.chooseSome'))
      : chosen.length === options.length && options.length > 1
        ? (allLabel ?? t('ui.select.all'))
        : chosen.length === 1
          ? (chosen[0]?.label ?? '')
          : chosen.map((option) => option.label).join(', ')

  return (
    <ChoiceField
      id={id}
      label={label}
      help={help}
      error={error}
      isRequired={isRequired}
      isDisabled={isDisabled}
      words={words}
      icon={icon}
      chosen={chosen.length}
      total={options.length}
      flagged={flagged.length}
      buttonRef={buttonRef}
      extras={{ ...extras, onPress: () => setOpen(!isOpen) }}
    >
      {Panel !== null && (
        <Panel
          id={panelId}
          label={label}
          options={options}
          value={value}
          selected={selected}
          flagged={flagged}
          chosen={chosen.length}
          isSearchable={isSearchable}
          Virtual={Virtual}
          flaggedLabel={(one) => flaggedLabel(one as K)}
          onChange={(next) => onChange(next as K[])}
          triggerRef={buttonRef}
          onOpenChange={setOpen}
        />
      )}
    </ChoiceField>
  )
}
