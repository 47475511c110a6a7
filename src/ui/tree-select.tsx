/** Parts of a hierarchy: branches and leaves, searched and chosen in a panel. */
import { type ReactNode, useId, useMemo } from 'react'
import { chosenIn, type Tree, wordsOf } from '#domain/tree-choice'
import { ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field.tsx'
import { part } from './part.ts'
import { useUi } from './provider.tsx'
import { wholeNodes } from './tree-rows.ts'
import { useTrigger } from './trigger.tsx'

export interface TreeSelectProps extends Omit<FieldProps, 'name'> {
  tree: Tree
  /** Tokens of `#domain/tree-choice`, as they were chosen. */
  choice: readonly string[]
  /** Chosen and no longer in the tree. */
  flagged?: readonly string[]
  onChange: (choice: string[]) => void
  placeholder?: string
  /** The text when all are chosen. Default: "All". */
  allLabel?: string
  icon?: ReactNode
}

const panel = part(() => import('./tree-panel.tsx').then(({ TreePanel }) => TreePanel))

/** Enough for a field of any width; the panel has the rest. */
const NAMES = 12

export function TreeSelect({
  label,
  help,
  error,
  isRequired,
  isDisabled,
  tree,
  choice,
  flagged = [],
  onChange,
  placeholder,
  allLabel,
  icon,
}: TreeSelectProps) {
  const { t } = useUi()
  const id = useId()
  const { Panel, isOpen, setOpen, buttonRef, panelId, extras } = useTrigger(panel)
  const counts = useMemo(() => chosenIn(tree, choice), [tree, choice])
  const tops = tree.map((node, at) => ({ node, count: counts[at] ?? 0 })).filter(({ node }) => node.depth === 0)
  const chosen = tops.reduce((sum, { count }) => sum + count, 0)
  const total = tops.reduce((sum, { node }) => sum + node.leaves, 0)
  const words =
    chosen === 0
      ? (placeholder ?? t('ui.select.chooseSome'))
      : chosen === total && total > 1
        ? (allLabel ?? t('ui.select.all'))
        : wholeNodes(tree, counts, NAMES).join(', ')

  return (
    <ChoiceField
      id={id}
      label={label}
      help={help}
      error={error}
      isRequired={isRequired}
      isDisabled={isDisabled}
      words={words}
      icon={icon}
      chosen={chosen}
      total={total}
      flagged={flagged.length}
      buttonRef={buttonRef}
      extras={{ ...extras, onPress: () => setOpen(!isOpen) }}
    >
      {Panel !== null && (
        <Panel
          id={panelId}
          label={label}
          tree={tree}
          choice={choice}
          counts={counts}
          chosen={chosen}
          total={total}
          flagged={flagged}
          flaggedLabel={(token) => wordsOf(String(token))}
          onChange={onChange}
          triggerRef={buttonRef}
          onOpenChange={setOpen}
        />
      )}
    </ChoiceField>
  )
}
