/**
 * A whole and its parts in both periods: counts, shares, and the change of the shares in points. Drawn as donuts or
 * bars of 100 %.
 */
import type { Cell } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { Projection, ProjectionColumn, ProjectionContext } from '#engine/types'
import { stateOfAtoms } from './groups.ts'
import { judgedPoints, pointsOf, shareColumn, shareOf } from './measure.ts'
import type { Judged } from './measure.ts'
import { periodLabels, PERIODS } from './periods.ts'
import type { PeriodKey } from './periods.ts'

export interface Part {
  readonly id: string
  readonly label: string
  readonly tone: number
  /** Where there is little room; the table keeps the whole label. */
  readonly short?: string
  readonly comparing: number | null
  readonly reference: number | null
}

/** The rows are the parts; `parts` also carries what a slice needs beside its cells. */
export interface PartedProjection extends Projection {
  readonly slices: readonly { readonly id: string; readonly tone: number; readonly short?: string }[]
  /** The whole per period; null when it is unknown, or when counts are not to be shown. */
  readonly totals: Readonly<Record<PeriodKey, number | null>>
  /** The basis of the changes of shares. */
  readonly judged: Judged
}

export const isParted = (projection: Projection): projection is PartedProjection => 'slices' in projection

interface Whole {
  readonly parts: readonly Part[]
  /** The same parts over the hours that both periods have: what the change of a share is taken of. */
  readonly paired: readonly Pick<Part, 'id' | PeriodKey>[]
  readonly totals: Readonly<Record<PeriodKey, Atoms | null>>
  /** The measure of the parts, where it may hold estimates. */
  readonly measure?: string | null
  /** Column that names the parts. */
  readonly header: ProjectionColumn
  readonly context: ProjectionContext
  /** False = shares only: the counts would be read as what they are not. */
  readonly counts: boolean
}

/** The whole is the sum of the parts that are known, so the shares of a period always add up to 100. */
export function parted({
  parts,
  paired,
  totals,
  measure,
  header,
  context,
  counts,
}: Whole): Omit<PartedProjection, 'summary'> {
  const labels = periodLabels(context)
  const periods = totals.reference === null ? PERIODS.slice(0, 1) : PERIODS
  const sum = (of: Whole['paired'], period: PeriodKey) =>
    of.every((part) => part[period] === null) ? null : of.reduce((total, part) => total + (part[period] ?? 0), 0)
  const wholeOf = (of: Whole['paired']): Record<PeriodKey, number | null> => ({
    comparing: sum(of, 'comparing'),
    reference: sum(of, 'reference'),
  })
  const [whole, pairedWhole] = [wholeOf(parts), wholeOf(paired)]
  const change = ({ id }: Part) => {
    const part = paired.find((one) => one.id === id)
    return part === undefined
      ? null
      : pointsOf(shareOf(part.comparing, pairedWhole.comparing), shareOf(part.reference, pairedWhole.reference))
  }
  const share = (part: Part, period: PeriodKey) => shareOf(part[period], whole[period])
  const state = (period: PeriodKey) =>
    totals[period] === null ? ('missing' as const) : stateOfAtoms(totals[period], measure)
  const shown = periods.flatMap((period) => [
    ...(counts
      ? [
          {
            id: period,
            period,
            column: {
              id: period,
              label: labels[period],
              format: 'count',
              role: 'measure',
              unit: 'count',
            } satisfies ProjectionColumn,
            value: (part: Part): Cell => part[period],
          },
        ]
      : []),
    {
      id: `${period}Share`,
      period,
      column: shareColumn(`${period}Share`, context.t('shareOf', { period: labels[period] })),
      value: (part: Part): Cell => share(part, period),
    },
  ])
  return {
    columns: [
      header,
      ...shown.map(({ column }) => column),
      ...(periods.length > 1
        ? [{ ...shareColumn('shareChange', context.t('shareChange')), format: 'points' as const }]
        : []),
    ],
    rows: parts.map((part) => [
      part.label,
      ...shown.map(({ value }) => value(part)),
      ...(periods.length > 1 ? [change(part)] : []),
    ]),
    states: parts.map(() => state('comparing')),
    ...(periods.length > 1 && {
      columnStates: Object.fromEntries(
        shown.filter(({ period }) => period === 'reference').map(({ id }) => [id, parts.map(() => state('reference'))]),
      ),
    }),
    series: periods.map((period) => ({
      id: period,
      column: counts ? period : `${period}Share`,
      name: labels[period],
      mark: 'slice',
      period,
      tone: 0,
    })),
    category: header.id,
    slices: parts.map(({ id, tone, short }) => ({ id, tone, ...(short && { short }) })),
    totals: counts ? whole : { comparing: null, reference: null },
    judged: judgedPoints(totals.comparing, totals.reference),
  }
}
