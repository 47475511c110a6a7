/**
 * A point that the reader sets on a map: dragged, moved by arrow keys while it has the focus, or put where the ground
 * is pressed. It is drawn by its map; this is what hands take hold of.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import css from './map-chart.module.css'
import { type Extent, type Place, placeAt, toPixel, type View, xOfLng, yOfLat } from './mercator.ts'

export interface Pin {
  /** Null: not set yet, nothing is drawn. */
  readonly place: Place | null
  readonly label: string
  /** Id of the element that describes how to set it. */
  readonly describedBy: string
  /** Degrees, of six decimals. */
  readonly onMove: (place: Place) => void
}

/** How far an arrow key moves it, pixels of the page: near, that is less of the earth. */
const STEP_PX = 8
const STEPS: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
}

export function MapPin({ pin, view, extent }: { pin: Pin; view: View; extent: Extent }) {
  /** From the hand to the point, pixels, while it is held. */
  const held = useRef<{ x: number; y: number } | null>(null)
  if (pin.place === null) return null
  const { x, y } = toPixel(view, extent)({ x: xOfLng(pin.place.lng), y: yOfLat(pin.place.lat) })
  if (x < 0 || y < 0 || x > extent.width || y > extent.height) return null
  const moveTo = (toX: number, toY: number) => pin.onMove(placeAt(view, extent, { x: toX, y: toY }))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveTo(x + step[0], y + step[1])
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (held.current !== null) moveTo(clientX + held.current.x, clientY + held.current.y)
  }
  const letGo = () => {
    held.current = null
  }
  return (
    <button
      type="button"
      className={css.pin}
      style={{ left: x, top: y }}
      aria-label={pin.label}
      aria-describedby={pin.describedBy}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: x - event.clientX, y: y - event.clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
    />
  )
}
