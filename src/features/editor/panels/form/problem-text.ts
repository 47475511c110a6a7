import { useUi } from '#ui'
import type { Problem } from '#engine/core/document/option-fields'

/** Why a value may not be written, in the reader's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useUi()
  return ({ rule, limit }) => t(`editor-panels:problem.${rule}`, limit === undefined ? {} : { limit })
}
