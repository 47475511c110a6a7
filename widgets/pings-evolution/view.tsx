import { useMemo } from 'react'
import { isoDay } from '#domain/days'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf } from '../lib/chart-data.ts'
import type { PingsEvolutionOptions } from './generated/options.ts'
import { pingsOption } from './option.ts'

export { project } from './model.ts'

export default function PingsEvolution({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<PingsEvolutionOptions>) {
  const days = cellsOf(projection, 'day')
  const option = useMemo(
    () => pingsOption(projection, options, size.width, context),
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
        if (typeof days[index] === 'number') emit('pickDay', { day: isoDay(days[index]) })
      }}
    />
  )
}
