/**
 * The questions of a page share what their periods have in common; it is read again after a write to one of their days.
 */
import type { Frame } from '#domain/frame'
import type { Connections } from './connection-types.ts'
import { estimatedSums, keyOfEstimates } from './estimates.ts'
import { createVersionedCache } from '../versioned-cache.ts'
import { keyOfPairs, storeSides, unfilledSums, unpairedSums } from './pairs.ts'
import type { SqlFactStore } from './sql-store.ts'
import type { PairsQuestion, Sides } from '../questions.ts'

/** Questions of a few pages; an answer is small, as gaps are few. */
const PAIRS_KEPT = 48

interface Parts {
  readonly read: SqlFactStore['read']
  readonly frame: SqlFactStore['frame']
  readonly changes: Connections['changes']
}

export function pairFacts({
  read,
  frame,
  changes,
}: Parts): Pick<SqlFactStore, 'sides' | 'unpaired' | 'estimated' | 'unfilled'> {
  const keptSides = createVersionedCache<ReadonlyMap<number, Sides>>(PAIRS_KEPT)
  const keptUnpaired = createVersionedCache<Frame>(PAIRS_KEPT)
  const keptEstimates = createVersionedCache<Frame>(PAIRS_KEPT)
  const versionOf = ({ comparing, reference }: PairsQuestion) => changes.versionOf([comparing, reference])

  return {
    sides: (question) => keptSides(keyOfPairs(question), versionOf(question), () => storeSides({ read }, question)),
    unpaired: (question, requested) =>
      keptUnpaired(
        [keyOfPairs(question), 'by', ...requested.by, 'sum', ...requested.measures].join(' '),
        versionOf(question),
        () => unpairedSums({ frame }, question, requested),
      ),
    estimated: (question, by) =>
      keptEstimates(keyOfEstimates(question, by), changes.versionOf(question.periods), () =>
        estimatedSums({ frame }, question, by),
      ),
    unfilled: (question, by) =>
      keptEstimates([keyOfPairs(question), 'unfilled by', ...by].join(' '), versionOf(question), () =>
        unfilledSums({ frame }, question, by),
      ),
  }
}
