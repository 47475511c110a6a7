/** Identified visits by who came (metrics.md 5.3): the three categories add up to the identified visits, day by day. */
import type { Cell, Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Project, Projection, ProjectionColumn, ProjectionContext, Series } from '#engine/types'
import { coverageOfAtoms, passportOfAtoms } from '../lib/groups.ts'
import {
  dayColumn,
  definitions,
  metricColumn,
  metricName,
  shareColumn,
  shareOf,
  textColumn,
  valueOf,
  valueWith,
  write,
} from '../lib/measure.ts'
import { notesOf } from '../lib/holidays.ts'
import type { Noted } from '../lib/holidays.ts'
import { gapSentences, periodLabels, periodTotals, PERIODS, spansOf, timeline } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import type { Reasoned } from '../lib/reasons.ts'
import { identification, identifiedOf } from '../lib/repetition.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { REPETITION_TONES, toneOfMetric } from '../lib/tones.ts'
import type { NewVsRepeatOptions } from './generated/options.ts'

const CATEGORIES = [
  { id: 'repeating', metric: 'repeatVisits' },
  { id: 'newAtLocal', metric: 'newAtLocal' },
  { id: 'newAtBrand', metric: 'newAtBrand' },
] as const

export interface WhoCame extends Projection {
  readonly scale: { readonly counts: number | null; readonly rate: number | null }
  /** Repetition rate of each period as a whole, in percent. */
  readonly rates: Readonly<Record<PeriodKey, number | null>>
  readonly note: string
}

export const isWhoCame = (projection: Projection): projection is WhoCame => 'note' in projection

export const project = ((options, { rows, holidays }, context): WhoCame => {
  const labels = periodLabels(context)
  const totals = rows === undefined ? { comparing: null, reference: null } : periodTotals(rows, context)
  const known = [totals.comparing, totals.reference]
  const { share, sharesOnly } = identification(known)
  const shares = sharesOnly || options.show === 'shares'
  const days = rows === undefined ? null : daysByPeriod(rows, options, context)
  const periods = PERIODS.filter((period) => period === 'comparing' || totals[period] !== null)
  const parts = periods.map((period) => {
    const column = context.t(days?.granularity ?? 'day')
    return {
      id: period,
      title: labels[period],
      projection: partOf({
        period,
        days: days?.[period] ?? [],
        column,
        total: totals[period],
        shares,
        options,
        context,
        holidays,
      }),
    }
  })
  const [first] = parts
  return {
    columns: [textColumn('period', context.t('dim.period')), ...(first?.projection.columns ?? [])],
    rows: parts.flatMap(({ title, projection }) => projection.rows.map((row): Cell[] => [title, ...row])),
    states: parts.flatMap(({ projection }) => projection.states ?? []),
    category: 'day',
    summary: [
      comparisonSentence(context, 'repetitionRate', totals.comparing, totals.reference),
      ...(sharesOnly && share !== null
        ? [context.t('identifiedHidden', { share: write(context, share, 'percent') })]
        : []),
      ...gapSentences(
        parts[0]?.projection.states ?? [],
        (at) => write(context, parts[0]?.projection.rows[at]?.[0] ?? null, 'day'),
        context,
      ),
    ].join(' '),
    passport: passportOfAtoms(
      totals.comparing ?? {},
      definitions([...CATEGORIES.map(({ metric }) => metric), 'repetitionRate']),
    ),
    parts,
    scale: { counts: shares ? 100 : highest(days), rate: options.showRate ? 100 : null },
    rates: {
      comparing: valueOf('repetitionRate', totals.comparing),
      reference: valueOf('repetitionRate', totals.reference),
    },
    note:
      sharesOnly && share !== null
        ? context.t('identifiedHidden', { share: write(context, share, 'percent') })
        : context.t('identifiedNote'),
  }
}) satisfies Project<NewVsRepeatOptions>

interface DayOf {
  day: number | null
  last: number | null
  atoms: Atoms | null
  state: Completeness
  isSlight: boolean
}
type Days = Record<PeriodKey, DayOf[]> & { granularity: 'day' | 'week' | 'month' }

function daysByPeriod(
  rows: Frame,
  { granularity: wanted }: Required<NewVsRepeatOptions>,
  context: ProjectionContext,
): Days {
  const { granularity, slots } = timeline(rows, wanted, context)
  const ofPeriod = (period: PeriodKey) => {
    const key = period === 'comparing' ? 'day' : 'referenceDay'
    const spans = spansOf(slots, granularity, key)
    return slots
      .map((slot, at): DayOf => ({
        day: slot[key],
        last: spans[at]?.last ?? null,
        atoms: slot[period],
        state: slot.states[period],
        isSlight: slot.slight[period],
      }))
      .slice(0, 1 + slots.findLastIndex((slot) => slot[period] !== null || slot[key] !== null))
  }
  return { granularity, comparing: ofPeriod('comparing'), reference: ofPeriod('reference') }
}

interface PartInput {
  period: PeriodKey
  days: readonly DayOf[]
  column: string
  total: Atoms | null
  shares: boolean
  options: Required<NewVsRepeatOptions>
  context: ProjectionContext
  holidays: Frame | undefined
}

function partOf({
  period,
  days,
  column,
  total,
  shares,
  options: { showRate },
  context,
  holidays,
}: PartInput): Reasoned & Noted {
  const counts = CATEGORIES.map(({ metric }) => valueWith(metric))
  const rate = valueWith('repetitionRate')
  const name = (id: string) => (shares ? context.t('share', { name: context.t(id) }) : context.t(id))
  const columns: ProjectionColumn[] = [
    dayColumn('day', column),
    ...CATEGORIES.map(({ id, metric }) => (shares ? shareColumn(id, name(id)) : metricColumn(id, metric, name(id)))),
    ...(showRate ? [metricColumn('repetitionRate', 'repetitionRate', metricName(context, 'repetitionRate'))] : []),
  ]
  const slight = days.map(({ isSlight }) => isSlight)
  const states = days.map(({ state }) => state)
  return {
    columns,
    rows: days.map(({ day, atoms: all, state }) => {
      const atoms = state === 'missing' ? null : all
      const row: Cell[] = [day]
      for (const count of counts) row.push(shares ? shareOf(count(atoms), identifiedOf(atoms)) : count(atoms))
      if (showRate) row.push(rate(atoms))
      return row
    }),
    states,
    coverage: days.map(({ atoms }) => coverageOfAtoms(atoms)),
    slight: Object.fromEntries(columns.slice(1).map(({ id }) => [id, slight])),
    series: [
      ...CATEGORIES.map(({ id }): Series => ({
        id,
        column: id,
        name: context.t(id),
        mark: 'bar',
        axis: 0,
        stack: 'who',
        period,
        tone: REPETITION_TONES[id],
      })),
      ...(showRate
        ? [
            {
              id: 'repetitionRate',
              column: 'repetitionRate',
              name: metricName(context, 'repetitionRate'),
              mark: 'line',
              axis: 1,
              period,
              tone: toneOfMetric('repetitionRate'),
            } satisfies Series,
          ]
        : []),
    ],
    category: 'day',
    summary: comparisonSentence(
      {
        ...context,
        ...(context.periods && {
          periods: { comparing: context.periods[period] ?? context.periods.comparing, reference: null },
        }),
      },
      'repetitionRate',
      total,
      null,
    ),
    passport: passportOfAtoms(total ?? {}, definitions(CATEGORIES.map(({ metric }) => metric))),
    reasons: days.map(({ state, atoms }) => reasonOf(state, atoms, context)),
    notes: notesOf({ holidays, spans: days, states }, context),
  }
}

/** Highest column of both periods, so that the two charts can be compared by height. */
function highest(days: Days | null): number | null {
  if (days === null) return null
  const top = Math.max(0, ...PERIODS.flatMap((period) => days[period].map(({ atoms }) => identifiedOf(atoms) ?? 0)))
  return roundUp(top)
}

function roundUp(top: number): number | null {
  if (top <= 0 || !Number.isFinite(top)) return null
  const step = 10 ** Math.floor(Math.log10(top))
  const nice = ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((n) => n * step >= top) ?? 10) * step
  return Number.isFinite(nice) ? Math.ceil(nice) : null
}
