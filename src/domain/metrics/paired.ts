/**
 * The part of a sum that both periods have. An answer that compares carries, beside a measure, what of it lies in hours
 * that the other period does not have whole (`visits.unpaired` beside `visits`): additive like the measure itself, so
 * that it survives every sum. Figures show all that came; a change is taken over what both sides have, or an outage
 * would be a loss of visitors.
 */
import type { Column } from '../frame.ts'
import { keepTwo } from '../keep-two.ts'
import type { Atoms } from './atoms.ts'
import { ESTIMATED, estimatedOf, estimatePart, isWithEstimates, partId } from './estimated.ts'

const UNPAIRED = '.unpaired'

/**
 * Open hours of stores that cannot be compared, for any reason: a difference of sums with any of them is never
 * judged.
 */
export const INCOMPARABLE = 'incomparableHours'

export const unpairedId = (measure: string): string => `${measure}${UNPAIRED}`
export const isUnpaired = (column: string): boolean => column.endsWith(UNPAIRED)
/** The measure that a column `<measure>.unpaired` is about. */
export const measureOf = (column: string): string => column.slice(0, -UNPAIRED.length)
/** Columns that say what sums rest on: read by the rules, never shown, and never lost by a sum. */
export const isBasisColumn = ({ id }: Pick<Column, 'id'>): boolean =>
  id === INCOMPARABLE || isUnpaired(id) || estimatePart(id) !== null

const UNPAIRED_EXPECTED = unpairedId('expected')

/** Of each measure; made once, for a text for each of a thousand rows times twenty measures is most of the work. */
const unpairedIds = new Map<string, string>()
function knownUnpairedId(measure: string): string {
  let id = unpairedIds.get(measure)
  if (id === undefined) unpairedIds.set(measure, (id = unpairedId(measure)))
  return id
}

/**
 * The sums over hours that both periods have; the same object where that is all of them. What was counted in other
 * hours only is not known here, which is null and not 0. A measure with estimates keeps the hours that are counted or
 * estimated in both: its estimate here is what these have more than those that are counted in both.
 */
export const pairedAtoms: (atoms: Atoms) => Atoms = keepTwo(withoutUnpaired)

function withoutUnpaired(atoms: Atoms): Atoms {
  const estimated = ESTIMATED.filter((measure) => isWithEstimates(atoms, measure))
  if (!hasUnpaired(atoms) && !estimated.some((measure) => atoms[partId(measure, 'unfilled')])) return atoms
  const paired: Record<string, number | null> = {}
  for (const id in atoms) {
    if (isUnpaired(id)) continue
    const value = atoms[id]
    const off = atoms[knownUnpairedId(id)] ?? 0
    paired[id] = value == null || (off !== 0 && value === off) ? null : value - off
  }
  for (const measure of estimated) {
    paired[partId(measure, 'estimated')] =
      estimatedOf(atoms, measure) - (atoms[partId(measure, 'unfilled')] ?? 0) + (atoms[unpairedId(measure)] ?? 0)
  }
  return paired
}

function hasUnpaired(atoms: Atoms): boolean {
  for (const id in atoms) if (atoms[id] && isUnpaired(id)) return true
  return false
}

/** Whether one of two sums holds stores that cannot be compared. */
export const isIncomparable = (one: Atoms | null, other: Atoms | null = null): boolean =>
  (one?.[INCOMPARABLE] ?? 0) > 0 || (other?.[INCOMPARABLE] ?? 0) > 0

/** Share of the expected traffic of the worse side that the other has too, 0 to 1. */
export const pairedShare = (...sides: readonly (Atoms | null)[]): number => shareWithout(UNPAIRED_EXPECTED, sides)

/** The same of a measure with estimates: what the other side has counted or estimated. */
export const filledShare = (...sides: readonly (Atoms | null)[]): number =>
  shareWithout(partId('expected', 'unfilled'), sides)

function shareWithout(column: string, sides: readonly (Atoms | null)[]): number {
  let share = 1
  for (const atoms of sides) {
    const all = atoms?.expected ?? 0
    if (all > 0) share = Math.min(share, Math.max(0, (all - (atoms?.[column] ?? 0)) / all))
  }
  return share
}
