/** Why a figure is missing or not final yet, in words: the tooltip says it where the drawing shows it. */
import { estimatedShareOf } from '#domain/completeness'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Projection, ProjectionContext } from '#engine/types'
import { qualityOfAtoms } from './groups.ts'
import { write } from './measure.ts'

/** A projection whose rows can say why they are not final. */
export interface Reasoned extends Projection { readonly reasons: readonly (string | null)[] }

export const hasReasons = (projection: Projection): projection is Reasoned => 'reasons' in projection

export function reasonOf(state: Completeness, atoms: Atoms | null, context: ProjectionContext): string | null {
  const { t } = context
  if (state === 'final') return null
  if (state === 'closed' || atoms === null) return t('reason.closed')
  const quality = qualityOfAtoms(atoms)
  const of = quality.hours - quality.closedHours
  const hours = (key: string, n: number) => t(key, { n: write(context, n, 'count'), of: write(context, of, 'count') })
  if (state === 'missing' && quality.missingHours < of) return t('reason.guessed', { share: write(context, estimatedShareOf(quality) * 100, 'percent') })
  if (quality.missingHours > 0) return hours('reason.missing', quality.missingHours)
  if (quality.partialHours > 0) return hours('reason.partial', quality.partialHours)
  if (state === 'partial') return t('reason.short')
  if (state === 'estimated') return t('reason.estimated', { share: write(context, estimatedShareOf(quality) * 100, 'percent') })
  return hours('reason.settling', quality.settlingHours)
}
