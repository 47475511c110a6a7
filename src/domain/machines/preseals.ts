/**
 * States of a pre-seal (spec 2, section 4: on or off). One that is on is verified at the local, which makes a
 * seal; switched on again, it can be verified again.
 */
import { defineMachine } from '../machine.ts'

export const presealMachine = defineMachine({
  states: ['off', 'on', 'sealed'],
  initial: 'off',
  fields: { state: 'status' },
  transitions: [
    { action: 'on', from: ['off', 'sealed'], to: 'on', who: 'administrator' },
    { action: 'off', from: ['on'], to: 'off', who: 'administrator' },
    { action: 'verify', from: ['on'], to: 'sealed', who: 'administrator' },
  ],
  bulk: [],
})
