/** The search above a list: it keeps the focus, and its keys move through the list. */
import type { KeyboardEvent } from 'react'
import { SearchIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import list from '../list.module.css'

interface ListSearchProps {
  /** Of the selector: the list's own begins with it. */
  id: string
  activeId: string | undefined
  value: string
  onChange: (search: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function ListSearch({ id, activeId, value, onChange, onKeyDown }: ListSearchProps) {
  const { t } = useUi()
  return (
    <div className={list.search}>
      <SearchIcon />
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-label={t('ui.select.search')}
        placeholder={t('ui.select.search')}
        autoComplete="off"
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
