/** The machine of each described noun that has states, by the noun in the singular. */
import type { Machine } from '../machine.ts'
import { dischargeMachine } from './discharges.ts'
import { interventionMachine } from './interventions.ts'

export const MACHINES: Readonly<Record<string, Machine>> = {
  intervention: interventionMachine,
  clientDischarge: dischargeMachine,
  orderDischarge: dischargeMachine,
  installationDischarge: dischargeMachine,
}
