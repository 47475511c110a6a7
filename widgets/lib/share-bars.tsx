/** Two bars of 100 %, and under them one list with both shares and the change: the most a narrow place can hold. */
import type { ProjectionContext } from '#engine/types'
import { Swatch, useUi } from '#ui'
import { cellsOf } from './chart-data.ts'
import { PeriodHead } from './period-head.tsx'
import type { PartedProjection } from './parted.ts'
import type { PeriodKey } from './periods.ts'
import css from './share-bars.module.css'

export function ShareBars({ projection, context }: { projection: PartedProjection; context: ProjectionContext }) {
  const { format } = useUi()
  const periods = (projection.series ?? []).map(({ id }) => id as PeriodKey)
  const labels = cellsOf(projection, projection.category ?? '').map(String)
  const shares = (period: PeriodKey) => cellsOf(projection, `${period}Share`)
  const changes = cellsOf(projection, 'shareChange')
  return (
    <div className={css.shares}>
      {periods.map((period) => (
        <div key={period} className={css.period}>
          <PeriodHead period={period} context={context} />
          <svg className={css.bar} width="100%" height="20" aria-hidden="true">
            {projection.slices.map(({ id, tone }, at) => (
              <rect key={id} data-tone={tone < 0 ? 'others' : tone} x={`${before(shares(period), at)}%`} width={`${numberAt(shares(period), at)}%`} height="20" />
            ))}
          </svg>
        </div>
      ))}
      <ul className={css.list}>
        {projection.slices.map(({ id, tone }, at) => (
          <li key={id} className={css.row}>
            <Swatch mark="slice" tone={tone} />
            <span className={css.name} title={labels[at]}>{labels[at]}</span>
            {periods.map((period) => <span key={period} className={css.value} data-period={period}>{format.value(shares(period)[at], 'percent')}</span>)}
            {periods.length > 1 && <span className={css.change}>{format.value(changes[at], 'points')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const numberAt = (cells: readonly unknown[], at: number): number => (typeof cells[at] === 'number' ? cells[at] : 0)
const before = (cells: readonly unknown[], at: number): number => cells.slice(0, at).reduce<number>((sum, _cell, index) => sum + numberAt(cells, index), 0)
