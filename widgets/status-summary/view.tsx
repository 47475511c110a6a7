import { isoDay } from '#domain/days'
import type { Cell } from '#domain/frame'
import type { WidgetViewProps } from '#engine/types'
import { StatusDot } from '#ui'
import { formatter } from '#domain/format'
import { RowsTable } from '../lib/rows-table.tsx'
import type { StatusSummaryOptions } from './generated/options.ts'
import { isSummary } from './model.ts'

export { project } from './model.ts'

interface Line {
  readonly at: number
  readonly cells: readonly Cell[]
}

export default function StatusSummary({ projection, size, context, emit }: WidgetViewProps<StatusSummaryOptions>) {
  if (!isSummary(projection)) return null
  const lines = projection.rows.map((cells, at): Line => ({ at, cells }))
  const format = formatter(context.locale)
  return (
    <RowsTable
      label={context.t('description')}
      rows={lines}
      rowKey={({ at }) => at}
      height={size.height}
      totals={projection.totals}
      totalsLabel={context.t('all')}
      columns={projection.columns.map(({ id, label, format: as }, at) => ({
        id,
        label,
        format: as,
        value: ({ cells }: Line) => cells[at] ?? null,
        // As the word for all of them below.
        ...(id === 'day' && { align: 'start' as const }),
        // A zero is no news; what is down is the figure that counts.
        ...(id === 'down' && {
          render: ({ cells }: Line) =>
            Number(cells[at]) > 0 ? (
              <StatusDot status="down">{format.exact(Number(cells[at]))}</StatusDot>
            ) : (
              format.cell(cells[at] ?? null, as)
            ),
        }),
      }))}
      stateOf={({ at }, column) => (column === 'day' ? (projection.states?.[at] ?? 'final') : 'final')}
      onRowPress={({ cells: [day] }) => {
        if (typeof day === 'number') emit('pickDay', { day: isoDay(day) })
      }}
    />
  )
}
