/**
 * A ratio of two sums carries both beside it, under separate names: additive, so that they survive every grouping,
 * and the ratio of a group is a sum over a sum and never a mean of ratios.
 */
import type { Atoms } from './atoms.ts'

const NUMERATOR = '.numerator'
const DENOMINATOR = '.denominator'

export interface RatioParts {
  readonly of: string
  readonly over: string
}

/** Made once for each column: models ask thousands of times. */
const known = new Map<string, RatioParts>()

export function ratioParts(column: string): RatioParts {
  let parts = known.get(column)
  if (parts === undefined) {
    parts = { of: `${column}${NUMERATOR}`, over: `${column}${DENOMINATOR}` }
    known.set(column, parts)
  }
  return parts
}

/** The column that a part is of, and the ending of its name; null for any other column. */
export function ratioPart(column: string): { readonly measure: string; readonly ending: string } | null {
  const ending = [NUMERATOR, DENOMINATOR].find((one) => column.endsWith(one))
  return ending === undefined ? null : { measure: column.slice(0, -ending.length), ending }
}

/** Of some columns, the names of those that are ratios with a denominator beside them; of most answers none. */
export function ratiosAmong(columns: readonly { readonly id: string }[]): ReadonlySet<string> {
  const ratios = new Set<string>()
  for (const { id } of columns) if (id.endsWith(DENOMINATOR)) ratios.add(id.slice(0, -DENOMINATOR.length))
  return ratios
}

/** The ratio of sums that hold both its parts; undefined where they do not, null where there is no figure. */
export function ratioIn(atoms: Atoms, column: string): number | null | undefined {
  const { of, over } = ratioParts(column)
  const [top, under] = [atoms[of], atoms[over]]
  if (top === undefined || under === undefined) return undefined
  return top === null || under === null || under === 0 ? null : top / under
}
