/**
 * A running dashboard: the filter machine, the scheduler and the steps put together behind one vanilla store. It
 * decides nothing itself. Everything that happens in one go (a tick of edits, a batch of answers) ends in one update of
 * the store.
 */
import { createStore } from 'zustand/vanilla'
import type { Issue } from '../../types.ts'
import { createAddress } from '../graph/address.ts'
import { createAnswers } from './answers.ts'
import { argumentsBeside, stable } from '../graph/args.ts'
import { createEdits } from './dashboard-edits.ts'
import { createLists, sameList } from './dashboard-lists.ts'
import type { Dashboard, DashboardOptions, SetOptions } from './dashboard-types.ts'
import type { Result } from './delivery.ts'
import { emittedValue } from './gestures.ts'
import { buildGraph, queriesOf } from '../graph/graph.ts'
import { placedGrids } from '../document/grids.ts'
import { impactOf } from '../graph/impact.ts'
import { issue } from '../document/issue.ts'
import type { ParamKey, ParamModel, QueryKey, WidgetModel } from '../document/model.ts'
import { normalise, type Wanted } from '../params/params.ts'
import { createMemory } from '../params/persist.ts'
import { same } from '../document/pointer.ts'
import { fillSteps } from '../params/references.ts'
import { createRefresher } from './refresher.ts'
import { keep, keepList, sameView } from './same.ts'
import type { JobEvent, Rank, Scheduler, Subscription } from './scheduler-types.ts'
import { givenSeed, seedsOf } from '../graph/seeds.ts'
import { createShown } from '../graph/shown.ts'
import type { Cause, DashboardState, WidgetInfo } from '../params/state.ts'
import { readText } from '../document/text.ts'
import { createTracer } from './trace.ts'
import {
  change,
  EMPTY_STATE,
  gateOf,
  optionsArrived,
  optionsAwaited,
  prefixEdit,
  relativeEdits,
  start,
  type FilterEnv,
  type FilterState,
  type Step,
} from '../graph/transaction.ts'
import { paramView, sectionView } from './views.ts'
import { createWidgetStates, type Drawn, isLost } from './widget-states.ts'
import { sentence } from '../params/why.ts'

export type { Dashboard, DashboardOptions } from './dashboard-types.ts'

interface Asking {
  readonly key: string
  readonly subscription: Subscription
  result: Result | undefined
  /** Transaction in which it was asked; a later answer is a refresh. */ readonly transaction: number
  settled: boolean
}

/** What a dashboard leaves to the one that takes over from it. */
interface Estate {
  /** Answers and requests under way; whoever leaves last ends it. */
  readonly shared: { readonly scheduler: Scheduler; readonly isOwn: boolean; users: number }
  readonly drawn: (widget: string) => Drawn | undefined
  readonly chosen: (param: ParamModel) => Wanted | undefined
  readonly labels: Readonly<Record<string, ReadonlyMap<number, string>>>
  readonly tabs: () => Readonly<Record<string, string>>
}
const estates = new WeakMap<Dashboard, Estate>()

/** Opens a dashboard on a loaded layout: reads the address and the storage, and asks. */
export function createDashboard(options: DashboardOptions): Dashboard {
  const {
    layout: { model, issues },
    compute,
    clock,
    url,
    user,
    resolvePeriods,
  } = options
  const graph = buildGraph(model)
  const memory = createMemory(options.storage, user.id, model.id)
  const manual = (options.apply ?? model.apply) === 'manual'
  const tick = options.tick ?? queueMicrotask
  const tracer = createTracer()
  const live = [...model.widgets.values()].filter((widget) => widget.kind === 'live')
  /**
   * Read once a transaction: asking for the reader's zone costs more than all the rest of a gate, and one transaction
   * has one day.
   */
  let today = options.today()
  const env = (): FilterEnv => ({ model, graph, user: user.id, today, resolvePeriods })

  let locale = options.locale
  let filters: FilterState = EMPTY_STATE
  let notices: Issue[] = []
  let disposed = false
  let transaction = 0
  let visible: ReadonlySet<string> | undefined
  let promoted = false
  const asking = new Map<QueryKey, Asking>()
  const heir = options.from && estates.get(options.from)
  const lists = createLists({ model, graph, compute, admin: user.admin, namesBefore: heir?.labels })
  const edits = createEdits({
    has: (key) => model.params.has(key),
    manual,
    tick,
    onWaiting: () => publish(),
    onFlush(cause, taken, mode) {
      transact(cause, () => change(env(), filters, taken), mode, [...taken.keys()])
      publish()
    },
  })
  /** Widget -> the tab that was chosen in it. */
  let tabs: Readonly<Record<string, string>> = {}
  const settledWaiters: (() => void)[] = []
  let waiting: (() => void)[] = []

  const text = (raw: string | undefined) =>
    readText(raw, { i18n: model.i18n, locale, ...(options.text && { app: options.text }) })
  const label = (param: ParamModel) => text(param.definition.label)
  const param = (key: ParamKey) => model.params.get(key)
  const seedContext = () => ({ resolvePeriods, today: options.today(), label })
  const address = createAddress({ model, memory, url, env, filters: () => filters, tabs: () => tabs, label })

  /** Every widget asks for its own at every drawing, so they are made once per language. */
  const widgetInfos = (): Readonly<Record<string, WidgetInfo>> =>
    Object.fromEntries(
      [...model.widgets.values()].map((widget: WidgetModel): [string, WidgetInfo] => [
        widget.id,
        { id: widget.id, type: widget.type ?? '', title: text(widget.title), section: widget.section },
      ]),
    )
  let infos: Readonly<Record<string, WidgetInfo>> | undefined

  const { grids, places } = placedGrids(model)

  // ------------------------------------------------------------ store

  const shared = heir?.shared ?? {
    users: 0,
    isOwn: options.answers === undefined,
    scheduler: options.answers ?? createAnswers(options),
  }
  shared.users++
  const { scheduler } = shared
  const widgets = createWidgetStates({
    model,
    compute,
    clock,
    filters: () => filters,
    gate: (widget) => gateOf(env(), filters, widget),
    answer: (query) => asking.get(query),
    drawnBefore: (id) => heir?.drawn(id),
    onSteps: (id, steps) => tracer.steps(id, steps),
    onDone: () => publish(),
    onLost: (queries) => again({ kind: 'refresh', queries }, queries, 'itself'),
  })
  const store = createStore<DashboardState>(() => snapshot())
  const refresher = createRefresher({
    clock,
    random: options.random,
    ...(options.visibility && { visibility: options.visibility }),
    ask: (queries) => again({ kind: 'refresh', queries }, queries, 'itself'),
  })
  const shown = createShown(clock, store.getState().widgets)

  function snapshot(): DashboardState {
    const params = Object.fromEntries(
      [...model.params.values()].flatMap((one) => {
        const runtime = filters.params.get(one.key)
        return runtime === undefined
          ? []
          : [[one.key, paramView(one, runtime, lists.views.get(one.key), edits.waiting, text, today)]]
      }),
    )
    return {
      title: text(model.name),
      params,
      widgets: Object.fromEntries(widgets.all),
      sections: model.sections.map((section) => sectionView(section, filters, text)),
      notices,
      trace: tracer.records,
      grids,
      labels: { ...lists.labels },
      tabs,
      dirty: manual && edits.waiting.size > 0,
      busy: isBusy(),
    }
  }

  /** One update; what did not change keeps its identity, so that nothing else is drawn again. */
  function publish(): void {
    if (disposed) return
    if (!isBusy()) {
      tracer.settled(clock.now())
      for (const done of settledWaiters.splice(0)) done()
    }
    const before = store.getState()
    const next = snapshot()
    const params = keep(before.params, next.params, sameView)
    const known = keep(before.labels, next.labels, Object.is)
    store.setState(
      {
        ...next,
        params,
        widgets: keep(before.widgets, next.widgets, Object.is),
        labels: known,
        sections: keepList(before.sections, next.sections),
      },
      true,
    )
    shown.follow(store.getState().widgets)
    refresher.follow(refreshed())
  }

  function inFlight(): boolean {
    return [...asking.values()].some(
      ({ result }) => result === undefined || result.kind === 'queued' || result.kind === 'loading',
    )
  }
  function isBusy(): boolean {
    return lists.isBusy() || widgets.isBusy() || waiting.length > 0 || inFlight()
  }

  const refreshed = () =>
    [...asking].flatMap(([query, { result }]) => {
      const everyMs = model.queries.get(query)?.refreshMs
      if (everyMs === undefined) return []
      const isOver = result !== undefined && result.kind !== 'queued' && result.kind !== 'loading'
      return [
        {
          query,
          everyMs,
          answer: isOver ? result : undefined,
          at: isOver && result.kind !== 'failed' ? result.at : clock.now(),
          failed: result?.kind === 'failed',
        },
      ]
    })

  // ------------------------------------------------------------ transactions

  function transact(cause: Cause, make: () => Step, mode: 'push' | 'replace', chosen: Iterable<ParamKey> = []): void {
    transaction++
    today = options.today()
    tracer.open(cause, clock.now())
    take(make(), mode, chosen)
  }

  /** Does what a step of the filter machine says. `chosen`: filters that the reader has just set. */
  function take(step: Step, mode: 'push' | 'replace', chosen: Iterable<ParamKey> = []): void {
    filters = step.state
    tracer.add(step.changed, step.queries)
    for (const query of step.clear) drop(query)
    for (const { param: key, code, values } of step.notices) {
      const one = param(key)
      if (one) note(issue(code, `/params/${key}`, { param: label(one), values: values.join(', ') }))
    }
    const healed = new Set(
      step.changed.filter(({ state }) => state === 'set').map(({ param: key }) => `/params/${key}`),
    )
    notices = notices.filter(
      ({ code, pointer }) =>
        code !== 'FILTER_FLAGGED' ||
        !healed.has(pointer) ||
        (filters.params.get(pointer.slice(8))?.missing.length ?? 0) > 0,
    )
    for (const { query, key, args } of step.enqueue) ask(query, key, args)
    address.remember(mode, chosen)
    widgets.refresh()
  }

  function note(one: Issue): void {
    if (
      !notices.some(
        (other) => other.code === one.code && other.pointer === one.pointer && same(other.params, one.params),
      )
    )
      notices = [...notices, one]
  }

  function drop(query: QueryKey): void {
    const old = asking.get(query)
    if (old === undefined) return
    asking.delete(query)
    lists.forget(query)
    if (!old.settled) tracer.outcome(query, old.key, { from: 'network', kind: 'superseded', attempts: 0, ms: 0 })
    old.subscription.cancel()
  }

  function ask(query: QueryKey, key: string, args: Readonly<Record<string, unknown>>): void {
    const source = model.queries.get(query)?.source
    if (source === undefined) return
    const early: JobEvent[] = []
    let mine: Asking | undefined
    const subscription = scheduler.subscribe(
      { key, source, args, ahead: () => stepsAhead(query) },
      rankOf(query),
      (event) => {
        if (mine === undefined) early.push(event)
        else inbox(query, mine, event)
      },
    )
    mine = { key, subscription, result: undefined, transaction, settled: false }
    asking.set(query, mine)
    for (const event of early) inbox(query, mine, event)
  }

  /** What the widgets of a query will ask of its answer alone, as their filters stand now. */
  function stepsAhead(query: QueryKey): readonly (readonly unknown[])[] {
    const lists = live.flatMap((widget) =>
      Object.values(widget.data)
        .filter(
          (data) =>
            data.query === query &&
            data.steps.length > 0 &&
            Object.keys(data.joins).length === 0 &&
            Object.values(data.params).every((key) => filters.params.get(key)?.status !== 'pending'),
        )
        .map((data) => fillSteps(data.steps, (name) => filters.params.get(data.params[name] ?? name)?.value)),
    )
    return [...new Map(lists.map((steps) => [stable(steps), steps])).values()]
  }

  // ------------------------------------------------------------ answers

  /** Everything that arrives in one go is taken in one go, after the code that caused it. */
  function inbox(query: QueryKey, from: Asking, event: JobEvent): void {
    from.result = event
    schedule(() => {
      if (asking.get(query) === from) arrived(query, from, event)
    })
  }

  function schedule(run: () => void): void {
    waiting.push(run)
    if (waiting.length > 1) return
    queueMicrotask(() => {
      if (disposed) return
      for (let batch = waiting; batch.length > 0; batch = waiting) {
        waiting = []
        for (const one of batch) one()
      }
      widgets.refresh()
      publish()
    })
  }

  function arrived(query: QueryKey, from: Asking, event: JobEvent): void {
    if (event.kind === 'queued' || event.kind === 'loading') return
    const outcome = {
      kind: event.kind === 'done' && event.partial ? ('partial' as const) : event.kind,
      attempts: event.attempts,
      ms: event.ms,
      from:
        event.kind === 'failed'
          ? ('network' as const)
          : event.from === 'network' && from.subscription.joined
            ? ('joined' as const)
            : event.from,
      ...(event.kind === 'done' && {
        rows: event.ref.rows,
        ...(event.ref.bytes !== undefined && { bytes: event.ref.bytes }),
      }),
    }
    tracer.outcome(query, from.key, outcome)
    if (graph.optionQueries.has(query)) void fillLists(query, from, event)
    from.settled = true
  }

  /** Rows of a list, through their steps, to every filter they fill. */
  async function fillLists(
    query: QueryKey,
    from: Asking,
    event: Extract<JobEvent, { kind: 'done' | 'notFound' | 'failed' }>,
  ): Promise<void> {
    const first = !from.settled && from.transaction === transaction
    const isCurrent = () => !disposed && asking.get(query) === from && from.result === event
    const filled = await lists.fill(query, event, isCurrent)
    if (filled === 'lost') {
      again({ kind: 'refresh', queries: [query] }, [query], 'itself')
      return
    }
    if (disposed) return
    if (filled === 'outdated' || [...filled].every(([key, list]) => sameList(filters.lists.get(key), list))) {
      schedule(() => undefined)
      return
    }
    const isKnown = [...filled.keys()].some((key) => filters.lists.has(key))
    schedule(() => {
      if (asking.get(query) !== from) return
      const step = () => optionsArrived(env(), filters, filled)
      if (first || transaction === from.transaction || !isKnown) take(step(), 'replace')
      else transact({ kind: 'list', query }, step, 'replace')
    })
  }

  // ------------------------------------------------------------ ranks

  function rankOf(query: QueryKey): Rank {
    if (graph.optionQueries.has(query)) return [0, 0, 0]
    const ranks = (graph.feeds.get(query) ?? []).map((id): Rank => {
      const [y, x] = places.get(id) ?? [1_000_000, 0]
      return [promoted || visible === undefined || visible.has(id) ? 1 : 2, y, x]
    })
    return ranks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])[0] ?? [3, 0, 0]
  }
  const rerank = () => {
    for (const [query, { subscription }] of asking) subscription.rank(rankOf(query))
  }

  // ------------------------------------------------------------ address

  function addressChanged(): void {
    if (disposed) return
    const read = address.changed()
    if (read === undefined) return
    read.notices.forEach(note)
    tabs = read.tabs
    edits.discard()
    transact(
      { kind: 'url', params: [...read.edits.keys()] },
      () => change(env(), filters, read.edits, 'url'),
      'replace',
    )
    publish()
  }

  // ------------------------------------------------------------ edits

  /** The state as it will be once the edits that wait are in, for edits that build on each other. */
  const drafted = (): FilterState => ({
    ...filters,
    params: new Map(
      [...filters.params].map(([key, runtime]) => [
        key,
        edits.waiting.has(key) ? { ...runtime, value: edits.waiting.get(key) } : runtime,
      ]),
    ),
  })
  const typing = (setting: SetOptions | undefined) => ({
    cause: 'edit' as const,
    typing: setting?.gesture === 'typing',
  })

  const REASON = { retry: 'retry', hand: 'again', itself: 'refresh' } as const
  function again(cause: Cause, queries: readonly QueryKey[], why: keyof typeof REASON): void {
    if (disposed || queries.length === 0) return
    const how = why === 'retry' ? 'retry' : 'refresh'
    transaction++
    tracer.open(cause, clock.now())
    for (const query of queries) {
      const now = asking.get(query)
      if (now === undefined) continue
      const reason = { key: REASON[why] }
      tracer.add([], [{ query, decision: 'enqueue', why: sentence(reason), reason, key: now.key }])
      if (
        how === 'retry' &&
        graph.optionQueries.has(query) &&
        (graph.filledBy.get(query) ?? []).some((key) => filters.lists.get(key) === 'failed')
      )
        take(optionsAwaited(env(), filters, query), 'replace')
      scheduler[how](now.key)
    }
    schedule(() => undefined)
  }

  // ------------------------------------------------------------ opening

  const read = address.read()
  const seeded = seedsOf(model.params.values(), read.values, memory, seedContext())
  notices = [...read.notices, ...seeded.notices]
  tabs = heir?.tabs() ?? read.tabs
  for (const one of model.params.values()) {
    const chosen = heir?.chosen(one) ?? givenSeed(one, options.given)
    if (chosen === null) note(issue('STORED_VALUE_IGNORED', `/params/${one.key}`, { param: label(one) }))
    else if (chosen !== undefined) seeded.seeds.set(one.key, chosen)
  }
  const forgetUrl = url?.onChange?.(addressChanged)
  address.begin()
  transact({ kind: 'load' }, () => start(env(), seeded.seeds), 'replace')
  publish()

  const dashboard: Dashboard = {
    store,
    shown: shown.store,
    model,
    issues,
    get widgets() {
      return (infos ??= widgetInfos())
    },
    text,
    setParam: (key, value, setting) => edits.add([[key, value]], typing(setting)),
    setMany: (values, setting) => edits.add(Object.entries(values), typing(setting)),
    apply: () => edits.apply(),
    discard() {
      edits.discard()
      publish()
    },
    setPrefix: (key, prefix) => edits.add(prefixEdit(env(), key, prefix), typing(undefined)),
    setRelative: (key, index) => edits.add(relativeEdits(env(), drafted(), key, index), typing(undefined)),
    retry(id) {
      const widget = model.widgets.get(id)
      if (widget?.kind !== 'live') return
      const failed = queriesOf(widget).filter((query) => {
        const result = asking.get(query)?.result
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
    retryParam(key) {
      const query = param(key)?.optionsQuery
      if (query !== undefined) again({ kind: 'retry', target: key }, [query], 'retry')
    },
    async beside(name, signal) {
      const source = options.sources.get(name)
      const asked = source && argumentsBeside(model, source, (key) => filters.params.get(key)?.value, user.id)
      if (source === undefined || asked === undefined || 'empty' in asked) return null
      const ref = await source.load(asked.args, { signal })
      try {
        return (await compute.run(ref, [], {}, signal)).frame
      } finally {
        compute.release(ref.id)
      }
    },
    refresh: () => again({ kind: 'retry', target: 'all' }, [...asking.keys()], 'hand'),
    setVisible(ids) {
      visible = new Set(ids)
      rerank()
    },
    promoteAll() {
      promoted = true
      shown.rush()
      rerank()
      return isBusy()
        ? new Promise((done) => {
            settledWaiters.push(done)
          })
        : Promise.resolve()
    },
    impact: (params) => impactOf(env(), filters, params ?? edits.waiting.keys()),
    emit(id, event, payload) {
      const widget = model.widgets.get(id)
      const rule = widget?.kind === 'live' && Object.hasOwn(widget.emits, event) ? widget.emits[event] : undefined
      const target = rule && param(rule.param)
      if (rule === undefined || target === undefined) return
      const value = emittedValue(rule, target, payload, filters.params.get(rule.param)?.value, seedContext())
      if (value !== undefined)
        edits.add([[rule.param, value]], { cause: 'emit', typing: false, emit: { widget: id, event } })
    },
    openTab(widget, tab) {
      if (disposed || tabs[widget] === tab) return
      tabs = { ...tabs, [widget]: tab }
      address.remember('push', [])
      publish()
    },
    dismissNotice(index) {
      notices = notices.filter((_, i) => i !== index)
      publish()
    },
    setLocale(next) {
      locale = next
      infos = undefined
      publish()
    },
    dispose() {
      if (disposed) return
      disposed = true
      edits.dispose()
      forgetUrl?.()
      widgets.dispose()
      for (const { subscription } of asking.values()) subscription.cancel()
      if (--shared.users === 0 && shared.isOwn) scheduler.dispose()
      shown.dispose()
      refresher.dispose()
      for (const done of settledWaiters.splice(0)) done()
    },
  }
  estates.set(dashboard, {
    labels: lists.labels,
    shared,
    tabs: () => tabs,
    drawn: (id) => widgets.drawn(id),
    chosen({ key, definition }) {
      const wanted = filters.params.get(key)?.wanted
      const isSame = model.params.get(key)?.definition.type === definition.type
      return wanted === undefined || !isSame || normalise(definition, wanted.value) === null ? undefined : wanted
    },
  })
  return dashboard
}
