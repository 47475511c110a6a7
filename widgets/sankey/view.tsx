/** Ribbons between stages. A ribbon has the colour of the member it comes from; reading one tells it in words. */
import { useCallback, useMemo } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import { pickOf, placeTone } from '../lib/fields.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { SankeyOptions } from './generated/options.ts'
import { isSankey } from './model.ts'
import type { SankeyProjection } from './model.ts'
import { drawFlow, spotsOfFlow } from './option.ts'
import css from './sankey.module.css'

export { project } from './model.ts'

const HEAD_PX = 22

export default function Sankey(props: WidgetViewProps<SankeyOptions>) {
  return isSankey(props.projection) ? <Flow {...props} projection={props.projection} /> : null
}

function Flow({ projection, size, context, emit }: WidgetViewProps<SankeyOptions> & { projection: SankeyProjection }) {
  const { format } = useUi()
  const { stages, total, columns, states } = projection
  const measure = columns.find(({ id }) => id === 'value')?.label ?? ''
  const spots = useMemo(() => spotsOfFlow(projection), [projection])
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn =>
      drawFlow({ projection, width, height, measure, valueOf: (value) => format.value(value, 'count') }),
    [projection, format],
  )
  const textOf = useCallback(
    (at: number): SpotText => {
      const spot = spots[at]
      if (spot === undefined) return { title: '', rows: [] }
      const nodeOf = (stage: number, place: number) => stages[stage]?.nodes[place]
      const nameOf = (stage: number, place: number) => nodeOf(stage, place)?.name ?? ''
      const [title, value, tone] =
        spot.kind === 'node'
          ? [spot.node.name, spot.node.value, spot.node.isOthers ? OTHERS_TONE : placeTone(spot.place)]
          : [
              `${nameOf(spot.link.stage, spot.link.from)} → ${nameOf(spot.link.stage + 1, spot.link.to)}`,
              spot.link.value,
              nodeOf(spot.link.stage, spot.link.from)?.isOthers === true ? OTHERS_TONE : placeTone(spot.link.from),
            ]
      const share = format.value(total > 0 ? (100 * value) / total : null, 'percent')
      return {
        title,
        rows: [
          {
            id: 'value',
            name: measure,
            mark: 'bar',
            tone,
            value: `${format.exact(value, 'count')} (${share})`,
            reference: null,
            change: null,
            state: states?.[0] ?? 'final',
            isReferenceOnly: false,
          },
        ],
      }
    },
    [spots, stages, states, total, measure, format],
  )
  return (
    <section className={css.sankey} style={{ height: size.height }}>
      <div className={css.heads} style={{ height: HEAD_PX }}>
        {stages.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <Chart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(32, size.height - HEAD_PX - 2)}
        draw={draw}
        textOf={textOf}
        view={projection}
        onPick={(at) => {
          const spot = spots[at]
          if (spot?.kind === 'node' && !spot.node.isOthers && spot.node.member !== null)
            emit('pick', pickOf(spot.node.member))
        }}
      />
    </section>
  )
}
