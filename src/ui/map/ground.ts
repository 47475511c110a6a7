/** The layers under the points of a map: land, borders, a grid of degrees, and the bar of its scale. */
import { registerMap } from 'echarts/core'
import type { ComposeOption } from 'echarts/core'
import { LinesChart, ScatterChart } from 'echarts/charts'
import type { LinesSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { GeoComponent, GraphicComponent } from 'echarts/components'
import type { GeoComponentOption, GraphicComponentOption } from 'echarts/components'
import { register } from '../chart/library.ts'
import type { ChartTheme } from '../chart/theme.ts'
import {
  boxOf,
  type Extent,
  latOfY,
  lngOfX,
  metresPerPixel,
  netStep,
  scaleBar,
  type View,
  xOfLng,
  yOfLat,
} from './mercator.ts'
import { BORDERS, type Box, geoJsonOf, LAND, type Land } from './topology.ts'

register([GeoComponent, GraphicComponent, LinesChart, ScatterChart])

export type MapOption = ComposeOption<
  GeoComponentOption | GraphicComponentOption | LinesSeriesOption | ScatterSeriesOption
>

/**
 * Natural Earth at 1 : 50 million is some kilometres off its coasts: nearer than this it would put a harbour into the
 * sea.
 */
const PLAIN_BELOW_M = 450
/** Above it the coarse land looks no different. */
const COARSE_ABOVE_M = 12_000

/** Which land a view can show; null = none that would be true. */
export const detailOf = (view: View): 'coarse' | 'fine' | null => {
  const metres = metresPerPixel(view)
  return metres < PLAIN_BELOW_M ? null : metres > COARSE_ABOVE_M ? 'coarse' : 'fine'
}

const GROUND = 'ground'
const NONE: Land = { rings: [], borders: [] }

/**
 * Gives the library the land that a view shows, in the moment before it is drawn: the library holds maps by name and
 * never lets one go, so there is one, and each drawing brings its own.
 */
export function bringLand(land: Land | null, view: View, extent: Extent): void {
  // Points of the library's own types: its outlines are never changed.
  registerMap(GROUND, geoJsonOf(land ?? NONE, boxOf(view, extent)) as unknown as Parameters<typeof registerMap>[1])
}

const PROJECTION = {
  project: ([lng = 0, lat = 0]: number[]) => [xOfLng(lng), yOfLat(lat)],
  unproject: ([x = 0, y = 0]: number[]) => [lngOfX(x), latOfY(y)],
}

export interface GroundInput {
  readonly view: View
  readonly extent: Extent
  readonly theme: ChartTheme
  /** Beside the bar; empty where there is nothing to say. */
  readonly note: string
  readonly writeMetres: (metres: number) => string
}

/** The ground with its symbols. Pure: the land is the one that was brought. */
export function mapOption(
  { view, extent, theme, note, writeMetres }: GroundInput,
  symbols: readonly ScatterSeriesOption[],
): MapOption {
  const box = boxOf(view, extent)
  return {
    geo: {
      map: GROUND,
      silent: true,
      roam: false,
      left: 0,
      top: 0,
      width: extent.width,
      height: extent.height,
      projection: PROJECTION,
      boundingCoords: [
        [box.west, box.north],
        [box.east, box.south],
      ],
      label: { show: false },
      regions: [
        { name: LAND, itemStyle: { areaColor: theme.gridLine, borderColor: theme.axisLine, borderWidth: 0.75 } },
        { name: BORDERS, itemStyle: { borderColor: theme.background, borderWidth: 1.25 } },
      ],
    },
    series: [
      {
        id: 'net',
        type: 'lines',
        coordinateSystem: 'geo',
        silent: true,
        z: 1,
        lineStyle: { color: theme.axisLine, width: 1, opacity: 0.35 },
        data: netLines(box, netStep(view)).map((coords) => ({ coords })),
      } satisfies LinesSeriesOption,
      ...symbols,
    ],
    graphic: scaleAndNote({ view, extent, theme, note, writeMetres }),
  }
}

/** Meridians and parallels of a box, so many degrees apart. */
export function netLines({ west, south, east, north }: Box, step: number): number[][][] {
  const within = (from: number, to: number) => {
    const first = Math.ceil(from / step)
    return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, n) => (first + n) * step)
  }
  return [
    ...within(Math.max(-180, west), Math.min(180, east)).map((lng) => [
      [lng, south],
      [lng, north],
    ]),
    ...within(Math.max(-84, south), Math.min(84, north)).map((lat) => [
      [west, lat],
      [east, lat],
    ]),
  ]
}

/** Bottom right: how long so many pixels are. Bottom left what is to be said. */
function scaleAndNote({ view, extent: { width, height }, theme, note, writeMetres }: GroundInput) {
  const { metres, px } = scaleBar(view, Math.min(110, width / 3))
  const [right, foot] = [width - 8, Math.round(height - 8)]
  const rect = (x: number, y: number, w: number, h: number, fill: string, opacity = 1) => ({
    type: 'rect' as const,
    silent: true,
    z: 2,
    shape: { x, y, width: w, height: h },
    style: { fill, opacity },
  })
  const words = (text: string, x: number, align: 'left' | 'right') => ({
    type: 'text' as const,
    silent: true,
    z: 2,
    x,
    y: foot - 4,
    style: {
      text,
      align,
      verticalAlign: 'bottom' as const,
      fill: theme.muted,
      font: `420 ${theme.fontSize}px ${theme.font}`,
    },
  })
  return [
    rect(right - px - 6, foot - 22, px + 12, height - foot + 22, theme.background, 0.72),
    rect(right - px, foot, px, 2, theme.muted),
    rect(right - px, foot - 5, 1, 5, theme.muted),
    rect(right - 1, foot - 5, 1, 5, theme.muted),
    words(writeMetres(metres), right, 'right'),
    ...(note === '' ? [] : [{ ...words(note, 8, 'left'), y: height - 4 }]),
  ]
}
