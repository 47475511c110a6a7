/** The machine of each described noun that has states, by the noun in the singular. */
import type { Machine } from '../machine.ts'
import { interventionMachine } from './interventions.ts'

export const MACHINES: Readonly<Record<string, Machine>> = {
  intervention: interventionMachine,
}
