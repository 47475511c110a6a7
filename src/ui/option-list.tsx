/**
 * The list inside Select and MultiSelect: search by name or id, accents and case ignored, virtual from 100 options on.
 */
import { type ReactNode, useMemo, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import type { Selection } from 'react-aria-components'
import { CheckIcon, SearchIcon } from './icons/index.tsx'
import { matching, type Option, type OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import type { VirtualList } from './virtual-list.tsx'
import css from './list.module.css'

export interface OptionListProps<K extends OptionId> {
  id?: string
  label: string
  options: readonly Option<K>[]
  isSearchable: boolean
  isMultiple?: boolean
  /** Where the focus goes in a list without a search. */
  autoFocus?: 'first' | 'last' | true
  selected?: ReadonlySet<K>
  onSelect?: (next: Set<K>, visible: readonly Option<K>[]) => void
  /** Between search and list; gets what the search has left. */
  renderTools?: (visible: readonly Option<K>[], search: string) => ReactNode
  /** From `useVirtualList`. */
  Virtual: typeof VirtualList | null
}

/** One choice, which closes the list: chosen on release, also when it was chosen already. */
const ONE = {
  selectionMode: 'single' as const,
  disallowEmptySelection: true,
  shouldSelectOnPressUp: true,
  shouldFocusOnHover: true,
  allowDuplicateSelectionEvents: true,
}

/** react-aria keys are text or numbers; a number id stays a number. */
export function OptionList<K extends OptionId>({
  id,
  label,
  options,
  isSearchable,
  isMultiple = false,
  autoFocus,
  selected,
  onSelect,
  renderTools,
  Virtual,
}: OptionListProps<K>) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const visible = useMemo(() => matching(options, search), [options, search])
  const select = (keys: Selection) => {
    const next =
      keys === 'all' ? new Set([...(selected ?? []), ...visible.map(({ id }) => id)]) : new Set([...keys] as K[])
    onSelect?.(next, visible)
  }

  const list = (
    <ListBox
      id={id}
      aria-label={label}
      items={options}
      className={css.listbox}
      renderEmptyState={() => <p className={css.none}>{t('ui.select.none')}</p>}
      selectedKeys={selected as Iterable<K>}
      onSelectionChange={select}
      {...(isMultiple
        ? { selectionMode: 'multiple' as const, escapeKeyBehavior: 'none' as const }
        : { ...ONE, autoFocus: isSearchable ? undefined : autoFocus })}
    >
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled} className={css.item}>
          {({ isSelected }) => (
            <>
              {isMultiple && <span className={css.box}>{isSelected && <CheckIcon size={12} strokeWidth={2.2} />}</span>}
              <span className={css.words}>
                <span>{option.label}</span>
                {option.hint !== undefined && <span className={css.hint}>{option.hint}</span>}
              </span>
              {!isMultiple && isSelected && <CheckIcon className={css.tick} />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
  const rows = Virtual === null ? list : <Virtual>{list}</Virtual>

  if (!isSearchable)
    return (
      <>
        {renderTools?.(visible, search)}
        {rows}
      </>
    )
  // The library builds the list apart from this component, so the search is its filter and not other items.
  const filter = (_text: string, input: string, node: { value?: unknown }) =>
    matching([node.value as Option<K>], input).length > 0
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch} filter={filter}>
      <TextField aria-label={t('ui.select.search')} autoFocus className={css.search}>
        <SearchIcon />
        {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the Autocomplete around it adds aria-controls */}
        <Input placeholder={t('ui.select.search')} role="combobox" aria-expanded="true" aria-haspopup="listbox" />
      </TextField>
      {renderTools?.(visible, search)}
      {rows}
    </Autocomplete>
  )
}
