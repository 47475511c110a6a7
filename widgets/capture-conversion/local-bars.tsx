/** One bar a local on an axis that ends at 100 %, the reference as a paler bar under it. Numbers are aligned. */
import { metricOf } from '#domain/metrics/index'
import { StateMark, useUi } from '#ui'
import { ChangeMark } from '../lib/change-mark.tsx'
import { cellsOf } from '../lib/chart-data.ts'
import { formatOf, UNJUDGED } from '../lib/measure.ts'
import { barsEnd, type LocalsProjection } from './model.ts'
import css from './capture-conversion.module.css'

export function LocalBars({ projection, onPick }: { projection: LocalsProjection; onPick: (local: number) => void }) {
  const { format } = useUi()
  const names = cellsOf(projection, 'local')
  const numbers = (id: string) => cellsOf(projection, id).map((cell) => (typeof cell === 'number' ? cell : null))
  const [comparing, reference, changes] = [numbers('comparing'), numbers('reference'), numbers('change')]
  const withReference = projection.columns.some(({ id }) => id === 'reference')
  const states = projection.columnStates?.comparing ?? []
  const metric = projection.columns[1]?.metric ?? 'conversionRate'
  const isShare = formatOf(metric) === 'percent'
  const most = barsEnd(projection.locals, [comparing, reference], isShare)
  const width = (value: number | null | undefined) => `${(100 * Math.min(most, Math.max(0, value ?? 0))) / most}%`
  const better = metricOf(metric).betterWhen
  return (
    <ul className={css.locals}>
      {projection.rows.map((_row, at) => {
        const local = projection.locals[at] ?? null
        const change = changes[at] ?? null
        // A sum of many is no length among those of one.
        const isDrawn = local !== null || isShare
        const content = (
          <>
            <span className={css.localName} title={String(names[at])}>
              {names[at]}
            </span>
            <svg
              className={css.track}
              width="100%"
              height="10"
              aria-hidden="true"
              data-better={better}
              data-state={states[at]}
            >
              {isDrawn && <rect className={css.trackLine} width="100%" height="6" rx="2" />}
              {isDrawn && <rect className={css.comparing} width={width(comparing[at])} height="6" rx="2" />}
              {isDrawn && withReference && (
                <rect className={css.reference} y="7" width={width(reference[at])} height="3" rx="1.5" />
              )}
            </svg>
            <span className={css.localValue}>{format.value(comparing[at], formatOf(metric))}</span>
            {withReference && (
              <span className={css.localChange}>
                <ChangeMark
                  value={change}
                  format={isShare ? 'points' : 'delta'}
                  judged={projection.judged[at] ?? UNJUDGED}
                />
              </span>
            )}
            {(states[at] === 'missing' || states[at] === 'closed') && (
              <span className={css.localState}>
                <StateMark state={states[at]} />
              </span>
            )}
          </>
        )
        return (
          <li key={local ?? 'others'}>
            {local === null ? (
              <div className={css.local}>{content}</div>
            ) : (
              <button type="button" className={css.local} onClick={() => onPick(local)}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
