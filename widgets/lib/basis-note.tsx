import type { ProjectionContext } from '#engine/types'
import { basisWords, type Change, shortBasis } from './measure.ts'

interface BasisNoteProps {
  change: Pick<Change, 'value' | 'mixed' | 'over'>
  context: Pick<ProjectionContext, 't' | 'locale'>
  className?: string | undefined
}

/**
 * The basis of a change, beside two figures from which a reader would compute another one: visible, for `ChangeMark`
 * says it aloud and at its title only.
 */
export function BasisNote({ change, context: { t, locale }, className }: BasisNoteProps) {
  const words = change.value === null ? undefined : shortBasis(change, t, locale)
  return (
    words !== undefined && (
      <span className={className} title={basisWords(change, t, locale)} aria-hidden="true">
        {words}
      </span>
    )
  )
}
