/** Properties of a field of the options form. */
import type { Columns } from '#engine/core/document/columns'
import type { Field, Problem } from '#engine/core/document/option-fields'

export interface FieldWords {
  readonly label: string
  readonly help?: string
  readonly value: (value: string) => string
}

export interface FieldControlProps {
  field: Field
  words: FieldWords
  value: unknown
  columnsOf: (input: string | undefined) => Columns | undefined
  problemText: (problem: Problem) => string
  write: (value: unknown) => void
}
