/** Ribbons between stages. A ribbon has the colour of the member it comes from; pointing at one tells it in words. */
import { useState } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { pickOf, placeTone } from '../lib/fields.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { SankeyOptions } from './generated/options.ts'
import { isSankey } from './model.ts'
import type { SankeyProjection } from './model.ts'
import css from './sankey.module.css'

export { project } from './model.ts'

const HEAD_PX = 22
const NODE_PX = 10
const GAP_PX = 8
/** Names beside a node need this much to be read. */
const NAME_PX = 96

interface Box {
  readonly x: number
  readonly y: number
  readonly h: number
  readonly tone: number
}

const colourOf = (tone: number) => (tone === OTHERS_TONE ? 'var(--tone-others)' : `var(--tone-${tone})`)
const toneOf = (place: number, isOthers: boolean) => (isOthers ? OTHERS_TONE : placeTone(place))

/** One scale for all stages: the one with the most gaps decides. */
function boxesOf({ stages, total }: SankeyProjection, width: number, height: number): Box[][] {
  const most = Math.max(1, ...stages.map(({ nodes }) => nodes.length))
  const gap = Math.min(GAP_PX, height / (3 * most))
  const scale = total > 0 ? (height - gap * (most - 1)) / total : 0
  return stages.map(({ nodes }, stage) => {
    const x = stages.length < 2 ? 0 : (stage * (width - NODE_PX)) / (stages.length - 1)
    const used = nodes.reduce((sum, { value }) => sum + value * scale, 0) + gap * (nodes.length - 1)
    let y = Math.max(0, (height - used) / 2)
    return nodes.map(({ value, isOthers }, place) => {
      const box = { x, y, h: value * scale, tone: toneOf(place, isOthers) }
      y += box.h + gap
      return box
    })
  })
}

export default function Sankey({ projection, size, context, emit }: WidgetViewProps<SankeyOptions>) {
  const { format } = useUi()
  const [at, setAt] = useState<number | null>(null)
  if (!isSankey(projection)) return null
  const { stages, links, total } = projection
  const [width, height] = [Math.max(NODE_PX * 4, size.width), Math.max(GAP_PX * 4, size.height - HEAD_PX - 2)]
  const boxes = boxesOf(projection, width, height)
  const scale = (link: (typeof links)[number]) => {
    const node = stages[link.stage]?.nodes[link.from]
    const box = boxes[link.stage]?.[link.from]
    return node === undefined || box === undefined || node.value === 0 ? 0 : box.h / node.value
  }
  // Ribbons leave and arrive in the order of the places, so that few cross.
  const out = stages.map(({ nodes }) => new Float64Array(nodes.length))
  const into = stages.map(({ nodes }) => new Float64Array(nodes.length))
  const ribbons = links.map((link) => {
    const [a, b] = [boxes[link.stage]?.[link.from] as Box, boxes[link.stage + 1]?.[link.to] as Box]
    const h = link.value * scale(link)
    const leaving = out[link.stage] as Float64Array
    const arriving = into[link.stage + 1] as Float64Array
    const [y1, y2] = [a.y + (leaving[link.from] as number), b.y + (arriving[link.to] as number)]
    leaving[link.from] = (leaving[link.from] as number) + h
    arriving[link.to] = (arriving[link.to] as number) + h
    const [x1, x2] = [a.x + NODE_PX, b.x]
    const half = (x1 + x2) / 2
    return {
      tone: a.tone,
      d: `M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}L${x2} ${y2 + h}C${half} ${y2 + h} ${half} ${y1 + h} ${x1} ${y1 + h}Z`,
    }
  })
  const link = at === null ? undefined : links[at]
  const nameOf = (stage: number, place: number) => stages[stage]?.nodes[place]?.name ?? ''
  const said =
    link === undefined
      ? ''
      : `${nameOf(link.stage, link.from)} → ${nameOf(link.stage + 1, link.to)}: ${format.exact(link.value, 'count')} (${format.value(total > 0 ? (100 * link.value) / total : null, 'percent')})`
  const room = stages.length < 2 ? width : (width - NODE_PX) / (stages.length - 1) / 2 - NODE_PX
  return (
    <section className={css.sankey} style={{ height: size.height }} aria-label={context.t('description')}>
      <div className={css.heads} style={{ height: HEAD_PX }}>
        {said === '' ? stages.map(({ name }) => <span key={name}>{name}</span>) : <b>{said}</b>}
      </div>
      <svg width={width} height={height} aria-hidden="true" className={css.drawing}>
        {ribbons.map(({ d, tone }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- ribbons stand in an order
          <path
            key={place}
            d={d}
            className={css.ribbon}
            style={{ fill: colourOf(tone) }}
            data-dim={(at !== null && at !== place) || undefined}
            onPointerEnter={() => setAt(place)}
            onPointerLeave={() => setAt(null)}
          />
        ))}
        {boxes.flatMap((stage, column) =>
          stage.map((box, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- members stand in an order
            <rect
              key={`${column}-${place}`}
              x={box.x}
              y={box.y}
              width={NODE_PX}
              height={Math.max(1, box.h)}
              rx={2}
              style={{ fill: column === stages.length - 1 ? 'var(--muted)' : colourOf(box.tone) }}
            />
          )),
        )}
      </svg>
      {stages.map(({ nodes }, column) =>
        nodes.map((node, place) => {
          const box = boxes[column]?.[place] as Box
          const last = column === stages.length - 1
          if (box.h < 13 || room < NAME_PX / 2) return null
          return (
            <span
              key={`${column}-${node.name}`}
              className={css.name}
              data-last={last || undefined}
              style={{
                top: HEAD_PX + box.y + box.h / 2,
                maxWidth: room,
                ...(last ? { right: size.width - box.x + 4 } : { left: box.x + NODE_PX + 4 }),
              }}
            >
              {node.isOthers || node.member === null ? (
                <span className={css.member}>{node.name}</span>
              ) : (
                <button
                  type="button"
                  className={css.member}
                  title={node.name}
                  onClick={() => emit('pick', pickOf(node.member))}
                >
                  {node.name}
                </button>
              )}{' '}
              <span className={css.value}>{format.value(node.value, 'count')}</span>
            </span>
          )
        }),
      )}
    </section>
  )
}
