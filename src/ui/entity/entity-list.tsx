/**
 * The list of an entity selector: search and rows, only those in sight in the page. The focus stays in the search while
 * the arrow keys move the active row; a short list has no search and takes the focus itself. Not react-aria's list,
 * which needs half a second to learn 5,000 items.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OptionId } from '../options.ts'
import { useUi } from '../provider.tsx'
import { rowHeightOf } from '../row-height.ts'
import { useRows } from '../use-rows.ts'
import { EntityOption } from './entity-option.tsx'
import { nextEnabled, rowOfKey } from './entity-keys.ts'
import type { Entity } from './entity-selector.tsx'
import { ListSearch } from './list-search.tsx'
import list from '../list.module.css'
import css from './entity-selector.module.css'

export interface EntityListProps {
  id: string
  label: string
  rows: readonly Entity<OptionId>[]
  /** Which rows these are: another search or type is another list, and begins at its top. */
  listKey: string
  selected: ReadonlySet<OptionId>
  isMultiple: boolean
  isSearchable: boolean
  search: string
  onSearch: (search: string) => void
  onPick: (id: OptionId) => void
  /** Between search and rows. */
  children?: ReactNode
}

const HEIGHT_PX = 320

export function EntityList({
  id,
  label,
  rows,
  listKey,
  selected,
  isMultiple,
  isSearchable,
  search,
  onSearch,
  onPick,
  children,
}: EntityListProps) {
  const { t } = useUi()
  const box = useRef<HTMLDivElement | null>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  const [rowHeight] = useState(() => rowHeightOf(rows))
  const [wanted, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => selected.has(row.id)),
    ),
  )
  const [shown, setShown] = useState(listKey)
  // Another search: the first that can be chosen is the active one.
  if (shown !== listKey) {
    setShown(listKey)
    setActive(Math.max(0, nextEnabled(rows, 0, 1)))
  }
  const active = Math.min(wanted, rows.length - 1)
  const height = Math.min(HEIGHT_PX, rows.length * rowHeight)
  const drawn = useRows({ count: rows.length, rowHeight, body, scroller, height: HEIGHT_PX, kept: active })

  const moveTo = (row: number) => {
    if (row < 0 || row >= rows.length) return
    setActive(row)
    drawn.show(row)
  }
  // Opens at what is chosen; another search begins at the top.
  const top = useRef(Math.max(0, active * rowHeight - HEIGHT_PX / 2))
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: top.current, behavior: 'instant' })
    top.current = 0
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each list
  }, [listKey])
  useEffect(() => {
    if (!isSearchable) box.current?.focus()
  }, [isSearchable])

  const pick = (row: Entity<OptionId> | undefined) => {
    if (row !== undefined && row.isDisabled !== true) onPick(row.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowOfKey(event.key, { rows, active, isSearchable })
    if (to !== undefined) moveTo(to)
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) pick(rows[active])
    else return
    event.preventDefault()
  }

  const idOf = (row: number) => `${id}-${row}`
  const activeId = rows.length > 0 ? idOf(active) : undefined
  return (
    <>
      {isSearchable && (
        <ListSearch id={id} activeId={activeId} value={search} onChange={onSearch} onKeyDown={onKeyDown} />
      )}
      {children}
      {rows.length === 0 && (
        <p className={list.none} role="status">
          {t('ui.select.none')}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- where there is a search, the focus stays in it */}
      <div
        ref={(element) => {
          box.current = element
          setScroller(element)
        }}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className={css.scroll}
        hidden={rows.length === 0}
        {...(isSearchable ? { tabIndex: -1 } : { tabIndex: 0, 'aria-activedescendant': activeId, onKeyDown })}
        style={{ height: height + 8 }}
      >
        <div ref={setBody} role="presentation" className={css.spacer} style={{ height: drawn.height }}>
          {drawn.items.map(({ index: place, offset }) => {
            const row = rows[place] as Entity<OptionId>
            return (
              <EntityOption
                key={row.id}
                id={idOf(place)}
                row={row}
                place={place}
                count={rows.length}
                isSelected={selected.has(row.id)}
                isActive={place === active}
                isMultiple={isMultiple}
                top={offset}
                height={rowHeight}
                onPress={() => {
                  setActive(place)
                  pick(row)
                }}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}
