/**
 * The state of a sum of hours in SQL, for files that are written without passing through this process. `stateOf` of the
 * domain has the rule; a property test holds the two equal.
 */
import { SETTINGS } from '#domain/metrics/settings'

const ARRIVED = 'least(CAST(observed AS DOUBLE) / expected, 1)'
const LOSS = `CASE WHEN expected > 0 THEN 1 - ${ARRIVED} WHEN hours > 0
  THEN least(CAST(missingHours AS DOUBLE) / hours, 1) ELSE 0 END`
const LOST = `CASE WHEN missingHours > 0 THEN ${LOSS} ELSE 0 END`

/**
 * Over the columns expected, observed, hours, missingHours, partialHours, settlingHours and closedHours, none of them
 * null.
 */
export const STATE_OF_SUMS = `CASE
  WHEN hours <= 0 THEN CASE WHEN closedHours > 0 THEN 'closed' ELSE 'final' END
  WHEN missingHours >= hours OR ${LOST} > ${SETTINGS.estimatedNullAbove.value} THEN 'missing'
  WHEN partialHours > 0 OR ${LOST} >= ${SETTINGS.noticeableLoss.value} THEN 'partial'
  WHEN settlingHours > 0 THEN 'settling'
  ELSE 'final' END`
