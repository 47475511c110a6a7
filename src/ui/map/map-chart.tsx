/**
 * A canvas for points on the earth: what is drawn comes from the caller, the ground and the view are kept here.
 * Dragging moves, Ctrl and the wheel or two fingers bring nearer, so that a page still scrolls; keys and buttons do the
 * same.
 */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useCallback, useMemo, useRef } from 'react'
import type { ScatterSeriesOption } from 'echarts/charts'
import { Chart, type Drawn, type SpotText } from '../chart/chart.tsx'
import type { Spots } from '../chart/items.ts'
import type { Measure } from '../chart/plot.ts'
import type { ChartTheme } from '../chart/theme.ts'
import { IconButton } from '../button.tsx'
import { ExpandIcon, GlobeIcon, MinusIcon, PlusIcon } from '../icons/index.tsx'
import { useWheelZoom } from '../chart/use-wheel-zoom.ts'
import { WheelHint } from '../chart/wheel-hint.tsx'
import { bringLand, detailOf, mapOption } from './ground.ts'
import css from './map-chart.module.css'
import { MapPin, type Pin } from './map-pin.tsx'
import {
  type Extent,
  fitView,
  panned,
  type Place,
  placeAt,
  toPixel,
  type View,
  worldView,
  xOfLng,
  yOfLat,
} from './mercator.ts'
import { useLand } from './use-land.ts'
import { useMapView } from './use-map-view.tsx'

/** The drawing on the ground at one view: symbols, names, and where they are. */
export interface Symbols {
  /** On the map's own coordinates: longitude and latitude. */
  readonly series: (theme: ChartTheme) => ScatterSeriesOption[]
  readonly spots: Spots
  /** Places to bring into view when a spot that represents several is chosen; null for one that is itself. */
  readonly inside: (spot: number) => readonly Place[] | null
}

export interface MapTexts {
  readonly nearer: string
  readonly farther: string
  readonly fit: string
  readonly world: string
  readonly plain: string
  readonly noGround: string
  readonly metres: (metres: number) => string
}

export interface MapChartProps {
  label: string
  summary: string
  width: number
  height: number
  /** The area in view at first, and again with the button. */
  places: readonly Place[]
  draw: (at: (place: Place) => { x: number; y: number }, extent: Extent, measure: Measure) => Symbols
  textOf: (symbols: Symbols, spot: number) => SpotText
  onPick: (symbols: Symbols, spot: number) => void
  tones?: readonly string[]
  texts: MapTexts
  /** A point that is set here. */
  pin?: Pin
}

const STEP = 1.6
const WHEEL = 0.0022
const PAN_PX = 60
/** Less is a click that shook. */
const DRAG_PX = 4
/** Narrower or lower, the buttons are left to the keys and the fingers. */
const BUTTONS_FROM = { width: 220, height: 150 }
const ROOM_FOR_WORLD_PX = 210

export function MapChart(props: MapChartProps) {
  const { label, summary, width, height, places, draw, textOf, onPick, tones, texts, pin } = props
  const extent = useMemo(
    () => ({ width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) }),
    [width, height],
  )
  const { view, move, zoom, fit } = useMapView(places, extent)
  const { land, failed } = useLand(detailOf(view))

  const symbols = useRef<Symbols | null>(null)
  const drawAll = useCallback(
    (room: Extent, measure: Measure): Drawn => {
      const at = toPixel(view, room)
      const own = draw((place) => at({ x: xOfLng(place.lng), y: yOfLat(place.lat) }), room, measure)
      symbols.current = own
      const note = detailOf(view) === null ? texts.plain : failed ? texts.noGround : ''
      return {
        spots: own.spots,
        option: (theme) => {
          bringLand(detailOf(view) === null ? null : land, view, room)
          return mapOption(
            {
              view,
              extent: room,
              theme,
              note: measure(note) < room.width - 130 ? note : '',
              writeMetres: texts.metres,
            },
            own.series(theme),
          )
        },
      }
    },
    [view, land, failed, draw, texts],
  )
  const spotText = useCallback(
    (spot: number): SpotText => (symbols.current === null ? { title: '', rows: [] } : textOf(symbols.current, spot)),
    [textOf],
  )
  const pick = useCallback(
    (spot: number) => {
      const inside = symbols.current?.inside(spot) ?? null
      if (inside !== null) move(() => fitView(inside, extent, 60))
      else if (symbols.current !== null) onPick(symbols.current, spot)
    },
    [move, extent, onPick],
  )

  const frame = useRef<HTMLDivElement>(null)
  const isHinted = useWheelZoom(frame, (event, box) => () => {
    const at = { x: event.clientX - box.left, y: event.clientY - box.top }
    zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY)) * WHEEL), at)
  })
  const drag = useDrag(move, zoom, extent)
  const onKeyDown = (event: KeyboardEvent) => {
    const pan = event.shiftKey
      ? (
          { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<
            string,
            [number, number]
          >
        )[event.key]
      : undefined
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (pan !== undefined) move((from) => panned(from, extent, pan[0] * PAN_PX, pan[1] * PAN_PX))
    else if (isPlain && (event.key === '+' || event.key === '=')) zoom(STEP)
    else if (isPlain && event.key === '-') zoom(1 / STEP)
    else if (isPlain && event.key === '0') fit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (event: MouseEvent<HTMLDivElement>) => {
    // A button was pressed, or a key on the chart, which has no place.
    if (pin === undefined || event.detail === 0) return
    if (event.target instanceof Element && event.target.closest('button') !== null) return
    const box = event.currentTarget.getBoundingClientRect()
    pin.onMove(placeAt(view, extent, { x: event.clientX - box.left, y: event.clientY - box.top }))
  }
  const hands = { ...drag, onClick: press }
  const withButtons = width >= BUTTONS_FROM.width && height >= BUTTONS_FROM.height
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the chart inside has the focus and the role;
    // this only hears what it does not use
    <div ref={frame} className={css.map} style={{ width, height }} onKeyDownCapture={onKeyDown} {...hands}>
      <Chart
        label={label}
        summary={summary}
        width={extent.width}
        height={extent.height}
        draw={drawAll}
        textOf={spotText}
        onPick={pick}
        view={view}
        {...(tones && { tones })}
      />
      {isHinted && <WheelHint />}
      {pin !== undefined && <MapPin pin={pin} view={view} extent={extent} />}
      {withButtons && (
        <MapButtons
          texts={texts}
          zoom={zoom}
          onFit={fit}
          onWorld={height >= ROOM_FOR_WORLD_PX ? () => move(() => worldView(extent)) : undefined}
        />
      )}
    </div>
  )
}

interface MapButtonsProps {
  texts: MapTexts
  zoom: Zoom
  onFit: () => void
  /** Absent where there is no room for its button. */
  onWorld: (() => void) | undefined
}

function MapButtons({ texts, zoom, onFit, onWorld }: MapButtonsProps) {
  return (
    <div className={css.buttons} data-print="hide">
      <IconButton
        kind="default"
        size="small"
        label={texts.nearer}
        icon={<PlusIcon size={14} />}
        onPress={() => zoom(STEP)}
      />
      <IconButton
        kind="default"
        size="small"
        label={texts.farther}
        icon={<MinusIcon size={14} />}
        onPress={() => zoom(1 / STEP)}
      />
      <IconButton kind="default" size="small" label={texts.fit} icon={<ExpandIcon size={14} />} onPress={onFit} />
      {onWorld !== undefined && (
        <IconButton kind="default" size="small" label={texts.world} icon={<GlobeIcon size={14} />} onPress={onWorld} />
      )}
    </div>
  )
}

type Zoom = (factor: number, at?: { x: number; y: number }) => void

/** One pointer moves the map, two bring it nearer. A click at the end of a drag chooses nothing. */
function useDrag(move: (change: (from: View) => View) => void, zoom: Zoom, extent: Extent) {
  const down = useRef(new Map<number, { x: number; y: number }>())
  const far = useRef(0)
  const placeOf = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    down.current.delete(event.pointerId)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button') !== null)) return
      if (down.current.size === 0) far.current = 0
      down.current.set(event.pointerId, placeOf(event))
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const before = down.current.get(event.pointerId)
      if (before === undefined) return
      // Released outside, where no event arrived.
      if (event.buttons === 0) {
        down.current.delete(event.pointerId)
        return
      }
      const now = placeOf(event)
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other !== undefined) {
        const spread = (at: { x: number; y: number }) => Math.max(1, Math.hypot(at.x - other.x, at.y - other.y))
        zoom(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
        far.current = Infinity
      } else {
        const [dx, dy] = [now.x - before.x, now.y - before.y]
        far.current += Math.hypot(dx, dy)
        if (far.current < DRAG_PX) return
        event.currentTarget.setPointerCapture(event.pointerId)
        move((from) => panned(from, extent, dx, dy))
      }
      down.current.set(event.pointerId, now)
    },
    onPointerUp,
    onPointerCancel: onPointerUp,
    onLostPointerCapture: onPointerUp,
    onClickCapture(event: React.MouseEvent) {
      if (far.current < DRAG_PX) return
      far.current = 0
      event.stopPropagation()
    },
  }
}
