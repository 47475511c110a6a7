/**
 * Go anywhere by typing (Ctrl or Cmd K): a combobox over one list of pages, brands, stores and actions. The field keeps
 * the focus; the arrow keys choose, Enter opens, Escape closes and gives the focus back.
 */
import { Kbd, useUi, VisuallyHidden } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { found, type PaletteItem } from './find.ts'
import { Hits } from './hits.tsx'
import css from './palette.module.css'

export interface PaletteProps {
  items: readonly PaletteItem[]
  iconOf: (item: PaletteItem) => ReactNode
  /** Whether brands and stores are here; `none` for who has no page that shows them. */
  entities: 'none' | 'loading' | 'ready' | 'failed'
  /** The first key was typed: brands and stores are wanted. */
  onSearch: () => void
  onClose: () => void
}

/** Round at both ends. */
function stepped(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

export function Palette({ items, iconOf, entities, onSearch, onClose }: PaletteProps) {
  const { t } = useUi()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const hits = useMemo(() => found(items, text), [items, text])
  const at = Math.min(chosen, Math.max(0, hits.length - 1))
  const current = hits[at]
  const optionId = (item: PaletteItem) => `${id}-${item.id.replace(/[^\w-]/g, '_')}`

  // While it is still in the page: only then the focus goes back where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return undefined
    element.showModal()
    return () => element.close()
  }, [])
  const currentId = current === undefined ? undefined : optionId(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const type = (next: string) => {
    setText(next)
    setChosen(0)
    if (next.trim() !== '') onSearch()
  }
  const choose = (item: PaletteItem) => {
    // Closed first: what it opens may take the focus.
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      return choose(current)
    }
    const isCaret = event.key === 'Home' || event.key === 'End'
    const next = hits.length === 0 || (isCaret && text !== '') ? null : stepped(event.key, at, hits.length)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a click beside it closes it; the key for that is the browser's own Escape
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('home:palette.title')}
      onClose={() => {
        if (dialog.current?.open !== true) onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
    >
      <div className={css.body}>
        <div className={css.field}>
          <SearchIcon size={18} />
          <input
            // The one thing to do here.
            autoFocus
            type="text"
            role="combobox"
            aria-label={t('home:palette.placeholder')}
            placeholder={t('home:palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={css.escape} onClick={onClose} tabIndex={-1}>
            <Kbd>{t('home:keys.esc')}</Kbd>
            <VisuallyHidden>{t('home:palette.close')}</VisuallyHidden>
          </button>
        </div>
        <Hits
          id={`${id}-list`}
          hits={hits}
          current={current}
          optionId={optionId}
          iconOf={iconOf}
          onPoint={(item) => setChosen(hits.indexOf(item))}
          onChoose={choose}
        />
        {hits.length === 0 && entities !== 'loading' && (
          <div className={css.none}>
            <p>{t('home:palette.none', { text: text.trim() })}</p>
            {entities === 'ready' && <p>{t('home:palette.noneHint')}</p>}
          </div>
        )}
        <p role="status" className={css.status}>
          {entities === 'loading' && text !== '' && t('home:palette.loading')}
          {entities === 'failed' && t('home:palette.failed')}
          <VisuallyHidden>{t('home:palette.count', { count: hits.length })}</VisuallyHidden>
        </p>
        <KeysFoot />
      </div>
    </dialog>
  )
}

function KeysFoot() {
  const { t } = useUi()
  return (
    <p className={css.foot} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('home:palette.move')}
      </span>
      <span>
        <Kbd>↵</Kbd> {t('home:palette.open')}
      </span>
      <span>
        <Kbd>{t('home:keys.esc')}</Kbd> {t('home:palette.close')}
      </span>
    </p>
  )
}
