/**
 * The list of an entity selector: search and rows, only those in sight in the page. The focus stays in the search while
 * the arrow keys move the active row; a short list has no search and takes the focus itself. Not react-aria's list,
 * which needs half a second to learn 5,000 items.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CheckIcon, SearchIcon } from '../icons/index.tsx'
import type { OptionId } from '../options.ts'
import { useUi } from '../provider.tsx'
import { rowHeightOf } from '../row-height.ts'
import { useRows } from '../use-rows.ts'
import { nextEnabled } from './entity-search.ts'
import type { Entity } from './entity-selector.tsx'
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
const PAGE = 8

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
    const last = rows.length - 1
    const to = {
      ArrowDown: () => nextEnabled(rows, active + 1, 1),
      ArrowUp: () => nextEnabled(rows, active - 1, -1),
      PageDown: () => nextEnabled(rows, Math.min(last, active + PAGE), -1),
      PageUp: () => nextEnabled(rows, Math.max(0, active - PAGE), 1),
      ...(isSearchable ? {} : { Home: () => nextEnabled(rows, 0, 1), End: () => nextEnabled(rows, last, -1) }),
    }[event.key]
    if (to !== undefined) moveTo(to())
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) pick(rows[active])
    else return
    event.preventDefault()
  }

  const idOf = (row: number) => `${id}-${row}`
  const activeId = rows.length > 0 ? idOf(active) : undefined
  return (
    <>
      {isSearchable && (
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
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
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
            const isSelected = selected.has(row.id)
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are on the search, or on the list
              <div
                key={row.id}
                id={idOf(place)}
                role="option"
                tabIndex={-1}
                aria-selected={isSelected}
                aria-disabled={row.isDisabled || undefined}
                aria-setsize={rows.length}
                aria-posinset={place + 1}
                className={`${list.item} ${css.option}`}
                data-focused={place === active || undefined}
                data-selected={isSelected || undefined}
                data-disabled={row.isDisabled || undefined}
                style={{ top: offset, height: rowHeight }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setActive(place)
                  pick(row)
                }}
              >
                {isMultiple && (
                  <span className={list.box}>{isSelected && <CheckIcon size={12} strokeWidth={2.2} />}</span>
                )}
                <span className={css.words}>
                  <span>{row.name}</span>
                  {row.hint !== undefined && <span className={list.hint}>{row.hint}</span>}
                </span>
                {row.hasNoData === true && <span className={css.mark}>{t('ui.select.noData')}</span>}
                {!isMultiple && isSelected && <CheckIcon className={list.tick} />}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
