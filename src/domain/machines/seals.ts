/** States of a seal (spec 2, section 4: valid toggles). A new one is valid. */
import { defineMachine } from '../machine.ts'

export const sealMachine = defineMachine({
  states: ['valid', 'invalid'],
  initial: 'valid',
  fields: { state: 'status' },
  transitions: [
    { action: 'invalidate', from: ['valid'], to: 'invalid', who: 'administrator' },
    { action: 'validate', from: ['invalid'], to: 'valid', who: 'administrator' },
  ],
  bulk: [],
})
