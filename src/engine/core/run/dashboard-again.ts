/** What is asked again: because the reader says so, because it failed, or because its time is over. */
import { type Graph, queriesOf } from '../graph/graph.ts'
import { optionsAwaited } from '../graph/transaction.ts'
import type { LayoutModel, ParamKey, QueryKey } from '../document/model.ts'
import type { Cause } from '../params/state.ts'
import { sentence } from '../params/why.ts'
import type { Questions } from './dashboard-questions.ts'
import type { Transactions } from './dashboard-transactions.ts'
import type { Scheduler } from './scheduler-types.ts'
import type { Tracer } from './trace.ts'
import { isLost, type WidgetStates } from './widget-states.ts'

interface Parts {
  readonly model: LayoutModel
  readonly graph: Graph
  readonly scheduler: Scheduler
  readonly tracer: Tracer
  readonly transactions: Transactions
  readonly questions: Pick<Questions, 'all'>
  readonly widgets: Pick<WidgetStates, 'all' | 'stop'>
  readonly schedule: (run: () => void) => void
}

export interface Again {
  /** What ran out of date by itself. */
  itself(queries: readonly QueryKey[]): void
  /** All shown figures, of any age. */
  everything(): void
  /** What failed in a widget. */
  widget(id: string): void
  /** The list of a filter. */
  list(param: ParamKey): void
  dispose(): void
}

const REASON = { retry: 'retry', hand: 'again', itself: 'refresh' } as const

export function createAgain(parts: Parts): Again {
  const { model, graph, scheduler, tracer, transactions, questions, widgets, schedule } = parts
  let disposed = false

  function again(cause: Cause, queries: readonly QueryKey[], why: keyof typeof REASON): void {
    if (disposed || queries.length === 0) return
    const how = why === 'retry' ? 'retry' : 'refresh'
    transactions.repeat(cause)
    for (const query of queries) {
      const now = questions.all.get(query)
      if (now === undefined) continue
      const reason = { key: REASON[why] }
      tracer.add([], [{ query, decision: 'enqueue', why: sentence(reason), reason, key: now.key }])
      if (how === 'retry' && graph.optionQueries.has(query) && isListFailed(query))
        transactions.take((env, filters) => optionsAwaited(env, filters, query), 'replace')
      scheduler[how](now.key)
    }
    schedule(() => undefined)
  }

  function isListFailed(query: QueryKey): boolean {
    const { lists } = transactions.filters()
    return (graph.filledBy.get(query) ?? []).some((key) => lists.get(key) === 'failed')
  }

  return {
    itself: (queries) => again({ kind: 'refresh', queries }, queries, 'itself'),
    everything: () => again({ kind: 'retry', target: 'all' }, [...questions.all.keys()], 'hand'),
    widget(id) {
      const widget = model.widgets.get(id)
      if (widget?.kind !== 'live') return
      const failed = queriesOf(widget).filter((query) => {
        const result = questions.all.get(query)?.result
        return (
          result?.kind === 'failed' ||
          result?.kind === 'loading' ||
          (result?.kind === 'done' && result.partial !== undefined)
        )
      })
      // Nothing failed on the way: it was a step. The answers are there, so only the steps run again.
      if (isLost(widgets.all.get(id))) again({ kind: 'retry', target: id }, queriesOf(widget), 'hand')
      else if (failed.length === 0) {
        widgets.stop(id)
        schedule(() => undefined)
      } else again({ kind: 'retry', target: id }, failed, 'retry')
    },
    list(param) {
      const query = model.params.get(param)?.optionsQuery
      if (query !== undefined) again({ kind: 'retry', target: param }, [query], 'retry')
    },
    dispose() {
      disposed = true
    },
  }
}
