/** The columns of the answer that names the holidays of a comparison. */
import type { Column } from './frame.ts'

const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))

/**
 * One row a day and name: of the locals asked for (`chosenLocals`), how many keep it (`locals`) and
 * how many of these close (`closedLocals`).
 */
export const HOLIDAYS: readonly Column[] = [
  { id: 'day', type: 'day', role: 'dim', unit: 'day' },
  { id: 'name', type: 'text', role: 'dim' },
  ...counts('locals', 'closedLocals', 'chosenLocals'),
]
