/** States of an intervention (spec 2, section 4). Archived is final. */
import { defineMachine } from '../machine.ts'

export const interventionMachine = defineMachine({
  states: ['pending', 'completed', 'discarded', 'archived'],
  initial: 'pending',
  fields: { state: 'status', assignee: 'assignee', comments: 'comments' },
  transitions: [
    { action: 'complete', from: ['pending'], to: 'completed', who: 'administrator' },
    { action: 'discard', from: ['pending'], to: 'discarded', who: 'administrator' },
    { action: 'archive', from: ['completed', 'discarded'], to: 'archived', who: 'administrator' },
    { action: 'assign', from: ['pending'], who: 'administrator', assigns: 'named' },
    { action: 'comment', from: ['pending', 'completed', 'discarded'], who: 'administrator', comments: true },
  ],
  bulk: [
    { id: 'completeAll', path: 'complete/all', action: 'complete', takesAll: true },
    // The specification says `/archive/{x}/all`: x is the state that those to archive are in.
    {
      id: 'archiveCompleted',
      path: 'archive/completed/all',
      action: 'archive',
      from: ['completed'],
      takesAll: true,
    },
    {
      id: 'archiveDiscarded',
      path: 'archive/discarded/all',
      action: 'archive',
      from: ['discarded'],
      takesAll: true,
    },
  ],
})
