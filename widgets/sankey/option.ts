/** Stages as a sankey of the library, its members in their order. Pure. */
import type { ComposeOption } from 'echarts/core'
import { SankeyChart } from 'echarts/charts'
import type { SankeySeriesOption } from 'echarts/charts'
import type { Drawn } from '#ui/chart/chart.tsx'
import type { Spots } from '#ui/chart/items.ts'
import { register } from '#ui/chart/library.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import { placeTone } from '../lib/fields.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { FlowLink, FlowNode } from './flow.ts'
import type { SankeyProjection } from './model.ts'

register([SankeyChart])

export type FlowOption = ComposeOption<SankeySeriesOption>

interface FlowInput {
  readonly projection: Pick<SankeyProjection, 'stages' | 'links'>
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  readonly valueOf: (value: number) => string
}

const NODE_PX = 10
const GAP_PX = 8
/** Names beside a node need this much to be read. */
const NAME_PX = 48
const LEAST_NAMED_PX = 13
/** Semi-bold figures are wider than they are measured. */
const BOLD = 1.08

/** One place of the chart that can be read: a member on its stage, or a ribbon. */
export type FlowSpot =
  | { readonly kind: 'node'; readonly stage: number; readonly place: number; readonly node: FlowNode }
  | { readonly kind: 'link'; readonly link: FlowLink }

/** The members stage by stage, then the ribbons: as the library numbers its items. */
export function spotsOfFlow({ stages, links }: Pick<SankeyProjection, 'stages' | 'links'>): FlowSpot[] {
  return [
    ...stages.flatMap(({ nodes }, stage) =>
      nodes.map((node, place): FlowSpot => ({ kind: 'node', stage, place, node })),
    ),
    ...links.map((link): FlowSpot => ({ kind: 'link', link })),
  ]
}

/** Up and down stay in a stage, or among the ribbons after it; right and left follow the flow. */
export function stepOfFlow(spots: readonly FlowSpot[]): Spots['step'] {
  const find = (wanted: (spot: FlowSpot) => boolean) => {
    const found = spots.findIndex(wanted)
    return found < 0 ? null : found
  }
  const isAlike = (a: FlowSpot, b: FlowSpot | undefined) =>
    b !== undefined &&
    a.kind === b.kind &&
    (a.kind === 'node' ? b.kind === 'node' && a.stage === b.stage : b.kind === 'link' && a.link.stage === b.link.stage)
  return (spot, direction) => {
    const from = spots[spot]
    if (from === undefined) return null
    if (direction === 'up' || direction === 'down') {
      const next = direction === 'down' ? spot + 1 : spot - 1
      return isAlike(from, spots[next]) ? next : null
    }
    if (from.kind === 'link') {
      const { stage, from: begin, to } = from.link
      const [at, place] = direction === 'right' ? [stage + 1, to] : [stage, begin]
      return find((one) => one.kind === 'node' && one.stage === at && one.place === place)
    }
    return find(
      (one) =>
        one.kind === 'link' &&
        (direction === 'right'
          ? one.link.stage === from.stage && one.link.from === from.place
          : one.link.stage === from.stage - 1 && one.link.to === from.place),
    )
  }
}

export function drawFlow({ projection: { stages, links }, width, height, measure, valueOf }: FlowInput): Drawn {
  const begins = stages.map((_, stage) => stages.slice(0, stage).reduce((sum, { nodes }) => sum + nodes.length, 0))
  const numberOf = (stage: number, place: number) => (begins[stage] ?? 0) + place
  const most = Math.max(1, ...stages.map(({ nodes }) => nodes.length))
  const nodeGap = Math.min(GAP_PX, height / (3 * most))
  const total = stages[0]?.nodes.reduce((sum, { value }) => sum + value, 0) ?? 0
  const scale = total > 0 ? Math.max(0, height - nodeGap * (most - 1)) / total : 0
  const room = stages.length < 2 ? width : (width - NODE_PX) / (stages.length - 1) / 2 - NODE_PX

  const option = (theme: ChartTheme): FlowOption => {
    const last = stages.length - 1
    return {
      series: [
        {
          type: 'sankey',
          left: 0,
          right: 0,
          top: 0,
          bottom: 0,
          nodeWidth: NODE_PX,
          nodeGap,
          nodeAlign: 'justify',
          // The members keep their order; none is moved to have fewer crossings.
          layoutIterations: 0,
          draggable: false,
          itemStyle: { borderWidth: 0 },
          lineStyle: { color: 'source', opacity: 0.32, curveness: 0.5 },
          edgeLabel: { show: false },
          emphasis: { focus: 'adjacency', lineStyle: { opacity: 0.62 }, label: { color: theme.text } },
          blur: { itemStyle: { opacity: 1 }, label: { opacity: 1 }, lineStyle: { opacity: 0.12 } },
          label: {
            color: theme.text,
            distance: 4,
            rich: { value: { color: theme.text, fontWeight: 500, fontSize: theme.fontSize, fontFamily: theme.font } },
          },
          data: stages.flatMap(({ nodes }, stage) =>
            nodes.map(({ name, value, isOthers }, place) => {
              const words = value * scale < LEAST_NAMED_PX || room < NAME_PX ? null : wordsOf(name, valueOf(value))
              return {
                // Two members may bear one name.
                name: String(numberOf(stage, place)),
                depth: stage,
                itemStyle: {
                  color: stage === last ? theme.muted : toneOf(theme, isOthers ? OTHERS_TONE : placeTone(place)),
                  borderRadius: 2,
                },
                label:
                  words === null
                    ? { show: false }
                    : {
                        show: true,
                        position: stage === last ? ('left' as const) : ('right' as const),
                        formatter: () => words,
                      },
              }
            }),
          ),
          links: links.map(({ stage, from, to, value }) => ({
            source: String(numberOf(stage, from)),
            target: String(numberOf(stage + 1, to)),
            value,
            emphasis: { focus: 'self' as const },
          })),
        },
      ],
    }
  }

  /** The figure stays whole: a long name ends before it. */
  function wordsOf(name: string, value: string): string {
    const left = room - BOLD * measure(` ${value}`)
    const letters = Array.from(name)
    let shown = name
    for (let count = letters.length - 1; count >= 0 && measure(shown) > left; count--)
      shown = count === 0 ? '' : `${letters.slice(0, count).join('').trimEnd()}…`
    // A text that the library would parse as a style is split by a zero-width character.
    return `${shown.replaceAll('{', '{\u200B')} {value|${value}}`
  }

  return { option, step: stepOfFlow(spotsOfFlow({ stages, links })) }
}
