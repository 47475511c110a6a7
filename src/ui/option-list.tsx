/** The list inside Select and MultiSelect: search by name or id, accents and case ignored, virtual from 100 options on. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import type { Selection } from 'react-aria-components'
import { CheckIcon, SearchIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import type { VirtualList } from './virtual-list.tsx'
import css from './list.module.css'

export type OptionId = string | number

export interface Option<K extends OptionId = string> {
  id: K
  label: string
  /** A second line, for example the client of a store. */
  hint?: string
  isDisabled?: boolean
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const textOf = ({ id, label, hint = '' }: Option<OptionId>) => plain(`${label} ${hint} ${id}`)
const wordsOf = (search: string) => plain(search).split(/\s+/).filter(Boolean)

/** Options whose label, hint or id contains every word of the search. */
export function matching<K extends OptionId>(options: readonly Option<K>[], search: string): readonly Option<K>[] {
  const words = wordsOf(search)
  return words.length === 0 ? options : options.filter((option) => words.every((word) => textOf(option).includes(word)))
}

const VIRTUAL_FROM = 100
let loaded: typeof VirtualList | null = null

/** The virtual list, once it is here, for lists that need it. Fields call it before they open, so it mostly is. */
export function useVirtualList(count: number): typeof VirtualList | null {
  const [Virtual, setVirtual] = useState<typeof VirtualList | null>(() => loaded)
  const isNeeded = count >= VIRTUAL_FROM
  useEffect(() => {
    if (!isNeeded || loaded !== null) return undefined
    let isLeft = false
    // Without it the list is slow but right, so a failed load is no error.
    import('./virtual-list.tsx').then(({ VirtualList }) => {
      loaded = VirtualList
      if (!isLeft) setVirtual(() => VirtualList)
    }, () => undefined)
    return () => { isLeft = true }
  }, [isNeeded])
  return isNeeded ? Virtual ?? loaded : null
}

export interface OptionListProps<K extends OptionId> {
  label: string
  options: readonly Option<K>[]
  isSearchable: boolean
  isMultiple?: boolean
  selected?: ReadonlySet<K>
  onSelect?: (next: Set<K>, visible: readonly Option<K>[]) => void
  /** Between search and list; gets what the search has left. */
  renderTools?: (visible: readonly Option<K>[], search: string) => ReactNode
  /** From `useVirtualList`. */
  Virtual: typeof VirtualList | null
}

/** react-aria keys are text or numbers; a number id stays a number. */
export function OptionList<K extends OptionId>({ label, options, isSearchable, isMultiple = false, selected, onSelect, renderTools, Virtual }: OptionListProps<K>) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const visible = useMemo(() => matching(options, search), [options, search])
  const select = (keys: Selection) => {
    const next = keys === 'all' ? new Set([...(selected ?? []), ...visible.map(({ id }) => id)]) : new Set([...keys] as K[])
    onSelect?.(next, visible)
  }

  const list = (
    <ListBox
      aria-label={label} items={options} className={css.listbox} renderEmptyState={() => <p className={css.none}>{t('ui.select.none')}</p>}
      {...(isMultiple ? { selectionMode: 'multiple' as const, selectedKeys: selected as Iterable<K>, onSelectionChange: select, escapeKeyBehavior: 'none' as const } : {})}
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

  if (!isSearchable) return <>{renderTools?.(visible, search)}{rows}</>
  // The library builds the list apart from this component, so the search is its filter and not other items.
  const filter = (_text: string, input: string, node: { value?: unknown }) => matching([node.value as Option<K>], input).length > 0
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
