/** Measures or members step by step, both periods on each other, with thresholds, stretches and holidays. Pure. */
import { metricOf } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import type { CartesianOption, ValueAxis } from '#ui'
import { chartSeries } from '../lib/chart-data.ts'
import { dayLabels } from '../lib/day-labels.ts'
import type { Field } from '../lib/fields.ts'
import { hasNotes } from '../lib/holidays.ts'
import { write } from '../lib/measure.ts'
import type { TimeSeriesOptions } from './generated/options.ts'
import type { TimeProjection } from './model.ts'

/** Less high, the names of marked stretches are left to tooltip and table. */
const NAMED_FROM_PX = 220
/** Spec: the conversion axis ends at 100. */
const END_AT_100 = new Set(['conversionRate', 'conversionOnEntries'])

/** The days of both periods are named where a reference is shown. */
export const hasReference = ({ steps, columns }: TimeProjection): boolean =>
  steps.some(({ referenceDay }) => referenceDay !== null) && columns.some(({ id }) => id === 'referenceDay')

export function timeOption(
  projection: TimeProjection,
  { thresholds }: Required<Pick<TimeSeriesOptions, 'thresholds'>>,
  { width, height, context }: { width: number; height: number; context: ProjectionContext },
): CartesianOption {
  const { steps, bands, reasons } = projection
  const named = (days: readonly (number | null)[]) =>
    dayLabels(days, context.locale, width).map((day, at) =>
      steps[at]?.hour == null ? day : `${day} ${write(context, steps[at].hour, 'hour')}`,
    )
  const sides = thresholds.map(({ axis }): 0 | 1 => (axis === 'right' && projection.axes.length > 1 ? 1 : 0))
  const axes = projection.axes.map((fields, side) =>
    axisOf(
      fields,
      thresholds.filter((_, at) => sides[at] === side).map(({ value }) => value),
    ),
  )
  const breaks = new Set(projection.breaks)
  return {
    xAxis: {
      data: named(steps.map(({ day, referenceDay }) => day ?? referenceDay)),
      keys: steps.map(({ day, referenceDay, hour }) => {
        const at = day ?? referenceDay
        return hour == null ? at : `${at} ${hour}`
      }),
      ...(hasReference(projection) && { reference: named(steps.map(({ referenceDay }) => referenceDay)) }),
      reasons,
      ...(hasNotes(projection) && { notes: projection.notes }),
    },
    yAxis: (axes.length > 1 ? [axes[0], axes[1]] : [axes[0]]) as [ValueAxis],
    series: chartSeries(projection).map((one) => ({
      ...one,
      pair: one.id.replace(/\.[^.]+$/, ''),
      ...(breaks.size > 0 && { breaks }),
    })),
    markLine: {
      data: thresholds.map(({ value, word, tone }, at) => ({
        value,
        label: word,
        yAxisIndex: sides[at] ?? 0,
        ...(tone && { tone }),
      })),
    },
    markArea: { data: height < NAMED_FROM_PX ? bands.map((band) => ({ ...band, label: '' })) : bands },
  }
}

function axisOf(fields: readonly Field[], include: readonly number[]): ValueAxis {
  const names = [...new Set(fields.map(({ label }) => label))]
  const [first] = fields
  return {
    format: first?.format ?? 'number',
    name: names.length <= 2 ? names.join(', ') : '',
    include,
    ...(fields.length > 0 &&
      fields.every(({ metric }) => metric !== null && END_AT_100.has(metricOf(metric).id)) && { max: 100 }),
  }
}
