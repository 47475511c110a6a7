/** Counts by who reports them: tills, and sensors besides who came and who left. */
import { ATOM_COLUMNS, type AtomColumn } from './columns.ts'

export type TillAtom = 'tickets' | 'sales' | 'units'

/** Atoms of tills, which sensors do not have. */
export const TILL_ATOMS: readonly TillAtom[] = ['tickets', 'sales', 'units']
/** Columns of what is known for the whole day only. */
export const OF_DAY = { tickets: 'ticketsOfDay', sales: 'salesOfDay', units: 'unitsOfDay' } as const satisfies Record<
  TillAtom,
  string
>
export const isTillAtom = (atom: AtomColumn): atom is TillAtom => TILL_ATOMS.some((one) => one === atom)

export type ReadingAtom = Exclude<AtomColumn, 'ins' | 'outs' | TillAtom>

/** Atoms that a count may bring besides in and out. */
export const READING_ATOMS = ATOM_COLUMNS.filter(
  (atom): atom is ReadingAtom => atom !== 'ins' && atom !== 'outs' && !isTillAtom(atom),
)
