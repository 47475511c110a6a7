/** From the filters to the widgets: what is asked, the lists that answers fill, and the steps that run on them. */
import type { Compute } from '../../types.ts'
import type { Graph } from '../graph/graph.ts'
import { type FilterEnv, type FilterState, gateOf, optionsArrived, type Step } from '../graph/transaction.ts'
import type { LayoutModel, QueryKey } from '../document/model.ts'
import type { Clock } from '../params/ports.ts'
import { type Again, createAgain } from './dashboard-again.ts'
import { createBatch } from './dashboard-batch.ts'
import type { Handover } from './dashboard-handover.ts'
import { createLists, type DashboardLists, sameList } from './dashboard-lists.ts'
import { type Asking, createQuestions, type ListAnswer, type Questions } from './dashboard-questions.ts'
import type { Transactions } from './dashboard-transactions.ts'
import type { Scheduler } from './scheduler-types.ts'
import type { Tracer } from './trace.ts'
import { createWidgetStates, type WidgetStates } from './widget-states.ts'

interface Parts {
  readonly model: LayoutModel
  readonly graph: Graph
  readonly compute: Compute
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly tracer: Tracer
  readonly transactions: Transactions
  /** Row and column of each widget. */
  readonly places: ReadonlyMap<string, readonly [y: number, x: number]>
  /** Sees venues without data too. */
  readonly admin: boolean
  readonly previous: Handover | undefined
  /** Something arrived, or the steps of some widgets are done. */
  readonly onNews: () => void
}

export interface Flow {
  readonly lists: Pick<DashboardLists, 'views' | 'labels'>
  readonly questions: Pick<Questions, 'all' | 'refreshed' | 'setVisible' | 'promoteAll'>
  readonly widgets: Pick<WidgetStates, 'all' | 'drawn' | 'refresh'>
  readonly again: Omit<Again, 'dispose'>
  isBusy(): boolean
  /** Forgets what does not belong to the filters any more. */
  drop(step: Step): void
  /** Asks what is new. */
  ask(step: Step): void
  dispose(): void
}

export function createFlow(parts: Parts): Flow {
  const { model, graph, compute, clock, scheduler, tracer, transactions, places, admin, previous, onNews } = parts
  const { filters, env } = transactions
  let disposed = false
  const batch = createBatch(() => {
    widgets.refresh()
    onNews()
  })
  const { schedule } = batch
  /** Lists that have come and are in no filter yet: until then there is more to come. */
  let filling = 0
  const lists = createLists({ model, graph, compute, admin, namesBefore: previous?.labels })
  const questions = createQuestions({
    model,
    graph,
    scheduler,
    tracer,
    clock,
    places,
    schedule,
    filters,
    transaction: transactions.count,
    onList: (query, from, event) => void fillLists(query, from, event),
    onDrop: (query) => lists.forget(query),
  })
  const widgets = createWidgetStates({
    model,
    compute,
    clock,
    filters,
    gate: (widget) => gateOf(env(), filters(), widget),
    answer: (query) => questions.all.get(query),
    drawnBefore: (id) => previous?.drawn(id),
    onSteps: (id, steps) => tracer.steps(id, steps),
    onDone: onNews,
    onLost: (queries) => again.itself(queries),
  })
  const again = createAgain({ model, graph, scheduler, tracer, transactions, questions, widgets, schedule })

  /** Rows of a list, through their steps, to every filter they fill. */
  async function fillLists(query: QueryKey, from: Asking, event: ListAnswer): Promise<void> {
    filling++
    const first = !from.settled && from.transaction === transactions.count()
    const isCurrent = () => !disposed && questions.all.get(query) === from && from.result === event
    let filled: Awaited<ReturnType<typeof lists.fill>>
    try {
      filled = await lists.fill(query, event, isCurrent)
    } finally {
      // In the same go as what follows from it is scheduled: in between nothing would be in flight.
      filling--
    }
    if (filled === 'lost') {
      again.itself([query])
      return
    }
    if (disposed) return
    const known = filters().lists
    if (filled === 'outdated' || [...filled].every(([key, list]) => sameList(known.get(key), list))) {
      schedule(() => undefined)
      return
    }
    const isKnown = [...filled.keys()].some((key) => known.has(key))
    schedule(() => {
      if (questions.all.get(query) !== from) return
      const step = (env: FilterEnv, filters: FilterState) => optionsArrived(env, filters, filled)
      if (first || transactions.count() === from.transaction || !isKnown) transactions.take(step, 'replace')
      else transactions.transact({ kind: 'list', query }, step, 'replace')
    })
  }

  return {
    lists,
    questions,
    widgets,
    again,
    isBusy: () => filling > 0 || widgets.isBusy() || batch.isWaiting() || questions.inFlight(),
    drop(step) {
      for (const query of step.clear) questions.drop(query)
    },
    ask(step) {
      for (const { query, key, args } of step.enqueue) questions.ask(query, key, args)
    },
    dispose() {
      disposed = true
      again.dispose()
      widgets.dispose()
      batch.dispose()
      questions.dispose()
    },
  }
}
