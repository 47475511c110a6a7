/** The machine of a noun as its pages know it. */
import type { Machine } from '#domain/machine'
import type { Tone } from '#ui'

/** The machine of a noun, and how its states look. */
export interface PageMachine {
  readonly table: Machine
  /** The colour of each state; one without is neutral. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** Actions that are asked about first. */
  readonly asks?: readonly string[]
}
