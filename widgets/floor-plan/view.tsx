import { useCallback, useMemo } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import { useHeight } from '../lib/chart-key.tsx'
import { fieldChangeFormat, pickOf } from '../lib/fields.ts'
import { wordsOn } from '../lib/item-charts/read-shades.ts'
import { amountShades, changeShades } from '../lib/item-charts/shades.ts'
import { ShadeKey } from '../lib/item-charts/shade-key.tsx'
import layout from '../lib/layout.module.css'
import { spotRow } from '../lib/spot-row.ts'
import type { FloorPlanOptions } from './generated/options.ts'
import { isPlan } from './model.ts'
import type { Area, PlanProjection } from './model.ts'
import { drawPlan } from './option.ts'

export { project } from './model.ts'

export default function FloorPlan(props: WidgetViewProps<FloorPlanOptions>) {
  const { projection, size, context } = props
  if (!isPlan(projection)) return null
  if (projection.areas.every(({ parts }) => parts.length === 0))
    return (
      <div className={layout.part} style={{ height: size.height, overflow: 'auto' }}>
        <strong>{context.t('noPlan')}</strong>
        <p className={layout.note} data-wrap>
          {context.t('toDo')}
        </p>
      </div>
    )
  return <Areas {...props} projection={projection} />
}

/** From nothing to the most; of a change as far below zero as above. */
function shadeOf({ areas, field, withReference, isJudged }: PlanProjection, tone: FloorPlanOptions['tone']) {
  const isChange = tone === 'change' && withReference
  const of = ({ value, change }: Area) => (isChange ? change.value : value)
  const values = areas.flatMap((area) => (area.parts.length === 0 ? [] : (of(area) ?? [])))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const most = Math.max(-low, high) || 1
  return isChange
    ? {
        of,
        isChange,
        scale: { min: -most, max: most },
        tones: changeShades({ isUpGood: field.betterWhen !== 'down', isJudged }),
        format: fieldChangeFormat(field),
      }
    : {
        of,
        isChange,
        scale: { min: low, max: high > low ? high : low + 1 },
        tones: amountShades(),
        format: field.format,
      }
}

function Areas({
  projection,
  options: { tone, showNames },
  size,
  context,
  emit,
}: WidgetViewProps<FloorPlanOptions> & { projection: PlanProjection }) {
  const { format, t } = useUi()
  const { field, notes } = projection
  const [keyRef, keyHeight] = useHeight()
  const areas = useMemo(() => projection.areas.filter(({ parts }) => parts.length > 0), [projection])
  const shade = useMemo(() => shadeOf(projection, tone), [projection, tone])
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn =>
      drawPlan({
        areas,
        width,
        height,
        measure,
        wordsOn,
        withNames: showNames,
        scale: shade.scale,
        of: shade.of,
        write: (value) => format.value(value, shade.format),
      }),
    [areas, shade, showNames, format],
  )
  const textOf = useCallback(
    (spot: number): SpotText => {
      const area = areas[spot]
      if (area === undefined) return { title: '', rows: [] }
      const { name, value, before, state, reason } = area
      return { title: name, reason, rows: [spotRow(field, { value, before, state, tone: 0, format })] }
    },
    [areas, field, format],
  )
  const isBare = (state: Area['state']) => areas.some((area) => area.state === state && area.value === null)
  const unshaded = shade.isChange && areas.some((area) => area.value !== null && shade.of(area) === null)
  return (
    <div className={layout.part} style={{ height: size.height }}>
      <Chart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(40, size.height - keyHeight)}
        draw={draw}
        textOf={textOf}
        tones={shade.tones}
        view={areas}
        onPick={(spot) => {
          const member = areas[spot]?.member ?? null
          if (member !== null) emit('pick', pickOf(member))
        }}
      />
      <div ref={keyRef}>
        <ShadeKey
          name={shade.isChange ? context.t('changeOf', { metric: field.label }) : field.label}
          scale={shade.scale}
          format={shade.format}
          tones={shade.tones}
          hatched={isBare('missing') ? context.t('unmeasured') : null}
          plain={isBare('closed') ? t('ui.state.closed') : unshaded ? context.t('noChange') : null}
        />
        {notes.map((note) => (
          <div key={note} className={layout.note}>
            {note}
          </div>
        ))}
      </div>
    </div>
  )
}
