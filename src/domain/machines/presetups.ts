/** States of a pre-setup (spec 2, section 4: new ones are todo). It is ready when it is complete. */
import { defineMachine } from '../machine.ts'

export const presetupMachine = defineMachine({
  states: ['todo', 'ready', 'installed'],
  initial: 'todo',
  fields: { state: 'status', assignee: 'assignee' },
  transitions: [
    { action: 'finish', from: ['todo'], to: 'ready', who: 'administrator' },
    { action: 'install', from: ['ready'], to: 'installed', who: 'administrator' },
    { action: 'reopen', from: ['ready', 'installed'], to: 'todo', who: 'administrator' },
    { action: 'assign', from: ['todo', 'ready'], who: 'administrator', assigns: 'named' },
  ],
  bulk: [],
})
