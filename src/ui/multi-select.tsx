/** Any number of a list, with all and none, and the values that are no longer offered shown struck through. */
import { type ReactNode, useId, useMemo } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import type { FieldProps } from './field.tsx'
import { ChevronDownIcon, CloseIcon, ErrorIcon } from './icons/index.tsx'
import { type Option, OptionList, type OptionId, useVirtualList } from './option-list.tsx'
import { useUi } from './provider.tsx'
import css from './field.module.css'
import own from './multi-select.module.css'
import list from './list.module.css'
import overlay from './overlay.module.css'

export interface MultiSelectProps<K extends OptionId> extends FieldProps {
  options: readonly Option<K>[]
  value: readonly K[]
  /** In the order of the options; flagged values last, until they are removed. */
  onChange: (value: K[]) => void
  placeholder?: string
  icon?: ReactNode
  /** Default: searchable from nine options on. */
  isSearchable?: boolean
  /** Names of chosen values that are not among the options. */
  flaggedLabel?: (id: K) => string
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function MultiSelect<K extends OptionId>({
  label, help, error, isRequired = false, isDisabled, options, value, onChange, placeholder, icon, isSearchable = options.length > 8,
  flaggedLabel = String, isOpen, onOpenChange,
}: MultiSelectProps<K>) {
  const { t } = useUi()
  const Virtual = useVirtualList(options.length)
  const id = useId()
  const selected = useMemo(() => new Set(value), [value])
  const known = useMemo(() => new Set(options.map((option) => option.id)), [options])
  const flagged = value.filter((one) => !known.has(one))
  const chosen = options.filter((option) => selected.has(option.id))
  const choose = (next: ReadonlySet<K>) => onChange([...options.filter((option) => next.has(option.id)).map((option) => option.id), ...flagged.filter((one) => next.has(one))])

  const words = chosen.length === 0
    ? placeholder ?? t('ui.select.chooseSome')
    : chosen.length === options.length && options.length > 1
      ? t('ui.select.all')
      : chosen.length === 1 ? chosen[0]?.label ?? '' : chosen.map((option) => option.label).join(', ')

  return (
    <div className={css.field} data-invalid={error ? true : undefined}>
      <span id={`${id}-label`} className={css.label}>
        {label}
        {isRequired && <span className={css.required} aria-hidden="true">*</span>}
      </span>
      <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <AriaButton
          id={`${id}-button`} className={`${css.box} ${css.button}`} isDisabled={isDisabled} aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-value`} aria-describedby={error || help ? `${id}-foot` : undefined}
        >
          {icon !== undefined && <span className={css.icon}>{icon}</span>}
          <span id={`${id}-value`} className={own.value}>
            <span className={chosen.length === 0 ? `${css.value} ${css.placeholder}` : css.value}>{words}</span>
            {flagged.length > 0 && <span className={own.flag} title={t('ui.select.flagged')}><s>{flagged.length}</s></span>}
            {chosen.length > 0 && options.length > 1 && <span className={own.chip}>{t('ui.select.count', { count: chosen.length, total: options.length })}</span>}
          </span>
          <span className={css.icon}><ChevronDownIcon /></span>
        </AriaButton>
        <Popover className={`${overlay.popover} ${list.wide}`} offset={4} placement="bottom start">
          <Dialog aria-label={label} className={own.dialog}>
            {flagged.length > 0 && (
              <ul className={list.flagged} aria-label={t('ui.select.flagged')}>
                {flagged.map((one) => (
                  <li key={one} className={own.flagged}>
                    <span className={list.struck}>{flaggedLabel(one)}</span>
                    <span className={list.hint}>{t('ui.select.flaggedShort')}</span>
                    <IconButton plain size="small" label={t('ui.select.remove', { name: flaggedLabel(one) })} icon={<CloseIcon size={14} />} onPress={() => onChange(value.filter((other) => other !== one))} />
                  </li>
                ))}
              </ul>
            )}
            <OptionList
              Virtual={Virtual} label={label} options={options} isMultiple isSearchable={isSearchable} selected={selected} onSelect={choose}
              renderTools={(visible, search) => (
                <div className={list.tools}>
                  <Button kind="quiet" size="small" isDisabled={visible.length === 0} onPress={() => choose(new Set([...value, ...visible.filter((option) => option.isDisabled !== true).map((option) => option.id)]))}>
                    {t(search === '' ? 'ui.select.selectAll' : 'ui.select.selectFound')}
                  </Button>
                  <Button kind="quiet" size="small" isDisabled={chosen.length === 0} onPress={() => onChange([...flagged])}>{t('ui.select.selectNone')}</Button>
                  <span className={list.count}>{t('ui.select.count', { count: chosen.length, total: options.length })}</span>
                </div>
              )}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {error
        ? <span id={`${id}-foot`} className={css.error}><ErrorIcon size={13} /><span>{error}</span></span>
        : help ? <span id={`${id}-foot`} className={css.help}>{help}</span> : null}
    </div>
  )
}
