/** The sentence a screen reader hears first. */
import type { Atoms } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import { change, changeFormatOf, formatOf, metricName, valueOf, write } from './measure.ts'
import { periodLabels } from './periods.ts'

/** "Insides: 3.2k in this week against 3.0k in the week before (+5.1%)." */
export function comparisonSentence(context: ProjectionContext, metric: string, comparing: Atoms | null, reference: Atoms | null): string {
  const labels = periodLabels(context)
  const value = valueOf(metric, comparing)
  if (value === null) return context.t('summary.none')
  const words = { metric: metricName(context, metric), comparing: write(context, value, formatOf(metric)), period: labels.comparing }
  const versus = valueOf(metric, reference)
  if (versus === null) return context.t('summary.one', words)
  return context.t('summary.both', {
    ...words, reference: write(context, versus, formatOf(metric)), versus: labels.reference,
    change: write(context, change(metric, comparing, reference).value, changeFormatOf(metric)),
  })
}
