import { useMemo } from 'react'
import type { Cell } from '#domain/frame'
import { formatTogether } from '#domain/format'
import type { WidgetViewProps } from '#engine/types'
import { DataTable, useUi } from '#ui'
import type { TableColumn } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { UNJUDGED } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import type { PivotTableOptions } from './generated/options.ts'
import { isPivot } from './model.ts'
import type { PivotProjection } from './model.ts'
import css from './pivot-table.module.css'

export { project } from './model.ts'

export default function PivotTable(props: WidgetViewProps<PivotTableOptions>) {
  return isPivot(props.projection) ? <Pivot {...props} projection={props.projection} /> : null
}

function Pivot({
  projection,
  size,
  context,
  emit,
}: WidgetViewProps<PivotTableOptions> & { projection: PivotProjection }) {
  const { format } = useUi()
  const lines = useMemo(() => projection.rows.map((_, row) => row), [projection])
  // Its columns hold one measure.
  const together = useMemo(() => projection.rows.flatMap((row) => row.slice(1)), [projection])
  const columns = useMemo(
    () =>
      projection.columns.map(({ id, label, format: own, role }, at): TableColumn<number> => {
        const as = formatTogether(own, together)
        const value = (row: number): Cell => projection.rows[row]?.[at] ?? null
        if (role === 'dim') return { id, label, value, align: 'start' }
        const figure = (cell: Cell, judged: Judged = UNJUDGED) =>
          projection.isChange && typeof cell === 'number' ? (
            <ChangeMark value={cell} format={as === 'points' ? 'points' : 'delta'} judged={judged} />
          ) : (
            format.exact(cell, as)
          )
        return {
          id,
          label,
          format: as,
          value,
          align: 'end',
          render: (row) => {
            const tint = projection.tints[row]?.[at - 1] ?? null
            const text = figure(value(row), projection.judged[row]?.[at - 1])
            return tint === null ? (
              text
            ) : (
              <span
                className={css.tint}
                data-below={tint < 0 || undefined}
                style={{ ['--part' as string]: `${Math.round(34 * Math.abs(tint))}%` }}
              >
                {text}
              </span>
            )
          },
          renderTotal: () => figure(projection.totals?.[id] ?? null, projection.totalsJudged[id]),
        }
      }),
    [projection, together, format],
  )
  return (
    <div className={css.pivot} style={{ height: size.height }}>
      <DataTable
        label={context.t('description')}
        columns={columns}
        rows={lines}
        rowKey={(row) => row}
        reusesRows
        maxHeight={size.height}
        {...(projection.totals && { totals: projection.totals, totalsLabel: context.t('total') })}
        stateOf={(row, column) => {
          const state = projection.columnStates?.[column]?.[row] ?? 'final'
          return column === 'total' && state === 'partial' ? 'final' : state
        }}
        onRowPress={(row) => {
          if (projection.members[row] !== null) emit('pick', { row: projection.members[row] ?? null, column: null })
        }}
      />
    </div>
  )
}
