/**
 * The parts of a whole in both periods: two rings (or two bars of 100 % where there is no room) and one table with both
 * shares and the change. One list for both: the same part is in it once, with its two shares side by side.
 */
import type { Projection, ProjectionContext } from '#engine/types'
import { StateMark, Swatch, useUi, VisuallyHidden } from '#ui'
import { cellsOf } from './chart-data.ts'
import { basisWords } from './measure.ts'
import { isParted } from './parted.ts'
import type { PartedProjection } from './parted.ts'
import { PeriodHead } from './period-head.tsx'
import type { PeriodKey } from './periods.ts'
import { periodLabels } from './periods.ts'
import { ringLayout } from './ring-layout.ts'
import type { Palette } from './tones.ts'
import css from './share-pair.module.css'

export interface SharePairProps {
  projection: Projection
  context: ProjectionContext
  size: { readonly width: number; readonly height: number }
  palette: Palette
  /** Under the figure in the middle of a ring. */
  totalLabel: string
  shape: 'auto' | 'donut' | 'bar'
  /** Rings are filled to their middle, and the whole is under them. */
  isPie?: boolean
  /** A part was pressed, by its row. */
  onPick?: (part: number) => void
}

/** The name of a period may be a little wider than its ring. */
const HEAD_BEYOND_PX = 12
/** In less room the names would go before the change does. */
const CHANGE_FROM_PX = 300

export function SharePair({
  projection,
  context,
  size,
  palette,
  totalLabel,
  shape,
  isPie = false,
  onPick,
}: SharePairProps) {
  if (!isParted(projection)) return null
  const periods = (projection.series ?? []).map(({ id }) => id as PeriodKey)
  const layout = ringLayout({ ...size, rows: projection.slices.length, periods: periods.length, shape })
  return (
    <div className={css.pair} data-side={layout.isSide || undefined} style={{ ...palette.style, height: size.height }}>
      <div className={css.drawings} data-shape={layout.diameter === null ? 'bar' : 'ring'}>
        {periods.map((period) => (
          <div
            key={period}
            className={css.drawing}
            style={
              layout.diameter === null || !layout.isSide ? undefined : { maxWidth: layout.diameter + HEAD_BEYOND_PX }
            }
          >
            <PeriodHead period={period} context={context} short={layout.diameter !== null} />
            {layout.diameter === null ? (
              <Bar projection={projection} period={period} />
            ) : (
              <Ring
                projection={projection}
                period={period}
                diameter={layout.diameter}
                totalLabel={totalLabel}
                isPie={isPie}
              />
            )}
          </div>
        ))}
      </div>
      <Shares
        projection={projection}
        periods={periods}
        context={context}
        withChange={periods.length > 1 && size.width >= CHANGE_FROM_PX}
        onPick={onPick}
      />
    </div>
  )
}

/** Shares of a period as the projection has them, with the sum of those before. */
function arcs(projection: PartedProjection, period: PeriodKey) {
  const shares = cellsOf(projection, `${period}Share`)
  let before = 0
  return projection.slices.map(({ id, tone }, at) => {
    const share = typeof shares[at] === 'number' ? shares[at] : 0
    const arc = { id, tone: tone < 0 ? 'others' : tone, share, before }
    before += share
    return arc
  })
}

function stateOf(projection: PartedProjection, period: PeriodKey) {
  return (projection.columnStates?.[`${period}Share`] ?? projection.states)?.[0] ?? 'final'
}

/** Of the smallest text; enough to know whether a short word fits a small ring. */
const LETTER_PX = 6.5

function Ring({
  projection,
  period,
  diameter,
  totalLabel,
  isPie,
}: {
  projection: PartedProjection
  period: PeriodKey
  diameter: number
  totalLabel: string
  isPie: boolean
}) {
  const { format } = useUi()
  const width = isPie ? diameter / 2 : Math.max(10, Math.round(diameter * 0.14))
  const [middle, radius] = [diameter / 2, (diameter - width) / 2]
  const total = projection.totals[period]
  const state = stateOf(projection, period)
  return (
    <div className={css.ring} style={{ width: diameter, height: diameter }}>
      <svg
        width={diameter}
        height={diameter}
        viewBox={`0 0 ${diameter} ${diameter}`}
        aria-hidden="true"
        data-state={state}
      >
        <circle className={css.rail} cx={middle} cy={middle} r={radius} strokeWidth={width} />
        <g transform={`rotate(-90 ${middle} ${middle})`}>
          {/* A gap of 1.5 px between parts, as long as the part is wider than it. */}
          {arcs(projection, period).map(
            ({ id, tone, share, before }) =>
              share > 0 && (
                <circle
                  key={id}
                  className={css.arc}
                  data-tone={tone}
                  cx={middle}
                  cy={middle}
                  r={radius}
                  strokeWidth={width}
                  pathLength={100}
                  strokeDasharray={`${Math.max(0.3, share - (share < 99 ? 150 / (2 * Math.PI * radius) : 0))} 100`}
                  strokeDashoffset={-before}
                />
              ),
          )}
        </g>
      </svg>
      {!isPie && (
        <div className={css.middle}>
          <span
            className={css.total}
            data-small={diameter < 118 || undefined}
            title={total === null ? undefined : format.exact(total, 'count')}
          >
            {total === null ? '–' : format.value(total, 'count')}
          </span>
          {total !== null && (diameter >= 132 || totalLabel.length * LETTER_PX < 0.62 * diameter) && (
            <span className={css.totalLabel}>{totalLabel}</span>
          )}
        </div>
      )}
    </div>
  )
}

function Bar({ projection, period }: { projection: PartedProjection; period: PeriodKey }) {
  return (
    <svg className={css.bar} width="100%" height="16" aria-hidden="true">
      {arcs(projection, period).map(({ id, tone, share, before }) => (
        <rect key={id} className={css.piece} data-tone={tone} x={`${before}%`} width={`${share}%`} height="16" />
      ))}
    </svg>
  )
}

interface SharesProps {
  projection: PartedProjection
  periods: readonly PeriodKey[]
  context: ProjectionContext
  withChange: boolean
  onPick: SharePairProps['onPick']
}

function Shares({ projection, periods, context, withChange, onPick }: SharesProps) {
  const { t, format, locale } = useUi()
  const basis = basisWords(projection.judged, t, locale)
  const labels = periodLabels(context)
  const names = cellsOf(projection, projection.category ?? '').map(String)
  const changes = cellsOf(projection, 'shareChange')
  const header = projection.columns[0]?.label
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
    <section className={css.shares} tabIndex={0} aria-label={header}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{header}</th>
            {periods.map((period) => (
              <th key={period} scope="col" data-align="end" title={labels[period]}>
                <span className={css.mark} data-period={period} aria-hidden="true" />
                <VisuallyHidden>{labels[period]}</VisuallyHidden>
              </th>
            ))}
            {withChange && (
              <th scope="col" data-align="end">
                {context.t('change')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {projection.slices.map(({ id, tone, short }, at) => (
            <tr key={id}>
              <th scope="row" title={names[at]}>
                <span className={css.name}>
                  <Swatch mark="slice" tone={tone} />
                  {onPick === undefined || id === 'others' ? (
                    <span className={css.nameText}>{short ?? names[at]}</span>
                  ) : (
                    <button type="button" className={css.pick} onClick={() => onPick(at)}>
                      {short ?? names[at]}
                    </button>
                  )}
                </span>
              </th>
              {periods.map((period) => (
                <td key={period} data-align="end" data-period={period}>
                  {format.value(cellsOf(projection, `${period}Share`)[at], 'percent')}
                </td>
              ))}
              {withChange && (
                <td data-align="end" className={css.change} title={basis}>
                  {format.value(changes[at], 'points')}
                  {basis !== undefined && <VisuallyHidden>{` (${basis})`}</VisuallyHidden>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* The frame shows the state of the period itself. */}
      {periods.map(
        (period) =>
          stateOf(projection, period) !== projection.passport?.state &&
          ['missing', 'estimated', 'closed'].includes(stateOf(projection, period)) && (
            <StateMark key={period} state={stateOf(projection, period)} />
          ),
      )}
    </section>
  )
}
