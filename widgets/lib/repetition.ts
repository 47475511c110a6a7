/** New and repeating visitors, from the two range vectors of metrics.md 5.3; and when to show shares only. */
import { SETTINGS } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import { valueOf } from './measure.ts'

/**
 * Share of the visits that were identified, in percent; null when the data do not say. Randomised addresses make
 * repeats look rarer than they are, so below the minimum a count would be read as what it is not.
 */
export function identification(parts: readonly (Atoms | null)[]): { share: number | null; sharesOnly: boolean } {
  const shares = parts.flatMap((atoms) => valueOf('identifiedShare', atoms) ?? [])
  const share = shares.length === 0 ? null : Math.min(...shares)
  return { share, sharesOnly: share !== null && share < SETTINGS.identifiedShareMin.value * 100 }
}

/** Identified visits, or all of them where the data do not tell them apart. */
export const identifiedOf = (atoms: Atoms | null): number | null =>
  atoms === null ? null : (atoms.identifiedVisits ?? atoms.visits ?? null)

/**
 * The ranges 0 to 3 of a vector, and what lies beyond them (a fifth range of another set-up): Others, never dropped.
 */
export function rangesOf(
  atoms: Atoms | null,
  prefix: 'localRepRange' | 'clientRepRange',
): { ranges: (number | null)[]; others: number | null } {
  if (atoms === null) return { ranges: [null, null, null, null], others: null }
  const beyond = Object.entries(atoms).filter(
    ([id, value]) => new RegExp(`^${prefix}([4-9]|\\d\\d+)$`).test(id) && value != null,
  )
  return {
    ranges: [0, 1, 2, 3].map((k) => atoms[`${prefix}${k}`] ?? null),
    others: beyond.length === 0 ? null : beyond.reduce((sum, [, value]) => sum + (value ?? 0), 0),
  }
}
