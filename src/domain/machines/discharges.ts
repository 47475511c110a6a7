/**
 * States of a discharge (spec 2, section 4), of a client, an order or an installation. Its assignee works on it;
 * while it is unassigned, every administrator may.
 */
import { defineMachine } from '../machine.ts'

export const dischargeMachine = defineMachine({
  states: ['pending', 'processed', 'discarded', 'archived'],
  initial: 'pending',
  fields: { state: 'dischargeStatus', assignee: 'assignedTo' },
  transitions: [
    { action: 'process', from: ['pending'], to: 'processed', who: 'holder' },
    { action: 'discard', from: ['pending'], to: 'discarded', who: 'holder' },
    { action: 'archive', from: ['processed', 'discarded'], to: 'archived', who: 'administrator' },
    { action: 'assign', from: ['pending'], who: 'administrator', condition: 'unassigned', assigns: 'caller' },
    { action: 'unassign', from: ['pending'], who: 'administrator', condition: 'assigned', assigns: 'none' },
  ],
  bulk: [
    // Of the caller's own.
    { id: 'processBulk', path: 'process/bulk', action: 'process', who: 'assignee', takesAll: false },
    { id: 'archiveBulk', path: 'archive/bulk', action: 'archive', takesAll: false },
    { id: 'assignBulk', path: 'assign/bulk', action: 'assign', takesAll: false },
  ],
})
