/**
 * Time since the last visit, to the store and to any store of the brand: four ranges, what lies beyond them, and who is
 * new.
 */
import type { Cell } from '#domain/frame'
import { labelOf, repetitionRanges } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Project, Projection, ProjectionContext } from '#engine/types'
import { passportOfAtoms } from '../lib/groups.ts'
import { definitions, sentenceCase, textColumn, write } from '../lib/measure.ts'
import { parted } from '../lib/parted.ts'
import type { Part, PartedProjection } from '../lib/parted.ts'
import { pairedTotals, periodTotals, PERIODS } from '../lib/periods.ts'
import type { PeriodKey } from '../lib/periods.ts'
import { identification, identifiedOf, rangesOf } from '../lib/repetition.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { RECENCY_TONES } from '../lib/tones.ts'
import type { RepetitionDonutsOptions } from './generated/options.ts'

const TABS = [
  { id: 'store', prefix: 'localRepRange', rate: 'repetitionRate' },
  { id: 'brand', prefix: 'clientRepRange', rate: 'brandRepetitionRate' },
] as const

const TAB_NAMES = { store: 'local', brand: 'dim.client' } as const

export interface DonutsProjection extends Projection {
  readonly note: string
}

export const hasNote = (projection: Projection): projection is DonutsProjection => 'note' in projection

export const project = ((options, { rows }, context): DonutsProjection => {
  const totals = rows === undefined ? { comparing: null, reference: null } : periodTotals(rows, context)
  const { share, sharesOnly } = identification([totals.comparing, totals.reference])
  const note =
    sharesOnly && share !== null
      ? context.t('identifiedHidden', { share: write(context, share, 'percent') })
      : context.t('identifiedNote')
  const said = (rates: readonly string[]) =>
    [
      ...rates.map((rate) => comparisonSentence(context, rate, totals.comparing, totals.reference)),
      ...(sharesOnly ? [note] : []),
    ].join(' ')
  const passport = passportOfAtoms(
    totals.comparing ?? {},
    definitions(['repeatVisits', 'newAtLocal', 'newAtBrand', ...TABS.map(({ rate }) => rate)]),
  )
  const parts = TABS.map(({ id, prefix, rate }) => {
    const projection: PartedProjection = {
      ...parted({
        parts: partsOf(id, prefix, totals, options, context),
        paired: partsOf(id, prefix, pairedTotals(totals), options, context),
        totals,
        header: textColumn('last', context.t('last')),
        context,
        counts: !sharesOnly,
      }),
      summary: said([rate]),
      passport,
    }
    return { id, title: context.t(TAB_NAMES[id]), projection }
  })
  return {
    // The file holds both tabs: the meaning of a part is its first column.
    columns: [textColumn('tab', context.t('tabs.label')), ...(parts[0]?.projection.columns ?? [])],
    rows: parts.flatMap(({ title, projection }) => projection.rows.map((row): Cell[] => [title, ...row])),
    states: parts.flatMap(({ projection }) => projection.states ?? []),
    category: 'last',
    summary: said(TABS.map(({ rate }) => rate)),
    passport,
    parts,
    note,
  }
}) satisfies Project<RepetitionDonutsOptions>

function partsOf(
  tab: 'store' | 'brand',
  prefix: 'localRepRange' | 'clientRepRange',
  totals: Readonly<Record<PeriodKey, Atoms | null>>,
  { edgesDays }: Required<RepetitionDonutsOptions>,
  context: ProjectionContext,
): Part[] {
  const labels = repetitionRanges(edgesDays).map((range) => sentenceCase(context, labelOf(context.t)(range)))
  const found = Object.fromEntries(PERIODS.map((period) => [period, rangesOf(totals[period], prefix)])) as Record<
    PeriodKey,
    ReturnType<typeof rangesOf>
  >
  const isNew = (period: PeriodKey): number | null => {
    const identified = identifiedOf(totals[period])
    const { ranges, others } = found[period]
    if (identified === null || ranges.includes(null)) return null
    // More repeats than visits is an error of the data; a slice cannot be less than nothing.
    return Math.max(0, ranges.reduce<number>((left, value) => left - (value ?? 0), identified) - (others ?? 0))
  }
  const beyond = PERIODS.some((period) => (found[period].others ?? 0) > 0)
  return [
    ...[0, 1, 2, 3].map((k): Part => ({
      id: `range${k}`,
      label: labels[k] ?? `${k}`,
      ...(k > 0 && { short: context.t('between', { from: edgesDays[k - 1] ?? 0, to: edgesDays[k] ?? 0 }) }),
      tone: RECENCY_TONES.ranges[k] as number,
      comparing: found.comparing.ranges[k] ?? null,
      reference: found.reference.ranges[k] ?? null,
    })),
    ...(beyond
      ? [
          {
            id: 'others',
            label: context.t('others'),
            tone: RECENCY_TONES.others,
            comparing: found.comparing.others,
            reference: found.reference.others,
          },
        ]
      : []),
    {
      id: 'new',
      label: context.t(`newHere.${tab}`),
      tone: RECENCY_TONES.isNew,
      comparing: isNew('comparing'),
      reference: isNew('reference'),
    },
  ]
}
