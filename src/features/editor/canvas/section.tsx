/**
 * One section on the canvas: its head with what can be done to it, its filters (live), and its widgets on twelve
 * columns.
 */
import { FilterBar } from '#engine'
import { type GridItem, readingOrder } from '#engine/core/document/grids'
import type { SectionModel, WidgetModel } from '#engine/core/document/model'
import { same } from '#engine/core/document/pointer'
import { useUi } from '#ui'
import { IconButton } from '#ui'
import { FilterIcon } from '#ui/icons/index.tsx'
import { type DragEvent, memo, useState } from 'react'
import { gridsOf } from '../model/doc-parts.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { useCanvas, useSession } from './canvas-context.tsx'
import { Cell } from './cell.tsx'
import { WIDGET_DRAG } from './drop.ts'
import { AddFilter } from '../panels/parts/add-filter.tsx'
import css from './canvas.module.css'
import { SectionMenu } from './section-menu.tsx'

export interface SectionProps {
  section: SectionModel
  index: number
  count: number
  title: string
  widgets: ReadonlyMap<string, WidgetModel>
  titleOf: (id: string) => string
}

export const Section = memo(function Section({ section, index, count, title, widgets, titleOf }: SectionProps) {
  const editor = useEditor()
  const { t } = useUi()
  const { hands } = useCanvas()
  const loaded = useEditorState((state) => state.loaded)
  const size = useEditorState((state) => state.size)
  const selection = useEditorState((state) => state.selection)
  const focused = useSession((state) => state.focused)
  const [isTarget, setTarget] = useState(false)
  const params = useSame(section.params)
  const grid = gridsOf(loaded, section.id)[size]
  const ids = readingOrder(section.widgets, grid)
  const first =
    focused !== null && loaded.model.widgets.get(focused)?.section !== undefined ? focused : hands.order()[0]
  const name = title === '' ? t('editor:section.untitled', { number: index + 1 }) : title
  const key = `section:${section.id}`

  const dropped = (event: DragEvent<HTMLElement>) => {
    const type = event.dataTransfer.getData(WIDGET_DRAG)
    setTarget(false)
    if (type === '') return
    event.preventDefault()
    event.stopPropagation()
    const box = event.currentTarget.querySelector('[data-grid]')?.getBoundingClientRect()
    const at =
      box === undefined || ids.length === 0
        ? {}
        : {
            x: Math.max(0, Math.min(11, Math.floor(((event.clientX - box.left) / box.width) * 12))),
            y: Math.max(0, Math.floor((event.clientY - box.top) / ROW_PX)),
          }
    editor.addWidget(type, { section: section.id, ...at })
  }

  return (
    <section
      className={css.section}
      aria-label={name}
      data-canvas-section={section.id}
      data-selected={selection.includes(key) || undefined}
      data-drop={isTarget || undefined}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(WIDGET_DRAG)) {
          event.preventDefault()
          setTarget(true)
        }
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(false)
      }}
      onDrop={dropped}
    >
      <header className={css.sectionHead}>
        <h2 className={css.sectionTitle}>
          <button
            type="button"
            className={css.sectionName}
            aria-pressed={selection.includes(key)}
            data-untitled={title === '' || undefined}
            onClick={() => editor.select([key])}
          >
            {name}
          </button>
        </h2>
        <AddFilter
          section={section.id}
          trigger={
            <IconButton
              plain
              size="small"
              label={t('editor:section.addFilter', { section: name })}
              icon={<FilterIcon />}
            />
          }
        />
        <SectionMenu id={section.id} name={name} index={index} count={count} />
      </header>
      {section.params.length > 0 && <FilterBar params={params} sticky={false} />}
      {ids.length === 0 ? (
        <p className={section.params.length > 0 && !isTarget ? css.none : css.empty} data-grid={section.id}>
          {section.params.length > 0 ? t('editor:section.filtersOnly') : t('editor:section.empty')}
        </p>
      ) : (
        <div
          className={css.grid}
          role="listbox"
          aria-multiselectable="true"
          aria-label={t('editor:canvas.widgetsOf', { section: name })}
          data-grid={section.id}
          data-size={size}
        >
          {ids.map((id) => {
            const item = grid[id] as GridItem
            const widget = widgets.get(id)
            return (
              widget && (
                <Cell
                  key={id}
                  id={id}
                  widget={widget}
                  title={titleOf(id)}
                  x={item.x}
                  y={item.y}
                  w={item.w}
                  h={item.h}
                  isSelected={selection.includes(id)}
                  isStop={id === first}
                />
              )
            )
          })}
        </div>
      )}
    </section>
  )
})

/** A row with its gap. */
const ROW_PX = 52

/** The same object for as long as it says the same: a document that is read again has other ones. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (kept === value || same(kept, value)) return kept
  setKept(value)
  return value
}
