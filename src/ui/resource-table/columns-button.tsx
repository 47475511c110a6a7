/** Chooses the columns of a list. What is on show is what is searched and saved as CSV. */
import { useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { ColumnsIcon } from '../icons/index.tsx'
import { Popover } from '../popover.tsx'
import { useUi } from '../provider.tsx'
import { hiddenColumns, keepHiddenColumns, shownColumns } from './column-memory.ts'
import type { ResourceColumn } from './types.ts'
import css from './resource-table.module.css'

export interface ChosenColumns<R> {
  readonly all: readonly ResourceColumn<R>[]
  readonly shown: readonly ResourceColumn<R>[]
  /** Hides these, by their `attr`, and shows the others. */
  readonly hide: (hidden: readonly string[]) => void
}

/** @param list tells it from others, and who looks at it from other people: `7/orders` */
export function useChosenColumns<R>(list: string, all: readonly ResourceColumn<R>[]): ChosenColumns<R> {
  const [hidden, setHidden] = useState(() => hiddenColumns(list))
  const shown = useMemo(() => shownColumns(all, hidden), [all, hidden])
  const hide = (next: readonly string[]) => {
    setHidden(next)
    keepHiddenColumns(list, next)
  }
  return { all, shown, hide }
}

export function ColumnsButton<R>({ columns: { all, shown, hide } }: { columns: ChosenColumns<R> }) {
  const { t } = useUi()
  const label = t('ui.table.columns')
  const isShown = (column: ResourceColumn<R>) => shown.includes(column)
  const change = (attr: string, on: boolean) =>
    hide(all.filter((column) => (column.attr === attr ? !on : !isShown(column))).map((column) => column.attr))
  return (
    <Popover label={label} placement="bottom end" trigger={<Button icon={<ColumnsIcon />}>{label}</Button>}>
      <div className={css.columns}>
        {all.map((column, at) => (
          <Checkbox
            key={column.attr}
            isSelected={isShown(column)}
            isDisabled={at === 0}
            onChange={(on) => change(column.attr, on)}
          >
            {column.label}
          </Checkbox>
        ))}
        <Button size="small" kind="quiet" isDisabled={shown.length === all.length} onPress={() => hide([])}>
          {t('ui.table.allColumns')}
        </Button>
      </div>
    </Popover>
  )
}
