import { useMemo } from 'react'
import { fromRows } from '#domain/frame-build'
import type { WidgetViewProps } from '#engine/types'
import { ColumnTable } from '#ui'
import { pickOf } from '../../lib/fields.ts'
import css from '../data-table.module.css'
import type { DataTableOptions } from '../generated/options.ts'
import type { TableProjection } from '../model.ts'

type Props = WidgetViewProps<DataTableOptions> & { projection: TableProjection }

/** Plain cells only: what is drawn in a cell would have to be drawn again with every scroll. */
export default function Many({ projection, options, size, context, emit }: Props) {
  const frame = useMemo(
    () =>
      fromRows(
        projection.columns.map(({ id, format, role }) => ({
          id,
          role,
          type: format === 'text' ? ('text' as const) : format === 'day' ? ('day' as const) : ('float' as const),
        })),
        projection.rows.map((row) =>
          row.map((cell, at) => (projection.columns[at]?.format === 'text' && cell !== null ? String(cell) : cell)),
        ),
      ),
    [projection],
  )
  const columns = useMemo(
    () => projection.columns.map(({ id, label, format }, at) => ({ id, label, format, widthPx: at === 0 ? 200 : 120 })),
    [projection],
  )
  const sorted = projection.drawn[options.sort - 1]
  return (
    <div className={css.table} style={{ height: size.height }} data-grows>
      <ColumnTable
        label={context.t('description')}
        frame={frame}
        columns={columns}
        height={size.height}
        width={size.width}
        onRowPress={(row) => emit('pick', pickOf(projection.members[row] ?? null))}
        {...(sorted &&
          sorted.at !== null && {
            initialSort: {
              column: sorted.id,
              direction: options.descending ? ('descending' as const) : ('ascending' as const),
            },
          })}
      />
    </div>
  )
}
