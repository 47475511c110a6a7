/**
 * Additive quantities: counts, seconds, weights. Ratios and means are never stored; they are derived from sums of
 * these. `extension` atoms come with uploads (staff, investment) and exist only where someone uploaded them.
 */
import type { Unit } from '../frame.ts'

export interface Atom {
  readonly id: string
  readonly unit: Unit
  /** Cell rule of an atom that is not stored: the value of `of` in cells where `where` was reported. */
  readonly cell?: { readonly of: string; readonly where: string }
  readonly extension?: true
}

/** `salesWithTickets`: an atom over the rows in which another was reported too. */
const withBoth = (of: string, where: string) => `${of}With${where[0]!.toUpperCase()}${where.slice(1)}`
const counts = (...ids: string[]): Atom[] => ids.map((id) => ({ id, unit: 'count' }))

const OCCUPANCY_ATOMS = [
  'peopleS',
  'measuredS',
  'capacityS',
  'ratedS',
  'saturatedS',
  'emptyS',
  'underuseS',
  'correctS',
  'heavyS',
  'overloadS',
  'unknownS',
  'usedS',
  'roomS',
] as const

export const ATOMS: readonly Atom[] = [
  ...counts('far', 'fro', 'ins', 'bounces', 'visits', 'tickets'),
  { id: 'insTimeS', unit: 'seconds' },
  { id: 'visitTimeS', unit: 'seconds' },
  ...counts('insInRange0', 'insInRange1', 'insInRange2', 'insInRange3', 'identifiedVisits'),
  ...counts('localRepRange0', 'localRepRange1', 'localRepRange2', 'localRepRange3'),
  ...counts('clientRepRange0', 'clientRepRange1', 'clientRepRange2', 'clientRepRange3'),
  // Denominators of conversion: a shop without a ticket file must not lower the rate of the others.
  { id: 'visitsWithTickets', unit: 'count', cell: { of: 'visits', where: 'tickets' } },
  { id: 'insWithTickets', unit: 'count', cell: { of: 'ins', where: 'tickets' } },
  // The two sides of the balance: a door that counts one way only does not tell how many stayed.
  { id: 'outs', unit: 'count' },
  { id: 'insWithOuts', unit: 'count', cell: { of: 'ins', where: 'outs' } },
  { id: 'outsWithIns', unit: 'count', cell: { of: 'outs', where: 'ins' } },
  // Of the tills, beside the tickets: sales in the currency of the file. Each ratio takes the rows that have both of
  // its sides.
  ...counts('sales', 'units'),
  ...(
    [
      ['sales', 'tickets'],
      ['tickets', 'sales'],
      ['units', 'tickets'],
      ['tickets', 'units'],
      ['sales', 'ins'],
      ['ins', 'sales'],
      ['sales', 'visits'],
      ['visits', 'sales'],
    ] as const
  ).map(([of, where]): Atom => ({ id: withBoth(of, where), unit: 'count', cell: { of, where } })),
  { id: 'expected', unit: 'weight' },
  { id: 'observed', unit: 'weight' },
  ...counts('estimatedIns', 'hours', 'missingHours', 'partialHours', 'settlingHours', 'closedHours'),
  // Seconds of people, of minutes and of rooms: answers about occupancy bring them, no hour of the traffic has any.
  ...OCCUPANCY_ATOMS.map((id): Atom => ({ id, unit: 'seconds', extension: true })),
  ...(['staffHours', 'groups', 'investment'] as const).map((id): Atom => ({ id, unit: 'weight', extension: true })),
]

/** Measures needed where exits are shown; answers about entries omit them. */
export const EXIT_ATOMS: readonly string[] = ['outs', 'insWithOuts', 'outsWithIns']

/** Measures needed where sales are shown. */
export const SALES_ATOMS: readonly string[] = [
  'sales',
  'units',
  'salesWithTickets',
  'ticketsWithSales',
  'unitsWithTickets',
  'ticketsWithUnits',
  'salesWithIns',
  'insWithSales',
  'salesWithVisits',
  'visitsWithSales',
]

/** @internal for tests */
export const ATOM_IDS: readonly string[] = ATOMS.map(({ id }) => id)

const byId = new Map(ATOMS.map((atom) => [atom.id, atom]))

export function atomOf(id: string): Atom | undefined {
  return byId.get(id)
}

/** Values of atoms; absent and null both mean "not reported". */
export type Atoms = Readonly<Record<string, number | null | undefined>>

const ofCells = ATOMS.filter(({ cell }) => cell !== undefined)
const cellRules = new Map(ofCells.map(({ id, cell }) => [id, cell]))

/**
 * One atom of a cell or of a sum; one that is not stored follows from the others. Null = not reported. No copy is made:
 * models ask this thousands of times.
 */
export function atomIn(cell: Atoms, id: string): number | null {
  const value = cell[id]
  if (value !== undefined) return value
  const rule = cellRules.get(id)
  return rule === undefined || cell[rule.where] == null ? null : (cell[rule.of] ?? null)
}

/** Adds to one cell (an hour, a day) the atoms that are not stored. */
function atomsOfCell(cell: Atoms): Atoms {
  const all: Record<string, number | null | undefined> = { ...cell }
  for (const { id } of ofCells) all[id] = atomIn(cell, id)
  return all
}

/** Sum of an atom over rows of the fact table, for a select list. */
export function atomSql(id: string): string {
  const rule = atomOf(id)?.cell
  return rule ? `sum(case when "${rule.where}" is not null then "${rule.of}" end)` : `sum("${id}")`
}

/** Sums cells: null only when every cell is null. */
export function sumAtoms(cells: Iterable<Atoms>): Atoms {
  const sums: Record<string, number | null> = {}
  for (const cell of cells) {
    for (const [id, value] of Object.entries(atomsOfCell(cell))) {
      if (value == null) sums[id] ??= null
      else sums[id] = (sums[id] ?? 0) + value
    }
  }
  return sums
}
