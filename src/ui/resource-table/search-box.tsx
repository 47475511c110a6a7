/** A search without a label above it, for the line of tools over a list. Escape and the cross empty it. */
import { type KeyboardEvent, useRef } from 'react'
import { Button } from 'react-aria-components'
import { cx } from '../class-names.ts'
import field from '../field.module.css'
import { CloseIcon, SearchIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import css from './resource-table.module.css'

export interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const { t } = useUi()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    clear()
  }
  return (
    <search className={cx(field.field, css.search)}>
      <div className={cx(field.box, field.typed)}>
        <span className={field.icon}>
          <SearchIcon />
        </span>
        <input
          ref={input}
          type="search"
          className={field.input}
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        {value !== '' && (
          <Button className={field.inner} aria-label={t('ui.table.clearSearch')} onPress={clear}>
            <CloseIcon size={14} />
          </Button>
        )}
      </div>
    </search>
  )
}
