/** The sentence a screen reader hears first. */
import type { Atoms } from '#domain/metrics/index'
import type { ProjectionContext } from '#engine/types'
import { change, changeFormatOf, formatOf, metricName, valueOf, write, writeChange } from './measure.ts'
import { periodLabels } from './periods.ts'

/** "Entries: 3.2k (This week) against 3.0k (Week before), +5.1%." */
export function comparisonSentence(
  context: ProjectionContext,
  metric: string,
  comparing: Atoms | null,
  reference: Atoms | null,
): string {
  const labels = periodLabels(context)
  const value = valueOf(metric, comparing)
  // It may be one sentence of many: that there are no data at all is not known here.
  if (value === null) return context.t('summary.missing', { what: metricName(context, metric) })
  const words = {
    metric: metricName(context, metric),
    comparing: write(context, value, formatOf(metric)),
    period: labels.comparing,
  }
  const versus = valueOf(metric, reference)
  if (versus === null) return context.t('summary.one', words)
  const difference = change(metric, comparing, reference)
  const sentence = context.t(difference.fair ? 'summary.both' : 'summary.uneven', {
    ...words,
    reference: write(context, versus, formatOf(metric)),
    versus: labels.reference,
    change: writeChange(context, difference, changeFormatOf(metric)),
  })
  // A unit may end with a full stop: "p. p.".
  return sentence.replace(/\.\.$/, '.')
}
