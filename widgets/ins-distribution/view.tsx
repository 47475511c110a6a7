import type { WidgetViewProps } from '#engine/types'
import { SharePair } from '../lib/share-pair.tsx'
import { metricName } from '../lib/measure.ts'
import { STAY_PALETTE } from '../lib/tones.ts'
import type { InsDistributionOptions } from './generated/options.ts'

export { project } from './model.ts'

export default function InsDistribution({
  projection,
  options,
  size,
  context,
}: WidgetViewProps<InsDistributionOptions>) {
  return (
    <SharePair
      projection={projection}
      context={context}
      size={size}
      palette={STAY_PALETTE}
      shape={options.shape}
      totalLabel={metricName(context, 'ins')}
    />
  )
}
