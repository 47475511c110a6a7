import { useCallback, useMemo } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import { ChartKey, useHeight } from '../lib/chart-key.tsx'
import layout from '../lib/layout.module.css'
import { wordsOn } from '../lib/item-charts/read-shades.ts'
import { amountShades, changeShades } from '../lib/item-charts/shades.ts'
import { ShadeKey } from '../lib/item-charts/shade-key.tsx'
import { fieldChangeFormat } from '../lib/fields.ts'
import { spotRow } from '../lib/spot-row.ts'
import type { HierarchyOptions } from './generated/options.ts'
import { innermostOf, isHierarchy } from './model.ts'
import type { HierarchyProjection, Part } from './model.ts'
import { branchTone, drawSunburst, drawTreemap } from './option.ts'
import { branchesOf } from './tree.ts'

export { project } from './model.ts'

export default function Hierarchy(props: WidgetViewProps<HierarchyOptions>) {
  return isHierarchy(props.projection) ? <Parts {...props} projection={props.projection} /> : null
}

/** From nothing to the most; of a change as far below zero as above. */
function shadeOf({ nodes, field, withReference }: HierarchyProjection, tone: HierarchyOptions['tone']) {
  if (tone === 'share') {
    const of = ({ shareOfParent }: Part) => shareOfParent
    const most = Math.max(0, ...nodes.map((part) => of(part) ?? 0))
    return { of, scale: { min: 0, max: most || 1 }, tones: amountShades(), format: 'percent' as const }
  }
  if (tone !== 'change' || !withReference) return null
  const of = ({ change }: Part) => change.value
  const most = Math.max(0, ...nodes.filter(({ isOthers }) => !isOthers).map((part) => Math.abs(of(part) ?? 0))) || 1
  const tones = changeShades({
    isUpGood: field.betterWhen !== 'down',
    isJudged: field.betterWhen !== 'neutral' && nodes.every(({ change }) => !change.mixed),
  })
  return { of, scale: { min: -most, max: most }, tones, format: fieldChangeFormat(field) }
}

function Parts({
  projection,
  options: { look, tone },
  size,
  context,
  emit,
}: WidgetViewProps<HierarchyOptions> & { projection: HierarchyProjection }) {
  const { format } = useUi()
  const { nodes, field, whole } = projection
  const [keyRef, keyHeight] = useHeight()
  const branches = useMemo(() => branchesOf(nodes), [nodes])
  const shade = useMemo(() => shadeOf(projection, tone), [projection, tone])
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn => {
      const input = {
        branches,
        width,
        height,
        measure,
        shade,
        wordsOn,
        valueOf: (value: number | null) => format.value(value, field.format),
        shareOf: (share: number | null) => format.value(share, 'percent'),
      }
      return look === 'treemap'
        ? drawTreemap(input)
        : drawSunburst({ ...input, whole: { value: whole, name: field.label } })
    },
    [branches, shade, look, whole, field, format],
  )
  const textOf = useCallback(
    (spot: number): SpotText => {
      const part = branches[spot - 1]?.part
      const row = {
        mark: 'bar' as const,
        tone: part === undefined ? 0 : branchTone(part),
        reference: null,
        change: null,
      }
      const plain = { ...row, state: 'final' as const, isReferenceOnly: false }
      const share = (id: string, name: string, value: number | null) => ({
        ...plain,
        id,
        name,
        value: format.value(value, 'percent'),
      })
      if (part === undefined)
        return {
          title: context.t('total'),
          rows: [{ ...plain, id: field.id, name: field.label, value: format.exact(whole, field.format) }],
        }
      const around = part.parent === null ? undefined : nodes[part.parent]
      return {
        title: part.names.join(' · '),
        reason: part.reason,
        rows: [
          spotRow(field, { value: part.value, before: part.before, state: part.state, tone: row.tone, format }),
          share('share', context.t('share'), part.share),
          ...(around === undefined
            ? []
            : [share('shareIn', context.t('shareIn', { name: around.name }), part.shareOfParent)]),
        ],
      }
    },
    [branches, nodes, field, whole, format, context],
  )
  const missing = innermostOf(nodes).filter(({ value }) => value === null)
  const keys =
    look === 'sunburst' && shade === null ? nodes.filter(({ parent, value }) => parent === null && value !== null) : []
  return (
    <div className={layout.part} style={{ height: size.height }}>
      <Chart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(40, size.height - keyHeight)}
        draw={draw}
        textOf={textOf}
        view={branches}
        {...(shade !== null && { tones: shade.tones })}
        onPick={(spot) => {
          const part = branches[spot - 1]?.part
          if (part === undefined || part.isOthers) return
          const [first = null, second = null, third = null, fourth = null] = part.path
          emit('pick', { value: part.path.at(-1) ?? null, first, second, third, fourth })
        }}
      />
      <div ref={keyRef}>
        {shade !== null && (
          <ShadeKey
            name={tone === 'share' ? context.t('shareOfPart') : context.t('changeOf', { metric: field.label })}
            scale={shade.scale}
            format={shade.format}
            tones={shade.tones}
            plain={branches.some(({ part }) => shade.of(part) === null) ? context.t('noChange') : null}
          />
        )}
        {keys.length > 0 && (
          <ChartKey
            items={keys.map((part) => ({
              id: part.names.join('\n'),
              name: part.name,
              tone: branchTone(part),
              mark: 'slice' as const,
            }))}
          />
        )}
        {missing.length > 0 && (
          <div className={layout.note}>
            {context.t('summary.missing', { what: missing.map(({ names }) => names.join(' · ')).join(', ') })}
          </div>
        )}
      </div>
    </div>
  )
}
