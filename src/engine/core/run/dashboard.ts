/**
 * A running dashboard: the filter machine, the scheduler and the steps put together behind one vanilla store. It
 * decides nothing itself. Everything that happens in one go (a tick of edits, a batch of answers) ends in one update of
 * the store.
 */
import { askedBy } from './asked.ts'
import { createDashboardAddress } from './dashboard-address.ts'
import { createBeside } from './dashboard-beside.ts'
import { createChoices } from './dashboard-choices.ts'
import { type Handover, handoverOf, leave, share, type Shared, unshare } from './dashboard-handover.ts'
import { createFlow } from './dashboard-flow.ts'
import { createNotices } from './dashboard-notices.ts'
import { createPublished } from './dashboard-published.ts'
import { createTransactions } from './dashboard-transactions.ts'
import type { Dashboard, DashboardOptions } from './dashboard-types.ts'
import { createWords, type Words } from './dashboard-words.ts'
import { buildGraph } from '../graph/graph.ts'
import { placedGrids } from '../document/grids.ts'
import { impactOf } from '../graph/impact.ts'
import { normalise } from '../params/params.ts'
import { createMemory, type Memory } from '../params/persist.ts'
import { createLinks } from './links.ts'
import { createRefresher } from './refresher.ts'
import { givenValue, openingValues, type InitialValueContext } from '../graph/initial-values.ts'
import type { DashboardState } from '../params/state.ts'
import { createTracer } from './trace.ts'
import { show, start } from '../graph/transaction.ts'
import { createOnShow } from './dashboard-on-show.ts'
import { paramViews } from './views.ts'

export type { Dashboard, DashboardOptions } from './dashboard-types.ts'

/** What is there before a dashboard: from the one before it, and from its reader. */
interface Brought {
  readonly previous: Handover | undefined
  readonly shared: Shared
  readonly memory: Memory
  readonly words: Words
  readonly context: () => InitialValueContext
}

/** The parts of a dashboard, put together; nothing is asked yet. */
function assemble(options: DashboardOptions, { previous, shared, memory, words, context }: Brought) {
  const {
    layout: { model },
    compute,
    clock,
    user,
    resolvePeriods,
  } = options
  const graph = buildGraph(model)
  const manual = (options.apply ?? model.apply) === 'manual'
  const tracer = createTracer()
  const notices = createNotices({ param: (key) => model.params.get(key), label: words.label })
  const { grids, places } = placedGrids(model)
  let disposed = false

  const transactions = createTransactions({
    fixed: { model, graph, user: user.id, resolvePeriods },
    today: options.today,
    clock,
    tracer,
    onStep(step, mode, chosen) {
      flow.drop(step)
      notices.take(step)
      flow.ask(step)
      address.remember(mode, chosen)
      flow.widgets.refresh()
    },
  })
  const { env, filters } = transactions
  const address = createDashboardAddress({
    model,
    memory,
    url: options.url,
    transactions,
    label: words.label,
    tabsBefore: previous?.tabs(),
    pageBefore: previous?.page(),
    foldedBefore: previous?.folded(),
    onChange(edits, found) {
      found.forEach(notices.add)
      choices.forget()
      const cause = { kind: 'url' as const, params: [...edits.keys()] }
      transactions.transact(cause, (env, filters) => show(env, filters, onShow.absent(), edits), 'replace')
      publish()
    },
  })
  const onShow = createOnShow({ model, address, transactions, text: words.text, options, onNews: publish })
  const tick = options.tick ?? queueMicrotask
  const choices = createChoices({ model, manual, tick, transactions, context, onNews: publish })
  const flow = createFlow({
    model,
    graph,
    compute,
    clock,
    scheduler: shared.scheduler,
    tracer,
    transactions,
    places,
    admin: user.admin,
    previous,
    onNews: publish,
  })
  const published = createPublished({
    clock,
    snapshot,
    isBusy: flow.isBusy,
    onSettled: () => tracer.settled(clock.now()),
  })
  const refresher = createRefresher({
    clock,
    random: options.random,
    ...(options.visibility && { visibility: options.visibility }),
    ask: flow.again.itself,
  })

  function snapshot(): DashboardState {
    return {
      title: words.text(model.name),
      params: paramViews(model, filters(), flow.lists.views, choices.waiting, words.text, env().today),
      widgets: Object.fromEntries(flow.widgets.all),
      ...onShow.view(),
      notices: notices.all,
      trace: tracer.records,
      grids,
      labels: { ...flow.lists.labels },
      tabs: address.tabs(),
      dirty: manual && choices.waiting.size > 0,
      busy: flow.isBusy(),
    }
  }

  function publish(): void {
    if (disposed) return
    published.publish()
    refresher.follow(flow.questions.refreshed())
  }

  function dispose(): void {
    if (disposed) return
    disposed = true
    choices.dispose()
    address.dispose()
    flow.dispose()
    unshare(shared)
    published.dispose()
    refresher.dispose()
  }

  return {
    notices,
    transactions,
    address,
    onShow,
    choices,
    flow,
    published,
    publish,
    dispose,
  }
}

/** Opens a dashboard on a loaded layout: reads the address and the storage, and asks. */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { model, issues } = options.layout
  const previous = handoverOf(options.from)
  const shared = share(previous, options)
  const memory = createMemory(options.storage, options.user.id, model.id)
  const words = createWords(model, options.locale, options.text)
  const { label } = words
  const context = () => ({ resolvePeriods: options.resolvePeriods, today: options.today(), label })
  const parts = assemble(options, { previous, shared, memory, words, context })
  const { notices, transactions, address, onShow, choices, flow, published, publish } = parts
  const { env, filters } = transactions

  const opening = openingValues(
    [...model.params.values()],
    address.first.values,
    memory,
    context(),
    (param) => previous?.chosen(param) ?? givenValue(param, options.given),
  )
  for (const one of [...address.first.notices, ...opening.notices]) notices.add(one)
  address.begin()
  transactions.transact({ kind: 'load' }, (env) => start(env, opening.values, onShow.absent()), 'replace')
  publish()

  const linkOf = createLinks({ model, filters, search: () => options.url?.search() ?? '', context })
  const dashboard: Dashboard = {
    store: published.store,
    shown: published.shown,
    model,
    issues,
    get widgets() {
      return words.widgets
    },
    text: words.text,
    ...choices.made,
    retry: flow.again.widget,
    retryParam: flow.again.list,
    beside: createBeside({ model, sources: options.sources, compute: options.compute, user: options.user.id, filters }),
    asked: (widget) =>
      askedBy(widget, {
        model,
        user: options.user.id,
        value: (param) => filters().params.get(param)?.value,
        questions: flow.questions.all,
      }),
    refresh: flow.again.everything,
    setVisible: flow.questions.setVisible,
    promoteAll() {
      published.rush()
      flow.questions.promoteAll()
      onShow.print()
      return published.settled()
    },
    impact: (params) => impactOf(env(), filters(), params ?? choices.waiting.keys()),
    ...onShow.made,
    link(id, name, payload) {
      const widget = model.widgets.get(id)
      return widget?.kind === 'live' ? linkOf(widget, name, payload) : null
    },
    setGranularity(granularity) {
      if (address.setGranularity(granularity ?? undefined)) publish()
    },
    openTab(widget, tab) {
      if (address.openTab(widget, tab)) publish()
    },
    dismissNotice(index) {
      notices.dismiss(index)
      publish()
    },
    setLocale(next) {
      words.speak(next)
      publish()
    },
    dispose: parts.dispose,
  }
  leave(dashboard, {
    shared,
    drawn: flow.widgets.drawn,
    labels: flow.lists.labels,
    tabs: address.tabs,
    page: address.page,
    folded: address.folded,
    chosen({ key, definition }) {
      const requested = filters().params.get(key)?.requested
      const isSame = model.params.get(key)?.definition.type === definition.type
      return requested === undefined || !isSame || normalise(definition, requested.value) === null
        ? undefined
        : requested
    },
  })
  return dashboard
}
