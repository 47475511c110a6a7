/**
 * States of an installation (docs/decisions/0085-installations.md). Its assignee does the work; while it is
 * unassigned, every administrator may.
 */
import { defineMachine } from '../machine.ts'

export const installationMachine = defineMachine({
  states: ['planned', 'underway', 'installed', 'verified', 'closed', 'cancelled'],
  initial: 'planned',
  fields: { state: 'status', assignee: 'assignee', comments: 'comments' },
  transitions: [
    { action: 'begin', from: ['planned'], to: 'underway', who: 'holder' },
    { action: 'install', from: ['underway'], to: 'installed', who: 'holder' },
    { action: 'verify', from: ['installed'], to: 'verified', who: 'administrator' },
    { action: 'rework', from: ['installed', 'verified'], to: 'underway', who: 'administrator' },
    { action: 'close', from: ['verified'], to: 'closed', who: 'administrator' },
    { action: 'cancel', from: ['planned', 'underway'], to: 'cancelled', who: 'administrator' },
    { action: 'assign', from: ['planned', 'underway', 'installed'], who: 'administrator', assigns: 'named' },
    {
      action: 'comment',
      from: ['planned', 'underway', 'installed', 'verified'],
      who: 'administrator',
      comments: true,
    },
  ],
  bulk: [{ id: 'closeBulk', path: 'close/bulk', action: 'close', takesAll: false }],
})
