import { useCallback, useMemo, useState } from 'react'
import { type Extent, fitView, held, type Place, type View, zoomedAt } from './mercator.ts'

/** Room for the symbol of a place, and for the buttons at the right. */
const SYMBOL_PX = 34
const BUTTONS_PX = 36

/** The area in view: the places, until the reader moves it. */
export function useMapView(places: readonly Place[], extent: Extent) {
  const fitted = useMemo(() => fitView(places, extent, SYMBOL_PX, BUTTONS_PX), [places, extent])
  // Until the reader moves it, the view follows the points and the room; newer figures of the same points leave it
  // where it is.
  const of = useMemo(() => places.map(({ lat, lng }) => `${lat} ${lng}`).join(), [places])
  const [moved, setMoved] = useState<{ view: View; of: string } | null>(null)
  const view = useMemo(
    () => (moved === null || moved.of !== of ? fitted : held(moved.view, extent)),
    [moved, of, fitted, extent],
  )
  const move = useCallback(
    (change: (from: View) => View) =>
      setMoved((now) => ({ view: change(now === null || now.of !== of ? fitted : held(now.view, extent)), of })),
    [of, fitted, extent],
  )
  const zoom = useCallback(
    (factor: number, at = { x: extent.width / 2, y: extent.height / 2 }) =>
      move((from) => zoomedAt(from, extent, factor, at)),
    [move, extent],
  )
  const fit = useCallback(() => setMoved(null), [])
  return { view, move, zoom, fit }
}
