/** Every widget there is, by what it is for, each drawn with its example: a press adds it at the end, dragging puts it where it is dropped. */
import type { DashboardServices } from '#engine'
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'
import { EmptyState, TextField, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type DragEvent, type KeyboardEvent, memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { WIDGET_DRAG } from '../canvas/drop.ts'
import type { EditPorts } from '../ports.ts'
import { Preview } from './preview.tsx'
import css from './palette.module.css'

export interface PaletteProps {
  widgets: WidgetRegistry
  widgetText: DashboardServices['widgetText']
  example: EditPorts['example']
  /** Why nothing can be added now. */
  why?: string | undefined
  onAdd: (type: string) => void
}

const CATEGORIES: readonly WidgetDefinition<never>['category'][] = ['comparison', 'traffic', 'visitors', 'status', 'table', 'text']
/** Inner width of an entry. */
const PREVIEW_PX = 212

/** The whole entry is what is seen under the pointer. */
function take({ dataTransfer, currentTarget }: DragEvent<HTMLButtonElement>, type: string): void {
  dataTransfer.setData(WIDGET_DRAG, type)
  dataTransfer.effectAllowed = 'copy'
  const entry = currentTarget.closest('[data-entry]')
  if (entry !== null) dataTransfer.setDragImage(entry, 20, 20)
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const Palette = memo(function Palette({ widgets, widgetText, example, why, onAdd }: PaletteProps) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(plain(search.trim()))
  const list = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string | null>(null)
  const named = useMemo(() => [...widgets.values()].map((definition) => ({ definition, name: widgetText(definition.type)('name') })).sort((a, b) => a.name.localeCompare(b.name)), [widgets, widgetText])
  const isWanted = (...words: readonly string[]) => words.some((one) => plain(one).includes(wanted))
  const groups = CATEGORIES.map((category) => ({
    category, entries: named.filter(({ definition, name }) => definition.category === category && isWanted(name, definition.type, category, t(`editor:category.${category}`))),
  })).filter(({ entries }) => entries.length > 0)
  const first = groups[0]?.entries[0]?.definition.type
  const reached = stop !== null && groups.some(({ entries }) => entries.some(({ definition }) => definition.type === stop)) ? stop : first

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -10_000, End: 10_000 }[event.key]
    if (by === undefined) return
    const buttons = [...list.current?.querySelectorAll<HTMLButtonElement>('button') ?? []]
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement as HTMLButtonElement) + by))]
    event.preventDefault()
    next?.focus()
  }

  return (
    <div className={css.palette}>
      <div className={css.search}><TextField label={t('editor:palette.search')} type="search" icon={<SearchIcon />} value={search} onChange={setSearch} /></div>
      {why !== undefined && <p className={css.why} id="palette-why">{why}</p>}
      <div ref={list} className={css.list}>
        {groups.length === 0 && <EmptyState title={t('editor:palette.none')}>{t('editor:palette.noneHint')}</EmptyState>}
        {groups.map(({ category, entries }) => (
          <section key={category} aria-labelledby={`palette-${category}`}>
            <h2 className={css.category} id={`palette-${category}`}>{t(`editor:category.${category}`)}</h2>
            <ul className={css.entries}>
              {entries.map(({ definition, name }) => (
                <li key={definition.type} className={css.entry} data-entry>
                  <button
                    type="button" className={css.name} draggable={why === undefined} tabIndex={definition.type === reached ? 0 : -1} aria-disabled={why !== undefined || undefined}
                    aria-describedby={why === undefined ? 'palette-help' : 'palette-why'} data-type={definition.type}
                    onFocus={() => setStop(definition.type)} onClick={() => { if (why === undefined) onAdd(definition.type) }} onKeyDown={onKeyDown} onDragStart={(event) => take(event, definition.type)}
                  >
                    {name}
                  </button>
                  <Preview definition={definition} example={example} widgetText={widgetText} width={PREVIEW_PX} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={css.help} id="palette-help">{t('editor:palette.help')}</p>
    </div>
  )
})
