/** What becomes of a bulk mail: a draft lives in the form; what is saved is sent once, and stays as it was sent. */
import { defineMachine } from '../machine.ts'

export const bulkMailMachine = defineMachine({
  states: ['saved', 'sent'],
  initial: 'saved',
  fields: { state: 'status' },
  transitions: [{ action: 'send', from: ['saved'], to: 'sent', who: 'administrator' }],
  bulk: [],
})
