/**
 * Parts of a whole, at most seven and Others: the ring, and beside it the list in which all of it stands in words.
 */
import { type PointerEvent, useCallback, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { StateMark, VisuallyHidden } from '../small.tsx'
import { useScrolls } from '../use-scrolls.ts'
import { useTap } from './use-tap.ts'
import css from './chart.module.css'
import { arcsOf, sliceAt } from './donut-geometry.ts'
import { donutOption } from './donut-option.ts'
import { paintDrawing } from './drawing.ts'
import { Drawing } from './drawing-part.tsx'
import { Swatch } from './legend.tsx'
import { PICTURE_SCALE, pictureOf } from './picture.ts'
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
  const { t, format } = useUi()
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const scrolls = useScrolls(list, slices)
  const [active, setActive] = useState<number | null>(null)
  const tap = useTap<number>()
  const arcs = useMemo(() => arcsOf(slices), [slices])
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
      const theme = readTheme(root.current, tones)
      const keys = slices.map((slice, index) => ({
        name: `${slice.label}  ${format.exact(slice.value, as)}  ${percent(shareOf.get(index))}`,
        tone: slice.tone,
        mark: 'slice' as const,
      }))
      return pictureOf({
        title,
        theme,
        keys,
        width: Math.max(320, width),
        height: diameter + 8,
        draw: (context) => {
          context.translate((Math.max(320, width) - diameter) / 2, 4)
          const drawing = root.current?.querySelector<HTMLElement>('[data-drawing]')
          if (drawing) paintDrawing(drawing, context, PICTURE_SCALE)
          context.translate(diameter / 2, diameter / 2)
          context.fillStyle = theme.text
          context.textAlign = 'center'
          context.font = `640 18px ${theme.font}`
          context.fillText(format.value(sum, as), 0, totalLabel === undefined ? 0 : -8)
          context.fillStyle = theme.muted
          context.font = `400 ${theme.fontSize}px ${theme.font}`
          if (totalLabel !== undefined) context.fillText(totalLabel, 0, 12)
        },
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
      <ul
        ref={list}
        className={css.slices}
        aria-label={t('ui.chart.parts')}
        tabIndex={scrolls ? 0 : undefined}
        style={below ? { maxHeight: listHeight } : undefined}
      >
        {slices.map((slice, index) => {
          const content = (
            <>
              <Swatch mark="slice" tone={slice.tone} />
              <span className={css.sliceName} title={slice.label}>
                {slice.label}
              </span>
              <span className={css.sliceValue}>{format.exact(slice.value, as)}</span>
              <span className={css.sliceShare}>{percent(shareOf.get(index))}</span>
              {slice.state !== undefined && slice.state !== 'final' && (
                <span className={css.sliceState}>
                  <StateMark state={slice.state} />
                </span>
              )}
            </>
          )
          const lightUp = {
            onPointerEnter: () => setActive(index),
            onPointerLeave: () => setActive(null),
            'data-active': active === index || undefined,
          }
          return (
            <li key={slice.id}>
              {onPick === undefined ? (
                <div className={css.sliceRow} {...lightUp}>
                  {content}
                </div>
              ) : (
                <button
                  type="button"
                  className={css.sliceRow}
                  {...lightUp}
                  onFocus={() => setActive(index)}
                  onBlur={() => setActive(null)}
                  onClick={() => onPick(index)}
                >
                  {content}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </figure>
  )
}
