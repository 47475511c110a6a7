/** Entries by hour of the day, stacked by length of stay where a client has stays, and tickets. */
import type { Cell } from '#domain/frame'
import { asCounted, dwellRanges, labelOf, ofOneHour } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import { isMuted } from '#domain/metrics/muted'
import type {
  Completeness,
  Frames,
  Project,
  Projection,
  ProjectionColumn,
  ProjectionContext,
  Series,
} from '#engine/types'
import {
  estimateOf,
  isSlightOfAtoms,
  coverageOfAtoms,
  groupsOf,
  passportOfAtoms,
  stateOfAtoms,
  totalOf,
} from '../lib/groups.ts'
import { definitions, metricColumn, metricName, sentenceCase, valueOf, write } from '../lib/measure.ts'
import { gapSentences, periodLabels, periodOf, PERIODS } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import type { Reasoned } from '../lib/reasons.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { OTHERS_TONE, STAY_TONES, toneOfMetric } from '../lib/tones.ts'
import type { HourlyRangesOptions } from './generated/options.ts'

/** Upper ends of the two axes over both periods; null = from the data. */
export interface HourlyProjection extends Reasoned {
  readonly scale: { readonly ins: number | null; readonly tickets: number | null }
}

export const isHourlyProjection = (projection: Projection): projection is HourlyProjection => 'scale' in projection

const RANGES = ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'] as const
type Hours = Map<number, Atoms>

export const project = ((options, { rows }, context): HourlyProjection => {
  const hours = hoursOf(rows)
  // Both charts of a pair show the same hours, or they could not be laid side by side.
  const known = PERIODS.flatMap((period) => [...hours[period].keys()])
  const axis =
    known.length === 0
      ? []
      : Array.from({ length: Math.max(...known) - Math.min(...known) + 1 }, (_, at) => Math.min(...known) + at)
  const own: Hours = new Map([...hours[options.period]].map(([hour, atoms]) => [hour, ofOneHour(atoms)]))
  const states = axis.map((hour): Completeness =>
    own.has(hour) ? stateOfAtoms(own.get(hour) as Atoms, 'ins') : 'closed',
  )
  const labels = dwellRanges(options.edgesMinutes).map((range) => sentenceCase(context, labelOf(context.t)(range)))
  const hasTickets = options.showTickets && [...own.values()].some(({ tickets }) => tickets != null)
  const hasStays = !RANGES.every((id) => isMuted(rows?.columns ?? [], id))
  const hasUnmeasured =
    hasStays && PERIODS.some((one) => [...hours[one].values()].some((atoms) => (unmeasured(atoms) ?? 0) > 0))
  const hasEstimates = PERIODS.some((one) =>
    [...hours[one].values()].some((atoms) => estimateOf(atoms, 'ins') !== null),
  )
  const metrics = [
    'ins',
    ...(hasStays ? RANGES : []),
    ...(hasUnmeasured ? [UNMEASURED] : []),
    ...(hasEstimates ? [ESTIMATED] : []),
    ...(hasTickets ? ['tickets'] : []),
  ]
  const total = totalOf([...hours[options.period].values()])
  const other = totalOf([...hours[options.period === 'comparing' ? 'reference' : 'comparing'].values()])
  const busiest = axis.reduce<number | null>(
    (best, hour) =>
      (valueOf('ins', own.get(hour) ?? null) ?? 0) > (best === null ? 0 : (valueOf('ins', own.get(best) ?? null) ?? 0))
        ? hour
        : best,
    null,
  )

  return {
    columns: [
      { id: 'hour', label: context.t('dim.hour'), format: 'hour', role: 'dim', unit: 'hour' },
      ...metrics.map((metric) => columnOf(metric, labels, context)),
    ],
    rows: axis.map((hour, at): Cell[] => [
      hour,
      ...metrics.map((metric) => (states[at] === 'missing' ? null : cellOf(metric, own.get(hour) ?? null))),
    ]),
    states,
    coverage: axis.map((hour) => coverageOfAtoms(own.get(hour) ?? null)),
    slight: Object.fromEntries(
      metrics.map((metric) => [metric, axis.map((hour) => isSlightOfAtoms(own.get(hour) ?? null, 'ins'))]),
    ),
    series: seriesOf(metrics, labels, options.period, context),
    category: 'hour',
    summary: [
      totalSentence(context, options.period, total, other),
      ...(busiest === null ? [] : [context.t('busiest', { hour: write(context, busiest, 'hour') })]),
      ...gapSentences(states, (at) => write(context, axis[at] ?? null, 'hour'), context),
    ].join(' '),
    passport: passportOfAtoms(
      total,
      definitions(metrics.filter((metric) => metric !== UNMEASURED && metric !== ESTIMATED)),
    ),
    reasons: axis.map((hour, at) => reasonOf(states[at] ?? 'final', own.get(hour) ?? null, context, 'ins')),
    scale: options.sharedScale
      ? { ins: highest(hours, stacked), tickets: highest(hours, ({ tickets }) => tickets ?? null) }
      : { ins: null, tickets: null },
  }
}) satisfies Project<HourlyRangesOptions>

const UNMEASURED = 'unmeasured'
/** Entries that are estimated: of no stay. */
const ESTIMATED = 'estimated'

/** By hour of the day; what has no hour belongs to none. */
function hoursOf(rows: Frames[string] | undefined): Record<PeriodKey, Hours> {
  const hours: Record<PeriodKey, Hours> = { comparing: new Map(), reference: new Map() }
  for (const {
    key: [period, hour],
    atoms,
  } of rows === undefined ? [] : groupsOf(rows, ['period', 'hour'])) {
    if (typeof hour !== 'number' || !Number.isInteger(hour) || hour < 0 || hour > 23) continue
    const of = hours[periodOf(period)]
    of.set(hour, totalOf([...(of.has(hour) ? [of.get(hour) as Atoms] : []), atoms]))
  }
  return hours
}

function cellOf(metric: string, atoms: Atoms | null): Cell {
  if (metric === ESTIMATED) return estimateOf(atoms, 'ins')?.estimated ?? null
  return metric === UNMEASURED ? unmeasured(atoms) : valueOf(metric, atoms)
}

const columnOf = (metric: string, ranges: readonly string[], context: ProjectionContext): ProjectionColumn =>
  metric === UNMEASURED || metric === ESTIMATED
    ? {
        id: metric,
        label: context.t(metric === ESTIMATED ? 'ui:figure.estimatedColumn' : 'unmeasured'),
        format: 'count' as const,
        role: 'measure' as const,
        unit: 'count' as const,
      }
    : metricColumn(
        metric,
        metric,
        RANGES.includes(metric as 'insInRange0')
          ? (ranges[RANGES.indexOf(metric as 'insInRange0')] ?? metric)
          : metricName(context, metric),
      )

/**
 * Bars by length of stay, those of no stay on top of them, and the line of tickets. A client without stays has bars of
 * its entries.
 */
function seriesOf(
  metrics: readonly string[],
  ranges: readonly string[],
  period: PeriodKey,
  context: ProjectionContext,
): Series[] {
  const bar = (id: string, name: string, tone: number): Series => ({
    id,
    column: id,
    name,
    mark: 'bar',
    axis: 0,
    stack: 'stay',
    period,
    tone,
  })
  const stays = RANGES.filter((id) => metrics.includes(id))
  return [
    ...(stays.length === 0 ? [bar('ins', metricName(context, 'ins'), toneOfMetric('ins'))] : []),
    ...stays.map((id, k) => bar(id, ranges[k] ?? id, STAY_TONES[k] as number)),
    ...(metrics.includes(UNMEASURED) ? [bar(UNMEASURED, context.t('unmeasured'), OTHERS_TONE)] : []),
    ...(metrics.includes(ESTIMATED) && stays.length > 0
      ? [bar(ESTIMATED, context.t('ui:figure.estimatedColumn'), OTHERS_TONE)]
      : []),
    ...(metrics.includes('tickets')
      ? [
          {
            id: 'tickets',
            column: 'tickets',
            name: metricName(context, 'tickets'),
            mark: 'line',
            axis: 1,
            period,
            tone: toneOfMetric('tickets'),
          } satisfies Series,
        ]
      : []),
  ]
}

function totalSentence(context: ProjectionContext, period: PeriodKey, total: Atoms, other: Atoms): string {
  if (period === 'comparing')
    return comparisonSentence(context, 'ins', total, Object.keys(other).length > 0 ? other : null)
  return valueOf('ins', total) === null
    ? context.t('summary.none')
    : context.t('summary.one', {
        metric: metricName(context, 'ins'),
        comparing: write(context, valueOf('ins', total), 'count'),
        period: periodLabels(context)[period],
      })
}

const sumOfRanges = (atoms: Atoms): number | null =>
  RANGES.reduce<number | null>((sum, id) => (atoms[id] == null ? sum : (sum ?? 0) + atoms[id]), null)

/**
 * Entries whose stay was not measured: a door or street counter sees no stays. Shown as such, never spread over the
 * ranges.
 */
function unmeasured(atoms: Atoms | null): number | null {
  const ins = valueOf('ins', asCounted(atoms))
  return atoms === null || ins === null ? null : Math.max(0, ins - (sumOfRanges(atoms) ?? 0))
}

const stacked = (atoms: Atoms): number | null => {
  const [ranges, ins] = [sumOfRanges(atoms), valueOf('ins', atoms)]
  return ranges === null || ins === null ? (ranges ?? ins) : Math.max(ranges, ins)
}

/** Round numbers above the highest hour of both periods, so that the axes get the same ticks. */
function highest(hours: Record<PeriodKey, Hours>, value: (atoms: Atoms) => number | null): number | null {
  const top = Math.max(
    0,
    ...PERIODS.flatMap((period) => [...hours[period].values()].flatMap((atoms) => value(atoms) ?? [])),
  )
  if (top === 0 || !Number.isFinite(top)) return null
  const step = 10 ** Math.floor(Math.log10(top))
  const nice = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((n) => n * step >= top) ?? 10
  return Number.isFinite(nice * step) ? Math.ceil(nice * step) : null
}
