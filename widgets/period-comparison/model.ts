/** A count as columns and a ratio as lines, the same stretch of both periods side by side. */
import type { Frames, Project, Projection, ProjectionContext, Series } from '#engine/types'
import { bandNames, bandsOf } from '../lib/bands.ts'
import type { Stretch } from '../lib/bands.ts'
import {
  changeColumn,
  changeValueWith,
  dayColumn,
  definitions,
  metricColumn,
  metricName,
  textColumn,
  valueWith,
  write,
} from '../lib/measure.ts'
import { reasonsIn } from '../lib/reasons.ts'
import { estimateColumns, estimatedAmong } from '../lib/estimates.ts'
import type { Reasoned } from '../lib/reasons.ts'
import { notesOf } from '../lib/holidays.ts'
import type { Noted } from '../lib/holidays.ts'
import {
  gapSentences,
  periodLabels,
  periodTotals,
  PERIODS,
  spansOf,
  slightIn,
  statesIn,
  timeline,
} from '../lib/periods.ts'
import type { PeriodKey, Slot } from '../lib/periods.ts'
import { coverageOfAtoms, passportOfAtoms, worseOf } from '../lib/groups.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { toneOfMetric } from '../lib/tones.ts'
import type { PeriodComparisonOptions } from './generated/options.ts'

/** With the marked stretches of the comparing period. */
export interface Marked extends Reasoned, Noted {
  readonly bands: readonly Stretch[]
  /** Why there are no lines, where what they are of was not counted on any day. */
  readonly withoutLines: string | null
}

export const isMarked = (projection: Projection): projection is Marked => 'bands' in projection

export const project = ((options, { rows, marks, holidays }: Frames, context): Marked => {
  if (rows === undefined)
    return {
      columns: [],
      rows: [],
      summary: context.t('summary.none'),
      reasons: [],
      bands: [],
      notes: [],
      withoutLines: null,
    }
  const { granularity, slots: all } = timeline(rows, options.granularity, context)
  const withReference = options.showReference && all.some(({ reference }) => reference !== null)
  // Without a reference, slots that only the reference reaches would be empty columns.
  const slots = withReference
    ? all
    : all.slice(0, 1 + all.findLastIndex(({ day, comparing }) => day !== null || comparing !== null))
  const isKnown = (metric: string) =>
    PERIODS.some((period) => {
      const read = valueWith(metric)
      return slots.some((slot) => read(slot[period]) !== null)
    })
  // Where nothing at all came, the axis says what is awaited.
  const isUncounted = options.lines !== 'none' && !isKnown(options.lines) && isKnown(options.bars)
  const withoutLines = isUncounted ? context.t('notCounted', { metric: metricName(context, options.lines) }) : null
  const metrics = options.lines === 'none' || isUncounted ? [options.bars] : [options.bars, options.lines]
  const periods = withReference ? PERIODS : PERIODS.slice(0, 1)
  const labels = periodLabels(context)
  const totals = periodTotals(rows, context)

  const fields: Field[] = metrics.flatMap((metric) => [
    ...periods.map((period): Field => ({ metric, period, id: `${metric}.${period}` })),
    ...(withReference ? [{ metric, period: 'change' as const, id: `${metric}.change` }] : []),
  ])
  const categories = slots.map(({ day, referenceDay }) => day ?? referenceDay)
  const spans = spansOf(slots, granularity)
  const bands = bandsOf(marks, spans)
  const notes = notesOf(
    {
      holidays,
      spans,
      states: slots.map(({ states }) => states.comparing),
      ...(withReference && { referenceSpans: spansOf(slots, granularity, 'referenceDay') }),
    },
    context,
  )
  const withHolidays = notes.some((note) => note !== null && note.text !== null)
  const marked = bandNames(bands, slots.length)
  const measure = estimatedAmong(metrics)
  const estimated = estimateColumns(
    measure,
    periods.map((period) => ({ period, label: labels[period], atoms: slots.map((slot) => slot[period]) })),
    context,
  )
  const states = {
    comparing: statesIn(slots, 'comparing', measure),
    ...(withReference && { reference: statesIn(slots, 'reference', measure) }),
  }
  const drawn = fields.map((field) => drawnOf(slots, field))

  return {
    columns: [
      dayColumn('day', context.t(granularity)),
      ...(withReference ? [dayColumn('referenceDay', context.t('referenceDay'))] : []),
      ...fields.map((field) => columnOf(field, labels, context)),
      ...estimated.columns,
      ...(bands.length > 0 ? [textColumn('marks', context.t('marks'))] : []),
      ...(withHolidays ? [textColumn('holidays', context.t('holidays'))] : []),
    ],
    rows: slots.map((slot, at) => [
      withReference ? slot.day : (categories[at] ?? null),
      ...(withReference ? [slot.referenceDay] : []),
      ...drawn.map(({ values }) => values[at] ?? null),
      ...estimated.cells(at),
      ...(bands.length > 0 ? [marked[at] ?? null] : []),
      ...(withHolidays ? [notes[at]?.text ?? null] : []),
    ]),
    states: states.comparing.map((state, at) => worseOf(state, states.reference?.[at] ?? state)),
    coverage: slots.map(({ comparing }) => coverageOfAtoms(comparing)),
    columnStates: Object.fromEntries(drawn.flatMap(({ id, states }) => (states === null ? [] : [[id, states]]))),
    slight: Object.fromEntries(drawn.flatMap(({ id, slight }) => (slight === null ? [] : [[id, slight]]))),
    series: fields.flatMap((field) => seriesOf(field, options.bars, labels, context)),
    category: 'day',
    withoutLines,
    summary: [
      ...(withoutLines === null ? [] : [withoutLines]),
      ...metrics.map((metric) =>
        comparisonSentence(context, metric, totals.comparing, withReference ? totals.reference : null),
      ),
      ...gapSentences(
        slots.map(({ states }) => states.comparing),
        (at) => write(context, categories[at] ?? null, 'day'),
        context,
      ),
      ...(bands.length > 0 ? [`${context.t('marks')}: ${bands.map(({ label }) => label).join(', ')}.`] : []),
    ].join(' '),
    passport: passportOfAtoms(totals.comparing ?? {}, definitions(metrics)),
    reasons: reasonsIn(slots, states, { measure, labels }, context),
    bands,
    notes,
  }
}) satisfies Project<PeriodComparisonOptions>

interface Field {
  metric: string
  period: PeriodKey | 'change'
  id: string
}

function columnOf({ metric, period, id }: Field, labels: Record<PeriodKey, string>, context: ProjectionContext) {
  const name = metricName(context, metric)
  return period === 'change'
    ? changeColumn(id, metric, context.t('changeOf', { metric: name }))
    : metricColumn(id, metric, context.t('of', { metric: name, period: labels[period] }))
}

/** What a field has in each step; a change has no states of its own. */
function drawnOf(slots: readonly Slot[], { metric, period, id }: Field) {
  if (period === 'change') {
    const change = changeValueWith(metric)
    const values = slots.map(({ comparing, reference }) => change(comparing, reference))
    return { id, values, states: null, slight: null }
  }
  const read = valueWith(metric)
  const states = statesIn(slots, period, metric)
  return {
    id,
    values: slots.map((slot, at) => (states[at] === 'missing' ? null : read(slot[period]))),
    states,
    slight: slightIn(slots, period, metric),
  }
}

function seriesOf(
  { metric, period, id }: Field,
  bars: string,
  labels: Record<PeriodKey, string>,
  context: ProjectionContext,
): Series[] {
  if (period === 'change') return []
  const isBar = metric === bars
  return [
    {
      id,
      column: id,
      name: context.t('of', { metric: metricName(context, metric), period: labels[period] }),
      mark: isBar ? 'bar' : 'line',
      axis: isBar ? 0 : 1,
      period,
      tone: toneOfMetric(metric),
    },
  ]
}
