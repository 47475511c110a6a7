/**
 * Bars that lie: name, bar, value in one line each, so that no name is ever cut under a bar. More rows than the room
 * has are scrolled to.
 */
import { useId } from 'react'
import { cx, StateMark, useUi } from '#ui'
import type { ChartSeries } from '#ui'
import { BasisNote } from '../lib/basis-note.tsx'
import { ChangeMark } from '../lib/change-mark.tsx'
import { UNJUDGED } from '../lib/measure.ts'
import { cellsOf } from '../lib/chart-data.ts'
import { fieldChangeFormat } from '../lib/fields.ts'
import type { BarProjection } from './model.ts'
import css from './bars.module.css'
import { useMarking } from './use-marking.ts'
import { BarValue } from './bar-value.tsx'

interface BarsProps {
  projection: BarProjection
  series: readonly ChartSeries[]
  width: number
  height: number
  label: string
  onPick: (index: number) => void
  /** Several neighbours were marked, first and last one included. */
  onRange: (from: number, to: number) => void
}

/** Below it the change is left to the table. */
const CHANGE_FROM_PX = 380

export function Bars({ projection, series, width, height, label, onPick, onRange }: BarsProps) {
  const id = useId()
  const ui = useUi()
  const marking = useMarking(
    projection.members.map((member) => member !== null),
    onRange,
  )
  const isStacked = series.some(({ stack }) => stack !== undefined)
  const lines: (readonly ChartSeries[])[] = isStacked ? [series] : series.map((one) => [one])
  const sums = projection.names.map((_, row) => series.reduce((sum, { data }) => sum + Math.max(0, data[row] ?? 0), 0))
  const all = isStacked ? sums : series.flatMap(({ data }) => data.flatMap((value) => value ?? []))
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
  const span = high - low || 1
  const changes = cellsOf(projection, 'change')
  const withChange = width >= CHANGE_FROM_PX && projection.columns.some((column) => column.id === 'change')
  return (
    <section className={css.bars} style={{ height }} aria-label={label} data-many={lines.length > 2 || undefined}>
      <svg className={css.defs} width="0" height="0" aria-hidden="true">
        {series.map(({ id: one, tone }) => (
          <pattern
            key={one}
            id={`${id}-${one}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--raised)" />
            <rect width="2.6" height="6" fill={colour(tone)} />
          </pattern>
        ))}
      </svg>
      <ul className={css.list} {...marking.listProps}>
        {projection.names.map((name, row) => {
          const isPickable = projection.members[row] !== null
          const state = projection.states?.[row] ?? 'final'
          const change = typeof changes[row] === 'number' ? changes[row] : null
          const judged = projection.judged[row] ?? UNJUDGED
          const content = (
            <>
              <span className={css.name} title={name}>
                {name}
              </span>
              <span className={css.lines}>
                {lines.map((parts) => {
                  const [one] = parts
                  if (one === undefined) return null
                  const value = isStacked ? null : (one.data[row] ?? null)
                  const begin = value !== null && value < 0 ? value : 0
                  return (
                    <span key={one.id} className={css.line} data-thin={one.period === 'reference' || undefined}>
                      <svg
                        className={css.bar}
                        aria-hidden="true"
                        width={`${(100 * (isStacked ? (sums[row] ?? 0) : Math.abs(value ?? 0))) / span}%`}
                        style={{ marginInlineStart: low < 0 ? `${(100 * (begin - low)) / span}%` : undefined }}
                      >
                        {isStacked ? (
                          <Stack
                            series={parts}
                            row={row}
                            sum={sums[row] ?? 0}
                            patternOf={(series) => `${id}-${series}`}
                          />
                        ) : (
                          value !== null && <Bar one={one} row={row} pattern={`${id}-${one.id}`} />
                        )}
                      </svg>
                      <BarValue projection={projection} series={parts} row={row} isStacked={isStacked} />
                    </span>
                  )
                })}
              </span>
              {withChange && projection.field !== null && (
                <span className={css.change}>
                  <ChangeMark value={change} format={fieldChangeFormat(projection.field)} judged={judged} />
                  <BasisNote className={css.over} change={{ ...judged, value: change }} context={ui} />
                </span>
              )}
              {(state === 'missing' || state === 'closed') && (
                <span className={css.state}>
                  <StateMark state={state} />
                </span>
              )}
            </>
          )
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two members may bear one name
            <li key={row} title={projection.reasons[row] ?? undefined} data-change={withChange || undefined}>
              {isPickable ? (
                <button
                  type="button"
                  className={css.row}
                  data-row={row}
                  data-marked={marking.isMarked(row) || undefined}
                  aria-pressed={marking.isOn ? marking.isMarked(row) : undefined}
                  aria-keyshortcuts="Shift+ArrowDown Shift+ArrowUp"
                  onClick={() => onPick(row)}
                  {...marking.rowProps(row)}
                >
                  {content}
                </button>
              ) : (
                <div className={cx(css.row, css.plain)}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const colour = (tone: number) => (tone < 0 ? 'var(--tone-others)' : `var(--tone-${tone})`)

function Bar({ one, row, pattern }: { one: ChartSeries; row: number; pattern: string }) {
  const state = one.states?.[row] ?? 'final'
  const isReference = one.period === 'reference'
  const open = state === 'partial' || state === 'settling'
  const pale = `color-mix(in oklab, ${colour(one.tone)} 42%, var(--raised))`
  return (
    <rect
      x="0.5"
      y="0.5"
      width="100%"
      height="100%"
      rx="2"
      className={css.shape}
      fill={open ? `url(#${pattern})` : isReference || state === 'estimated' ? pale : colour(one.tone)}
      stroke={colour(one.tone)}
      strokeDasharray={state === 'estimated' ? '2 2' : undefined}
      data-plain={(!isReference && !open && state !== 'estimated') || undefined}
    />
  )
}

function Stack({
  series,
  row,
  sum,
  patternOf,
}: {
  series: readonly ChartSeries[]
  row: number
  sum: number
  patternOf: (id: string) => string
}) {
  let before = 0
  return series.map((one) => {
    const value = Math.max(0, one.data[row] ?? 0)
    if (value === 0 || sum === 0) return null
    const [x, width] = [(100 * before) / sum, (100 * value) / sum]
    before += value
    const open = one.states?.[row] === 'partial' || one.states?.[row] === 'settling'
    return (
      <rect
        key={one.id}
        x={`${x}%`}
        width={`${width}%`}
        height="100%"
        fill={open ? `url(#${patternOf(one.id)})` : colour(one.tone)}
        stroke="var(--raised)"
        strokeWidth="1"
      >
        <title>{one.name}</title>
      </rect>
    )
  })
}
