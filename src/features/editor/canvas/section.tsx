/**
 * One section on the canvas: its head with what can be done to it, its filters (live), and its widgets on twelve
 * columns.
 */
import { FilterBar } from '#engine'
import { type GridItem, readingOrder } from '#engine/core/document/grids'
import type { SectionModel, WidgetModel } from '#engine/core/document/model'
import { same } from '#engine/core/document/pointer'
import { Menu, useUi } from '#ui'
import { IconButton } from '#ui'
import { FilterIcon, MoreIcon } from '#ui/icons/index.tsx'
import { type DragEvent, memo, useState } from 'react'
import { withSection } from '../model/with-section.ts'
import { gridsOf } from '../model/doc-parts.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { moveSection, removeSection } from '../model/sections.ts'
import { useCanvas, useSession } from './canvas-context.tsx'
import { Cell } from './cell.tsx'
import { WIDGET_DRAG } from './drop.ts'
import { AddFilter } from '../panels/parts/add-filter.tsx'
import { duplicatePart } from '../panels/parts/part-actions.tsx'
import css from './canvas.module.css'

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

const SectionMenu = memo(function SectionMenu({
  id,
  name,
  index,
  count,
}: {
  id: string
  name: string
  index: number
  count: number
}) {
  const editor = useEditor()
  const { t } = useUi()
  const behind = useEditorState((state) => state.behind || state.loaded.readOnly)
  const off = (reason: string | undefined) =>
    behind
      ? { isDisabled: true, hint: t('editor:why.behind') }
      : reason === undefined
        ? {}
        : { isDisabled: true, hint: reason }
  const actions = [
    {
      id: 'up',
      label: t('editor:section.up'),
      ...off(index === 0 ? t('editor:why.isFirst') : undefined),
      onAction: () =>
        editor.change({ key: 'moveSection', params: { name: id } }, (draft) => moveSection(draft, id, -1)),
    },
    {
      id: 'down',
      label: t('editor:section.down'),
      ...off(index === count - 1 ? t('editor:why.isLast') : undefined),
      onAction: () => editor.change({ key: 'moveSection', params: { name: id } }, (draft) => moveSection(draft, id, 1)),
    },
    {
      id: 'after',
      label: t('editor:section.addAfter'),
      ...off(undefined),
      onAction: () => {
        const { doc, loaded } = editor.store.getState()
        const made = withSection(doc, id, loaded.model.sections[index]?.tab)
        editor.change({ key: 'addSection', params: { name: made.id } }, made.recipe)
        editor.select([`section:${made.id}`])
      },
    },
    {
      id: 'duplicate',
      label: t('editor-panels:partAction.duplicate_section'),
      ...off(undefined),
      onAction: () => duplicatePart(editor, 'section', id),
    },
    { id: 'open', label: t('editor:section.settings'), onAction: () => editor.select([`section:${id}`]) },
    {
      id: 'remove',
      label: t('editor:section.remove'),
      isDanger: true,
      ...off(count === 1 ? t('editor:why.isOnly') : undefined),
      onAction: () =>
        editor.change({ key: 'removeSection', params: { name: id } }, (draft) => removeSection(draft, id)),
    },
  ]
  return (
    <Menu
      label={t('editor:section.menu', { section: name })}
      actions={actions}
      trigger={
        <IconButton plain size="small" label={t('editor:section.menu', { section: name })} icon={<MoreIcon />} />
      }
    />
  )
})
