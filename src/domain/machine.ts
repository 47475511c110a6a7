/**
 * The states of an entry as data: which action leads from which state to which, who may take it and under which
 * condition. Calls, buttons and tests of a noun are made of its table (`machines/`).
 */

/** Who may take an action, among the administrators that every call of the administration is for. */
export const RULES = {
  administrator: {},
  assignee: { assignee: 'caller' },
  /** The assignee; while it is unassigned, every administrator. */
  holder: { assignee: 'callerOrNone' },
} as const satisfies Readonly<Record<string, Requirement>>

/** Requirements on the entry besides its state. */
export const CONDITIONS = {
  assigned: { assignee: 'any' },
  unassigned: { assignee: 'none' },
} as const satisfies Readonly<Record<string, Requirement>>

/** As data, because the page tests it of an entry and the server of the rows of a table. */
export interface Requirement {
  readonly assignee?: 'caller' | 'callerOrNone' | 'any' | 'none'
}
export type RuleName = keyof typeof RULES
export type ConditionName = keyof typeof CONDITIONS

export interface Transition<State extends string = string, Action extends string = string> {
  /** The last step of its call, `POST /interventions/{id}/complete`. */
  readonly action: Action
  readonly from: readonly State[]
  /** Left out: it stays in its state. */
  readonly to?: State
  readonly who: RuleName
  readonly condition?: ConditionName
  /** The assignee afterwards: the caller, the account that the call names (`user`), or none. */
  readonly assigns?: 'caller' | 'named' | 'none'
  /** The call brings a `message`, and changes nothing else. */
  readonly comments?: true
}

/** One action for many entries, which may ask more of them than the action itself. */
export interface BulkAction<State extends string = string, Action extends string = string> {
  readonly id: string
  /** Below the noun: `complete/all`. */
  readonly path: string
  readonly action: Action
  readonly from?: readonly State[]
  readonly who?: RuleName
  readonly condition?: ConditionName
  /** Without a list of ids it takes all that it fits. */
  readonly takesAll: boolean
}

export interface Machine<State extends string = string, Action extends string = string> {
  readonly states: readonly State[]
  readonly initial: State
  /** Fields of an entry for its state, its assignee and its comment. */
  readonly fields: { readonly state: string; readonly assignee?: string; readonly comments?: string }
  readonly transitions: readonly Transition<State, Action>[]
  readonly bulk: readonly BulkAction<State, Action>[]
}

/** The facts of an entry that a machine uses. */
export interface Position {
  readonly state: string
  /** Id of an account. */
  readonly assignee: number | null
}

/** Where an entry is, by what it calls these things. */
export const positionOf = (
  { fields }: Pick<Machine, 'fields'>,
  entry: Readonly<Record<string, unknown>>,
): Position => ({
  state: String(entry[fields.state]),
  assignee: fields.assignee === undefined ? null : (entry[fields.assignee] as number | null),
})

/** Why not: the entry is in another state, a condition is not met, or the caller is not who may. */
export type RefusalReason = 'state' | 'condition' | 'who'
export type Verdict<T extends Transition = Transition> =
  | { readonly transition: T; readonly reason?: never }
  | { readonly reason: RefusalReason; readonly transition?: never }

/** A machine whose table makes sense. Throws an Error that names what does not. */
export function defineMachine<const State extends string, const Action extends string>(
  machine: Machine<State, Action>,
): Machine<State, Action> {
  const [problem] = problemsOf(machine)
  if (problem !== undefined) throw new Error(`This machine makes no sense: ${problem}`)
  return machine
}

function problemsOf({ states, initial, fields, transitions, bulk }: Machine): string[] {
  const problems: string[] = []
  const known = (state: string, where: string) => {
    if (!states.includes(state)) problems.push(`${where} names ${state}, which is none of its states.`)
  }
  known(initial, 'initial')
  const taken = new Set<string>()
  const reached = new Set([initial])
  for (const { action, from, to, assigns, comments, condition, who } of transitions) {
    if (!/^[a-z]+(-[a-z]+)*$/.test(action) || action === 'list')
      problems.push(`${action} cannot be the last step of a call.`)
    if (from.length === 0) problems.push(`${action} leads from no state.`)
    if (to !== undefined) {
      known(to, action)
      reached.add(to)
    }
    for (const state of from) {
      known(state, action)
      if (taken.has(`${action} ${state}`)) problems.push(`${action} leads from ${state} to two states.`)
      taken.add(`${action} ${state}`)
    }
    const asks = assigns !== undefined || condition !== undefined || who !== 'administrator'
    if (asks && fields.assignee === undefined) problems.push(`${action} needs an assignee, and no field holds one.`)
    if (comments === true && fields.comments === undefined)
      problems.push(`${action} brings a message, and no field holds it.`)
    if (comments === true && (to !== undefined || assigns !== undefined))
      problems.push(`${action} brings a message, and changes more than that.`)
  }
  const lost = states.find((state) => !reached.has(state))
  if (lost !== undefined) problems.push(`no action leads to ${lost}.`)
  for (const { id, action, from = [], path } of bulk) {
    const of = transitions.filter((one) => one.action === action)
    if (of.length === 0) problems.push(`${id} is about ${action}, which is none of its actions.`)
    const foreign = from.find((state) => !of.some((one) => one.from.includes(state)))
    if (foreign !== undefined)
      problems.push(`${id} takes entries that are ${foreign}, from which ${action} does not lead.`)
    if (of.some(({ assigns, comments }) => assigns === 'named' || comments === true))
      problems.push(`${id} needs what only a call about one entry brings.`)
    if (!/^[a-z]+(\/[a-z]+)+$/.test(path)) problems.push(`${id} has no path of two steps or more.`)
  }
  return problems
}

/** The actions of a machine, each once, in the order of its table. */
export const actionsOf = <Action extends string>({ transitions }: Machine<string, Action>): Action[] => [
  ...new Set(transitions.map(({ action }) => action)),
]

function meets({ assignee: required }: Requirement, { assignee }: Position, caller: number | null): boolean {
  if (required === undefined) return true
  if (required === 'any') return assignee !== null
  if (assignee === null) return required !== 'caller'
  return required !== 'none' && assignee === caller
}

/** Requirements of a transition on an entry besides its state. */
export const requirementsOf = ({
  who = 'administrator',
  condition,
}: Partial<Pick<Transition, 'who' | 'condition'>>): readonly Requirement[] => [
  RULES[who],
  ...(condition === undefined ? [] : [CONDITIONS[condition]]),
]

/**
 * Whether this caller may take the action on this entry now, or why not.
 *
 * @param caller id of an account, null = the product
 */
export function attempt<State extends string, Action extends string>(
  { transitions }: Machine<State, Action>,
  action: Action,
  position: Position,
  caller: number | null,
): Verdict<Transition<State, Action>> {
  const transition = transitions.find(
    (one) => one.action === action && (one.from as readonly string[]).includes(position.state),
  )
  if (transition === undefined) return { reason: 'state' }
  const { who, condition } = transition
  if (condition !== undefined && !meets(CONDITIONS[condition], position, caller)) return { reason: 'condition' }
  return meets(RULES[who], position, caller) ? { transition } : { reason: 'who' }
}

/** The actions that this caller may take on this entry now, in the order of the table. */
export const allowedActions = <Action extends string>(
  machine: Machine<string, Action>,
  position: Position,
  caller: number | null,
): Action[] => actionsOf(machine).filter((action) => attempt(machine, action, position, caller).reason === undefined)

/** Where an entry is after a transition. @param named who the call names */
export function moved(
  { to, assigns }: Transition,
  { state, assignee }: Position,
  { caller, named = null }: { readonly caller: number | null; readonly named?: number | null },
): Position {
  const next = { caller, named, none: null }
  return { state: to ?? state, assignee: assigns === undefined ? assignee : next[assigns] }
}

/** Whether an entry of this state could be taken by an action for many, were it in the right hands. */
export const isStateOf = ({ transitions }: Machine, { action, from }: BulkAction, state: string): boolean =>
  from === undefined
    ? transitions.some((one) => one.action === action && one.from.includes(state))
    : from.includes(state)

/** Whether an action for many takes this entry: what the action asks, and what it asks besides. */
export function isTaken(
  machine: Machine,
  { action, from, who, condition }: BulkAction,
  position: Position,
  caller: number | null,
): boolean {
  if (from !== undefined && !from.includes(position.state)) return false
  if (
    !requirementsOf({ ...(who && { who }), ...(condition && { condition }) }).every((one) =>
      meets(one, position, caller),
    )
  )
    return false
  return attempt(machine, action, position, caller).reason === undefined
}
