/** One of a list. A value that is no longer among the options stays, struck through, until the reader chooses another. */
import { type ReactNode, useMemo } from 'react'
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components'
import { FieldFoot, FieldLabel, type FieldProps } from './field.tsx'
import { ChevronDownIcon } from './icons/index.tsx'
import { type Option, OptionList, type OptionId, useVirtualList } from './option-list.tsx'
import { useUi } from './provider.tsx'
import css from './field.module.css'
import list from './list.module.css'
import overlay from './overlay.module.css'

export interface SelectProps<K extends OptionId> extends FieldProps {
  options: readonly Option<K>[]
  value: K | null
  onChange: (value: K | null) => void
  placeholder?: string
  icon?: ReactNode
  /** Default: searchable from nine options on. */
  isSearchable?: boolean
  /** Offers an empty choice with this text. */
  emptyLabel?: string
  /** Name of a chosen value that is not among the options. */
  flaggedLabel?: string
}

const NOTHING = '\u0000'

export function Select<K extends OptionId>({
  label, help, error, options, value, onChange, placeholder, icon, isSearchable = options.length > 8, emptyLabel, flaggedLabel, ...rest
}: SelectProps<K>) {
  const { t } = useUi()
  const Virtual = useVirtualList(options.length)
  const offered = useMemo(
    () => (emptyLabel === undefined ? options : [{ id: NOTHING as K, label: emptyLabel }, ...options]),
    [options, emptyLabel],
  )
  const chosen = options.find(({ id }) => id === value)
  const isFlagged = value !== null && chosen === undefined
  const prompt = placeholder ?? t('ui.select.choose')
  return (
    <AriaSelect
      {...rest} className={css.field} isInvalid={Boolean(error)} validationBehavior="aria" placeholder={prompt}
      value={value} onChange={(key) => onChange(key === NOTHING ? null : (key as K | null))}
    >
      <FieldLabel isRequired={rest.isRequired}>{label}</FieldLabel>
      <Button className={`${css.box} ${css.button}`}>
        {icon !== undefined && <span className={css.icon}>{icon}</span>}
        <SelectValue className={css.value}>
          {chosen !== undefined
            ? chosen.label
            : isFlagged
              ? <span className={list.struck} title={t('ui.select.flagged')}>{flaggedLabel ?? String(value)}</span>
              : <span className={css.placeholder}>{emptyLabel ?? prompt}</span>}
        </SelectValue>
        <span className={css.icon}><ChevronDownIcon /></span>
      </Button>
      <FieldFoot help={help ?? (isFlagged ? t('ui.select.flagged') : undefined)} error={error} />
      <Popover className={`${overlay.popover} ${list.wide}`} offset={4} placement="bottom start">
        <OptionList label={label} options={offered} isSearchable={isSearchable} Virtual={Virtual} />
      </Popover>
    </AriaSelect>
  )
}
