/** The columns of the answer that names the holidays of a comparison. */
import type { Column } from './frame.ts'
import { LANGUAGES } from './languages.ts'

const counts = (...ids: string[]): Column[] => ids.map((id) => ({ id, type: 'int', role: 'measure', unit: 'count' }))

/**
 * One row a day and name: of the locals asked for (`chosenLocals`), how many keep it (`locals`) and
 * how many of these close (`closedLocals`). `name` is as it was stored; `name.en` and its like say it in a language,
 * and are null where the name is not known in it.
 */
export const HOLIDAYS: readonly Column[] = [
  { id: 'day', type: 'day', role: 'dim', unit: 'day' },
  { id: 'name', type: 'text', role: 'dim' },
  ...counts('locals', 'closedLocals', 'chosenLocals'),
  ...LANGUAGES.map((language): Column => ({ id: `name.${language}`, type: 'text', role: 'dim' })),
]
