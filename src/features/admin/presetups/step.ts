/** Properties of each step of a pre-setup, and the texts of the rules of the domain. */
import type { Setup, SetupProblem } from '#domain/presetup'
import { weekdayName } from '#domain/written'
import type { Translate } from '#ui'
import { pointProblemText } from '../site/points-editor.tsx'

export interface StepProps {
  readonly setup: Setup
  /** The problem of this step now; null: none. */
  readonly problem: SetupProblem | null
  /** Something was entered that the server does not have. */
  readonly isChanged: boolean
  /** A change based on former values takes them as an argument: several forms may add at once. */
  readonly change: (values: Partial<Setup> | ((now: Setup) => Partial<Setup>)) => void
}

export function setupProblemText(t: Translate, locale: string, problem: SetupProblem): string {
  switch (problem.reason) {
    case 'macTwice':
      return t('errors:SETUP_MAC_TAKEN', { mac: problem.mac, where: problem.where })
    case 'macOfNone':
      return t('errors:MAC_INVALID', { mac: problem.mac })
    case 'areaTwice':
      return t('errors:SETUP_AREA_TAKEN', { area: problem.area })
    case 'shiftEmpty':
      return t('errors:OPENING_HOURS_EMPTY', { opening: problem.opening })
    case 'shiftsOverlap':
      return (
        `${weekdayName(problem.day, locale)}: ` +
        t('errors:OPENING_HOURS_OVERLAP', { first: problem.first, second: problem.second })
      )
    case 'nameShort':
      return t('ui.field.tooShort', { count: 3 })
    case 'distributionMissing':
      return t('errors:ZONE_DISTRIBUTION_REQUIRED')
    case 'outsideTypeMissing':
      return t('errors:OUTSIDE_TYPE_REQUIRED')
    default:
      return pointProblemText(t, problem)
  }
}
