/**
 * The panel of a TreeSelect. The rows are our own: a row of react-aria's Tree is selected or not, and a branch has to
 * say that it is so in part (`aria-checked="mixed"`). Only the rows in view are in the page.
 */
import { type RefObject, useMemo, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components'
import { ALL, type Tree, withNodes } from '#domain/tree-choice'
import { Button } from './button.tsx'
import { FlaggedList } from './flagged-list.tsx'
import { SearchIcon } from './icons/index.tsx'
import { OpenPopover } from './open-popover.tsx'
import type { OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import { foundIn } from './tree-rows.ts'
import list from './list.module.css'
import own from './multi-select.module.css'
import overlay from './overlay.module.css'
import css from './tree.module.css'
import { Rows } from './tree-rows.tsx'

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
    <OpenPopover
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
          // Branches opened by the reader belong to one search.
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
    </OpenPopover>
  )
}
