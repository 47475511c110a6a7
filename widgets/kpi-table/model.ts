/**
 * One row a metric. Metrics have different units, so the numbers are plain and their unit is beside them: the table
 * and the file stay one number a cell. The view writes each in its own format.
 */
import type { Frame } from '#domain/frame'
import type { Project, Projection, ProjectionColumn, ProjectionContext } from '#engine/types'
import { type Atoms, estimatePart, filledShare, isWithEstimates, metricOf, pairedShare } from '#domain/metrics/index'
import { change, definitions, metricName, shareColumn, textColumn, valueOf } from '../lib/measure.ts'
import type { Change } from '../lib/measure.ts'
import { openDays, type PeriodKey, periodLabels, periodTotals } from '../lib/periods.ts'
import { coverageOfAtoms, isSlightOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { estimateColumns, estimatedAmong } from '../lib/estimates.ts'
import { estimateWords, shortEstimate } from '../lib/reasons.ts'
import { comparisonSentence } from '../lib/summary.ts'
import type { KpiTableOptions } from './generated/options.ts'

/** For the view, beside the cells: how to judge each change. Same order as the rows. */
export interface KpiProjection extends Projection {
  readonly changes: readonly (Change & { readonly metric: string })[]
  /** The estimated part of each figure, in words: long, and short for a tile. */
  readonly estimates: readonly ({
    readonly words: string
    readonly short: string
    readonly reference: string | null
    readonly shortReference: string
  } | null)[]
  /** Of each figure the open days of its periods, and its change a day where it is a count and they differ. */
  readonly perDay?: {
    readonly days: readonly Readonly<Record<PeriodKey, number>>[]
    readonly changes: readonly (Change | null)[]
  }
}

export const isKpiProjection = (projection: Projection): projection is KpiProjection => 'changes' in projection

export const project = ((options, { rows, days: dayRows }, context): KpiProjection => {
  const labels = periodLabels(context)
  const { comparing, reference } =
    rows === undefined ? { comparing: null, reference: null } : periodTotals(rows, context)
  const coverage = (atoms: typeof comparing) => scaled(coverageOfAtoms(atoms))
  const withReference = reference !== null
  const changes = options.metrics.map((metric) => ({ metric, ...change(metric, comparing, reference) }))
  const days =
    withReference && comparing !== null && dayRows !== undefined
      ? daysOf(options.metrics, [comparing, reference], dayRows, context)
      : []
  const isUneven = (at: number) => isCount(options.metrics[at] ?? '') && areUneven(days[at])
  const perDay = !days.some(areUneven)
    ? null
    : {
        days,
        changes: options.metrics.map((metric, at) =>
          isUneven(at) ? perDayChange(metric, comparing, reference, { days: days[at]!, whole: changes[at] }) : null,
        ),
      }
  const aDay = (metric: string, at: number, side: PeriodKey) => {
    const value = valueOf(metric, side === 'comparing' ? comparing : reference)
    return value === null || !isUneven(at) ? null : value / days[at]![side]
  }
  const states = (atoms: typeof comparing) =>
    options.metrics.map((metric) =>
      valueOf(metric, atoms) === null && atoms === null ? ('missing' as const) : stateOfAtoms(atoms, metric),
    )
  const measure = estimatedAmong(options.metrics)
  const estimated = estimateColumns(
    measure,
    [
      {
        period: 'comparing',
        label: labels.comparing,
        atoms: options.metrics.map((metric) => (metric === measure ? comparing : null)),
      },
      ...(withReference
        ? [
            {
              period: 'reference' as const,
              label: labels.reference,
              atoms: options.metrics.map((metric) => (metric === measure ? reference : null)),
            },
          ]
        : []),
    ],
    context,
  )
  return {
    columns: [
      textColumn('metric', context.t('metric')),
      number('comparing', labels.comparing),
      textColumn('unit', context.t('unit')),
      ...(withReference
        ? [
            number('reference', labels.reference),
            { ...number('change', context.t('change')), isChange: true as const },
            textColumn('changeUnit', context.t('changeUnit')),
          ]
        : []),
      shareColumn('coverage', context.t('coverage')),
      ...(withReference ? [shareColumn('coverageReference', context.t('coverageReference'))] : []),
      ...(perDay === null
        ? []
        : [
            number('perDay', context.t('perDay')),
            number('perDayReference', context.t('perDayReference')),
            { ...number('perDayChange', context.t('perDayChange')), isChange: true as const },
          ]),
      ...estimated.columns,
    ],
    rows: options.metrics.map((metric, at) => [
      metricName(context, metric),
      valueOf(metric, comparing),
      unitOf(metric, context),
      ...(withReference ? [valueOf(metric, reference), changes[at]?.value ?? null, changeUnitOf(metric, context)] : []),
      coverage(comparing),
      ...(withReference ? [coverage(reference)] : []),
      ...(perDay === null
        ? []
        : [aDay(metric, at, 'comparing'), aDay(metric, at, 'reference'), perDay.changes[at]?.value ?? null]),
      ...estimated.cells(at),
    ]),
    states: states(comparing),
    ...(withReference && { columnStates: { reference: states(reference), coverageReference: states(reference) } }),
    slight: {
      comparing: options.metrics.map((metric) => isSlightOfAtoms(comparing, metric)),
      ...(withReference && { reference: options.metrics.map((metric) => isSlightOfAtoms(reference, metric)) }),
    },
    category: 'metric',
    summary: options.metrics
      .slice(0, 2)
      .map((metric) => comparisonSentence(context, metric, comparing, reference))
      .join(' '),
    passport: passportOfAtoms(comparing ?? {}, definitions(options.metrics)),
    changes,
    estimates: options.metrics.map((metric) =>
      estimatesOf(metric, comparing, withReference ? reference : null, context),
    ),
    ...(perDay !== null && { perDay }),
  }
}) satisfies Project<KpiTableOptions>

/** Open days of each figure: one with estimates holds days that were not counted. */
function daysOf(metrics: readonly string[], sums: readonly Atoms[], rows: Frame, context: ProjectionContext) {
  const counted = openDays(rows, context)
  return metrics.map((metric) =>
    sums.some((atoms) => isWithEstimates(atoms, metric)) ? openDays(rows, context, metric) : counted,
  )
}

const areUneven = (days: Readonly<Record<PeriodKey, number>> | undefined) =>
  days !== undefined && days.comparing !== days.reference && Math.min(days.comparing, days.reference) > 0

function estimatesOf(
  metric: string,
  comparing: Atoms | null,
  reference: Atoms | null,
  context: ProjectionContext,
): KpiProjection['estimates'][number] {
  const [words, before] = [estimateWords(metric, comparing, context), estimateWords(metric, reference, context)]
  if (words === null && before === null) return null
  return {
    words: words ?? '',
    reference: before,
    short: shortEstimate(metric, comparing, context),
    shortReference: shortEstimate(metric, reference, context),
  }
}

const isCount = (metric: string) => metricOf(metric).unit === 'count'

/** Where it is known which hours both periods have, a change is of as many days on both sides already. */
function perDayChange(
  metric: string,
  comparing: Atoms | null,
  reference: Atoms | null,
  { days, whole }: { days: Readonly<Record<PeriodKey, number>>; whole: Change | undefined },
): Change | null {
  const share =
    isWithEstimates(comparing, metric) || isWithEstimates(reference, metric)
      ? filledShare(comparing, reference)
      : pairedShare(comparing, reference)
  return share < 1
    ? (whole ?? null)
    : change(metric, comparing, scaledAtoms(reference, days.comparing / days.reference))
}

/** The sums of a period as they would be over another number of days. */
const scaledAtoms = (atoms: Atoms | null, by: number): Atoms | null =>
  atoms === null
    ? null
    : Object.fromEntries(
        Object.entries(atoms).map(([id, value]) => [
          id,
          typeof value === 'number' ? value * (isVariance(id) ? by * by : by) : value,
        ]),
      )

const isVariance = (id: string): boolean => estimatePart(id)?.ending.endsWith('variance') === true

const number = (id: string, label: string): ProjectionColumn => ({ id, label, format: 'number', role: 'measure' })
const scaled = (share: number | null) => (share === null ? null : share * 100)

function unitOf(metric: string, { t }: ProjectionContext): string {
  const { unit } = metricOf(metric)
  return t(`units.${unit === 'percent' || unit === 'seconds' ? unit : 'count'}`)
}

const changeUnitOf = (metric: string, { t }: ProjectionContext): string =>
  t(metricOf(metric).unit === 'percent' ? 'units.points' : 'units.percent')
