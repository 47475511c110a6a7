/** Any number of a list, with all and none, and the values that are no longer offered shown struck through. */
import { type ReactNode, useId, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { FieldProps } from './field.tsx'
import { ChevronDownIcon } from './icons/index.tsx'
import type { Option, OptionId } from './options.ts'
import { part } from './part.ts'
import { PlainFoot, PlainLabel } from './plain-field.tsx'
import { useUi } from './provider.tsx'
import { useTrigger, WithButton } from './trigger.tsx'
import { useVirtualList } from './use-virtual-list.ts'
import css from './field.module.css'
import own from './multi-select.module.css'

export interface MultiSelectProps<K extends OptionId> extends FieldProps {
  options: readonly Option<K>[]
  value: readonly K[]
  /** In the order of the options; flagged values last, until they are removed. */
  onChange: (value: K[]) => void
  placeholder?: string
  /** What is written when all are chosen. Default: "All". */
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
  isRequired = false,
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
    <div className={css.field} data-invalid={error ? true : undefined}>
      <PlainLabel id={`${id}-label`} isRequired={isRequired}>
        {label}
      </PlainLabel>
      <WithButton buttonRef={buttonRef} extras={{ ...extras, onPress: () => setOpen(!isOpen) }}>
        <AriaButton
          id={`${id}-button`}
          className={`${css.box} ${css.button}`}
          isDisabled={isDisabled}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-describedby={error || help ? `${id}-foot` : undefined}
        >
          {icon !== undefined && <span className={css.icon}>{icon}</span>}
          <span id={`${id}-value`} className={own.value}>
            <span className={chosen.length === 0 ? `${css.value} ${css.placeholder}` : css.value}>{words}</span>
            {flagged.length > 0 && (
              <span className={own.flag} title={t('ui.select.flagged')}>
                <s>{flagged.length}</s>
              </span>
            )}
            {chosen.length > 0 && options.length > 1 && (
              <span className={own.chip}>{t('ui.select.count', { count: chosen.length, total: options.length })}</span>
            )}
          </span>
          <span className={css.icon}>
            <ChevronDownIcon />
          </span>
        </AriaButton>
      </WithButton>
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
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
    </div>
  )
}
