/** The columns of the answer that says which days a comparison lays on which. */
import type { Column } from './frame.ts'

const count = (id: string): Column => ({ id, type: 'int', role: 'measure', unit: 'count' })

/**
 * One row for each pair of days, and for each day that has no counterpart (the other column of days is null then).
 * Stores of other calendars may lay a day on another one: `locals` says how many follow the row. Entries add up on both
 * sides: `ins` is `insCompared`, which a change is taken over, and `insLeftOut`, of stores, days and hours that the
 * other period does not have.
 */
export const DAYS: readonly Column[] = [
  { id: 'day', type: 'day', role: 'dim', unit: 'day' },
  { id: 'referenceDay', type: 'day', role: 'dim', unit: 'day' },
  { id: 'pairedBy', type: 'text', role: 'dim' },
  { id: 'name', type: 'text', role: 'dim' },
  ...['locals', 'ins', 'insCompared', 'insLeftOut', 'insReference', 'insReferenceCompared', 'insReferenceLeftOut'].map(
    count,
  ),
]
