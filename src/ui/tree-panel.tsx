/**
 * The panel of a TreeSelect. The rows are our own: a row of react-aria's Tree is selected or not, and a branch has to
 * say that it is so in part (`aria-checked="mixed"`). Only the rows in view are in the page.
 */
import { useMemo, useRef, useState } from 'react'
import { ALL, type Tree, withNodes } from '#domain/tree-choice'
import { type ChoicePanelProps, ChoicePopover, ChoiceTools } from './choice-popover.tsx'
import { SearchIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import { foundIn } from './tree-rows.ts'
import list from './list.module.css'
import css from './tree.module.css'
import { Rows } from './tree-rows.tsx'

export interface TreePanelProps extends ChoicePanelProps<string> {
  tree: Tree
  choice: readonly string[]
  /** Chosen leaves of each node. */
  counts: readonly number[]
  chosen: number
  total: number
  onChange: (choice: string[]) => void
}

const SEARCHED_FROM = 9

export function TreePanel({ tree, choice, counts, chosen, total, onChange, ...popover }: TreePanelProps) {
  const { label, flagged } = popover
  const { t } = useUi()
  const [search, setSearch] = useState('')
  const rowsRef = useRef<HTMLDivElement>(null)
  const found = useMemo(() => foundIn(tree, search), [tree, search])
  const set = (nodes: readonly number[], isIn: boolean) =>
    onChange(withNodes(tree, [...choice, ...flagged], nodes, isIn))
  return (
    <ChoicePopover
      {...popover}
      className={css.panel}
      onRemove={(gone) => onChange([...choice, ...flagged].filter((token) => token !== gone))}
    >
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
      <ChoiceTools
        isFiltered={found !== null}
        isEmpty={tree.length === 0 || found?.size === 0}
        chosen={chosen}
        total={total}
        onAll={() => (found === null ? onChange([ALL, ...flagged]) : set([...found], true))}
        onNone={() => onChange([...flagged])}
      />
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
    </ChoicePopover>
  )
}
