/** From opportunity to tickets: how many reach each step, and the rate from one step to the next. */
import type { Cell, Frame } from '#domain/frame'
import { isMuted } from '#domain/metrics/muted'
import { asCounted, isWithEstimates, flagOf, metricOf } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Project, Projection, ProjectionColumn, ProjectionContext } from '#engine/types'
import { coverageOfAtoms, groupsOf, passportOfAtoms, stateOfAtoms, totalOf, worstOf } from '../lib/groups.ts'
import {
  change,
  changeColumn,
  definitions,
  metricColumn,
  metricName,
  pointsOf,
  textColumn,
  UNJUDGED,
  valueOf,
} from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { localLabel } from '../lib/locals.ts'
import { pairedTotals, periodLabels, periodOf, periodTotals } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { toneOfMetric } from '../lib/tones.ts'
import type { CaptureConversionOptions } from './generated/options.ts'

/** Each step with the rate that leads to it. Staying is the other side of bouncing. */
const STAGES = [
  { id: 'total', rate: null },
  { id: 'ins', rate: 'captureRate' },
  { id: 'visits', rate: 'stayRate' },
  { id: 'tickets', rate: 'conversionRate' },
] as const

type Totals = Readonly<Record<PeriodKey, Atoms | null>>

export interface FunnelProjection extends Projection {
  /** Same order as the rows: how to judge the change of the step and of its rate. */
  readonly steps: readonly {
    readonly id: string
    readonly rate: string | null
    readonly judged: Judged
    readonly rateJudged: Judged
  }[]
  /** Sentences that have to be read with the figures. */
  readonly notes: readonly string[]
}

/** Same order as the rows; null = Others. */
export interface LocalsProjection extends Projection {
  readonly locals: readonly (number | null)[]
  readonly judged: readonly Judged[]
}

export const isLocals = (projection: Projection): projection is LocalsProjection => 'locals' in projection
export const isFunnel = (projection: Projection): projection is FunnelProjection => 'steps' in projection

export const project = ((options, { rows }, context): FunnelProjection => {
  const all: Totals = rows === undefined ? { comparing: null, reference: null } : periodTotals(rows, context)
  // Stages are of the same hours: an estimate of one of them would make the next look small.
  const totals: Totals = { comparing: asCounted(all.comparing), reference: asCounted(all.reference) }
  const isPart = isWithEstimates(all.comparing, 'ins') || isWithEstimates(all.reference, 'ins')
  const stages = STAGES.filter(({ id }) => rows === undefined || !isMuted(rows.columns, id))
  const whole = funnelOf(totals, stages, context)
  const funnel = isPart ? { ...whole, notes: [...whole.notes, context.t('ui:figure.asCounted')] } : whole
  const ofRate = rows === undefined || !options.byLocal ? null : localsOf(rows, options.rate, options, context)
  const isUnknown = (one: typeof ofRate) =>
    one !== null &&
    one.columns.every(({ metric }, at) => metric === undefined || one.rows.every((row) => row[at] === null))
  const ofEntries = isUnknown(ofRate) && rows !== undefined ? localsOf(rows, 'ins', options, context) : null
  // A list without any figure is useless: entries of the stores replace it, and a note says why.
  const isReplaced = ofEntries !== null && !isUnknown(ofEntries)
  const locals = isReplaced ? ofEntries : ofRate
  const title = context.t('locals', { rate: metricName(context, isReplaced ? 'ins' : options.rate) })
  const without = isReplaced ? [context.t('notCounted', { metric: metricName(context, options.rate) })] : []
  return {
    ...funnel,
    notes: [...funnel.notes, ...without],
    ...(locals && {
      parts: [
        { id: 'funnel', title: context.t('name'), projection: funnel },
        { id: 'locals', title, projection: { ...locals, summary: title } satisfies LocalsProjection },
      ],
    }),
  }
}) satisfies Project<CaptureConversionOptions>

function funnelOf(
  totals: Totals,
  stages: readonly (typeof STAGES)[number][],
  context: ProjectionContext,
): FunnelProjection {
  const labels = periodLabels(context)
  const withReference = totals.reference !== null
  const count = (id: PeriodKey): ProjectionColumn => ({
    id,
    label: labels[id],
    format: 'count',
    role: 'measure',
    unit: 'count',
  })
  const rateColumn = (period: PeriodKey): ProjectionColumn => ({
    id: `${period}Rate`,
    label: context.t('rateOf', { period: labels[period] }),
    format: 'percent',
    role: 'measure',
    unit: 'percent',
  })
  const paired = pairedTotals(totals)
  const steps = stages.map(({ id, rate }) => ({
    id,
    rate,
    change: change(id, totals.comparing, totals.reference),
    points: pointsOf(rateOf(rate, paired.comparing), rateOf(rate, paired.reference)),
    rateJudged:
      rate === null ? UNJUDGED : change(rate === 'stayRate' ? 'bounceRate' : rate, totals.comparing, totals.reference),
  }))
  const compared = steps.flatMap(({ rate }) => (rate === null || rate === 'stayRate' ? [] : rate))
  const rates = steps.flatMap(({ rate }) => (rate === null ? [] : rate === 'stayRate' ? 'bounceRate' : rate))
  return {
    columns: [
      textColumn('step', context.t('step')),
      count('comparing'),
      ...(withReference
        ? [
            count('reference'),
            {
              id: 'change',
              label: context.t('change'),
              format: 'delta',
              role: 'measure',
              unit: 'percent',
            } satisfies ProjectionColumn,
          ]
        : []),
      textColumn('rate', context.t('rateName')),
      rateColumn('comparing'),
      ...(withReference
        ? [
            rateColumn('reference'),
            { ...rateColumn('comparing'), id: 'rateChange', label: context.t('rateChange'), format: 'points' as const },
          ]
        : []),
    ],
    rows: steps.map(({ id, rate, change, points }): Cell[] => [
      context.t(`stages.${id}`),
      valueOf(id, totals.comparing),
      ...(withReference ? [valueOf(id, totals.reference), change.value] : []),
      rate === null ? null : rateName(rate, context),
      rateOf(rate, totals.comparing),
      ...(withReference ? [rateOf(rate, totals.reference), points] : []),
    ]),
    states: steps.map(() => (totals.comparing === null ? 'missing' : stateOfAtoms(totals.comparing))),
    ...(withReference && {
      columnStates: Object.fromEntries(
        ['reference', 'referenceRate'].map((id) => [id, steps.map(() => stateOfAtoms(totals.reference))]),
      ),
    }),
    category: 'step',
    summary: compared.map((rate) => comparisonSentence(context, rate, totals.comparing, totals.reference)).join(' '),
    passport: passportOfAtoms(totals.comparing ?? {}, definitions([...steps.map(({ id }) => id), ...rates])),
    steps: steps.map(({ id, rate, change: judged, rateJudged }) => ({ id, rate, judged, rateJudged })),
    notes: steps.some(({ id }) => id === 'tickets') ? notesOf(totals.comparing, context) : [],
  }
}

const rateName = (rate: string, context: ProjectionContext): string =>
  rate === 'stayRate' ? context.t('stayRate') : metricName(context, rate)

/** Staying is what is left of bouncing. */
function rateOf(rate: (typeof STAGES)[number]['rate'], atoms: Atoms | null): number | null {
  if (rate === null) return null
  if (rate !== 'stayRate') return valueOf(rate, atoms)
  const bounced = valueOf('bounceRate', atoms)
  return bounced === null ? null : 100 - bounced
}

function notesOf(atoms: Atoms | null, { t }: ProjectionContext): string[] {
  if (atoms === null) return []
  if (atoms.tickets == null) return [t('noTickets')]
  return flagOf(metricOf('conversionRate'), atoms) === null ? [] : [t('ticketsExceedVisits')]
}

/**
 * Where the axis of the bars ends. Spec: that of a rate at 100; what lies beyond (more tickets than visits) fills it,
 * and the number tells. That of a count at the largest local: what the rest has together would make all others thin.
 */
export function barsEnd(
  locals: readonly (number | null)[],
  values: readonly (readonly (number | null)[])[],
  isShare: boolean,
): number {
  if (isShare) return 100
  return Math.max(1, ...values.flatMap((of) => of.filter((_, at) => locals[at] !== null).map((value) => value ?? 0)))
}

/**
 * One row a local, those with most entries first; the rest together, as sums over sums. Null when there is only one.
 */
function localsOf(
  rows: Frame,
  metric: string,
  { maxLocals }: Required<CaptureConversionOptions>,
  context: ProjectionContext,
): Omit<LocalsProjection, 'summary'> | null {
  const labels = periodLabels(context)
  const byLocal = new Map<Cell, Record<PeriodKey, Atoms[]>>()
  for (const {
    key: [period, local],
    atoms,
  } of groupsOf(rows, ['period', 'local'])) {
    if (typeof local !== 'number') continue
    const found = byLocal.get(local) ?? { comparing: [], reference: [] }
    found[periodOf(period)].push(atoms)
    byLocal.set(local, found)
  }
  if (byLocal.size < 2) return null
  const sum = (parts: readonly Atoms[]) => (parts.length === 0 ? null : totalOf(parts))
  const all = [...byLocal]
    .map(([local, { comparing, reference }]) => ({ local, comparing: sum(comparing), reference: sum(reference) }))
    .sort((a, b) => (valueOf('ins', b.comparing) ?? -1) - (valueOf('ins', a.comparing) ?? -1))
  // The sum of a single one would take the row that it could have under its name.
  const drawn = all.length === maxLocals + 1 ? all.length : maxLocals
  const others = all.slice(drawn)
  const known = (atoms: (Atoms | null)[]) => sum(atoms.filter((one) => one !== null))
  const shown = [
    ...all
      .slice(0, drawn)
      .map(({ local, ...sums }) => ({ id: local, name: localLabel(context, local as number), ...sums })),
    ...(others.length > 0
      ? [
          {
            id: null,
            name: context.t('others', { n: others.length }),
            comparing: known(others.map((one) => one.comparing)),
            reference: known(others.map((one) => one.reference)),
          },
        ]
      : []),
  ]
  const withReference = context.periods?.reference !== null && shown.some(({ reference }) => reference !== null)
  const states = (period: PeriodKey) =>
    shown.map((one) => (one[period] === null ? ('closed' as const) : stateOfAtoms(one[period])))
  const periods: PeriodKey[] = withReference ? ['comparing', 'reference'] : ['comparing']
  return {
    columns: [
      textColumn('local', context.t('local')),
      ...periods.map((period) => metricColumn(period, metric, labels[period])),
      ...(withReference ? [changeColumn('change', metric, context.t('change'))] : []),
      { id: 'coverage', label: context.t('coverage'), format: 'percent', role: 'measure', unit: 'percent' },
    ],
    rows: shown.map(({ name, comparing, reference }): Cell[] => [
      name,
      valueOf(metric, comparing),
      ...(withReference ? [valueOf(metric, reference), change(metric, comparing, reference).value] : []),
      scaled(coverageOfAtoms(comparing)),
    ]),
    coverage: shown.map(({ comparing }) => coverageOfAtoms(comparing)),
    states: shown.map((_, at) => worstOf(periods.map((period) => states(period)[at] ?? 'final'))),
    columnStates: Object.fromEntries(periods.map((period) => [period, states(period)])),
    series: periods.map((period) => ({
      id: period,
      column: period,
      name: labels[period],
      mark: 'bar',
      axis: 0,
      period,
      tone: toneOfMetric(metric),
    })),
    category: 'local',
    locals: shown.map(({ id }) => (typeof id === 'number' ? id : null)),
    judged: shown.map(({ comparing, reference }) => change(metric, comparing, reference)),
  }
}

const scaled = (share: number | null) => (share === null ? null : share * 100)
