/** Sums of additive columns by some dimensions: what every model starts from. Ratios are derived from these sums, never added. */
import type { QualityAtom } from '#domain/completeness'
import { coverageOf, estimatedShareOf, QUALITY_ATOMS, stateOf, worstOf } from '#domain/completeness'
import type { Quality } from '#domain/completeness'
import { cellOf, columnIndex, isNull } from '#domain/frame-build'
import type { Cell, Frame } from '#domain/frame'
import type { Atoms } from '#domain/metrics/index'
import type { Completeness, Passport } from '#engine/types'

export interface Group {
  /** Values of the dimensions, in the order asked; null where the frame has no such column. */
  readonly key: readonly Cell[]
  readonly atoms: Atoms
}

/** Groups in order of first appearance. A sum over only nulls is null; a sum no number can hold is null too. */
export function groupsOf(frame: Frame, by: readonly string[]): Group[] {
  const at = by.map((id) => columnIndex(frame, id))
  const ids = new Map<string, number>()
  const keys: Cell[][] = []
  const groupOf = new Int32Array(frame.rows)
  for (let row = 0; row < frame.rows; row++) {
    const key = at.map((column) => (column < 0 ? null : cellOf(frame, column, row)))
    const name = key.join('\u0000')
    let group = ids.get(name)
    if (group === undefined) ids.set(name, (group = keys.push(key) - 1))
    groupOf[row] = group
  }
  const sums = keys.map((): Record<string, number | null> => ({}))
  frame.columns.forEach(({ id, role }, column) => {
    const data = frame.data[column]
    if (role !== 'measure' || data?.kind !== 'numbers') return
    for (const sum of sums) sum[id] = null
    for (let row = 0; row < frame.rows; row++) {
      if (isNull(data, row)) continue
      const sum = sums[groupOf[row] as number] as Record<string, number | null>
      sum[id] = (sum[id] ?? 0) + (data.values[row] as number)
    }
    for (const sum of sums) if (!Number.isFinite(sum[id])) sum[id] = null
  })
  return keys.map((key, group) => ({ key, atoms: sums[group] as Atoms }))
}

/** Sum of sums. Null only where every part is null. */
export function totalOf(parts: readonly Atoms[]): Atoms {
  const sums: Record<string, number | null> = {}
  for (const part of parts) {
    for (const [id, value] of Object.entries(part)) sums[id] = value == null ? (sums[id] ?? null) : (sums[id] ?? 0) + value
  }
  for (const [id, value] of Object.entries(sums)) if (!Number.isFinite(value)) sums[id] = null
  return sums
}

export function qualityOfAtoms(atoms: Atoms): Quality {
  // Less than nothing is an error of the data that must not become a coverage below zero.
  // Answers about visitors come without entries: there the visits are what estimates are measured by, or every estimate would be all there is.
  const value = (id: QualityAtom | 'ins') => Math.max(0, (id === 'ins' && !('ins' in atoms) ? atoms.visits : atoms[id]) ?? 0)
  return Object.fromEntries([...QUALITY_ATOMS, 'ins' as const].map((id) => [id, value(id)])) as Quality
}

/** Where a sum stands. Nothing at all in a period that has hours elsewhere = nothing was expected: closed. */
export const stateOfAtoms = (atoms: Atoms | null): Completeness => (atoms === null ? 'closed' : stateOf(qualityOfAtoms(atoms)))

/** Traffic-weighted share of the expected hours that were observed, 0 to 1; null when nothing was expected. */
export const coverageOfAtoms = (atoms: Atoms | null): number | null => (atoms === null ? null : coverageOf(qualityOfAtoms(atoms)))

/** `asOf` is filled in by the frame around the widget, which knows when the data were received. */
export function passportOfAtoms(atoms: Atoms, definitions: readonly string[]): Passport {
  const quality = qualityOfAtoms(atoms)
  return { coverage: coverageOf(quality), estimatedShare: estimatedShareOf(quality), state: stateOf(quality), definitions, asOf: null }
}

export { worstOf }
