/**
 * Filters as a pure machine (engine.md, section 3). Every step takes a state and gives the next one, with what must be
 * asked, what must be dropped, and why. It knows no clock, no network and no React; the dashboard does what it says.
 */
import { argumentsOf, type Args } from './args.ts'
import type { ResolvePeriods } from '../params/ports.ts'
import { defaultOf, takesAll } from '../params/defaults.ts'
import { queriesOf, type Graph } from './graph.ts'
import { type Absent, neededFilters, NOTHING_ABSENT } from './on-show.ts'
import { kindOf } from '../kinds/index.ts'
import type {
  LayoutModel,
  LiveWidget,
  ParamKey,
  ParamModel,
  QueryKey,
  QueryModel,
  SectionModel,
} from '../document/model.ts'
import type { OptionList } from '../params/options.ts'
import {
  normalise,
  sameValue,
  settleParam,
  type ListState,
  type ParamRuntime,
  type RequestedValue,
} from '../params/params.ts'
import { isRecord } from '../document/pointer.ts'
import { readPath } from '../params/references.ts'
import type { ParamChange, QueryTrace } from '../params/state.ts'
import { sentence, type Reason } from '../params/why.ts'

export interface FilterEnv {
  readonly model: LayoutModel
  readonly graph: Graph
  /** Part of every key: answers of one user are never shown to another. */
  readonly user: string
  readonly today: string
  readonly resolvePeriods: ResolvePeriods
}

export interface FilterState extends Absent {
  readonly params: ReadonlyMap<ParamKey, ParamRuntime>
  readonly lists: ReadonlyMap<ParamKey, OptionList | 'failed'>
  /** Query -> key of what was asked last. */
  readonly asked: ReadonlyMap<QueryKey, string>
}

export interface Step {
  readonly state: FilterState
  readonly changed: readonly ParamChange[]
  /** One per query that was looked at. */
  readonly queries: readonly QueryTrace[]
  readonly enqueue: readonly { readonly query: QueryKey; readonly key: string; readonly args: Args }[]
  /** Queries whose answer no longer belongs to the filters: abort and forget. */
  readonly clear: readonly QueryKey[]
  /** Choices that were flagged, reset or emptied because the list does not have them. */
  readonly notices: readonly FilterNotice[]
}

export interface FilterNotice {
  readonly code: 'FILTER_FLAGGED' | 'FILTER_RESET' | 'FILTER_CLEARED'
  readonly param: ParamKey
  readonly values: readonly (string | number)[]
}

export const EMPTY_STATE: FilterState = { params: new Map(), lists: new Map(), asked: new Map(), ...NOTHING_ABSENT }

/** Opening: every filter from the address, else from storage, else its default; parents before children. */
export function start(env: FilterEnv, values: ReadonlyMap<ParamKey, RequestedValue>, absent = NOTHING_ABSENT): Step {
  const params = new Map<ParamKey, ParamRuntime>(
    env.graph.params.map((key) => [
      key,
      { status: 'pending', value: undefined, origin: 'default', missing: [], requested: values.get(key) },
    ]),
  )
  return settle(env, { ...EMPTY_STATE, params, ...absent }, new Set(env.graph.params), true)
}

/** Other sections are on show: what they need is asked, what the others asked is dropped. */
export function show(
  env: FilterEnv,
  before: FilterState,
  absent: Absent,
  edits: ReadonlyMap<ParamKey, unknown> = new Map(),
): Step {
  const state = { ...before, ...absent }
  const needed = neededFilters(env.model, env.graph, absent)
  const waiting = [...state.params].filter(([key, { status }]) => status === 'pending' && needed?.has(key) !== false)
  return change(env, state, edits, 'url', new Set(waiting.map(([key]) => key)))
}

/**
 * All edits of one transaction at once. A value of the wrong kind is no edit; null empties the filter; `undefined`
 * gives its default back.
 */
export function change(
  env: FilterEnv,
  state: FilterState,
  edits: ReadonlyMap<ParamKey, unknown>,
  origin: 'user' | 'url' = 'user',
  shown?: ReadonlySet<ParamKey>,
): Step {
  const params = new Map(state.params)
  const dirty = new Set(shown)
  for (const [key, raw] of edits) {
    const before = params.get(key)
    const definition = env.model.params.get(key)?.definition
    if (before === undefined || definition === undefined) continue
    const value = normalise(definition, raw)
    if (value === null) continue
    // Choosing what the default gives is no choice: "all stores" stays "all stores" when the brand changes.
    const isLeftOut = raw === undefined || (value === undefined && kindOf(definition).isNeverEmpty === true)
    const requested: RequestedValue | undefined =
      isLeftOut || isDefault(env, state, key, value) ? undefined : { value, origin }
    if (
      requested === undefined
        ? before.requested === undefined
        : before.requested !== undefined && sameValue(before.requested.value, requested.value)
    )
      continue
    params.set(key, { ...before, requested })
    dirty.add(key)
  }
  return settle(env, { ...state, params }, dirty, shown !== undefined)
}

/** True when a value is what the filter would have if it had not been chosen. */
export function isDefault(env: FilterEnv, state: FilterState, key: ParamKey, value: unknown): boolean {
  const param = env.model.params.get(key)
  if (param === undefined || value === undefined) return false
  const list = listFor(param, state.lists)
  if (
    list === 'failed' ||
    (list === undefined && param.definition.options !== undefined && kindOf(param.definition).list !== 'offer')
  )
    return false
  return sameValue(defaultOf(param.definition, { list, resolvePeriods: env.resolvePeriods, today: env.today }), value)
}

/** The answer of a query came: what it gives each filter that it fills, or that it could not be loaded. */
export function optionsArrived(
  env: FilterEnv,
  state: FilterState,
  arrived: ReadonlyMap<ParamKey, OptionList | 'failed'>,
): Step {
  return settle(env, { ...state, lists: new Map([...state.lists, ...arrived]) }, new Set(arrived.keys()))
}

/** The list of one or more filters is asked again after a failure: until it comes they are pending. */
export function optionsAwaited(env: FilterEnv, state: FilterState, query: QueryKey): Step {
  const filled = env.graph.filledBy.get(query) ?? []
  const lists = new Map([...state.lists].filter(([key]) => !filled.includes(key)))
  return settle(env, { ...state, lists }, new Set(filled))
}

/** Edits that choose a prefix: its own default place. */
export function prefixEdit(env: FilterEnv, key: ParamKey, prefix: string): ReadonlyMap<ParamKey, unknown> {
  const definition = env.model.params.get(key)?.definition
  const value = definition && kindOf(definition).places?.at(definition, prefix, NaN, env.today)
  return new Map(value === undefined ? [] : [[key, value]])
}

/**
 * Edits that choose a relative place: every filter of the same group moves to that place of the list it shows, or to
 * its last one.
 */
export function relativeEdits(
  env: FilterEnv,
  state: FilterState,
  key: ParamKey,
  index: number,
): ReadonlyMap<ParamKey, unknown> {
  const group = env.model.params.get(key)?.definition.align
  const members = [...env.model.params.values()].filter(
    (param) => param.key === key || (group !== undefined && param.definition.align === group),
  )
  return new Map(
    members.flatMap(({ key: member, definition }) => {
      const now = state.params.get(member)?.value
      const { places } = kindOf(definition)
      const prefix = isRecord(now) ? String(now.prefix) : (places?.first(definition) ?? '')
      const value = places?.at(definition, prefix, index, env.today)
      return value === undefined ? [] : [[member, value] as const]
    }),
  )
}

/** Filters a section needs that are not set. */
export const missingOf = (section: SectionModel, state: FilterState): ParamKey[] =>
  section.requires.filter((key) => state.params.get(key)?.status !== 'set')

export type Gate =
  | { readonly kind: 'open' }
  /**
   * `lists`: all it waits for, where its rule does not wait with it. A question that can do without these lists need
   * not wait either.
   */
  | { readonly kind: 'waiting'; readonly lists?: readonly ParamKey[] }
  | { readonly kind: 'blocked'; readonly missing: readonly ParamKey[] }
  | { readonly kind: 'hidden'; readonly rule: string }
  /** Its section is not on show. */
  | { readonly kind: 'away' }

/** Filters without which a widget does not run: its section's, its queries' and those its steps refer to. */
export function needsOf({ model }: FilterEnv, widget: LiveWidget): ReadonlySet<ParamKey> {
  const section = model.sections.find(({ id }) => id === widget.section)
  return new Set([
    ...(section?.requires ?? []),
    ...queriesOf(widget).flatMap((query) => model.queries.get(query)?.params ?? []),
    ...Object.values(widget.data).flatMap(({ params }) => Object.values(params)),
  ])
}

/** Whether a widget may run: its rule holds, its section's filters are set, and so are those its own queries need. */
export function gateOf(env: FilterEnv, state: FilterState, widget: LiveWidget): Gate {
  if (isAway(state, widget)) return { kind: 'away' }
  if (state.leftOut.has(widget.id)) return { kind: 'hidden', rule: widget.sizes?.join(', ') ?? '' }
  const lacking = [...needsOf(env, widget)].filter((key) => state.params.get(key)?.status !== 'set')
  const missing = lacking.filter((key) => state.params.get(key)?.status !== 'pending')
  if (missing.length > 0) return { kind: 'blocked', missing }
  if (lacking.length > 0) {
    const isDecided =
      widget.show === undefined || (!lacking.includes(widget.show.ref.param) && isShown(state, widget.show))
    return { kind: 'waiting', ...(isDecided && { lists: lacking }) }
  }
  if (widget.show !== undefined) {
    const runtime = state.params.get(widget.show.ref.param)
    if (runtime?.status === 'pending') return { kind: 'waiting' }
    if (!isShown(state, widget.show)) return { kind: 'hidden', rule: widget.show.text }
  }
  const empty = queriesOf(widget).flatMap((key) => {
    const query = env.model.queries.get(key)
    const asked = query && argumentsOf(query, valueIn(state), env.user)
    return asked !== undefined && 'empty' in asked ? [asked.empty.split('.')[0] ?? asked.empty] : []
  })
  return empty.length > 0 ? { kind: 'blocked', missing: [...new Set(empty)] } : { kind: 'open' }
}

/** Whether a widget is in a section that is not on show. */
const isAway = ({ away }: FilterState, { section }: LiveWidget): boolean => section !== undefined && away.has(section)

/** Whether a widget is not on the page, independently of the filters. */
export const isAbsent = (state: FilterState, widget: LiveWidget): boolean =>
  isAway(state, widget) || state.leftOut.has(widget.id)

/** Whether the rule by which a widget is shown holds now. */
export const isShown = (state: FilterState, { when, ref }: NonNullable<LiveWidget['show']>): boolean =>
  holds(when, readPath(state.params.get(ref.param)?.value, ref.path))

function holds(when: NonNullable<LiveWidget['show']>['when'], value: unknown): boolean {
  if (when.set !== undefined) return (value !== undefined) === when.set
  if (when.is !== undefined) return value === when.is
  if (when.in !== undefined) return when.in.some((item) => item === value)
  const count = value === undefined ? 0 : Array.isArray(value) ? value.length : 1
  const { eq = count, gt = -1, gte = 0, lt = Infinity, lte = Infinity } = when.count ?? {}
  return count === eq && count > gt && count >= gte && count < lt && count <= lte
}

const valueIn =
  (state: FilterState) =>
  (key: ParamKey): unknown =>
    state.params.get(key)?.value

/** Nothing was chosen, and what holds then is everything in the list: also before the list is there. */
const isWholeIn =
  ({ model }: FilterEnv, state: FilterState) =>
  (key: ParamKey): boolean => {
    const runtime = state.params.get(key)
    return (
      runtime !== undefined &&
      runtime.requested === undefined &&
      (runtime.status === 'pending' || runtime.status === 'set') &&
      takesAll(model.params.get(key)?.definition)
    )
  }

/** The query uses the filter, and can send `all` instead of an id list. */
function usesAllSentinel(env: FilterEnv, state: FilterState, query: QueryModel, key: ParamKey): boolean {
  const uses = Object.values(query.args).filter((arg) => 'ref' in arg && arg.ref.param === key)
  return uses.length > 0 && uses.every((arg) => 'all' in arg) && isWholeIn(env, state)(key)
}

/**
 * One pass over the graph, parents first. Only what lies below a change is looked at; each query is decided at most
 * once.
 */
function settle(env: FilterEnv, before: FilterState, dirty: ReadonlySet<ParamKey>, everything = false): Step {
  const { model, graph } = env
  const below = graph.downstream(dirty)
  const params = new Map(before.params)
  const lists = new Map(before.lists)
  const asked = new Map(before.asked)
  const changed: ParamChange[] = []
  const queries: QueryTrace[] = []
  const enqueue: Step['enqueue'][number][] = []
  const clear: QueryKey[] = []
  const notices: FilterNotice[] = []
  const moved = new Set<ParamKey>()
  const decided = new Map<QueryKey, Verdict>()
  const needed = neededFilters(model, graph, before)
  const draft = (): FilterState => ({ ...before, params, lists, asked })
  const forget = (query: QueryKey) => {
    for (const key of graph.filledBy.get(query) ?? []) lists.delete(key)
  }

  const decide = (query: QueryModel, consumers: Reason | undefined): Verdict => {
    const known = decided.get(query.key)
    if (known !== undefined) return known
    const verdict = verdictOf(env, draft(), query, consumers)
    decided.set(query.key, verdict)
    const old = asked.get(query.key)
    const tell = (decision: QueryTrace['decision'], reason: Reason, asked?: string) =>
      queries.push({
        query: query.key,
        decision,
        why: sentence(reason),
        reason,
        ...(asked !== undefined && { key: asked }),
      })
    if (verdict.kind === 'ask' && old === verdict.key) tell('skip', { key: 'same' }, verdict.key)
    else if (verdict.kind === 'ask') {
      if (old !== undefined) clear.push(query.key)
      forget(query.key)
      asked.set(query.key, verdict.key)
      enqueue.push({ query: query.key, key: verdict.key, args: verdict.args })
      tell(
        'enqueue',
        old === undefined
          ? { key: 'first' }
          : { key: 'changed', params: { filters: query.params.filter((key) => moved.has(key)).join(', ') } },
        verdict.key,
      )
    } else {
      if (old !== undefined) clear.push(query.key)
      asked.delete(query.key)
      forget(query.key)
      tell(verdict.kind === 'wait' ? 'wait' : old === undefined ? 'blocked' : 'clear', verdict.reason)
    }
    return verdict
  }

  /** A list that nothing on show needs is not asked; what it answered to the same question stays. */
  const closedList = (query: QueryModel): Reason | undefined => {
    if (needed === undefined || (graph.filledBy.get(query.key) ?? []).some((key) => needed.has(key))) return undefined
    const open = verdictOf(env, draft(), query, undefined)
    if (open.kind !== 'ask' || asked.get(query.key) === open.key) return undefined
    return closedFor(env, draft(), query) && { key: 'away' }
  }

  for (const key of graph.params) {
    if (!below.params.has(key)) continue
    const param = model.params.get(key) as ParamModel
    const old = params.get(key) as ParamRuntime
    const query = param.optionsQuery === undefined ? undefined : model.queries.get(param.optionsQuery)
    const verdict = query && decide(query, closedList(query))
    const { runtime, outcome, lost } = runtimeFor(env, param, old, verdict, lists)
    params.set(key, runtime)
    if (outcome === 'flagged' || outcome === 'reset' || outcome === 'cleared') {
      const code = ({ flagged: 'FILTER_FLAGGED', reset: 'FILTER_RESET', cleared: 'FILTER_CLEARED' } as const)[outcome]
      notices.push({ code, param: key, values: lost })
    }
    if (runtime.status === old.status && sameValue(runtime.value, old.value) && sameValue(runtime.missing, old.missing))
      continue
    moved.add(key)
    changed.push({
      param: key,
      from: old.value,
      to: runtime.value,
      state: runtime.status,
      why: whyParam(key, dirty, outcome, runtime.origin, runtime.status),
    })
  }

  // A gate may open or close for a widget whose own query did not change.
  const touched = new Set(
    [...below.widgets].flatMap((id) => {
      const widget = model.widgets.get(id)
      return widget?.kind === 'live' ? queriesOf(widget) : []
    }),
  )
  for (const query of model.queries.values()) {
    if (!everything && !below.queries.has(query.key) && !touched.has(query.key)) continue
    decide(query, graph.optionQueries.has(query.key) ? closedList(query) : closedFor(env, draft(), query))
  }
  return { state: draft(), changed, queries, enqueue, clear, notices }
}

type Verdict =
  | { readonly kind: 'ask'; readonly key: string; readonly args: Args }
  | { readonly kind: 'wait' | 'blocked'; readonly reason: Reason }

function verdictOf(env: FilterEnv, state: FilterState, query: QueryModel, closed: Reason | undefined): Verdict {
  const status = (key: ParamKey) => state.params.get(key)?.status
  const unset = query.params.filter((key) => status(key) !== 'set' && status(key) !== 'pending')
  if (unset.length > 0) return { kind: 'blocked', reason: { key: 'unset', params: { filters: unset.join(', ') } } }
  const pending = query.params.filter((key) => status(key) === 'pending' && !usesAllSentinel(env, state, query, key))
  if (pending.length > 0) return { kind: 'wait', reason: { key: 'pending', params: { filters: pending.join(', ') } } }
  if (closed !== undefined)
    return { kind: closed.key === 'waiting' || closed.key === 'away' ? 'wait' : 'blocked', reason: closed }
  const asked = argumentsOf(query, valueIn(state), env.user, isWholeIn(env, state))
  return 'empty' in asked
    ? { kind: 'blocked', reason: { key: 'empty', params: { filters: asked.empty } } }
    : { kind: 'ask', ...asked }
}

/** Why no widget may ask a query now; undefined when one may. */
function closedFor(env: FilterEnv, state: FilterState, query: QueryModel): Reason | undefined {
  const reasons: Reason[] = []
  for (const id of env.graph.feeds.get(query.key) ?? []) {
    const widget = env.model.widgets.get(id)
    if (widget?.kind !== 'live' || widget.section === undefined) continue
    const gate = gateOf(env, state, widget)
    if (
      gate.kind === 'open' ||
      (gate.kind === 'waiting' && gate.lists?.every((key) => usesAllSentinel(env, state, query, key)) === true)
    )
      return undefined
    reasons.push(
      gate.kind === 'waiting' || gate.kind === 'away'
        ? { key: gate.kind }
        : gate.kind === 'hidden'
          ? { key: 'hidden', params: { widget: id } }
          : { key: 'missing', params: { filters: gate.missing.join(', '), widget: id } },
    )
  }
  // One that only waits may still ask; the first of the others says enough.
  return reasons.find(({ key }) => key === 'waiting') ?? reasons[0] ?? { key: 'unused' }
}

function runtimeFor(
  env: FilterEnv,
  param: ParamModel,
  old: ParamRuntime,
  verdict: Verdict | undefined,
  lists: FilterState['lists'],
): ReturnType<typeof settleParam> {
  const context = { resolvePeriods: env.resolvePeriods, today: env.today }
  const { definition } = param
  const arrived = listFor(param, lists)
  // An offer is no condition: what it is offered to needs no list.
  if (verdict === undefined || arrived !== undefined || kindOf(definition).list === 'offer')
    return settleParam(definition, old.requested, arrived, context)
  const status = verdict.kind === 'blocked' ? 'unset' : 'pending'
  return {
    runtime: {
      status,
      value: undefined,
      origin: old.requested?.origin ?? 'default',
      missing: [],
      requested: old.requested,
    },
    outcome: 'empty',
    lost: [],
  }
}

function listFor({ key, definition, optionsQuery }: ParamModel, lists: FilterState['lists']): ListState {
  if (optionsQuery !== undefined) return lists.get(key)
  return Array.isArray(definition.options) ? { values: definition.options.map(({ value }) => value) } : undefined
}

function whyParam(
  key: ParamKey,
  dirty: ReadonlySet<ParamKey>,
  outcome: string,
  origin: string,
  status: string,
): string {
  if (status === 'pending') return 'its list is asked again'
  if (outcome === 'reset' || outcome === 'cleared' || outcome === 'flagged' || outcome === 'failed') return outcome
  if (outcome === 'default') return 'default'
  if (status === 'unset') return dirty.has(key) ? 'empty' : 'what it depends on is not set'
  return origin === 'user'
    ? 'chosen'
    : `from ${origin === 'url' ? 'the address' : origin === 'persisted' ? 'storage' : origin}`
}
