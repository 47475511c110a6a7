/**
 * One of a list. A value that is no longer among the options stays, struck through, until the reader chooses another.
 */
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import type { FieldProps } from './field.tsx'
import { ChevronDownIcon } from './icons/index.tsx'
import { listOpener } from './menu.tsx'
import type { Option, OptionId } from './options.ts'
import { part } from './part.ts'
import { PlainFoot, PlainLabel } from './plain-field.tsx'
import { useUi } from './provider.tsx'
import { useTrigger, WithButton } from './trigger.tsx'
import { useVirtualList } from './use-virtual-list.ts'
import css from './field.module.css'
import list from './list.module.css'
import { useKeys } from './select-keys.tsx'

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

const panel = part(() => import('./overlays.ts').then(({ SelectList }) => SelectList))

export function Select<K extends OptionId>({
  label,
  help,
  error,
  isRequired = false,
  isDisabled,
  name,
  options,
  value,
  onChange,
  placeholder,
  icon,
  isSearchable = options.length > 8,
  emptyLabel,
  flaggedLabel,
}: SelectProps<K>) {
  const { t } = useUi()
  const Virtual = useVirtualList(options.length)
  const id = useId()
  const [focus, setFocus] = useState<'first' | 'last' | true>(true)
  const { Panel, setOpen, buttonRef, panelId, extras } = useTrigger(panel)
  const offered = useMemo(
    () => (emptyLabel === undefined ? options : [{ id: NOTHING as K, label: emptyLabel }, ...options]),
    [options, emptyLabel],
  )
  const choose = (key: OptionId) => onChange(key === NOTHING ? null : (key as K))
  const opener = listOpener((from) => {
    setFocus(from)
    setOpen(true)
  })
  const onKeys = useKeys(offered, value, choose)
  const chosen = options.find((option) => option.id === value)
  const isFlagged = value !== null && chosen === undefined
  const foot = help ?? (isFlagged ? t('ui.select.flagged') : undefined)
  return (
    <div className={css.field} data-invalid={error ? true : undefined} data-disabled={isDisabled || undefined}>
      <PlainLabel id={`${id}-label`} isRequired={isRequired} onClick={() => buttonRef.current?.focus()}>
        {label}
      </PlainLabel>
      <WithButton
        buttonRef={buttonRef}
        extras={{
          ...extras,
          ...opener,
          isDisabled,
          'aria-haspopup': 'listbox',
          'aria-labelledby': `${id}-value ${id}-label`,
          'aria-describedby': error || foot ? `${id}-foot` : undefined,
          onKeyDown(event) {
            // A space inside a word that is being typed opens nothing.
            onKeys(event)
            if (!event.isDefaultPrevented()) opener.onKeyDown?.(event)
          },
        }}
      >
        <Button className={`${css.box} ${css.button}`}>
          {icon !== undefined && <span className={css.icon}>{icon}</span>}
          <span id={`${id}-value`} className={css.value}>
            {chosen !== undefined ? (
              chosen.label
            ) : isFlagged ? (
              <span className={list.struck} title={t('ui.select.flagged')}>
                {flaggedLabel ?? String(value)}
              </span>
            ) : (
              <span className={css.placeholder}>{emptyLabel ?? placeholder ?? t('ui.select.choose')}</span>
            )}
          </span>
          <span className={css.icon}>
            <ChevronDownIcon />
          </span>
        </Button>
      </WithButton>
      {name !== undefined && <input type="hidden" name={name} value={value ?? ''} />}
      <PlainFoot id={`${id}-foot`} help={foot} error={error} />
      {Panel !== null && (
        <Panel
          id={panelId}
          label={label}
          options={offered}
          value={value}
          onChoose={choose}
          isSearchable={isSearchable}
          autoFocus={focus}
          Virtual={Virtual}
          triggerRef={buttonRef}
          onOpenChange={setOpen}
        />
      )}
    </div>
  )
}
