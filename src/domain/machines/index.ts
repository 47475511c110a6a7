/** The machine of each described noun that has states, by the noun in the singular. */
import type { Machine } from '../machine.ts'
import { bulkMailMachine } from './bulk-mails.ts'
import { dischargeMachine } from './discharges.ts'
import { installationMachine } from './installations.ts'
import { interventionMachine } from './interventions.ts'
import { orderMachine } from './orders.ts'
import { presealMachine } from './preseals.ts'
import { presetupMachine } from './presetups.ts'
import { sealMachine } from './seals.ts'

export const MACHINES: Readonly<Record<string, Machine>> = {
  bulkMail: bulkMailMachine,
  order: orderMachine,
  installation: installationMachine,
  intervention: interventionMachine,
  clientDischarge: dischargeMachine,
  orderDischarge: dischargeMachine,
  installationDischarge: dischargeMachine,
  presetup: presetupMachine,
  preseal: presealMachine,
  seal: sealMachine,
}
