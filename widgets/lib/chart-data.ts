/** From a projection to what the chart takes: the same cells, no arithmetic. */
import type { Projection } from '#engine/types'
import type { ChartSeries } from '#ui/chart/types.ts'

export function chartSeries({ columns, rows, states, columnStates, slight, series = [] }: Projection): ChartSeries[] {
  return series.map((one) => {
    const at = columns.findIndex(({ id }) => id === one.column)
    return {
      id: one.id,
      name: one.name,
      type: one.mark === 'bar' || one.mark === 'slice' ? 'bar' : 'line',
      ...(one.mark === 'area' && { areaStyle: {} }),
      yAxisIndex: one.axis ?? 0,
      tone: one.tone,
      ...(one.period && { period: one.period }),
      ...(one.stack && { stack: one.stack }),
      data: rows.map((row) => (typeof row[at] === 'number' ? row[at] : null)),
      states: columnStates?.[one.column] ?? states ?? rows.map(() => 'final' as const),
      ...(slight?.[one.column] && { slight: slight[one.column] }),
    }
  })
}

/** Cells of one column. */
export function cellsOf({ columns, rows }: Projection, id: string) {
  const at = columns.findIndex((column) => column.id === id)
  return rows.map((row) => (at < 0 ? null : (row[at] ?? null)))
}
