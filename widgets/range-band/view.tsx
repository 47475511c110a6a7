import { useMemo } from 'react'
import { isoDay } from '#domain/periods'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import type { RangeBandOptions } from './generated/options.ts'
import { isBand } from './model.ts'
import type { BandProjection } from './model.ts'
import { bandOption } from './option.ts'

export { project } from './model.ts'

export default function RangeBand(props: WidgetViewProps<RangeBandOptions>) {
  return isBand(props.projection) ? <Band {...props} projection={props.projection} /> : null
}

function Band({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<RangeBandOptions> & { projection: BandProjection }) {
  const { steps } = projection
  const option = useMemo(
    () => bandOption(projection, options, { width: size.width, context }),
    [projection, options, size.width, context],
  )
  return (
    <CartesianChart
      label={context.t('name')}
      summary={projection.summary}
      width={size.width}
      height={size.height}
      option={option}
      onPick={(index) => {
        const step = steps[index]
        if (step !== undefined) emit('pickDay', { day: step.day })
      }}
      onRange={(from, to) => {
        const [first, last] = [steps[from], steps[to]]
        if (first !== undefined && last !== undefined)
          emit('zoom', { range: { begin: isoDay(first.day), end: isoDay(last.last) } })
      }}
    />
  )
}
