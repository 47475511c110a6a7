/** How the entries of each period divide by length of stay. */
import { asCounted, dwellRanges, isWithEstimates, labelOf } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Project, ProjectionContext } from '#engine/types'
import { definitions, sentenceCase, shareOf, textColumn, valueOf, write } from '../lib/measure.ts'
import { parted } from '../lib/parted.ts'
import type { Part, PartedProjection } from '../lib/parted.ts'
import { pairedTotals, periodTotals } from '../lib/periods.ts'
import { passportOfAtoms } from '../lib/groups.ts'
import { comparisonSentence } from '../lib/summary.ts'
import { OTHERS_TONE, STAY_TONES } from '../lib/tones.ts'
import type { InsDistributionOptions } from './generated/options.ts'

const RANGES = ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'] as const

export const project = ((options, { rows }, context): PartedProjection => {
  const all = rows === undefined ? { comparing: null, reference: null } : periodTotals(rows, context)
  // How long an estimated visitor stays is not known: lengths of stay are of those who were counted.
  const totals = { comparing: asCounted(all.comparing), reference: asCounted(all.reference) }
  const isPart = isWithEstimates(all.comparing, 'ins') || isWithEstimates(all.reference, 'ins')
  const labels = dwellRanges(options.edgesMinutes).map((range) => sentenceCase(context, labelOf(context.t)(range)))
  const partsOf = ({ comparing, reference }: typeof totals) =>
    RANGES.map((id, k): Part => ({
      id,
      label: labels[k] ?? id,
      tone: STAY_TONES[k] as number,
      comparing: valueOf(id, comparing),
      reference: valueOf(id, reference),
    }))
  const unknownOf = ({ comparing, reference }: typeof totals): Part => ({
    id: 'unknown',
    label: context.t('unmeasured'),
    tone: OTHERS_TONE,
    comparing: rest(comparing),
    reference: rest(reference),
  })
  const [parts, unknown, both] = [partsOf(totals), unknownOf(totals), pairedTotals(totals)]
  const shown = (unknown.comparing ?? 0) > 0 || (unknown.reference ?? 0) > 0 ? [...parts, unknown] : parts
  return {
    ...parted({
      parts: shown,
      paired: [...partsOf(both), ...(shown.length > parts.length ? [unknownOf(both)] : [])],
      totals,
      header: textColumn('range', context.t('range.label')),
      context,
      counts: true,
    }),
    summary: [
      comparisonSentence(context, 'ins', totals.comparing, totals.reference),
      ...mostCommon(shown, context),
      ...(isPart ? [context.t('ui:figure.asCounted')] : []),
    ].join(' '),
    passport: passportOfAtoms(totals.comparing ?? {}, definitions(['ins', ...RANGES])),
  }
}) satisfies Project<InsDistributionOptions>

/** Entries whose stay was not measured (a door counter sees no stays): shown, never spread over the others. */
function rest(atoms: Atoms | null): number | null {
  const ins = valueOf('ins', atoms)
  if (ins === null) return null
  const left = RANGES.reduce((sum, id) => sum - (atoms?.[id] ?? 0), ins)
  return Number.isFinite(left) && left > 0 ? left : null
}

function mostCommon(parts: readonly Part[], context: ProjectionContext): string[] {
  const sum = parts.reduce((total, { comparing }) => total + (comparing ?? 0), 0)
  const top = parts.reduce<Part | null>(
    (best, part) => ((part.comparing ?? 0) > (best?.comparing ?? 0) ? part : best),
    null,
  )
  const share = top === null ? null : shareOf(top.comparing, sum)
  return top === null || share === null ? [] : [`${top.label}: ${write(context, share, 'percent')}.`]
}
