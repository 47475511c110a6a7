/** Where one local is, on the map of the product: nothing is asked of third parties. */
import { useUi } from '#ui'
import { spotsOf } from '#ui/chart/items.ts'
import { MapChart, type MapTexts, type Symbols } from '#ui/map/map-chart.tsx'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import css from './locals.module.css'

const HEIGHT = 240
const RADIUS = 8
/** Degrees of latitude and longitude to each side. */
const AROUND = 2.5

export function PositionMap({ name, lat, lng }: { name: string; lat: number; lng: number }) {
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
  // With the land around it: one point alone would be shown nearer than the ground of the product has anything to show.
  const places = useMemo(
    () => [
      { lat: Math.max(-85, lat - AROUND), lng: Math.max(-180, lng - AROUND) },
      { lat: Math.min(85, lat + AROUND), lng: Math.min(180, lng + AROUND) },
    ],
    [lat, lng],
  )
  const draw = useCallback(
    (at: (place: { lat: number; lng: number }) => { x: number; y: number }): Symbols => {
      const { x, y } = at({ lat, lng })
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
            data: [[lng, lat]],
            itemStyle: { color: theme.tones[0] ?? theme.text, borderColor: theme.background, borderWidth: 2 },
          },
        ],
      }
    },
    [lat, lng],
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
  // Some ten centimetres; more is the noise of the number's own binary form.
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  return (
    <div ref={frame} className={css.map} style={{ height: HEIGHT }}>
      {width > 0 && (
        <MapChart
          label={label}
          summary={`${name}: ${degrees.format(lat)}; ${degrees.format(lng)}`}
          width={width}
          height={HEIGHT}
          places={places}
          draw={draw}
          textOf={() => ({ title: name, rows: [] })}
          onPick={() => undefined}
          texts={texts}
        />
      )}
    </div>
  )
}
