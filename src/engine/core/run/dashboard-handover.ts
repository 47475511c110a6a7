/** What a dashboard leaves to the one that takes over from it, after its document was edited. */
import type { ParamModel } from '../document/model.ts'
import type { RequestedValue } from '../params/params.ts'
import { createAnswers } from './answers.ts'
import type { Dashboard, DashboardOptions } from './dashboard-types.ts'
import type { Scheduler } from './scheduler-types.ts'
import type { Drawn } from './widget-board.ts'

/** Answers and requests under way; the last user disposes of them. */
export interface Shared {
  readonly scheduler: Scheduler
  readonly isOwn: boolean
  users: number
}

export interface Handover {
  readonly shared: Shared
  readonly drawn: (widget: string) => Drawn | undefined
  readonly chosen: (param: ParamModel) => RequestedValue | undefined
  readonly labels: Readonly<Record<string, ReadonlyMap<number, string>>>
  readonly tabs: () => Readonly<Record<string, string>>
  readonly page: () => string | undefined
  readonly folded: () => ReadonlySet<string>
}

const handovers = new WeakMap<Dashboard, Handover>()

export const handoverOf = (from: Dashboard | undefined): Handover | undefined => from && handovers.get(from)

export function leave(dashboard: Dashboard, handover: Handover): void {
  handovers.set(dashboard, handover)
}

/** One user more of what the one before had, or of what is new. */
export function share(previous: Handover | undefined, options: DashboardOptions): Shared {
  const shared = previous?.shared ?? {
    users: 0,
    isOwn: options.answers === undefined,
    scheduler: options.answers ?? createAnswers(options),
  }
  shared.users++
  return shared
}

export function unshare(shared: Shared): void {
  if (--shared.users === 0 && shared.isOwn) shared.scheduler.dispose()
}
