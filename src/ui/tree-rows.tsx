import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react'
import type { Tree, TreeNode } from '#domain/tree-choice'
import { useUi } from './provider.tsx'
import { rowsOf, type TreeRowView } from './tree-rows.ts'
import { useRows } from './use-rows.ts'
import { typeAhead } from './type-ahead.ts'
import list from './list.module.css'
import css from './tree.module.css'
import { Row } from './tree-row.tsx'

/** As `.tree` has it, before it is measured. */
const HEIGHT_PX = 352
/** As `.row` has it: a finger needs more. */
const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 32)

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

export function Rows({ label, tree, counts, found, rowsRef, isFirst, onToggle }: RowsProps) {
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
