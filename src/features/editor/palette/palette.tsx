/**
 * Every widget there is, by what it is for, each drawn with its example: a press adds it at the end, dragging puts it
 * where it is dropped. It stays beside the gallery, because only from beside the canvas can a widget be dragged to its
 * place.
 */
import type { DashboardServices } from '#engine'
import type { WidgetRegistry } from '#engine/types'
import { EmptyState, TextField, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { type DragEvent, memo, useRef, useState } from 'react'
import { WIDGET_DRAG } from '../canvas/drop.ts'
import type { EditPorts } from '../ports.ts'
import { moveOn } from './move-on.ts'
import { useEntries } from './entries.ts'
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

/** Inner width of an entry. */
const PREVIEW_PX = 212

/** The whole entry is what is seen under the pointer. */
function take({ dataTransfer, currentTarget }: DragEvent<HTMLButtonElement>, type: string): void {
  dataTransfer.setData(WIDGET_DRAG, type)
  dataTransfer.effectAllowed = 'copy'
  const entry = currentTarget.closest('[data-entry]')
  if (entry !== null) dataTransfer.setDragImage(entry, 20, 20)
}

export const Palette = memo(function Palette({ widgets, widgetText, example, why, onAdd }: PaletteProps) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const { groups, reached, reach } = useEntries({ widgets, widgetText, search })
  const list = useRef<HTMLDivElement>(null)

  return (
    <div className={css.palette}>
      <div className={css.search}>
        <TextField
          label={t('editor:palette.search')}
          type="search"
          icon={<SearchIcon />}
          value={search}
          onChange={setSearch}
        />
      </div>
      {why !== undefined && (
        <p className={css.why} id="palette-why">
          {why}
        </p>
      )}
      <div ref={list} className={css.list}>
        {groups.length === 0 && (
          <EmptyState title={t('editor:palette.none')}>{t('editor:palette.noneHint')}</EmptyState>
        )}
        {groups.map(({ category, entries }) => (
          <section key={category} aria-labelledby={`palette-${category}`}>
            <h2 className={css.category} id={`palette-${category}`}>
              {t(`editor:category.${category}`)}
            </h2>
            <ul className={css.entries}>
              {entries.map(({ definition, name }) => (
                <li key={definition.type} className={css.entry} data-entry>
                  <button
                    type="button"
                    className={css.name}
                    draggable={why === undefined}
                    tabIndex={definition.type === reached ? 0 : -1}
                    aria-disabled={why !== undefined || undefined}
                    aria-describedby={why === undefined ? 'palette-help' : 'palette-why'}
                    data-type={definition.type}
                    onFocus={() => reach(definition.type)}
                    onClick={() => {
                      if (why === undefined) onAdd(definition.type)
                    }}
                    onKeyDown={(event) => moveOn(event, list)}
                    onDragStart={(event) => take(event, definition.type)}
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
      <p className={css.help} id="palette-help">
        {t('editor:palette.help')}
      </p>
    </div>
  )
})
