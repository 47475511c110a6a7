/**
 * A canvas for scenes that are no bars and lines over categories: a heat map, a cloud of points. The caller makes the
 * scene and says where its spots are; pointer, keys, tooltip, theme and paper are the same as in every chart.
 */
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { showScene } from './canvas.ts'
import { DRAWN_EVENT } from './use-drawn.ts'
import css from './chart.module.css'
import { ChartTooltip } from './chart-tooltip.tsx'
import { drawNever, drawSoon } from './frame-queue.ts'
import type { Measure } from './layout.ts'
import { measurer } from './measure.ts'
import own from './scene-chart.module.css'
import type { Scene } from './scene-types.ts'
import type { ChartTheme } from './theme.ts'
import type { TooltipRow } from './tooltip-rows.ts'
import { useGoneOnScroll } from './use-gone-on-scroll.ts'
import { useTap } from './use-tap.ts'
import { useSettledSize } from './use-size.ts'
import { useThemeReader, useThemeVersion } from './use-theme.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface SpotText {
  readonly title: string
  readonly rows: readonly TooltipRow[]
  readonly reason?: string | null
}

/** What is drawn at one size. */
export interface Drawn {
  readonly count: number
  /** For so many pixels of a canvas per pixel of the page. */
  readonly scene: (theme: ChartTheme, ratio: number) => Scene
  /** The spot under a pixel; null where there is none. */
  readonly spotAt: (x: number, y: number) => number | null
  readonly boxOf: (spot: number) => Box
  /** The next spot in a direction, or null at the edge. */
  readonly step: (spot: number, direction: 'left' | 'right' | 'up' | 'down') => number | null
  readonly isRound?: boolean
}

export interface SceneChartProps {
  label: string
  summary?: string
  width: number
  height: number
  draw: (size: { readonly width: number; readonly height: number }, measure: Measure) => Drawn
  textOf: (spot: number) => SpotText
  /** CSS colours in place of the palette, by tone. */
  tones?: readonly string[]
  onPick?: (spot: number) => void
  /** What part of it is on show: with another, spots are others and none is active. */
  view?: unknown
}

const DIRECTIONS: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function SceneChart({ label, summary, width, height, draw, textOf, tones, onPick, view }: SceneChartProps) {
  const { t } = useUi()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const [shown, setShown] = useState(view)
  if (shown !== view) {
    setShown(view)
    setActive(null)
  }
  const themeAt = useThemeReader(frame, tones)
  const version = useThemeVersion()
  const room = useSettledSize(Math.floor(width), Math.floor(height))
  const drawn = useMemo(
    () => draw({ width: Math.max(1, room.width), height: Math.max(1, room.height) }, measurer(version)),
    [draw, room.width, room.height, version],
  )

  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null || room.width <= 0 || room.height <= 0) return undefined
    drawSoon(element, () => {
      const theme = themeAt()
      if (theme === null) return
      showScene(element, (ratio) => drawn.scene(theme, ratio))
      frame.current?.dispatchEvent(new CustomEvent(DRAWN_EVENT, { bubbles: true }))
    })
    return () => drawNever(element)
  }, [drawn, themeAt, room.width, room.height])

  useGoneOnScroll(active !== null, setActive)

  const spot = active === null || active >= drawn.count ? null : active
  const text = useMemo(() => (spot === null ? null : textOf(spot)), [spot, textOf])
  const box = spot === null ? null : drawn.boxOf(spot)
  const said =
    text === null
      ? ''
      : `${text.title}: ${text.rows.map(({ name, value, reference, change }) => [name, value, reference === null ? '' : `${t('ui.chart.versus')} ${reference}`, change === null ? '' : `(${change})`].filter(Boolean).join(' ')).join('; ')}${text.reason ? `. ${text.reason}` : ''}`

  const tap = useTap<number>()
  const spotUnder = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.currentTarget.getBoundingClientRect()
    return drawn.spotAt(event.clientX - at.left, event.clientY - at.top)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => setActive(spotUnder(event))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const under = spotUnder(event)
    tap.begin(event, spot, under)
    setActive(under)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? drawn.count - 1
          : direction === undefined
            ? undefined
            : spot === null
              ? 0
              : (drawn.step(spot, direction) ?? spot)
    if (next !== undefined && drawn.count > 0) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Escape' && active !== null) {
      event.stopPropagation()
      setActive(null)
    } else if ((event.key === 'Enter' || event.key === ' ') && spot !== null && onPick !== undefined) {
      event.preventDefault()
      onPick(spot)
    }
  }

  return (
    <figure
      role="group"
      className={css.chart}
      aria-label={label}
      aria-describedby={summary === undefined ? undefined : `${id}-summary`}
      style={{ width, height }}
    >
      {summary !== undefined && (
        <span id={`${id}-summary`}>
          <VisuallyHidden>{summary}</VisuallyHidden>
        </span>
      )}
      <div
        ref={frame}
        className={css.frame}
        role="slider"
        tabIndex={0}
        aria-label={t('ui.chart.points', { chart: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(drawn.count - 1, 0)}
        aria-valuenow={spot ?? 0}
        aria-valuetext={said || t('ui.chart.hint')}
        data-pickable={onPick !== undefined || undefined}
        style={{ width: room.width, height: room.height }}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerDown}
        onPointerLeave={(event) => {
          if (!tap.isLift(event)) setActive(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        onClick={() => {
          if (spot !== null && tap.picks()) onPick?.(spot)
        }}
      >
        <canvas ref={canvas} className={css.canvas} aria-hidden="true" />
        {box !== null && (
          <div
            className={own.spot}
            data-round={drawn.isRound || undefined}
            style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
          />
        )}
        {box !== null && text !== null && (
          <ChartTooltip
            title={text.title}
            rows={text.rows}
            reason={text.reason}
            x={box.x + box.width / 2}
            y={box.y + box.height / 2}
            gap={box.width / 2 + 8}
          />
        )}
      </div>
    </figure>
  )
}
