/**
 * The questions of a dashboard, in flight or answered: each is asked of the scheduler with the place on the page of
 * the widgets that wait for it, and what arrives in one go is taken in one go.
 */
import { stable } from '../graph/args.ts'
import type { Graph } from '../graph/graph.ts'
import type { FilterState } from '../graph/transaction.ts'
import type { LayoutModel, QueryKey } from '../document/model.ts'
import type { Clock } from '../params/ports.ts'
import { fillSteps } from '../params/references.ts'
import type { Result } from './delivery.ts'
import type { Followed } from './refresher.ts'
import type { JobEvent, Rank, Scheduler, Subscription } from './scheduler-types.ts'
import type { Tracer } from './trace.ts'

/** A question and the last word on it. */
export interface Asking {
  readonly key: string
  readonly subscription: Subscription
  result: Result | undefined
  /** Transaction in which it was asked; a later answer is a refresh. */
  readonly transaction: number
  /** There was a whole answer once. */
  settled: boolean
}

export type ListAnswer = Extract<JobEvent, { kind: 'done' | 'notFound' | 'failed' }>

interface Parts {
  readonly model: LayoutModel
  readonly graph: Graph
  readonly scheduler: Scheduler
  readonly tracer: Tracer
  readonly clock: Clock
  /** Row and column of each widget. */
  readonly places: ReadonlyMap<string, readonly [y: number, x: number]>
  readonly filters: () => FilterState
  readonly transaction: () => number
  /** Runs after the code that caused it, with all that arrives meanwhile. */
  readonly schedule: (run: () => void) => void
  /** The answer of a query that fills lists of filters. */
  readonly onList: (query: QueryKey, from: Asking, event: ListAnswer) => void
  readonly onDrop: (query: QueryKey) => void
}

export interface Questions {
  readonly all: ReadonlyMap<QueryKey, Asking>
  ask(query: QueryKey, key: string, args: Readonly<Record<string, unknown>>): void
  drop(query: QueryKey): void
  inFlight(): boolean
  /** The queries that are asked again by themselves, with the age of their answers. */
  refreshed(): Followed[]
  /** Widgets on screen go first. */
  setVisible(ids: readonly string[]): void
  /** All of them are on screen. */
  promoteAll(): void
  dispose(): void
}

const isOnItsWay = ({ result }: Asking) => result === undefined || result.kind === 'queued' || result.kind === 'loading'

export function createQuestions(parts: Parts): Questions {
  const { model, graph, scheduler, tracer, clock, places } = parts
  const live = [...model.widgets.values()].filter((widget) => widget.kind === 'live')
  const asking = new Map<QueryKey, Asking>()
  let visible: ReadonlySet<string> | undefined
  let promoted = false

  function ask(query: QueryKey, key: string, args: Readonly<Record<string, unknown>>): void {
    const source = model.queries.get(query)?.source
    if (source === undefined) return
    const early: JobEvent[] = []
    let mine: Asking | undefined
    const subscription = scheduler.subscribe(
      { key, source, args, ahead: () => inlineTransforms(query) },
      rankOf(query),
      (event) => {
        if (mine === undefined) early.push(event)
        else inbox(query, mine, event)
      },
    )
    mine = { key, subscription, result: undefined, transaction: parts.transaction(), settled: false }
    asking.set(query, mine)
    for (const event of early) inbox(query, mine, event)
  }

  /** Transforms that the widgets of a query need of its answer alone, with the current filters. */
  function inlineTransforms(query: QueryKey): readonly (readonly unknown[])[] {
    const { params } = parts.filters()
    const lists = live.flatMap((widget) =>
      Object.values(widget.data)
        .filter(
          (data) =>
            data.query === query &&
            data.steps.length > 0 &&
            Object.keys(data.joins).length === 0 &&
            Object.values(data.params).every((key) => params.get(key)?.status !== 'pending'),
        )
        .map((data) => fillSteps(data.steps, (name) => params.get(data.params[name] ?? name)?.value)),
    )
    return [...new Map(lists.map((steps) => [stable(steps), steps])).values()]
  }

  function inbox(query: QueryKey, from: Asking, event: JobEvent): void {
    from.result = event
    parts.schedule(() => {
      if (asking.get(query) === from) arrived(query, from, event)
    })
  }

  function arrived(query: QueryKey, from: Asking, event: JobEvent): void {
    if (event.kind === 'queued' || event.kind === 'loading') return
    tracer.outcome(query, from.key, outcomeOf(event, from.subscription.joined))
    if (graph.optionQueries.has(query)) parts.onList(query, from, event)
    from.settled = true
  }

  function rankOf(query: QueryKey): Rank {
    if (graph.optionQueries.has(query)) return [0, 0, 0]
    const ranks = (graph.feeds.get(query) ?? []).map((id): Rank => {
      const [y, x] = places.get(id) ?? [1_000_000, 0]
      return [promoted || visible === undefined || visible.has(id) ? 1 : 2, y, x]
    })
    return ranks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0] ?? [3, 0, 0]
  }

  function rerank(): void {
    for (const [query, { subscription }] of asking) subscription.rank(rankOf(query))
  }

  return {
    all: asking,
    ask,
    drop(query) {
      const old = asking.get(query)
      if (old === undefined) return
      asking.delete(query)
      parts.onDrop(query)
      if (!old.settled) tracer.outcome(query, old.key, { from: 'network', kind: 'superseded', attempts: 0, ms: 0 })
      old.subscription.cancel()
    },
    inFlight: () => [...asking.values()].some(isOnItsWay),
    refreshed: () =>
      [...asking].flatMap(([query, one]) => {
        const everyMs = model.queries.get(query)?.refreshMs
        if (everyMs === undefined) return []
        const answer = isOnItsWay(one) ? undefined : one.result
        return [{ query, everyMs, answer, at: atOf(one.result) ?? clock.now(), failed: one.result?.kind === 'failed' }]
      }),
    setVisible(ids) {
      visible = new Set(ids)
      rerank()
    },
    promoteAll() {
      promoted = true
      rerank()
    },
    dispose() {
      for (const { subscription } of asking.values()) subscription.cancel()
    },
  }
}

const atOf = (result: Result | undefined): number | undefined =>
  result?.kind === 'done' || result?.kind === 'notFound' ? result.at : undefined

/** What the trace says of an answer. */
function outcomeOf(event: ListAnswer, joined: boolean): Parameters<Tracer['outcome']>[2] {
  const { attempts, ms } = event
  if (event.kind === 'failed') return { kind: 'failed', attempts, ms, from: 'network' }
  const from = event.from === 'network' && joined ? 'joined' : event.from
  if (event.kind === 'notFound') return { kind: 'notFound', attempts, ms, from }
  const { rows, bytes } = event.ref
  const kind = event.partial ? 'partial' : 'done'
  return { kind, attempts, ms, from, rows, ...(bytes !== undefined && { bytes }) }
}
