import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsOf, allowedActions, attempt, defineMachine, isTaken, moved } from './machine.ts'
import type { Machine, Position } from './machine.ts'
import { interventionMachine } from './machines/interventions.ts'

const ticket = defineMachine({
  states: ['pending', 'processed', 'archived'],
  initial: 'pending',
  fields: { state: 'status', assignee: 'assignedTo', comments: 'comments' },
  transitions: [
    { action: 'process', from: ['pending'], to: 'processed', who: 'assignee' },
    { action: 'archive', from: ['processed'], to: 'archived', who: 'administrator' },
    { action: 'assign', from: ['pending'], who: 'administrator', condition: 'unassigned', assigns: 'caller' },
    { action: 'give', from: ['pending'], who: 'assignee', assigns: 'named' },
    { action: 'unassign', from: ['pending'], who: 'administrator', condition: 'assigned', assigns: 'none' },
    { action: 'comment', from: ['pending', 'processed'], who: 'administrator', comments: true },
  ],
  bulk: [
    { id: 'archiveAll', path: 'archive/all', action: 'archive', takesAll: true },
    { id: 'unassignOwn', path: 'unassign/bulk', action: 'unassign', who: 'assignee', takesAll: false },
  ],
})
const MACHINES: readonly Machine[] = [ticket, interventionMachine]
const at = (state: string, assignee: number | null = null): Position => ({ state, assignee })
const [ANA, BEA] = [1, 2]

describe('a machine is refused', () => {
  const { transitions, bulk, ...rest } = ticket
  const [process] = transitions
  const plain = { states: ['a', 'b'], initial: 'a', fields: { state: 'status' }, bulk: [] } as const
  const go = { action: 'go', from: ['a'], to: 'b', who: 'administrator' } as const
  test.each([
    ['an initial state it does not have', { ...rest, transitions, bulk, initial: 'lost' }, 'initial names lost'],
    ['a state that no action leads to', { ...plain, transitions: [], states: ['a', 'b'] }, 'no action leads to b'],
    ['an action to a state it does not have', { ...plain, transitions: [{ ...go, to: 'c' }] }, 'go names c'],
    ['an action from a state it does not have', { ...plain, transitions: [{ ...go, from: ['c'] }] }, 'go names c'],
    ['an action from nowhere', { ...plain, transitions: [{ ...go, from: [] }] }, 'go leads from no state'],
    ['an action that leads to two states', { ...plain, transitions: [go, go] }, 'go leads from a to two states'],
    ['an action that no call can have', { ...plain, transitions: [{ ...go, action: 'list' }] }, 'list cannot be'],
    [
      'an assignee that no field holds',
      { ...plain, transitions: [{ ...go, condition: 'assigned' }] },
      'go needs an assignee, and no field holds one',
    ],
    [
      'messages that no field holds',
      { ...plain, transitions: [go, { action: 'say', from: ['a'], who: 'administrator', comments: true }] },
      'say brings a message, and no field holds it',
    ],
    [
      'a message that changes more',
      { ...rest, bulk, transitions: [...transitions, { ...process, action: 'say', comments: true }] },
      'say brings a message, and changes more',
    ],
    [
      'an action for many that is none for one',
      { ...rest, transitions, bulk: [{ ...bulk[0], action: 'burn' }] },
      'archiveAll is about burn',
    ],
    [
      'an action for many from where it does not lead',
      { ...rest, transitions, bulk: [{ ...bulk[0], from: ['pending'] }] },
      'archiveAll takes entries that are pending',
    ],
    [
      'an action for many that needs a person to be named',
      { ...rest, transitions, bulk: [{ ...bulk[0], action: 'give' }] },
      'archiveAll needs what only a call about one entry brings',
    ],
    ['an action for many without a path', { ...rest, transitions, bulk: [{ ...bulk[0], path: 'x' }] }, 'no path'],
  ])('with %s', (_what, machine, sentence) => {
    expect(() => defineMachine(machine as unknown as Machine)).toThrow('This machine makes no sense: ')
    expect(() => defineMachine(machine as unknown as Machine)).toThrow(sentence)
  })
})

test('an action is refused for the state first, then for its condition, then for the caller', () => {
  expect(attempt(ticket, 'process', at('archived', ANA), BEA)).toEqual({ reason: 'state' })
  expect(attempt(ticket, 'assign', at('pending', ANA), BEA)).toEqual({ reason: 'condition' })
  expect(attempt(ticket, 'process', at('pending', ANA), BEA)).toEqual({ reason: 'who' })
  expect(attempt(ticket, 'process', at('pending'), null)).toEqual({ reason: 'who' })
  expect(attempt(ticket, 'process', at('pending', ANA), ANA)).toEqual({ transition: ticket.transitions[0] })
})

test('the assignee afterwards is the caller, the named one, none, or the former one', () => {
  const after = (action: (typeof ticket.transitions)[number]['action'], from: Position, named?: number) => {
    const { transition } = attempt(ticket, action, from, ANA)
    return transition && moved(transition, from, { caller: ANA, ...(named !== undefined && { named }) })
  }
  expect(after('assign', at('pending'))).toEqual(at('pending', ANA))
  expect(after('give', at('pending', ANA), BEA)).toEqual(at('pending', BEA))
  expect(after('unassign', at('pending', BEA))).toEqual(at('pending'))
  expect(after('process', at('pending', ANA))).toEqual(at('processed', ANA))
  expect(after('comment', at('processed', BEA))).toEqual(at('processed', BEA))
})

test('a button is there for each action that the caller may take now, in the order of the table', () => {
  expect(allowedActions(ticket, at('pending', ANA), ANA)).toEqual(['process', 'give', 'unassign', 'comment'])
  expect(allowedActions(ticket, at('pending', ANA), BEA)).toEqual(['unassign', 'comment'])
  expect(allowedActions(ticket, at('pending'), BEA)).toEqual(['assign', 'comment'])
  expect(allowedActions(ticket, at('archived', ANA), ANA)).toEqual([])
})

test('a bulk action requires what the single action requires, except its inputs', () => {
  const [archiveAll, unassignOwn] = ticket.bulk
  expect([at('processed'), at('pending'), at('archived')].map((one) => isTaken(ticket, archiveAll!, one, ANA))).toEqual(
    [true, false, false],
  )
  expect(
    [at('pending', ANA), at('pending', BEA), at('pending'), at('processed', ANA)].map((one) =>
      isTaken(ticket, unassignOwn!, one, ANA),
    ),
  ).toEqual([true, false, false, false])
  const [, completed, discarded] = interventionMachine.bulk
  for (const state of interventionMachine.states)
    expect([completed, discarded].map((one) => isTaken(interventionMachine, one!, at(state), ANA))).toEqual([
      state === 'completed',
      state === 'discarded',
    ])
})

describe('for any actions, actors and order', () => {
  const person = fc.integer({ min: 1, max: 3 })
  const way = fc.constantFrom(...MACHINES).chain((machine) =>
    fc.record({
      machine: fc.constant(machine),
      steps: fc.array(fc.record({ action: fc.constantFrom(...actionsOf(machine)), caller: person, named: person }), {
        maxLength: 30,
      }),
    }),
  )

  test('an entry is in a state that its machine has, and each step is one of the table', () => {
    fc.assert(
      fc.property(way, ({ machine, steps }) => {
        let position = at(machine.initial)
        for (const { action, caller, named } of steps) {
          const { transition, reason } = attempt(machine, action, position, caller)
          expect(allowedActions(machine, position, caller).includes(action)).toBe(reason === undefined)
          if (transition === undefined) continue
          expect(transition.from).toContain(position.state)
          const next = moved(transition, position, { caller, named })
          expect(machine.states).toContain(next.state)
          if (transition.assigns === undefined) expect(next.assignee).toBe(position.assignee)
          if (transition.comments === true) expect(next).toEqual(position)
          position = next
        }
      }),
    )
  })

  test('an action for many never takes an entry that the action itself would refuse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MACHINES).chain((machine) =>
          fc.record({
            machine: fc.constant(machine),
            bulk: fc.constantFrom(...machine.bulk),
            state: fc.constantFrom(...machine.states),
            assignee: fc.option(person),
            caller: person,
          }),
        ),
        ({ machine, bulk, state, assignee, caller }) => {
          if (isTaken(machine, bulk, { state, assignee }, caller))
            expect(attempt(machine, bulk.action, { state, assignee }, caller).reason).toBe(undefined)
        },
      ),
    )
  })
})
