/**
 * Parts of a whole, at most seven and Others: the ring, and beside it the list in which all of it stands in words.
 */
import { type PointerEvent, useCallback, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { useTap } from './use-tap.ts'
import css from './chart.module.css'
import { plainSlices } from './chart-data.ts'
import { arcsOf, sliceAt } from './donut-geometry.ts'
import { donutOption } from './donut-option.ts'
import { donutPicture } from './donut-picture.ts'
import { DonutSlices } from './donut-slices.tsx'
import { Drawing } from './drawing-part.tsx'
import { type ChartTheme, readTheme } from './theme.ts'
import type { DonutChartProps } from './types.ts'

export function DonutChart({
  label,
  summary,
  slices,
  format: as,
  total,
  totalLabel,
  width,
  height,
  tones,
  onPick,
  ref,
}: DonutChartProps) {
  const { format } = useUi()
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const tap = useTap<number>()
  const arcs = useMemo(() => arcsOf(plainSlices(slices)), [slices])
  const shareOf = useMemo(() => new Map(arcs.map(({ index, share }) => [index, share])), [arcs])
  const below = width < 340
  const listHeight = below ? Math.min(height * 0.5, slices.length * 34 + 4) : height
  const diameter = Math.max(64, Math.min(below ? height - listHeight - 12 : height, below ? width : width * 0.46, 240))
  const ring = useMemo(() => ({ outer: diameter / 2 - 1, inner: (diameter / 2 - 1) * 0.66 }), [diameter])
  const draw = useCallback(
    (_size: unknown, theme: ChartTheme) => donutOption({ slices, ring, active }, theme),
    [slices, ring, active],
  )
  const sliceUnder = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return sliceAt(arcs, ring, event.clientX - box.left - diameter / 2, event.clientY - box.top - diameter / 2)
  }
  const sum =
    total === undefined
      ? arcs.length === 0
        ? null
        : slices.reduce((all, { value }) => all + Math.max(value ?? 0, 0), 0)
      : total
  const lit = active === null ? undefined : slices[active]
  const percent = (share: number | undefined) =>
    share === undefined ? format.value(null, 'percent') : format.value(share * 100, 'percent')

  useImperativeHandle(ref, () => ({
    toPng: (title) => {
      if (root.current === null) throw new Error('DonutChart: nothing is drawn yet')
      return donutPicture(root.current, {
        title,
        theme: readTheme(root.current, tones),
        keys: slices.map((slice, index) => ({
          name: `${slice.label}  ${format.exact(slice.value, as)}  ${percent(shareOf.get(index))}`,
          tone: slice.tone,
          mark: 'slice' as const,
        })),
        width,
        diameter,
        total: format.value(sum, as),
        totalLabel,
      })
    },
  }))

  return (
    <figure
      ref={root}
      role="group"
      className={css.donut}
      aria-label={label}
      aria-describedby={summary === undefined ? undefined : `${id}-summary`}
      data-below={below || undefined}
      style={{ width, height }}
    >
      {summary !== undefined && (
        <span id={`${id}-summary`}>
          <VisuallyHidden>{summary}</VisuallyHidden>
        </span>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the list beside it is what keys and readers use */}
      <div
        className={css.ring}
        style={{ width: diameter, height: diameter }}
        data-pickable={(onPick !== undefined && active !== null) || undefined}
        onPointerMove={(event) => setActive(sliceUnder(event))}
        onPointerDown={(event) => {
          const under = sliceUnder(event)
          tap.begin(event, active, under)
          setActive(under)
        }}
        onPointerLeave={(event) => {
          if (!tap.isLift(event)) setActive(null)
        }}
        onClick={() => {
          if (active !== null && tap.picks()) onPick?.(active)
        }}
      >
        <Drawing draw={draw} tones={tones} className={css.drawing} />
        <div className={css.middle} aria-hidden="true">
          <span className={css.total} data-large={diameter >= 170 || undefined}>
            {lit === undefined ? format.value(sum, as) : percent(active === null ? undefined : shareOf.get(active))}
          </span>
          <span className={css.totalLabel}>{lit === undefined ? totalLabel : lit.label}</span>
        </div>
      </div>
      <DonutSlices
        slices={slices}
        format={as}
        onPick={onPick}
        shareOf={(slice) => percent(shareOf.get(slice))}
        active={active}
        onActive={setActive}
        maxHeight={below ? listHeight : undefined}
      />
    </figure>
  )
}
