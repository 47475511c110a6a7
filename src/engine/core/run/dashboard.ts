/**
 * A running dashboard: the filter machine, the scheduler and the steps put together behind one vanilla store. It
 * decides nothing itself. Everything that happens in one go (a tick of edits, a batch of answers) ends in one update of
 * the store.
 */
import { createStore } from 'zustand/vanilla'
import { createAddress } from '../graph/address.ts'
import { createAnswers } from './answers.ts'
import { argumentsBeside } from '../graph/args.ts'
import { createEdits } from './dashboard-edits.ts'
import { createLists, sameList } from './dashboard-lists.ts'
import type { Dashboard, DashboardOptions, SetOptions } from './dashboard-types.ts'
import { createBatch } from './dashboard-batch.ts'
import { createNotices } from './dashboard-notices.ts'
import { type Asking, createQuestions, type ListAnswer } from './dashboard-questions.ts'
import { emittedValue } from './gestures.ts'
import { buildGraph, queriesOf } from '../graph/graph.ts'
import { placedGrids } from '../document/grids.ts'
import { impactOf } from '../graph/impact.ts'
import { issue } from '../document/issue.ts'
import type { ParamKey, ParamModel, QueryKey, WidgetModel } from '../document/model.ts'
import { normalise, type Wanted } from '../params/params.ts'
import { createMemory } from '../params/persist.ts'
import { createRefresher } from './refresher.ts'
import { keep, keepList, sameView } from './same.ts'
import type { Scheduler } from './scheduler-types.ts'
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

/** State handed to the next instance of the dashboard. */
interface Handover {
  /** Answers and requests in flight; the last user disposes of it. */
  readonly shared: { readonly scheduler: Scheduler; readonly isOwn: boolean; users: number }
  readonly drawn: (widget: string) => Drawn | undefined
  readonly chosen: (param: ParamModel) => Wanted | undefined
  readonly labels: Readonly<Record<string, ReadonlyMap<number, string>>>
  readonly tabs: () => Readonly<Record<string, string>>
}
const handovers = new WeakMap<Dashboard, Handover>()

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
  /**
   * Read once a transaction: asking for the reader's zone costs more than all the rest of a gate, and one transaction
   * has one day.
   */
  let today = options.today()
  const env = (): FilterEnv => ({ model, graph, user: user.id, today, resolvePeriods })

  let locale = options.locale
  let filters: FilterState = EMPTY_STATE
  let disposed = false
  let transaction = 0
  const previous = options.from && handovers.get(options.from)
  const lists = createLists({ model, graph, compute, admin: user.admin, namesBefore: previous?.labels })
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
  const batch = createBatch(() => {
    widgets.refresh()
    publish()
  })
  const { schedule } = batch

  const text = (raw: string | undefined) =>
    readText(raw, { i18n: model.i18n, locale, ...(options.text && { app: options.text }) })
  const label = (param: ParamModel) => text(param.definition.label)
  const param = (key: ParamKey) => model.params.get(key)
  const seedContext = () => ({ resolvePeriods, today: options.today(), label })
  const notices = createNotices({ param, label })
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

  const shared = previous?.shared ?? {
    users: 0,
    isOwn: options.answers === undefined,
    scheduler: options.answers ?? createAnswers(options),
  }
  shared.users++
  const { scheduler } = shared
  const questions = createQuestions({
    model,
    graph,
    scheduler,
    tracer,
    clock,
    places,
    schedule,
    filters: () => filters,
    transaction: () => transaction,
    onList: (query, from, event) => void fillLists(query, from, event),
    onDrop: (query) => lists.forget(query),
  })
  const widgets = createWidgetStates({
    model,
    compute,
    clock,
    filters: () => filters,
    gate: (widget) => gateOf(env(), filters, widget),
    answer: (query) => questions.all.get(query),
    drawnBefore: (id) => previous?.drawn(id),
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
      notices: notices.all,
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
    refresher.follow(questions.refreshed())
  }

  function isBusy(): boolean {
    return lists.isBusy() || widgets.isBusy() || batch.isWaiting() || questions.inFlight()
  }

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
    for (const query of step.clear) questions.drop(query)
    notices.take(step)
    for (const { query, key, args } of step.enqueue) questions.ask(query, key, args)
    address.remember(mode, chosen)
    widgets.refresh()
  }

  /** Rows of a list, through their steps, to every filter they fill. */
  async function fillLists(query: QueryKey, from: Asking, event: ListAnswer): Promise<void> {
    const first = !from.settled && from.transaction === transaction
    const isCurrent = () => !disposed && questions.all.get(query) === from && from.result === event
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
      if (questions.all.get(query) !== from) return
      const step = () => optionsArrived(env(), filters, filled)
      if (first || transaction === from.transaction || !isKnown) take(step(), 'replace')
      else transact({ kind: 'list', query }, step, 'replace')
    })
  }

  // ------------------------------------------------------------ address

  function addressChanged(): void {
    if (disposed) return
    const read = address.changed()
    if (read === undefined) return
    read.notices.forEach(notices.add)
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
      const now = questions.all.get(query)
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
  for (const one of [...read.notices, ...seeded.notices]) notices.add(one)
  tabs = previous?.tabs() ?? read.tabs
  for (const one of model.params.values()) {
    const chosen = previous?.chosen(one) ?? givenSeed(one, options.given)
    if (chosen === null) notices.add(issue('STORED_VALUE_IGNORED', `/params/${one.key}`, { param: label(one) }))
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
    refresh: () => again({ kind: 'retry', target: 'all' }, [...questions.all.keys()], 'hand'),
    setVisible: questions.setVisible,
    promoteAll() {
      shown.rush()
      questions.promoteAll()
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
      notices.dismiss(index)
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
      batch.dispose()
      questions.dispose()
      if (--shared.users === 0 && shared.isOwn) scheduler.dispose()
      shown.dispose()
      refresher.dispose()
      for (const done of settledWaiters.splice(0)) done()
    },
  }
  handovers.set(dashboard, {
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
