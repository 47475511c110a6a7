/** One row a local, its change against the reference, and its rank among its peers. */
import type { Cell, Frame } from '#domain/frame'
import { metricOf } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Project, Projection, ProjectionColumn } from '#engine/types'
import { estimateColumns, estimatedAmong, stateAmong } from '../lib/estimates.ts'
import { coverageOfAtoms, groupsOf, passportOfAtoms, totalOf } from '../lib/groups.ts'
import { localLabel } from '../lib/locals.ts'
import {
  change,
  changeColumn,
  definitions,
  metricColumn,
  metricName,
  shareColumn,
  textColumn,
  UNJUDGED,
  valueOf,
  valueWith,
  write,
} from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { referenceGap, stateOfChange, type ReferenceGap } from '../lib/reasons.ts'
import { periodLabels, periodOf } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { peersOf } from './peers.ts'
import type { Standing } from './peers.ts'
import type { BenchmarkTableOptions } from './generated/options.ts'
import type { Venue } from './peers.ts'

export interface BenchmarkProjection extends Projection {
  /**
   * Ids of the locals, same order as the rows; null = the row of totals, which stays last however the table is sorted.
   */
  readonly locals: readonly (number | null)[]
  /** Per row and column id of a change: the colour of its arrow. */
  readonly judged: readonly Readonly<Record<string, Judged>>[]
  /** Per row and column id of a change: what is missing or estimated of the reference. */
  readonly gaps: readonly Readonly<Record<string, ReferenceGap | null>>[]
  readonly note: string | null
}

export const isBenchmark = (projection: Projection): projection is BenchmarkProjection => 'judged' in projection

export const project = ((options, { rows }, context): BenchmarkProjection => {
  const venues = rows === undefined ? [] : venuesOf(rows, context.periods?.reference === null)
  const withReference = venues.some(({ reference }) => reference !== null)
  const peers = options.benchmark === 'none' ? null : peersOf(venues, options.benchmark, options.minPeers)
  const ranked = peers !== null && peers.standings.some((standing) => standing !== null)
  const { t } = context
  const changeIds = options.metrics.map((metric) => `${metric}.change`)
  const total = { comparing: sum(venues, 'comparing'), reference: sum(venues, 'reference') }
  const withTotal = options.showTotals && venues.length > 1
  const lineOf = (
    id: number | null,
    name: string,
    comparing: Atoms | null,
    reference: Atoms | null,
    standing: Standing | null,
  ) => ({
    id,
    name,
    comparing,
    reference,
    standing,
    changes: options.metrics.map((metric) => change(metric, comparing, reference)),
  })
  const lines = [
    ...venues.map(({ local, comparing, reference }, at) =>
      lineOf(local, localLabel(context, local), comparing, reference, peers?.standings[at] ?? null),
    ),
    ...(withTotal ? [lineOf(null, t('total'), total.comparing, total.reference, null)] : []),
  ]
  const estimated = estimateColumns(
    estimatedAmong(options.metrics),
    [{ period: 'comparing', label: periodLabels(context).comparing, atoms: lines.map(({ comparing }) => comparing) }],
    context,
  )
  const stateOf = stateAmong(options.metrics)
  const coverage = lines.map(({ comparing }) => coverageOfAtoms(comparing))
  const figures = options.metrics.map(valueWith)
  return {
    columns: [
      textColumn('local', t('local')),
      ...options.metrics.flatMap((metric) => [
        metricColumn(metric, metric, metricName(context, metric)),
        ...(withReference
          ? [changeColumn(`${metric}.change`, metric, t('changeOf', { metric: metricName(context, metric) }))]
          : []),
      ]),
      ...(ranked ? peerColumns(options.benchmark, context) : []),
      shareColumn('coverage', t('coverage')),
      ...estimated.columns,
    ],
    rows: lines.map(({ name, comparing, changes, standing }, at): Cell[] => [
      name,
      ...figures.flatMap((read, n) =>
        withReference ? [read(comparing), changes[n]?.value ?? null] : [read(comparing)],
      ),
      ...(ranked ? [standing?.peers ?? null, standing?.gap.value ?? null, standing?.rank ?? null] : []),
      scaled(coverage[at] ?? null),
      ...estimated.cells(at),
    ]),
    states: lines.map(({ comparing }) => stateOf(comparing)),
    coverage,
    ...(withReference && {
      columnStates: Object.fromEntries(
        options.metrics.map((metric, at) => [
          changeIds[at] as string,
          lines.map(({ comparing, reference }) => stateOfChange(comparing, reference, metric)),
        ]),
      ),
    }),
    category: 'local',
    ...(withTotal && { sumRows: [lines.length - 1] }),
    summary: [
      comparisonSentence(context, options.metrics[0] ?? 'ins', total.comparing, total.reference),
      ...noteOf(options, peers, context),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(options.metrics)),
    locals: lines.map(({ id }) => id),
    judged: lines.map(({ changes, standing }) => ({
      ...Object.fromEntries(changes.map((one, at) => [changeIds[at] as string, one])),
      // Towards others of the same period: no hours of another one come in.
      ...(standing !== null && { gap: { ...UNJUDGED, verdict: standing.gap.verdict } }),
    })),
    gaps: lines.map(({ reference }) =>
      Object.fromEntries(
        options.metrics.map((metric, at) => [changeIds[at] as string, referenceGap(reference, metric, context)]),
      ),
    ),
    note: noteOf(options, peers, context)[0] ?? null,
  }
}) satisfies Project<BenchmarkTableOptions>

/** Locals with most entries first. */
function venuesOf(rows: Frame, withoutReference: boolean): Venue[] {
  const found = new Map<number, { -readonly [K in keyof Venue]: Venue[K] }>()
  for (const {
    key: [period, local, type],
    atoms,
  } of groupsOf(rows, ['period', 'local', 'type'])) {
    if (typeof local !== 'number') continue
    const key: PeriodKey = periodOf(period)
    if (withoutReference && key === 'reference') continue
    const venue = found.get(local) ?? { local, type: type ?? null, comparing: null, reference: null }
    const before = venue[key]
    venue[key] = before === null ? atoms : totalOf([before, atoms])
    found.set(local, venue)
  }
  const ins = new Map([...found.values()].map((venue) => [venue, valueOf('ins', venue.comparing) ?? -1]))
  return [...found.values()].sort((a, b) => (ins.get(b) ?? -1) - (ins.get(a) ?? -1) || a.local - b.local)
}

function sum(venues: readonly Venue[], period: PeriodKey): Atoms | null {
  const parts = venues.flatMap((venue) => (venue[period] === null ? [] : [venue[period]]))
  return parts.length === 0 ? null : totalOf(parts)
}

function peerColumns(metric: string, context: Parameters<typeof project>[2]): ProjectionColumn[] {
  const { t } = context
  return [
    metricColumn('peers', metric, t('peers', { metric: metricName(context, metric) })),
    changeColumn('gap', metric, t('gap')),
    { id: 'rank', label: t('rank'), format: 'number', role: 'measure' },
  ]
}

function noteOf(
  { benchmark, minPeers }: Required<BenchmarkTableOptions>,
  peers: ReturnType<typeof peersOf> | null,
  context: Parameters<typeof project>[2],
): string[] {
  if (peers === null) return []
  if (peers.most < minPeers) return [context.t('tooFewPeers', { min: minPeers, n: peers.most })]
  return [
    context.t('peersNote', {
      metric: metricName(context, metricOf(benchmark).id),
      n: write(context, peers.most, 'count'),
    }),
  ]
}

const scaled = (share: number | null) => (share === null ? null : share * 100)
