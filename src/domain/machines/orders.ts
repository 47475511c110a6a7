/**
 * States of an order (docs/decisions/0084-orders.md). Its locals are chosen while it is a draft; launching it
 * makes the installations of its locals.
 */
import { defineMachine } from '../machine.ts'

export const orderMachine = defineMachine({
  states: ['draft', 'launched', 'closed', 'cancelled'],
  initial: 'draft',
  fields: { state: 'status', assignee: 'assignee', comments: 'comments' },
  transitions: [
    { action: 'launch', from: ['draft'], to: 'launched', who: 'administrator' },
    { action: 'close', from: ['launched'], to: 'closed', who: 'administrator' },
    { action: 'cancel', from: ['draft', 'launched'], to: 'cancelled', who: 'administrator' },
    { action: 'assign', from: ['draft', 'launched'], who: 'administrator', assigns: 'named' },
    { action: 'comment', from: ['draft', 'launched', 'closed'], who: 'administrator', comments: true },
  ],
  bulk: [{ id: 'closeBulk', path: 'close/bulk', action: 'close', takesAll: false }],
})
