import { useCallback, useMemo } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import type { SpotText } from '#ui/chart/chart.tsx'
import { MapChart, type MapTexts, type Symbols } from '#ui/map/map-chart.tsx'
import { fieldValue, pickOf } from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { stateOfAtoms } from '../lib/groups.ts'
import { spotRow } from '../lib/spot-row.ts'
import { drawMap, radiusOf, scaleOf, SHADES } from './option.ts'
import type { MapSymbols } from './option.ts'
import type { MapOptions } from './generated/options.ts'
import css from './map.module.css'
import { isMap } from './model.ts'
import type { MapPoint, MapProjection } from './model.ts'

export { project } from './model.ts'

/** From a hint of the accent to all of it; and grey for what has no value. */
const TONES = [
  ...[26, 45, 63, 81, 100].map((share) => `color-mix(in oklab, var(--tone-0) ${share}%, var(--raised))`),
  'var(--tone-others)',
]
const LEGEND_PX = 30
/** Narrower, the two keys are under each other. */
const TWO_LINES = { below: 440, height: 52 }
const LEGEND_FROM_PX = 130
/** Radius of the largest circle in the legend. */
const LARGEST_PX = 9
/** Names of several points in a tooltip; the others are counted. */
const MAX_LISTED = 6

export default function StoreMap(props: WidgetViewProps<MapOptions>) {
  const { projection, size, context } = props
  if (!isMap(projection)) return null
  if (projection.points.length === 0)
    return (
      <div className={css.none} style={{ height: size.height }}>
        <strong>{context.t('noPlaces')}</strong>
        <p>{context.t('toDo', { lat: props.options.latitude, lng: props.options.longitude })}</p>
      </div>
    )
  return <OnMap {...props} projection={projection} />
}

function OnMap({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<MapOptions> & { projection: MapProjection }) {
  const { format, locale } = useUi()
  const { points } = projection
  const draw = useCallback(
    (
      at: (place: Pick<MapPoint, 'lat' | 'lng'>) => { x: number; y: number },
      extent: { width: number; height: number },
      measure: (text: string) => number,
    ): MapSymbols =>
      drawMap({ projection, at, extent, measure, withGroups: options.cluster, withNames: options.showNames }),
    [projection, options.cluster, options.showNames],
  )

  const textOf = useCallback(
    (symbols: Symbols, spot: number): SpotText => {
      const one = (symbols as MapSymbols).symbols[spot]
      if (one === undefined) return { title: '', rows: [] }
      const row = (field: Field) =>
        spotRow(field, {
          value: fieldValue(field, one.atoms),
          before: one.before === null ? null : fieldValue(field, one.before),
          state: stateOfAtoms(one.atoms, field.metric),
          tone: 0,
          format,
        })
      const { size: area, colour } = projection
      const names = one.members.map(({ name }) => name)
      const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format([
        ...names.slice(0, MAX_LISTED),
        ...(names.length > MAX_LISTED ? [`+${names.length - MAX_LISTED}`] : []),
      ])
      return {
        title: names.length === 1 ? (names[0] ?? '') : context.t('together', { n: names.length }),
        rows: [
          ...(area === null ? [] : [row(area)]),
          ...(colour === null || colour.id === area?.id ? [] : [row(colour)]),
        ],
        reason: names.length === 1 ? (one.members[0]?.reason ?? null) : list,
      }
    },
    [projection, format, context, locale],
  )

  const texts = useMemo((): MapTexts => {
    const unit = (name: string) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 1 })
    const [metre, kilometre] = [unit('meter'), unit('kilometer')]
    const { t } = context
    return {
      nearer: t('nearer'),
      farther: t('farther'),
      fit: t('fit'),
      world: t('world'),
      plain: t('plain'),
      noGround: t('noGround'),
      metres: (metres) => (metres < 1000 ? metre.format(metres) : kilometre.format(metres / 1000)),
    }
  }, [context, locale])

  const withLegend =
    size.height >= LEGEND_FROM_PX && (projection.size !== null || projection.colour !== null || projection.unplaced > 0)
  const legendHeight = withLegend
    ? size.width < TWO_LINES.below && projection.size !== null && projection.colour !== null
      ? TWO_LINES.height
      : LEGEND_PX
    : 0
  const onPick = useCallback(
    (symbols: Symbols, spot: number) => {
      const one = (symbols as MapSymbols).symbols[spot]?.members[0]
      if (one !== undefined) emit('pick', pickOf(one.member))
    },
    [emit],
  )
  return (
    <div className={css.widget} style={{ height: size.height }}>
      <MapChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={size.height - legendHeight}
        places={points}
        texts={texts}
        tones={TONES}
        draw={
          draw as (
            at: (place: { lat: number; lng: number }) => { x: number; y: number },
            extent: { width: number; height: number },
            measure: (text: string) => number,
          ) => Symbols
        }
        textOf={textOf}
        onPick={onPick}
      />
      {withLegend && <Legend projection={projection} context={context} height={legendHeight} />}
    </div>
  )
}

function Legend({
  projection: { points, size, colour, unplaced },
  context,
  height,
}: {
  projection: MapProjection
  context: WidgetViewProps['context']
  height: number
}) {
  const { format } = useUi()
  const valuesOf = (field: Field) => points.map(({ atoms }) => fieldValue(field, atoms))
  const areas = size === null ? null : scaleOf(valuesOf(size))
  const shades = colour === null ? null : scaleOf(valuesOf(colour))
  const [small, large] =
    areas === null
      ? [0, 0]
      : [(LARGEST_PX * radiusOf(areas.low, areas.high)) / radiusOf(areas.high, areas.high), LARGEST_PX]
  return (
    <div className={css.legend} style={{ height }}>
      {size !== null && areas !== null && (
        <span className={css.key}>
          <span className={css.label}>{size.label}</span>
          <svg
            width={2 * (small + large) + 10}
            height="20"
            viewBox={`0 0 ${2 * (small + large) + 10} 20`}
            aria-hidden="true"
          >
            <circle cx={small + 1} cy="10" r={small} className={css.ring} />
            <circle cx={2 * small + large + 8} cy="10" r={large} className={css.ring} />
          </svg>
          <span className={css.ends}>
            {format.value(areas.low, size.format)}–{format.value(areas.high, size.format)}
          </span>
        </span>
      )}
      {colour !== null && shades !== null && (
        <span className={css.key}>
          <span className={css.label}>{colour.label}</span>
          <span className={css.ends}>{format.value(shades.low, colour.format)}</span>
          <svg width={SHADES * 14} height="10" aria-hidden="true">
            {Array.from({ length: SHADES }, (_, n) => (
              <rect key={TONES[n]} x={n * 14} width="14" height="10" fill={TONES[n]} />
            ))}
          </svg>
          <span className={css.ends}>{format.value(shades.high, colour.format)}</span>
        </span>
      )}
      {unplaced > 0 && <span className={css.key}>{context.t('unplaced', { n: unplaced })}</span>}
    </div>
  )
}
