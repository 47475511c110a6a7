import type { TreeNode } from '#domain/tree-choice'
import { CheckIcon, ChevronRightIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import { markOf, type TreeRowView } from './tree-rows.ts'
import css from './tree.module.css'

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

export function Row({ id, row, node: { label, depth, leaves }, count, top, isActive, onPress }: RowProps) {
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
