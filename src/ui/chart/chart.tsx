/**
 * Any chart whose items are read one by one: a heat map, a cloud of points, a ring. The widget gives an option;
 * pointer, keys, tooltip, theme and paper are the same as in every chart.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../class-names.ts'
import { type Translate, useUi } from '../provider.tsx'
import css from './chart.module.css'
import { ChartFigure } from './chart-figure.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { type ChartOption, itemsOn, lightUp } from './drawing.ts'
import { type Item, type Spots, spotsOf } from './items.ts'
import type { Measure } from './plot.ts'
import { measurer } from './measure.ts'
import own from './item-chart.module.css'
import type { ChartTheme } from './theme.ts'
import { spotOfKey } from './spot-keys.ts'
import { spoken, type TooltipRow } from './tooltip-rows.ts'
import { useGoneOnScroll } from './use-gone-on-scroll.ts'
import { useDrawn } from './use-drawn.ts'
import { useTap } from './use-tap.ts'
import { useSettledSize } from './use-size.ts'
import { useThemeReader, useThemeVersion } from './use-theme.ts'

export interface SpotText {
  readonly title: string
  readonly rows: readonly TooltipRow[]
  readonly reason?: string | null
}

/** What is drawn at one size. */
export interface Drawn {
  /** Pure: the same theme gives the same option. */
  readonly option: (theme: ChartTheme) => ChartOption
  /** Where its items stand. Default: where the library has drawn those of all series that are not silent. */
  readonly spots?: Spots
  /** Where the arrows lead among those. Default: to the nearest in their direction. */
  readonly step?: Spots['step']
}

export interface ChartProps {
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

const NOWHERE = spotsOf([])

/** Where items stand; asked of the library only when a reader comes. */
function useSpots(drawn: Drawn, drawing: RefObject<HTMLDivElement | null>) {
  const [asked, setAsked] = useState<{ readonly drawn: Drawn; readonly spots: Spots } | null>(null)
  const spots = drawn.spots ?? (asked?.drawn === drawn ? asked.spots : NOWHERE)
  const spotsNow = (): Spots => {
    if (drawn.spots !== undefined || asked?.drawn === drawn || drawing.current === null) return spots
    const nearest = spotsOf(itemsOn(drawing.current))
    const found = { ...nearest, step: drawn.step ?? nearest.step }
    if (found.count > 0) setAsked({ drawn, spots: found })
    return found
  }
  return { spots, spotsNow }
}

/** What is read out of a spot. */
const sayingOf = ({ title, rows, reason }: SpotText, t: Translate): string =>
  [spoken(rows, title, { state: (state) => t(`ui.state.${state}`), versus: t('ui.chart.versus') }), reason]
    .filter(Boolean)
    .join('. ')

export function Chart({ label, summary, width, height, draw, textOf, tones, onPick, view }: ChartProps) {
  const { t } = useUi()
  const frame = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
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

  useDrawn(drawing, { option: drawn.option, size: room, themeAt })

  useGoneOnScroll(active !== null, setActive)

  const { spots, spotsNow } = useSpots(drawn, drawing)
  const spot = active === null || active >= spots.count ? null : active
  const text = useMemo(() => (spot === null ? null : textOf(spot)), [spot, textOf])
  // An item that is not drawn is said, and marked nowhere.
  const place = spot === null ? null : spots.boxOf(spot)
  const box = place !== null && Number.isFinite(place.x + place.y) ? place : null
  useLayoutEffect(() => {
    if (drawing.current !== null && drawn.spots === undefined) lightUp(drawing.current, box)
  }, [box, drawn])
  const said = text === null ? '' : sayingOf(text, t)

  const tap = useTap<number>()
  const spotUnder = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.currentTarget.getBoundingClientRect()
    return spotsNow().spotAt(event.clientX - at.left, event.clientY - at.top)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => setActive(spotUnder(event))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const under = spotUnder(event)
    tap.begin(event, spot, under)
    setActive(under)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = spotsNow()
    const next = spotOfKey(event.key, all, spot)
    if (next !== undefined && all.count > 0) {
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
    <ChartFigure label={label} summary={summary} width={width} height={height}>
      <div
        ref={frame}
        className={cx(css.frame, own.items)}
        role="slider"
        tabIndex={0}
        aria-label={t('ui.chart.points', { chart: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(spots.count - 1, 0)}
        aria-valuenow={spot ?? 0}
        aria-valuetext={said || t('ui.chart.hint')}
        data-pickable={onPick !== undefined || undefined}
        style={{ width: room.width, height: room.height }}
        onFocus={spotsNow}
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
        <div ref={drawing} className={css.canvas} data-drawing aria-hidden="true" />
        {box !== null && <Mark box={box} isRound={spots.isRound} />}
        {box !== null && text !== null && (
          <ChartTooltip
            title={text.title}
            rows={text.rows}
            reason={text.reason}
            x={box.x + box.width / 2}
            y={box.y + box.height / 2}
            gap={box.contains === undefined ? box.width / 2 + 8 : 14}
          />
        )}
      </div>
    </ChartFigure>
  )
}

/** Around the item that is read: its box, or the path around it. */
function Mark({ box, isRound }: { box: Item; isRound: boolean | undefined }) {
  return (
    <>
      {box.contains === undefined && (
        <div
          className={own.spot}
          data-spot
          data-round={isRound || undefined}
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        />
      )}
      {box.outline !== undefined && (
        <svg className={own.outline} data-spot aria-hidden="true">
          <path d={box.outline} />
        </svg>
      )}
    </>
  )
}
