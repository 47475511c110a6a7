/**
 * Tabs over panels. Only the chosen panel is in the page. The arrow keys, Home and End choose; Tab leads into the
 * panel.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from './icons/index.tsx'
import css from './tabs.module.css'
import { useCut } from './use-cut.tsx'
import { Panel } from './tab-panel.tsx'

export interface TabItem {
  id: string
  label: string
  content: ReactNode
  /** A count or a state beside the label. */
  badge?: ReactNode
  isDisabled?: boolean
}

export interface TabsProps {
  label: string
  tabs: readonly TabItem[]
  value?: string
  onChange?: (id: string) => void
  /** Fills the height of its container; the panel scrolls. */
  fill?: boolean
}

/** The tab that a key leads to from the one in force; null where the key means nothing. Round at both ends. */
function tabAt(key: string, ids: readonly string[], from: string | undefined): string | null {
  const at = ids.indexOf(from ?? '')
  switch (key) {
    case 'ArrowRight':
      return ids[(at + 1) % ids.length] ?? null
    case 'ArrowLeft':
      return ids[(at - 1 + ids.length) % ids.length] ?? null
    case 'Home':
      return ids[0] ?? null
    case 'End':
      return ids.at(-1) ?? null
    default:
      return null
  }
}

export function Tabs({ label, tabs, value, onChange, fill = false }: TabsProps) {
  const id = useId()
  const [strip, list] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const [own, setOwn] = useState<string>()
  const open = tabs.filter(({ isDisabled }) => isDisabled !== true).map((tab) => tab.id)
  const chosen = value ?? (own !== undefined && open.includes(own) ? own : open[0])
  const panel = tabs.find((tab) => tab.id === chosen)
  const cut = useCut(strip, list, chosen)
  const choose = (next: string) => {
    setOwn(next)
    if (next !== chosen) onChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = tabAt(event.key, open, chosen)
    if (next === null) return
    event.preventDefault()
    choose(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <div className={css.tabs} data-fill={fill || undefined}>
      <div className={css.head} data-before={cut.before || undefined} data-after={cut.after || undefined}>
        <div ref={strip} className={css.strip}>
          <div ref={list} role="tablist" aria-label={label} aria-orientation="horizontal" className={css.list}>
            {tabs.map((tab) => (
              <button
                key={tab.id}
                type="button"
                role="tab"
                id={`${id}-${tab.id}`}
                data-tab={tab.id}
                className={css.tab}
                disabled={tab.isDisabled}
                aria-selected={tab.id === chosen}
                aria-controls={tab.id === chosen ? `${id}-panel` : undefined}
                tabIndex={tab.id === chosen ? 0 : -1}
                onClick={() => choose(tab.id)}
                onKeyDown={onKeyDown}
              >
                {tab.label}
                {tab.badge}
              </button>
            ))}
          </div>
        </div>
        {cut.before && <Hint side="before" strip={strip} />}
        {cut.after && <Hint side="after" strip={strip} />}
      </div>
      {panel !== undefined && (
        <Panel key={panel.id} id={`${id}-panel`} tab={`${id}-${panel.id}`}>
          {panel.content}
        </Panel>
      )}
    </div>
  )
}

/**
 * Says that there are more tabs, and leads to them. For eyes and pointers: the arrow keys reach every tab, and a reader
 * lists them all.
 */
function Hint({ side, strip }: { side: 'before' | 'after'; strip: RefObject<HTMLElement | null> }) {
  const scroll = () => {
    const box = strip.current
    box?.scrollBy({ left: (side === 'after' ? 0.6 : -0.6) * box.clientWidth })
  }
  return (
    <button type="button" className={css.hint} data-side={side} aria-hidden="true" tabIndex={-1} onClick={scroll}>
      {side === 'after' ? <ChevronRightIcon size={16} /> : <ChevronLeftIcon size={16} />}
    </button>
  )
}
