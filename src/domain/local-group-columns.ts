/** The columns of the list of groups of locals. */
import type { Column } from './frame.ts'

export const LOCAL_GROUPS: readonly Column[] = [
  { id: 'id', type: 'int', role: 'dim', unit: 'id' },
  { id: 'name', type: 'text', role: 'dim' },
  { id: 'kind', type: 'text', role: 'dim' },
  { id: 'locals', type: 'int', role: 'measure', unit: 'count' },
]
