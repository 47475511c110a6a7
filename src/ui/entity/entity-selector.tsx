/**
 * Chooses among things that have a name, an id and a type, however many: search by name or id, a filter by type, and a
 * way back to none. One of them (`EntitySelector`) or several (`EntityMultiSelector`). What they are is the caller's
 * business.
 */
import { type ReactNode, useId, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { IconButton } from '../button.tsx'
import type { FieldProps } from '../field.tsx'
import { ChevronDownIcon, CloseIcon } from '../icons/index.tsx'
import type { OptionId } from '../options.ts'
import { part } from '../part.ts'
import { PlainFoot, PlainLabel } from '../plain-field.tsx'
import { useUi } from '../provider.tsx'
import { useTrigger, WithButton } from '../trigger.tsx'
import field from '../field.module.css'
import list from '../list.module.css'
import own from '../multi-select.module.css'
import css from './entity-selector.module.css'

export interface Entity<K extends OptionId = number> {
  readonly id: K
  readonly name: string
  /** One of `types`. */
  readonly type?: string
  /** A second line: the owner of a place, for example. */
  readonly hint?: string
  /** It is there, but has no data: marked in the list, and still to be chosen. */
  readonly hasNoData?: boolean
  readonly isDisabled?: boolean
}

export interface EntityType {
  readonly id: string
  readonly label: string
}

interface SharedProps<K extends OptionId> extends FieldProps {
  items: readonly Entity<K>[]
  /** With two or more the list can be narrowed to one of them. */
  types?: readonly EntityType[]
  placeholder?: string
  icon?: ReactNode
  /** Name of a chosen id that is not among the items (any more). */
  flaggedLabel?: (id: K) => string
}

export interface EntitySelectorProps<K extends OptionId> extends SharedProps<K> {
  value: K | null
  onChange: (value: K | null) => void
  /** A choice may be taken back (default). */
  isClearable?: boolean
}

export interface EntityMultiSelectorProps<K extends OptionId> extends SharedProps<K> {
  value: readonly K[]
  /** In the order of the items; ids that are no items last. */
  onChange: (value: K[]) => void
}

export function EntitySelector<K extends OptionId>({
  value,
  onChange,
  isClearable = true,
  ...rest
}: EntitySelectorProps<K>) {
  const chosen = useMemo(() => (value === null ? [] : [value]), [value])
  return (
    <Selector
      {...rest}
      chosen={chosen}
      isMultiple={false}
      isClearable={isClearable}
      onChange={(next) => onChange(next[0] ?? null)}
    />
  )
}

export function EntityMultiSelector<K extends OptionId>({ value, onChange, ...rest }: EntityMultiSelectorProps<K>) {
  return <Selector {...rest} chosen={value} isMultiple isClearable onChange={onChange} />
}

interface SelectorProps<K extends OptionId> extends SharedProps<K> {
  chosen: readonly K[]
  isMultiple: boolean
  isClearable: boolean
  onChange: (value: K[]) => void
}

const panel = part(() => import('./entity-panel.tsx').then(({ EntityPanel }) => EntityPanel))

function Selector<K extends OptionId>({
  label,
  help,
  error,
  isRequired = false,
  isDisabled = false,
  items,
  types = [],
  placeholder,
  icon,
  flaggedLabel = String,
  chosen,
  isMultiple,
  isClearable,
  onChange,
}: SelectorProps<K>) {
  const { t } = useUi()
  const id = useId()
  const { Panel, isOpen, setOpen, buttonRef, panelId, extras } = useTrigger(panel)
  const selected = useMemo(() => new Set(chosen), [chosen])
  const known = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const flagged = chosen.filter((one) => !known.has(one))
  const named = chosen.flatMap((one) => known.get(one)?.name ?? [])
  const isFlagged = !isMultiple && flagged.length > 0
  const words = isFlagged
    ? flaggedLabel(flagged[0] as K)
    : isMultiple && named.length === items.length && items.length > 1
      ? t('ui.select.all')
      : named.join(', ')
  const foot = help ?? (flagged.length > 0 ? t('ui.select.flagged') : undefined)
  const clear = () => {
    onChange([])
    buttonRef.current?.focus()
  }

  return (
    <div className={field.field} data-invalid={error ? true : undefined} data-disabled={isDisabled || undefined}>
      <PlainLabel id={`${id}-label`} isRequired={isRequired} onClick={() => buttonRef.current?.focus()}>
        {label}
      </PlainLabel>
      <div className={css.holder} data-invalid={error ? true : undefined}>
        <WithButton buttonRef={buttonRef} extras={{ ...extras, isDisabled, onPress: () => setOpen(!isOpen) }}>
          <AriaButton
            className={`${field.box} ${field.button} ${isClearable && chosen.length > 0 ? css.cleared : ''}`}
            aria-haspopup="dialog"
            aria-labelledby={`${id}-value ${id}-label`}
            aria-describedby={error || foot ? `${id}-foot` : undefined}
          >
            {icon !== undefined && <span className={field.icon}>{icon}</span>}
            <span id={`${id}-value`} className={own.value}>
              <span
                className={
                  words === ''
                    ? `${field.value} ${field.placeholder}`
                    : isFlagged
                      ? `${field.value} ${list.struck}`
                      : field.value
                }
              >
                {words === '' ? (placeholder ?? t(isMultiple ? 'ui.select.chooseSome' : 'ui.select.choose')) : words}
              </span>
              {isMultiple && flagged.length > 0 && (
                <span className={own.flag} title={t('ui.select.flagged')}>
                  <s>{flagged.length}</s>
                </span>
              )}
              {isMultiple && named.length > 0 && items.length > 1 && (
                <span className={own.chip}>{t('ui.select.count', { count: named.length, total: items.length })}</span>
              )}
            </span>
            <span className={field.icon}>
              <ChevronDownIcon />
            </span>
          </AriaButton>
        </WithButton>
        {isClearable && chosen.length > 0 && !isDisabled && (
          <span className={css.clear}>
            <IconButton
              plain
              size="small"
              label={t('ui.select.clear', { label })}
              icon={<CloseIcon size={14} />}
              onPress={clear}
            />
          </span>
        )}
      </div>
      <PlainFoot id={`${id}-foot`} help={foot} error={error} />
      {Panel !== null && (
        <Panel
          id={panelId}
          label={label}
          items={items}
          types={types}
          selected={selected}
          isMultiple={isMultiple}
          flagged={flagged}
          flaggedLabel={(one) => flaggedLabel(one as K)}
          onChange={(next) => onChange(next as K[])}
          triggerRef={buttonRef}
          onOpenChange={setOpen}
        />
      )}
    </div>
  )
}
