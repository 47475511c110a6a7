/**
 * Where one local is, on the map of the product: nothing is asked of third parties. It is set here too, by pressing,
 * dragging or arrow keys; the numbers beside it say the same.
 */
import { useUi } from '#ui'
import { spotsOf } from '#ui/chart/items.ts'
import { MapChart, type MapTexts, type Symbols } from '#ui/map/map-chart.tsx'
import type { Place } from '#ui/map/mercator.ts'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import css from './locals.module.css'

const HEIGHT = 240
const RADIUS = 8
/** Degrees of latitude and longitude to each side. */
const AROUND = 2.5

interface PositionMapProps {
  name: string
  /** Degrees; null: not set yet. */
  place: Place | null
  onMove: (place: Place) => void
}

export function PositionMap({ name, place, onMove }: PositionMapProps) {
  const { t, locale } = useUi()
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // A pin moved here stays where it was pressed: only other coordinates centre the map again.
  const [moved, setMoved] = useState<{ to: Place; middle: Place | null } | null>(null)
  const isOwn = moved !== null && moved.to.lat === place?.lat && moved.to.lng === place.lng
  const middle = isOwn ? moved.middle : place
  const [midLat, midLng] = [middle?.lat, middle?.lng]
  // With the land around it: one point alone would be shown nearer than the ground of the product has anything to show.
  const places = useMemo(
    () =>
      midLat === undefined || midLng === undefined
        ? []
        : [
            { lat: Math.max(-85, midLat - AROUND), lng: Math.max(-180, midLng - AROUND) },
            { lat: Math.min(85, midLat + AROUND), lng: Math.min(180, midLng + AROUND) },
          ],
    [midLat, midLng],
  )
  const draw = useCallback(
    (at: (place: Place) => { x: number; y: number }): Symbols => {
      if (place === null) return { spots: spotsOf([]), inside: () => null, series: () => [] }
      const { x, y } = at(place)
      return {
        spots: spotsOf([{ x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS }]),
        inside: () => null,
        series: (theme) => [
          {
            type: 'scatter',
            coordinateSystem: 'geo',
            silent: true,
            clip: false,
            symbolSize: 2 * RADIUS,
            data: [[place.lng, place.lat]],
            itemStyle: { color: theme.tones[0] ?? theme.text, borderColor: theme.background, borderWidth: 2 },
          },
        ],
      }
    },
    [place],
  )
  const texts = useMemo((): MapTexts => {
    const unit = (of: 'meter' | 'kilometer') => new Intl.NumberFormat(locale, { style: 'unit', unit: of })
    return {
      nearer: t('noun-locals:map.nearer'),
      farther: t('noun-locals:map.farther'),
      fit: t('noun-locals:map.fit'),
      world: t('noun-locals:map.world'),
      plain: t('noun-locals:map.plain'),
      noGround: t('noun-locals:map.noGround'),
      metres: (metres) => (metres < 1000 ? unit('meter').format(metres) : unit('kilometer').format(metres / 1000)),
    }
  }, [t, locale])
  const label = t('noun-locals:map.label')
  const hint = useId()
  // Some ten centimetres; more is the noise of the number's own binary form.
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const where = place === null ? '' : `${degrees.format(place.lat)}; ${degrees.format(place.lng)}`
  const move = (to: Place) => {
    setMoved({ to, middle })
    onMove(to)
  }
  return (
    <>
      <div ref={frame} className={css.map} style={{ height: HEIGHT }}>
        {width > 0 && (
          <MapChart
            label={label}
            summary={place === null ? name : `${name}: ${where}`}
            width={width}
            height={HEIGHT}
            places={places}
            draw={draw}
            textOf={() => ({ title: name, rows: [] })}
            onPick={() => undefined}
            texts={texts}
            pin={{ place, label: `${label}: ${where}`, describedBy: hint, onMove: move }}
          />
        )}
      </div>
      <p id={hint} className={css.mapHint}>
        {t('noun-locals:map.hint')}
      </p>
    </>
  )
}
