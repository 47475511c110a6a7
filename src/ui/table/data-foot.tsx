/** The last line of a table: its totals. */
import { cx } from '../class-names.ts'
import type { CellValue } from '../format.ts'
import { useUi } from '../provider.tsx'
import { alignOf } from './align.ts'
import type { Roles } from './roles.ts'
import css from './table.module.css'
import type { TableColumn } from './types.ts'

interface DataFootProps<R> {
  columns: readonly TableColumn<R>[]
  totals: Readonly<Record<string, CellValue>>
  /** Default: "Total". */
  label: string | undefined
  /** Column of the cell that names the line. */
  header: string | undefined
  roles: Roles
  withSelection: boolean
  withActions: boolean
}

export function DataFoot<R>({ columns, totals, label, header, roles, withSelection, withActions }: DataFootProps<R>) {
  const { t, format } = useUi()
  return (
    <tfoot {...roles.group}>
      <tr {...roles.row}>
        {withSelection && <td {...roles.cell} className={cx(css.cell, css.total)} />}
        {columns.map((column) => {
          const value = totals[column.id]
          const isHeader = column.id === header
          const Cell = isHeader ? 'th' : 'td'
          return (
            <Cell
              key={column.id}
              {...(isHeader ? { scope: 'row' as const, ...roles.header } : roles.cell)}
              className={cx(css.cell, css.total, isHeader && css.rowHeader)}
              data-align={alignOf(column)}
              data-label={column.label}
              data-empty={value === undefined && !isHeader ? true : undefined}
            >
              {value !== undefined
                ? (column.renderTotal?.() ?? format.exact(value, column.format ?? 'text'))
                : isHeader
                  ? (label ?? t('ui.table.total'))
                  : ''}
            </Cell>
          )
        })}
        {withActions && <td {...roles.cell} className={cx(css.cell, css.total, css.actions)} />}
      </tr>
    </tfoot>
  )
}
