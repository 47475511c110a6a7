import type { WidgetViewProps } from '#engine/types'
import { pickOf } from '../lib/fields.ts'
import { SharePair } from '../lib/share-pair.tsx'
import type { Palette } from '../lib/tones.ts'
import type { ShareChartOptions } from './generated/options.ts'
import { isShares } from './model.ts'

export { project } from './model.ts'

/** The palette as it is; the marks of the periods have no hue, for the parts have several. */
const PALETTE: Palette = { tones: [], style: { ['--period-hue' as string]: 'var(--muted)' } }
const SHAPES = { auto: 'auto', donut: 'donut', pie: 'donut', strip: 'bar' } as const

export default function ShareChart({ projection, options, size, context, emit }: WidgetViewProps<ShareChartOptions>) {
  if (!isShares(projection)) return null
  return (
    <SharePair
      projection={projection}
      context={context}
      size={size}
      palette={PALETTE}
      shape={SHAPES[options.shape]}
      isPie={options.shape === 'pie'}
      totalLabel={projection.totalLabel}
      onPick={(part) => {
        const member = projection.members[part] ?? null
        if (member !== null) emit('pick', pickOf(member))
      }}
    />
  )
}
