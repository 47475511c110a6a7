/** States of a bulk mail: a draft exists in the form only; a saved one is sent once, and is not changed. */
import { defineMachine } from '../machine.ts'

export const bulkMailMachine = defineMachine({
  states: ['saved', 'sent'],
  initial: 'saved',
  fields: { state: 'status' },
  transitions: [{ action: 'send', from: ['saved'], to: 'sent', who: 'administrator' }],
  bulk: [],
})
