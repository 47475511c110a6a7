/** A row of a table: its checkbox, its cells with their completeness, what can be done with it. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { Checkbox } from '../checkbox.tsx'
import { cx } from '../class-names.ts'
import type { Completeness } from '../format.ts'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { alignOf } from './align.ts'
import type { Roles } from './roles.ts'
import css from './table.module.css'
import type { TableColumn } from './types.ts'

interface DataRowProps<R> {
  row: R
  columns: readonly TableColumn<R>[]
  /** Column of the cell that names the row. */
  header: string | undefined
  roles: Roles
  /** Absent: rows cannot be chosen. */
  selection?: { isSelected: boolean; name: string; onToggle: () => void }
  stateOf?: (row: R, column: string) => Completeness
  href?: string
  onPress?: (row: R) => void
  actions?: (row: R) => ReactNode
}

export function DataRow<R>({
  row,
  columns,
  header,
  roles,
  selection,
  stateOf,
  href,
  onPress,
  actions,
}: DataRowProps<R>) {
  const { t, format } = useUi()
  return (
    <tr
      {...roles.row}
      className={css.row}
      aria-selected={selection?.isSelected}
      data-pressable={onPress !== undefined || href !== undefined || undefined}
      {...(onPress === undefined
        ? href === undefined
          ? {}
          : { onClick: followLink }
        : {
            tabIndex: 0,
            onClick: () => onPress(row),
            onKeyDown: (event: KeyboardEvent) => {
              if (event.key === 'Enter' && event.target === event.currentTarget) onPress(row)
            },
          })}
    >
      {selection !== undefined && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only keeps the row from being pressed
        <td {...roles.cell} className={cx(css.cell, css.check)} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={t('ui.table.select', { name: selection.name })}
            isSelected={selection.isSelected}
            onChange={selection.onToggle}
          />
        </td>
      )}
      {columns.map((column) => {
        const value = column.value(row)
        const state = stateOf?.(row, column.id) ?? 'final'
        const content = column.render?.(row) ?? format.exact(value, column.format ?? 'text')
        const isHeader = column.id === header
        const Cell = isHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            {...(isHeader ? { scope: 'row' as const, ...roles.header } : roles.cell)}
            className={cx(css.cell, isHeader && css.rowHeader)}
            data-align={alignOf(column)}
            data-long={column.isLong === true || undefined}
            data-state={state === 'final' ? undefined : state}
            data-label={column.label}
            data-empty={
              !isHeader && column.isLeftOutOfCards === true && (column.isNothing?.(row) ?? value === null)
                ? 'card'
                : undefined
            }
          >
            {isHeader && href !== undefined ? (
              <Link className={css.link} href={href}>
                {content}
              </Link>
            ) : (
              content
            )}
            {state !== 'final' && <StateWord state={state} />}
          </Cell>
        )
      })}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only keeps the row from being pressed */}
      {actions !== undefined && (
        <td {...roles.cell} className={cx(css.cell, css.actions)} onClick={(event) => event.stopPropagation()}>
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

/** A press on the row follows its link, unless it was meant for something in the row or was the end of marking text. */
function followLink(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, select') !== null || getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector<HTMLAnchorElement>('th a')?.click()
}

/** A state in the cell, for those who cannot see its pattern. */
function StateWord({ state }: { state: Exclude<Completeness, 'final'> }) {
  const { t } = useUi()
  return <VisuallyHidden>{` (${t(`ui.state.${state}`)})`}</VisuallyHidden>
}
