/** Parts of a hierarchy. */
import { TreeSelect, useUi } from '#ui'
import type { Frame } from '#domain/frame'
import { cellOf, columnIndex } from '#domain/frame-build'
import { type Tree, treeOf } from '#domain/tree-choice'
import { useMemo } from 'react'
import type { TreeLevels } from '../../core/kinds/tree.ts'
import type { ParamView } from '../../core/params/state.ts'
import { iconOf, isStores, Retry, useProblem, useWaiting } from '../control-parts.tsx'
import type { ControlProps } from '../services.tsx'

const NOTHING: readonly string[] = []

export default function TreeControl({ param, onChange, onRetry }: ControlProps) {
  const { t } = useUi()
  const { options, optionColumns } = param
  const levels = param.own as TreeLevels
  const tree = useMemo(() => namedTree(options, optionColumns, levels), [options, optionColumns, levels])
  return (
    <>
      <TreeSelect
        label={param.label}
        tree={tree}
        choice={(param.draft as readonly string[] | undefined) ?? NOTHING}
        flagged={param.missing.map(String)}
        onChange={(choice) => onChange(choice)}
        {...(param.mayBeEmpty === true && { placeholder: t('ui.select.any') })}
        {...(isStores(param.key) && { allLabel: t('app:stores.all') })}
        icon={iconOf(param.key)}
        error={useProblem(param)}
        {...useWaiting(param)}
      />
      <Retry param={param} onRetry={onRetry} />
    </>
  )
}

/** The rows of the list under their branches, with what each is called. */
function namedTree(options: Frame | undefined, columns: ParamView['optionColumns'], levels: TreeLevels): Tree {
  if (options === undefined || columns === undefined) return []
  const [leaf, name] = [columnIndex(options, columns.value), columnIndex(options, columns.label)]
  const places = levels.map(
    ({ value, label = value }) => [columnIndex(options, value), columnIndex(options, label)] as const,
  )
  return treeOf(
    Array.from({ length: options.rows }, (_, row) => {
      const above = places.filter(([value]) => cellOf(options, value, row) !== null)
      const text = (column: number) => String(cellOf(options, column, row) ?? '')
      const id = cellOf(options, leaf, row)
      return {
        leaf: typeof id === 'number' ? id : String(id ?? ''),
        label: text(name),
        path: above.map(([value]) => text(value)),
        labels: above.map(([value, label]) => text(label) || text(value)),
      }
    }),
  )
}
