import { useUi } from '#ui'
import type { ChartSeries } from '#ui'
import type { BarProjection } from './model.ts'
import css from './bars.module.css'

/** The figure of the bar; for screen readers also its member. */
export function BarValue({
  projection,
  series,
  row,
  isStacked,
}: {
  projection: BarProjection
  series: readonly ChartSeries[]
  row: number
  isStacked: boolean
}) {
  const { format } = useUi()
  const as = (one: ChartSeries) => projection.columns.find(({ id }) => id === one.id)?.format ?? 'number'
  if (!isStacked)
    return <span className={css.value}>{series.map((one) => format.value(one.data[row] ?? null, as(one)))}</span>
  const known = series.filter(({ data }) => (data[row] ?? null) !== null)
  const total = known.reduce((sum, { data }) => sum + (data[row] ?? 0), 0)
  const [first] = series
  return (
    <span className={css.value}>
      {known.length === 0 || first === undefined
        ? format.value(null, 'count')
        : as(first) === 'percent'
          ? ''
          : format.value(total, as(first))}
    </span>
  )
}
