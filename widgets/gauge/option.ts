/** The dial as gauges of the library: track and arc, named stretches outside of them, marks across. Pure. */
import type { ComposeOption } from 'echarts/core'
import { GaugeChart } from 'echarts/charts'
import type { GaugeSeriesOption } from 'echarts/charts'
import { register } from '#ui/chart/library.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Step } from '../lib/steps.ts'
import type { GaugeProjection } from './model.ts'

register([GaugeChart])

export type DialOption = ComposeOption<GaugeSeriesOption>

/** Colours in the place of the palette. */
export const TONES = [
  'var(--tone-0)',
  'var(--good)',
  'var(--warn-solid)',
  'var(--bad-solid)',
  'var(--tone-others)',
  'var(--sunken)',
]
const [PLAIN, TRACK] = [0, 5]
const PLACES: Readonly<Record<Step['tone'], number>> = { good: 1, warn: 2, bad: 3, neutral: 4 }

/** Pixels of the ring of stretches, with the air below it. */
const ZONES_PX = 7
const ZONE_PX = 4
/** Half of what is free between two stretches, of the whole. */
const BETWEEN = 0.0026

export const outerOf = (radius: number, withZones: boolean) => radius - (withZones ? ZONES_PX : 1)
export const innerOf = (radius: number, withZones: boolean) => 0.74 * outerOf(radius, withZones)

export function gaugeOption(
  { value, target, reference, scale, zones, states }: GaugeProjection,
  radius: number,
  theme: ChartTheme,
): DialOption {
  const [outer, inner] = [outerOf(radius, zones.length > 0), innerOf(radius, zones.length > 0)]
  const share = (at: number) => Math.max(0, Math.min(1, (at - scale.min) / (scale.max - scale.min)))
  const tone = (at: number) => theme.tones[at] ?? theme.others
  const isOpen = ['partial', 'settling', 'estimated'].includes(states?.[0] ?? 'final')
  const colour = tone(PLAIN)
  const none = { show: false }
  const half: GaugeSeriesOption = {
    type: 'gauge',
    silent: true,
    center: [radius, radius],
    startAngle: 180,
    endAngle: 0,
    min: 0,
    max: 1,
    axisTick: none,
    splitLine: none,
    axisLabel: none,
    detail: none,
    title: none,
    anchor: none,
    pointer: none,
  }
  const mark = (at: number, from: number, to: number, width: number, color: string) => ({
    value: share(at),
    itemStyle: { color },
    pointer: { width, length: to - from, offsetCenter: [0, -from] },
  })
  const marks = [
    ...(reference === null ? [] : [mark(reference, inner - 1, outer, 1.75, theme.muted)]),
    ...(target === null ? [] : [mark(target, inner - 4, radius, 2.5, theme.text)]),
  ]
  return {
    series: [
      {
        ...half,
        id: 'arc',
        radius: outer,
        axisLine: { lineStyle: { width: outer - inner, color: [[1, tone(TRACK)]] } },
        progress: {
          show: true,
          width: outer - inner,
          itemStyle: {
            color: colour,
            ...(isOpen && { opacity: 0.72, borderColor: colour, borderWidth: 1, borderType: [3, 2] }),
          },
        },
        data: value === null || share(value) === 0 ? [] : [{ value: share(value) }],
      },
      ...(zones.length === 0
        ? []
        : [
            {
              ...half,
              id: 'zones',
              radius: radius - 0.5,
              axisLine: {
                lineStyle: {
                  width: ZONE_PX,
                  color: zones.flatMap(({ from, to, step: { tone: named } }): [number, string][] => [
                    [from + BETWEEN, 'transparent'],
                    [to - BETWEEN, tone(PLACES[named])],
                  ]),
                },
              },
              data: [],
            },
          ]),
      ...(marks.length === 0
        ? []
        : [{ ...half, id: 'marks', radius, axisLine: none, pointer: { show: true, icon: 'rect' }, data: marks }]),
    ],
  }
}
