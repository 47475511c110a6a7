/** A line the size of a word. Gaps stay gaps; an unfinished end is dotted. */
import css from './chart.module.css'
import { refuseNoNumbers } from './chart-data.ts'
import type { SparkLineProps } from './types.ts'

export function SparkLine({ label, values, reference, states, tone = 0, width = 96, height = 24 }: SparkLineProps) {
  refuseNoNumbers(values, 'values')
  if (reference !== undefined) refuseNoNumbers(reference, 'reference')
  const all = [...values, ...(reference ?? [])].filter((value) => value !== null)
  const low = Math.min(0, ...all)
  const high = Math.max(...all, low + 1e-9)
  const pad = 2.5
  const count = Math.max(values.length, reference?.length ?? 0)
  const x = (index: number) => pad + (count < 2 ? (width - 2 * pad) / 2 : (index / (count - 1)) * (width - 2 * pad))
  const y = (value: number) => height - pad - ((value - low) / (high - low)) * (height - 2 * pad)
  const point = (index: number, value: number) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`
  const isUnsure = (index: number) =>
    states?.[index] === 'partial' || states?.[index] === 'settling' || states?.[index] === 'estimated'
  const draw = (points: readonly (number | null)[], wanted: (from: number, to: number) => boolean): string => {
    let path = ''
    for (let index = 1; index < points.length; index++) {
      const [before, here] = [points[index - 1] ?? null, points[index] ?? null]
      if (before === null || here === null || !wanted(index - 1, index)) continue
      const from = point(index - 1, before)
      path += `${path.endsWith(from) ? '' : `M${from}`}L${point(index, here)}`
    }
    return path
  }
  const colour = `var(--tone-${tone})`
  const last = values.findLastIndex((value) => value !== null)
  const end = values[last] ?? null
  return (
    <svg
      className={css.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {reference !== undefined && (
        <path
          d={draw(reference, () => true)}
          stroke={colour}
          strokeOpacity={0.45}
          strokeWidth={1.25}
          strokeDasharray="2.5 2.5"
        />
      )}
      <path d={draw(values, (from, to) => !isUnsure(from) && !isUnsure(to))} stroke={colour} strokeWidth={1.75} />
      <path
        d={draw(values, (from, to) => isUnsure(from) || isUnsure(to))}
        stroke={colour}
        strokeWidth={1.75}
        strokeDasharray="0.5 3"
      />
      {end !== null && (
        <circle
          cx={x(last)}
          cy={y(end)}
          r={2}
          fill={isUnsure(last) ? 'var(--raised)' : colour}
          stroke={colour}
          strokeWidth={1.25}
        />
      )}
    </svg>
  )
}
