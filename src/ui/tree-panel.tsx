/**
 * The panel of a TreeSelect. The rows are our own: a row of react-aria's Tree is selected or not, and a branch has to
 * say that it is so in part (`aria-checked="mixed"`). Only the rows in view are in the page.
 */
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { ALL, type Tree, type TreeNode, withNodes } from '#domain/tree-choice'
import { Button } from './button.tsx'
import { FlaggedList } from './flagged-list.tsx'
import { CheckIcon, ChevronRightIcon, SearchIcon } from './icons/index.tsx'
import type { OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import { foundIn, markOf, rowsOf, type TreeRowView } from './tree-rows.ts'
import { useRows } from './use-rows.ts'
import { typeAhead } from './type-ahead.ts'
import list from './list.module.css'
import own from './multi-select.module.css'
import overlay from './overlay.module.css'
import css from './tree.module.css'

export interface TreePanelProps {
  id: string
  label: string
  tree: Tree
  choice: readonly string[]
  /** Chosen leaves of each node. */
  counts: readonly number[]
  chosen: number
  total: number
  flagged: readonly string[]
  flaggedLabel: (token: OptionId) => string
  onChange: (choice: string[]) => void
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

const SEARCHED_FROM = 9
/** As `.tree` has it, before it is measured. */
const HEIGHT_PX = 352
/** As `.row` has it: a finger needs more. */
const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 32)

/** Open for as long as it is drawn. */
export function TreePanel({
  id,
  label,
  tree,
  choice,
  counts,
  chosen,
  total,
  flagged,
  flaggedLabel,
  onChange,
  triggerRef,
  onOpenChange,
}: TreePanelProps) {
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const rowsRef = useRef<HTMLDivElement>(null)
  const found = useMemo(() => foundIn(tree, search), [tree, search])
  const set = (nodes: readonly number[], isIn: boolean) =>
    onChange(withNodes(tree, [...choice, ...flagged], nodes, isIn))
  return (
    <Popover
      isOpen
      triggerRef={triggerRef}
      onOpenChange={onOpenChange}
      trigger="DialogTrigger"
      className={`${overlay.popover} ${css.panel}`}
      offset={4}
      placement="bottom start"
    >
      <Dialog id={id} aria-label={label} className={own.dialog}>
        <FlaggedList
          items={flagged}
          labelOf={flaggedLabel}
          onRemove={(gone) => onChange([...choice, ...flagged].filter((token) => token !== gone))}
        />
        {tree.length >= SEARCHED_FROM && (
          <div className={list.search}>
            <SearchIcon />
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to search in it
              autoFocus
              type="search"
              aria-label={t('ui.select.search')}
              placeholder={t('ui.select.search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return
                event.preventDefault()
                rowsRef.current?.focus()
              }}
            />
          </div>
        )}
        <div className={list.tools}>
          <Button
            kind="quiet"
            size="small"
            isDisabled={tree.length === 0 || found?.size === 0}
            onPress={() => (found === null ? onChange([ALL, ...flagged]) : set([...found], true))}
          >
            {t(found === null ? 'ui.select.selectAll' : 'ui.select.selectFound')}
          </Button>
          <Button kind="quiet" size="small" isIdle={chosen === 0} onPress={() => onChange([...flagged])}>
            {t('ui.select.selectNone')}
          </Button>
          <span className={list.count}>{t('ui.select.count', { count: chosen, total })}</span>
        </div>
        <Rows
          // What was opened by hand belongs to one search.
          key={search}
          label={label}
          tree={tree}
          counts={counts}
          found={found}
          rowsRef={rowsRef}
          isFirst={tree.length < SEARCHED_FROM}
          onToggle={(at) => set([at], counts[at] !== tree[at]?.leaves)}
        />
      </Dialog>
    </Popover>
  )
}

interface RowsProps {
  label: string
  tree: Tree
  counts: readonly number[]
  found: ReadonlySet<number> | null
  rowsRef: RefObject<HTMLDivElement | null>
  /** The focus begins here. */
  isFirst: boolean
  onToggle: (at: number) => void
}

function Rows({ label, tree, counts, found, rowsRef, isFirst, onToggle }: RowsProps) {
  const { t } = useUi()
  const id = useId()
  const [height] = useState(rowHeight)
  const [ahead] = useState(typeAhead)
  const [turned, setTurned] = useState<ReadonlySet<number>>(() => new Set())
  const [active, setActive] = useState(0)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  const rows = useMemo(() => rowsOf(tree, turned, found), [tree, turned, found])
  const here = Math.min(active, rows.length - 1)
  // The row with the focus is always there: a screen reader reads it by its id.
  const drawn = useRows({ count: rows.length, rowHeight: height, body, scroller, height: HEIGHT_PX, kept: here })

  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    drawn.show(next)
  }
  const turn = (row: TreeRowView) =>
    setTurned((before) => {
      const next = new Set(before)
      if (!next.delete(row.at)) next.add(row.at)
      return next
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[here]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const node = tree[row.at] as TreeNode
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? HEIGHT_PX) / height) - 1)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(here + 1),
      ArrowUp: () => go(here - 1),
      PageDown: () => go(here + page),
      PageUp: () => go(here - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.isBranch && !row.isOpen ? turn(row) : row.isBranch ? go(here + 1) : undefined),
      ArrowLeft: () =>
        row.isOpen ? turn(row) : node.parent >= 0 && go(rows.findIndex(({ at }) => at === node.parent)),
      ' ': () => onToggle(row.at),
      Enter: () => onToggle(row.at),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (move !== undefined) {
      event.preventDefault()
      move()
      return
    }
    const from = [...rows.slice(here + 1), ...rows.slice(0, here + 1)]
    const options = from.map(({ at }) => ({ id: at, label: tree[at]?.label ?? '' }))
    const meant = ahead.next(event.key, event.timeStamp, options)
    if (meant !== null) go(rows.findIndex(({ at }) => at === meant.id))
  }

  if (rows.length === 0) return <p className={list.none}>{t('ui.select.none')}</p>
  return (
    <div
      ref={(element) => {
        rowsRef.current = element
        setScroller(element)
      }}
      role="tree"
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={`${id}-${rows[here]?.at ?? 0}`}
      tabIndex={0}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to choose in it
      autoFocus={isFirst}
      className={css.tree}
      onKeyDown={onKeyDown}
    >
      <div ref={setBody} role="none" className={css.rows} style={{ height: drawn.height }}>
        {drawn.items.map(({ index, offset }) => {
          const row = rows[index] as TreeRowView
          return (
            <Row
              key={row.at}
              id={`${id}-${row.at}`}
              row={row}
              node={tree[row.at] as TreeNode}
              count={counts[row.at] ?? 0}
              top={offset}
              isActive={index === here}
              onPress={(what) => {
                setActive(index)
                if (what === 'turn') turn(row)
                else onToggle(row.at)
                rowsRef.current?.focus({ preventScroll: true })
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  id: string
  row: TreeRowView
  node: TreeNode
  /** Chosen leaves in it. */
  count: number
  top: number
  isActive: boolean
  onPress: (what: 'turn' | 'choose') => void
}

function Row({ id, row, node: { label, depth, leaves }, count, top, isActive, onPress }: RowProps) {
  const { t } = useUi()
  const mark = markOf(count, leaves)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and its keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-checked={mark}
      {...(row.isBranch && { 'aria-expanded': row.isOpen })}
      data-active={isActive || undefined}
      className={css.row}
      style={{ top, paddingInlineStart: `calc(var(--s2) + ${depth * 1.25}rem)` }}
      // The focus stays with the tree.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) =>
        onPress(event.target instanceof Element && event.target.closest('[data-turn]') !== null ? 'turn' : 'choose')
      }
    >
      <span
        aria-hidden="true"
        className={css.turn}
        data-turn={row.isBranch || undefined}
        data-open={row.isOpen || undefined}
      >
        {row.isBranch && <ChevronRightIcon size={14} />}
      </span>
      <span className={css.box} data-mark={mark}>
        {mark === 'true' && <CheckIcon size={12} strokeWidth={2.2} />}
        {mark === 'mixed' && <span className={css.dash} />}
      </span>
      <span className={css.name}>{label}</span>
      {row.isBranch && <span className={css.count}>{t('ui.select.count', { count, total: leaves })}</span>}
    </div>
  )
}
