/**
 * Parts of a whole, at most seven and Others. Drawn as SVG: crisp at any size, in print, and in the colours of the page
 * without being told.
 */
import { useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { StateMark, VisuallyHidden } from '../small.tsx'
import { useScrolls } from '../use-scrolls.ts'
import { useTap } from './use-tap.ts'
import css from './chart.module.css'
import { arcPath, arcsOf } from './donut-geometry.ts'
import { Swatch } from './legend.tsx'
import { styleOf } from './paint.ts'
import { PICTURE_SCALE, pictureOf } from './picture.ts'
import { readTheme, toneOf, TONES } from './theme.ts'
import type { DonutChartProps } from './types.ts'

const colourOf = (tone: number, tones?: readonly string[]) =>
  tone < 0 || tone >= TONES ? 'var(--tone-others)' : (tones?.[tone] ?? `var(--tone-${tone})`)

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
  const outer = diameter / 2 - 1
  const inner = outer * 0.66
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
          context.translate(Math.max(320, width) / 2, diameter / 2 + 4)
          for (const arc of arcs) {
            const slice = slices[arc.index]
            if (slice === undefined) continue
            const colour = toneOf(theme, slice.tone)
            context.fillStyle = styleOf(
              context,
              isUnsure(slice.state) ? { stripes: colour, on: theme.background } : colour,
              PICTURE_SCALE,
            )
            context.strokeStyle = theme.background
            context.lineWidth = 1.5
            const path = new Path2D(arcPath(arc, inner, outer))
            // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
            context.fill(path)
            context.stroke(path)
          }
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
      data-active={active === null ? undefined : true}
      style={{ width, height }}
    >
      {summary !== undefined && (
        <span id={`${id}-summary`}>
          <VisuallyHidden>{summary}</VisuallyHidden>
        </span>
      )}
      <div className={css.ring} style={{ width: diameter, height: diameter }}>
        <svg
          width={diameter}
          height={diameter}
          viewBox={`${-diameter / 2} ${-diameter / 2} ${diameter} ${diameter}`}
          aria-hidden="true"
          onPointerLeave={(event) => {
            if (!tap.isLift(event)) setActive(null)
          }}
        >
          <defs>
            {slices.map(
              ({ tone, state }, index) =>
                isUnsure(state) && (
                  <pattern
                    key={slices[index]?.id}
                    id={`${id}-${index}`}
                    width="6"
                    height="6"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                  >
                    <rect width="6" height="6" fill="var(--raised)" />
                    <rect width="2.6" height="6" fill={colourOf(tone, tones)} />
                  </pattern>
                ),
            )}
          </defs>
          {arcs.length === 0 && <path d={arcPath({ from: 0, to: 2 * Math.PI }, inner, outer)} fill="var(--sunken)" />}
          {arcs.map((arc) => {
            const slice = slices[arc.index]
            if (slice === undefined) return null
            return (
              <path
                key={slice.id}
                className={css.slice}
                d={arcPath(arc, inner, outer)}
                data-active={active === arc.index || undefined}
                data-pickable={onPick !== undefined || undefined}
                fill={isUnsure(slice.state) ? `url(#${id}-${arc.index})` : colourOf(slice.tone, tones)}
                fillOpacity={slice.state === 'estimated' ? 0.55 : 1}
                onPointerEnter={(event) => {
                  tap.begin(event, active, arc.index)
                  setActive(arc.index)
                }}
                onClick={() => {
                  if (tap.picks()) onPick?.(arc.index)
                }}
              />
            )
          })}
        </svg>
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

const isUnsure = (state: string | undefined) => state === 'partial' || state === 'settling'
