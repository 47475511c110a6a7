/** Gaps: a quiet hatched band where nothing came, a cross on the axis where a figure would stand. Never a zero. */
import { useId } from 'react'
import css from './chart.module.css'
import { crossPath, type GapMark } from './gaps.ts'
import type { Layout } from './layout.ts'

export function GapMarks({ marks, layout }: { marks: readonly GapMark[]; layout: Layout }) {
  const id = useId()
  if (marks.length === 0) return null
  const { plot } = layout
  return (
    <svg className={css.gaps} width={layout.width} height={layout.height} aria-hidden="true">
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={css.gapStripe} d="M0 0V6" />
        </pattern>
      </defs>
      {marks.map(({ index, band, crosses }) => (
        <g key={index} data-gap={index}>
          {band !== null && (
            <rect x={band.x} y={plot.top} width={band.width} height={plot.bottom - plot.top} fill={`url(#${id})`} />
          )}
          {crosses.map((x) => (
            <path key={x} className={css.gapCross} d={crossPath(x, layout)} />
          ))}
        </g>
      ))}
    </svg>
  )
}
