import { Button, IconButton, PlusIcon, TrashIcon, useUi } from '#ui'
import { Labelled } from '../parts/fold.tsx'
import type { ReactNode } from 'react'
import css from '../panels.module.css'

/** Rows with a way to take each away and one to add another. */
export function Rows<T>({
  label,
  rows,
  render,
  least = 0,
  onRemove,
  onAdd,
}: {
  label: string
  rows: readonly T[]
  render: (row: T, at: number) => ReactNode
  least?: number
  onRemove: (at: number) => void
  onAdd?: (() => void) | undefined
}) {
  const { t } = useUi()
  return (
    <Labelled label={label}>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name
        <div
          key={at}
          className={css.object}
          role="group"
          aria-label={t('editor-panels:entry', { name: label, n: at + 1 })}
        >
          <div className={css.objectFields}>{render(row, at)}</div>
          <div className={css.objectActions}>
            <IconButton
              plain
              size="small"
              icon={<TrashIcon size={14} />}
              label={t('editor-panels:removeEntry', { name: label, n: at + 1 })}
              isDisabled={rows.length <= least}
              onPress={() => onRemove(at)}
            />
          </div>
        </div>
      ))}
      {onAdd !== undefined && (
        <div>
          <Button size="small" icon={<PlusIcon size={14} />} onPress={onAdd}>
            {t('editor-panels:addEntry')}
          </Button>
        </div>
      )}
    </Labelled>
  )
}
