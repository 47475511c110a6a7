/** The columns of the answer that says which stores a comparison is of. */
import type { Column } from './frame.ts'

const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))

/**
 * One row for each period and store that was asked about. `leftOut` is null for a store that is compared. Entries add
 * up: `ins` is `insCompared`, which a change is taken over, and `insLeftOut`, of stores and of hours that the other
 * period does not have.
 */
export const STORES: readonly Column[] = [
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'local', type: 'int', role: 'dim', unit: 'id' },
  { id: 'leftOut', type: 'text', role: 'dim' },
  ...counts('ins', 'insCompared', 'insLeftOut', 'countedDays', 'closedDays', 'hours', 'unpairedHours'),
  ...['expected', 'observed'].map((id): Column => ({ id, type: 'int', role: 'measure', unit: 'weight' })),
]
