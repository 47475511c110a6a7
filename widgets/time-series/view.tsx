import { useMemo } from 'react'
import { isoDay } from '#domain/periods'
import { metricOf } from '#domain/metrics/index'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import type { ChartAxis } from '#ui'
import { chartSeries } from '../lib/chart-data.ts'
import { dayLabels } from '../lib/day-labels.ts'
import type { Field } from '../lib/fields.ts'
import { hasNotes } from '../lib/holidays.ts'
import { write } from '../lib/measure.ts'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import layout from '../lib/layout.module.css'
import { PeriodHead } from '../lib/period-head.tsx'
import { periodLabels, PERIODS } from '../lib/periods.ts'
import type { TimeSeriesOptions } from './generated/options.ts'
import { isTime } from './model.ts'
import type { TimeProjection } from './model.ts'

export { project } from './model.ts'

/** Less high, the names of marked stretches are left to tooltip and table. */
const NAMED_FROM_PX = 220
/** Spec: the conversion axis ends at 100. */
const END_AT_100 = new Set(['conversionRate', 'conversionOnEntries'])

export default function TimeSeries(props: WidgetViewProps<TimeSeriesOptions>) {
  return isTime(props.projection) ? <Chart {...props} projection={props.projection} /> : null
}

function Chart({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<TimeSeriesOptions> & { projection: TimeProjection }) {
  const { steps, bands } = projection
  const [keyRef, keyHeight] = useHeight()
  const series = useMemo(() => {
    const breaks = new Set(projection.breaks)
    return chartSeries(projection).map((one) => ({
      ...one,
      pair: one.id.replace(/\.[^.]+$/, ''),
      ...(breaks.size > 0 && { breaks }),
    }))
  }, [projection])
  const named = (days: readonly (number | null)[]) =>
    dayLabels(days, context.locale, size.width).map((day, at) =>
      steps[at]?.hour == null ? day : `${day} ${write(context, steps[at].hour, 'hour')}`,
    )
  const withReference =
    steps.some(({ referenceDay }) => referenceDay !== null) &&
    projection.columns.some(({ id }) => id === 'referenceDay')
  const sides = options.thresholds.map(({ axis }): 0 | 1 => (axis === 'right' && projection.axes.length > 1 ? 1 : 0))
  const axes = projection.axes.map((fields, side) =>
    axisOf(
      fields,
      options.thresholds.filter((_, at) => sides[at] === side).map(({ value }) => value),
    ),
  )
  const isNarrow = size.width < KEY_BELOW_PX && series.length > 1 && options.legend !== 'never'
  const lines = (projection.series ?? []).filter(({ period }) => period !== 'reference')
  return (
    <div className={layout.part}>
      <div ref={keyRef}>
        {isNarrow && (
          <ChartKey
            items={lines.map(({ id, tone, mark, column }, at) => ({
              id,
              tone,
              mark,
              name:
                options.split === ''
                  ? (projection.axes.flat().find((field) => column === `${field.id}.comparing`)?.label ?? id)
                  : (lines[at]?.name.split(' · ')[0] ?? id),
            }))}
          >
            {withReference &&
              PERIODS.map((period) => <PeriodHead key={period} period={period} context={context} short />)}
          </ChartKey>
        )}
      </div>
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(0, size.height - keyHeight)}
        legend={isNarrow ? 'never' : options.legend}
        categories={named(steps.map(({ day, referenceDay }) => day ?? referenceDay))}
        {...(withReference && { referenceCategories: named(steps.map(({ referenceDay }) => referenceDay)) })}
        series={series}
        axes={(axes.length > 1 ? [axes[0], axes[1]] : [axes[0]]) as [ChartAxis]}
        periods={periodLabels(context)}
        reasons={projection.reasons}
        {...(hasNotes(projection) && { notes: projection.notes })}
        rules={options.thresholds.map(({ value, word, tone }, at) => ({
          value,
          label: word,
          axis: sides[at] ?? 0,
          ...(tone && { tone }),
        }))}
        bands={size.height < NAMED_FROM_PX ? bands.map((band) => ({ ...band, label: '' })) : bands}
        onPick={(index) => {
          if (typeof steps[index]?.day === 'number') emit('pickDay', { day: steps[index].day })
        }}
        onRange={(from, to) => {
          const [begin, end] = [steps[from]?.day ?? null, steps[to]?.last ?? null]
          if (begin !== null && end !== null) emit('zoom', { range: { begin: isoDay(begin), end: isoDay(end) } })
        }}
      />
    </div>
  )
}

function axisOf(fields: readonly Field[], include: readonly number[]): ChartAxis {
  const names = [...new Set(fields.map(({ label }) => label))]
  const [first] = fields
  return {
    format: first?.format ?? 'number',
    label: names.length <= 2 ? names.join(', ') : '',
    include,
    ...(fields.length > 0 &&
      fields.every(({ metric }) => metric !== null && END_AT_100.has(metricOf(metric).id)) && { max: 100 }),
  }
}
