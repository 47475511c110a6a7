/** The filters of a dashboard as they are, and the transactions that change them: each has one cause and one day. */
import type { ParamKey } from '../document/model.ts'
import type { Clock } from '../params/ports.ts'
import type { Cause } from '../params/state.ts'
import { EMPTY_STATE, type FilterEnv, type FilterState, type Step } from '../graph/transaction.ts'
import type { Tracer } from './trace.ts'

/** A new entry of the history, or in place of the last one. */
export type Mode = 'push' | 'replace'
export type Make = (env: FilterEnv, filters: FilterState) => Step

interface Parts {
  readonly fixed: Omit<FilterEnv, 'today'>
  readonly today: () => string
  readonly clock: Clock
  readonly tracer: Tracer
  /** Does what a step of the filter machine says. `chosen`: filters that the reader has just set. */
  readonly onStep: (step: Step, mode: Mode, chosen: Iterable<ParamKey>) => void
}

export interface Transactions {
  filters(): FilterState
  env(): FilterEnv
  /** How many there were. */
  count(): number
  /** One that asks again, with the filters and the day of the last one. */
  repeat(cause: Cause): void
  transact(cause: Cause, make: Make, mode: Mode, chosen?: Iterable<ParamKey>): void
  /** One more step of the transaction that is open. */
  take(make: Make, mode: Mode, chosen?: Iterable<ParamKey>): void
}

export function createTransactions({ fixed, today, clock, tracer, onStep }: Parts): Transactions {
  /**
   * Read once a transaction: asking for the reader's zone costs more than all the rest of a gate, and one transaction
   * has one day.
   */
  let day = today()
  let filters: FilterState = EMPTY_STATE
  let count = 0
  const env = (): FilterEnv => ({ ...fixed, today: day })

  function repeat(cause: Cause): void {
    count++
    tracer.open(cause, clock.now())
  }

  function take(make: Make, mode: Mode, chosen: Iterable<ParamKey> = []): void {
    const step = make(env(), filters)
    filters = step.state
    tracer.add(step.changed, step.queries)
    onStep(step, mode, chosen)
  }

  return {
    filters: () => filters,
    env,
    count: () => count,
    repeat,
    transact(cause, make, mode, chosen) {
      day = today()
      repeat(cause)
      take(make, mode, chosen)
    },
    take,
  }
}
