/** A row of a file as it was read, and whom it may be of. */
import type { Cell } from './workbook.ts'

export interface KnownLocal {
  readonly id: number
  readonly client: number
  readonly name: string
  readonly code: string
  readonly externalId: string | null
  readonly timeZone: string
}

export interface KnownClient {
  readonly id: number
  readonly name: string
  readonly externalId: string | null
}

/** Whose rows a file may hold. */
export interface Directory {
  readonly locals: readonly KnownLocal[]
  readonly clients: readonly KnownClient[]
}

/** The values of a row by what they mean; what a format lacks is left out. */
export interface RawRow {
  readonly line: number
  readonly sheet?: string
  readonly code?: Cell
  /** Tried when no local has the code. */
  readonly oldCode?: Cell
  readonly client?: Cell
  readonly date: Cell
  readonly hour?: Cell
  readonly offset?: Cell
  readonly tickets?: Cell
  /** Left out, as units, when the file leaves it empty. */
  readonly sales?: Cell
  readonly units?: Cell
  readonly offers?: Cell
  readonly orders?: Cell
  readonly investment?: Cell
  readonly concept?: Cell
  readonly company?: Cell
}
