/**
 * Finds what is in this document (Ctrl or Cmd Shift F): a combobox over its parts, options, arguments, steps, texts and
 * links. The field keeps the focus; the arrow keys choose, Enter leads to the field of the panel that changes it.
 */
import { Dialog, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { type SearchEntry, searched } from '../model/search.ts'
import css from './find.module.css'
import { Group } from './find-group.tsx'

/** More than are read through: who wants others types another word. */
const LIMIT = 60

export interface FindDialogProps {
  entries: readonly SearchEntry[]
  /** Name of the part of an entry. */
  nameOf: (part: string) => string
  onFound: (entry: SearchEntry) => void
  onClose: () => void
}

export function FindDialog({ onClose, ...rest }: FindDialogProps) {
  const { t } = useUi()
  return (
    <Dialog isOpen size="large" title={t('editor:find.title')} onClose={onClose}>
      <Finding {...rest} />
    </Dialog>
  )
}

/** Round at both ends. */
const stepped = (key: string, at: number, count: number): number | undefined =>
  key === 'ArrowDown' ? (at + 1) % count : key === 'ArrowUp' ? (at - 1 + count) % count : undefined

function Finding({ entries, nameOf, onFound }: Omit<FindDialogProps, 'onClose'>) {
  const { t } = useUi()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const wanted = useDeferredValue(text.trim())
  const { groups, count } = useMemo(() => searched(entries, wanted, nameOf, LIMIT), [entries, wanted, nameOf])
  const all = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const at = Math.min(chosen, Math.max(0, all.length - 1))
  const current = all[at]
  const optionId = (entry: SearchEntry) => `${id}-${all.indexOf(entry)}`
  const currentId = current === undefined ? undefined : optionId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || all.length === 0) return
    const next = stepped(event.key, at, all.length)
    if (event.key !== 'Enter' && next === undefined) return
    event.preventDefault()
    if (next !== undefined) setChosen(next)
    else if (current !== undefined) onFound(current)
  }
  return (
    <div className={css.find}>
      <div className={css.bar}>
        <div className={css.field}>
          <SearchIcon size={16} />
          <input
            // The one thing to do here.
            autoFocus
            type="text"
            role="combobox"
            aria-label={t('editor:find.label')}
            placeholder={t('editor:find.label')}
            aria-describedby={`${id}-help`}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            aria-expanded={all.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <p className={css.note}>
          <span role="status">
            {wanted === ''
              ? ''
              : count > LIMIT
                ? t('editor:find.more', { count, limit: LIMIT })
                : t('editor:find.found', { count })}
          </span>
          <span id={`${id}-help`}>{t('editor:find.help')}</span>
        </p>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('editor:find.results')} className={css.list}>
        {groups.map((group) => (
          <Group
            key={group.part}
            id={`${id}-of-${group.part}`}
            group={group}
            current={current}
            optionId={optionId}
            onPoint={(entry) => setChosen(all.indexOf(entry))}
            onChoose={onFound}
          />
        ))}
      </div>
      {wanted === '' && <p className={css.hint}>{t('editor:find.hint')}</p>}
      {wanted !== '' && count === 0 && <p className={css.hint}>{t('editor:find.none', { text: wanted })}</p>}
    </div>
  )
}
