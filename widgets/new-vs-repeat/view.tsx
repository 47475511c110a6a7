import type { WidgetViewProps } from '#engine/types'
import { CartesianChart, useKeysHeight, useUi } from '#ui'
import { ChartKey, useHeight } from '../lib/chart-key.tsx'
import { cellsOf } from '../lib/chart-data.ts'
import { metricName } from '../lib/measure.ts'
import { PERIOD_HEAD_PX, PeriodHead } from '../lib/period-head.tsx'
import type { PeriodKey } from '../lib/periods.ts'
import { REPETITION_PALETTE } from '../lib/tones.ts'
import layout from '../lib/layout.module.css'
import type { NewVsRepeatOptions } from './generated/options.ts'
import { isWhoCame } from './model.ts'
import { whoCameOption } from './option.ts'

export { project } from './model.ts'

const NOTE_PX = 22
const GAP_PX = 20
/** Room for the name of a period, its dates and its rate in one line. */
const DATES_FROM_PX = 380
/** Two charts are side by side from this width on. */
const SIDE_BY_SIDE_PX = 640

export default function NewVsRepeat({ projection, size, context, emit }: WidgetViewProps<NewVsRepeatOptions>) {
  const { format } = useUi()
  const keys = (projection.parts?.[0]?.projection.series ?? []).map(({ period: _period, ...item }) => item)
  const [headRef, headHeight] = useHeight(
    useKeysHeight(
      keys.map(({ name }) => name),
      size.width,
    ),
  )
  if (!isWhoCame(projection)) return null
  const parts = projection.parts ?? []
  const { scale, note, rates } = projection
  const stacked = size.width < SIDE_BY_SIDE_PX
  const width = stacked
    ? size.width
    : Math.floor((size.width - GAP_PX * (parts.length - 1)) / Math.max(1, parts.length))
  const height =
    (size.height - NOTE_PX - headHeight) / (stacked ? Math.max(1, parts.length) : 1) -
    PERIOD_HEAD_PX -
    (stacked ? 8 : 0)
  return (
    <div className={layout.part} style={{ ...REPETITION_PALETTE.style, height: size.height }}>
      <div ref={headRef}>
        <ChartKey items={keys} />
      </div>
      <div className={layout.pair} data-stacked={stacked || undefined}>
        {parts.map(({ id, title, projection: part }) => {
          const days = cellsOf(part, 'day')
          return (
            <div key={id} className={layout.part}>
              <PeriodHead period={id as PeriodKey} context={context} short={width < DATES_FROM_PX}>
                {metricName(context, 'repetitionRate')} <b>{format.value(rates[id as PeriodKey], 'percent')}</b>
              </PeriodHead>
              <CartesianChart
                label={`${context.t('name')}, ${title}`}
                summary={part.summary}
                width={width}
                height={Math.max(0, height)}
                legend="never"
                option={whoCameOption(part, scale, width, context)}
                tones={REPETITION_PALETTE.tones}
                onPick={(index) => {
                  if (typeof days[index] === 'number') emit('pickDay', { day: days[index] })
                }}
              />
            </div>
          )
        })}
      </div>
      <p className={layout.note} title={note}>
        {note}
      </p>
    </div>
  )
}
