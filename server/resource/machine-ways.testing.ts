/** The places that an entry can be in, and how it gets there by the calls of its noun. For tests only. */
import { actionsOf, attempt, moved } from '#domain/machine'
import type { Machine, Position } from '#domain/machine'

interface Step {
  readonly action: string
  /** Ids of accounts. */
  readonly caller: number
  readonly named: number
}
export interface Way {
  readonly position: Position
  readonly steps: readonly Step[]
}

/** The shortest way to every place, by these callers, the nearest first. */
export function waysOf(machine: Machine, callers: readonly number[]): Way[] {
  const start: Way = { position: { state: machine.initial, assignee: null }, steps: [] }
  const found = new Map([[keyOf(start.position), start]])
  for (const { position, steps } of found.values())
    for (const action of actionsOf(machine))
      for (const caller of callers)
        for (const named of callers) {
          const { transition } = attempt(machine, action, position, caller)
          if (transition === undefined) continue
          const next = moved(transition, position, { caller, named })
          if (!found.has(keyOf(next)))
            found.set(keyOf(next), { position: next, steps: [...steps, { action, caller, named }] })
        }
  return [...found.values()]
}
const keyOf = ({ state, assignee }: Position) => `${state} ${String(assignee)}`
