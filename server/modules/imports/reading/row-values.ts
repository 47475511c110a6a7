/** The counts of a row, into the columns of the stage. */
import { WHOLE_DAY } from '#domain/fact-query'
import { MAX_PEOPLE_AN_HOUR, MAX_SALES, MAX_SECONDS_AN_HOUR } from '../../../facts/checks.ts'
import { NULL } from '../../../facts/columns.ts'
import type { AtomColumn } from '../../../facts/columns.ts'
import type { LineReason } from './quarantine.ts'
import { countOf, moneyOf } from './cells.ts'
import type { Columns } from './columns.ts'
import type { Direction } from './directions.ts'
import type { Preset } from './preset.ts'
import type { Row } from './rows.ts'

interface Options {
  readonly atoms: readonly AtomColumn[]
  readonly preset: Preset
  readonly at: Columns
  /** A column for each atom. */
  readonly values: readonly Int32Array[]
}

export function createRowValues({ atoms, preset, at, values }: Options) {
  const [insAt, outsAt] = [atoms.indexOf('ins'), atoms.indexOf('outs')]
  // A passage of one direction is zero for the other. A count of one direction leaves the other unknown.
  const ofOther = preset.lines === 'passages' ? 0 : NULL

  // Where each line is a ticket, a line without an amount is no ticket.
  const salesAt = preset.each === 'tickets' ? atoms.indexOf('sales') : -1

  const atomCells = atoms.map((atom) => at.atoms.get(atom))

  /** Why the row cannot be taken; null = it can. */
  return function read(
    { buffer, starts, ends }: Row,
    i: number,
    direction: Direction | undefined,
    isWhole: boolean,
  ): LineReason | null {
    let unreadable = false
    let negative = false
    let absurd = false
    for (let a = 0; a < atoms.length; a += 1) {
      const cell = atomCells[a]
      const value =
        cell === undefined
          ? NULL
          : cell < 0
            ? 1
            : atoms[a] === 'sales'
              ? moneyOf(buffer, starts[cell]!, ends[cell]!, preset.nulls)
              : countOf(buffer, starts[cell]!, ends[cell]!, preset.nulls, preset.decimal)
      values[a]![i] = value
      if (value === NULL) continue
      if (Number.isNaN(value)) unreadable = true
      else if (value < 0) negative = true
      else if (value > maxOf(atoms[a]!, isWhole)) absurd = true
    }
    if (direction !== undefined) values[direction === 'in' ? outsAt : insAt]![i] = ofOther
    if (unreadable) return 'COUNT_UNREADABLE'
    if (negative) return 'NEGATIVE'
    if (absurd) return 'ABSURD'
    return salesAt >= 0 && values[salesAt]![i] === 0 ? 'TICKET_EMPTY' : null
  }
}

const maxOf = (atom: AtomColumn, isWhole: boolean) =>
  atom === 'sales'
    ? MAX_SALES
    : atom === 'insTimeS' || atom === 'visitTimeS'
      ? MAX_SECONDS_AN_HOUR
      : MAX_PEOPLE_AN_HOUR * (isWhole ? WHOLE_DAY : 1)
