/** The queries of a layout as they are seen from a section, and what makes one unusable. */
import type { OptionsQuery, Param, Query } from '#schemas/generated/layout.ts'
import type { Issue, SourceArg, SourceDefinition, SourceRegistry } from '../../../types.ts'
import type { Envelope } from '../envelope.ts'
import { flow } from '../../document/columns.ts'
import type { DocumentGuard } from '../../document/guards.ts'
import { issue } from '../../document/issue.ts'
import { kindOf } from '../../kinds/index.ts'
import type { ArgValue, ParamKey, QueryKey, QueryModel } from '../../document/model.ts'
import { isRecord, join } from '../../document/pointer.ts'
import { filterFits, isRequired, literalFits, strangeWord } from '../../params/arg-fits.ts'
import { parseReference, stepReferences } from '../../params/references.ts'
import { queryColumns } from '../answered-columns.ts'
import { joinsOf, stepIssues } from '../steps-check.ts'
import { suggest } from '../../document/suggest.ts'
import { withDollar, type ParamTable, type Report } from './params.ts'

export interface QueryTable {
  /** Key of a query as seen from a section; undefined when there is no such query. */
  ask(id: string, section: string | undefined): QueryKey | undefined
  model(key: QueryKey | undefined): QueryModel | undefined
  readonly models: () => readonly QueryModel[]
  /** Names joined by steps, looked up; what is wrong with them. */
  joins(
    steps: readonly unknown[],
    section: string | undefined,
    pointer: string,
  ): { readonly joins: Record<string, QueryKey>; readonly wrong: readonly Issue[] }
  unknown(id: string, pointer: string): Issue
  /** Why a query, or a filter, cannot be used: its own issues, or those of what it needs. */
  causes(key: QueryKey): readonly Issue[]
  paramCauses(key: ParamKey): readonly Issue[]
}

export function createQueries(
  { value, broken }: Envelope,
  sources: SourceRegistry,
  params: ParamTable,
  report: Report,
  isTransform: DocumentGuard,
): QueryTable {
  const entries = new Map<QueryKey, { readonly model: QueryModel | undefined; readonly own: readonly Issue[] }>()
  const memo = new Map<string, QueryKey>()

  const ask: QueryTable['ask'] = (id, section) => {
    const place = `${section ?? ''}|${id}`
    const seen = memo.get(place)
    if (seen !== undefined) return seen
    const definition = Object.hasOwn(value.queries, id) ? value.queries[id] : undefined
    if (definition === undefined) {
      const wrong = broken.get(join('queries', id))
      if (wrong !== undefined) entries.set(id, { model: undefined, own: wrong })
      return wrong && id
    }
    const { wrong, model } = build(id, definition, section)
    memo.set(place, model.key)
    report(...wrong)
    entries.set(model.key, { own: wrong, model: model.source && { ...model, source: model.source } })
    return model.key
  }

  function build(id: string, definition: Query, section: string | undefined) {
    const pointer = join('queries', id)
    const wrong: Issue[] = []
    const source = sources.get(definition.source)
    if (source === undefined)
      wrong.push(
        near(
          'QUERY_UNKNOWN_SOURCE',
          `${pointer}/source`,
          { source: definition.source },
          definition.source,
          sources.keys(),
        ),
      )
    const {
      args,
      used,
      unfit,
      wrong: wrongArgs,
    } = argsOf(definition, { source, section, params, pointer: `${pointer}/args` })
    wrong.push(...wrongArgs)
    // It is asked all the same: what was published before it was checked still shows what it can.
    report(...unfit)
    const transform = definition.transform ?? []
    wrong.push(...stepIssues(transform, `${pointer}/transform`, isTransform))
    // A filter of the section makes it another question than the layout's.
    const key = section !== undefined && [...used].some((param) => param.includes('/')) ? `${section}/${id}` : id
    return {
      wrong,
      model: {
        key,
        id,
        source,
        args,
        transform,
        params: [...used],
        ...(definition.refresh !== undefined && { refreshMs: definition.refresh * 1000 }),
      },
    }
  }

  const unknown: QueryTable['unknown'] = (id, pointer) =>
    near('REFERENCE_UNKNOWN_QUERY', pointer, { id }, id, Object.keys(value.queries))
  const model: QueryTable['model'] = (key) => (key === undefined ? undefined : entries.get(key)?.model)

  const causes = (key: QueryKey, seen = new Set<string>()): readonly Issue[] => {
    if (seen.has(key)) return []
    seen.add(key)
    const entry = entries.get(key)
    return [...(entry?.own ?? []), ...(entry?.model?.params ?? []).flatMap((param) => paramCauses(param, seen))]
  }
  const paramCauses = (key: ParamKey, seen = new Set<string>()): readonly Issue[] => {
    const own = params.broken.get(key)
    if (own !== undefined) return own
    const param = params.models.get(key)
    // Filters that are only offered are optional.
    return param?.optionsQuery === undefined || kindOf(param.definition).list === 'offer'
      ? []
      : causes(param.optionsQuery, seen)
  }

  return {
    ask,
    model,
    unknown,
    models: () => [...entries.values()].flatMap((entry) => entry.model ?? []),
    causes: (key) => causes(key),
    paramCauses: (key) => paramCauses(key),
    joins(steps, section, pointer) {
      const joins: Record<string, QueryKey> = {}
      const wrong: Issue[] = []
      for (const id of joinsOf(steps)) {
        const key = ask(id, section)
        if (key === undefined) {
          wrong.push(unknown(id, `${pointer}/${steps.findIndex((step) => isRecord(step) && step.with === id)}/with`))
          continue
        }
        joins[id] = key
        if ((model(key)?.transform.length ?? 0) > 0) report(issue('STEP_JOIN_TRANSFORMED', pointer, { id }))
      }
      return { joins, wrong }
    },
  }
}

interface ArgsPlace {
  readonly source: SourceDefinition | undefined
  readonly section: string | undefined
  readonly params: ParamTable
  readonly pointer: string
}

/** The arguments of a query: literals, and the filters that it uses. */
function argsOf(definition: Query, { source, section, params, pointer }: ArgsPlace) {
  const wrong: Issue[] = []
  const unfit: Issue[] = []
  const args: Record<string, ArgValue> = {}
  const used = new Set<ParamKey>()
  for (const [name, literal] of Object.entries(definition.args ?? {})) {
    const place = `${pointer}${join(name)}`
    if (source !== undefined && !Object.hasOwn(source.args, name)) {
      const meant = suggest(name, Object.keys(source.args))
      wrong.push(
        issue(
          'QUERY_ARG_UNKNOWN',
          place,
          { source: source.name, arg: name },
          meant === undefined ? {} : { fix: [{ op: 'move', from: place, path: `${pointer}${join(meant)}` }] },
        ),
      )
    }
    const arg = source && Object.hasOwn(source.args, name) ? source.args[name] : undefined
    const isUnfit = (value: unknown) => {
      if (source === undefined || arg === undefined) return
      const meant = meantWords(arg, value)
      unfit.push(
        issue(
          'QUERY_ARG_INVALID',
          place,
          { source: source.name, arg: name, type: takenBy(arg), value: shownValue(value) },
          meant === undefined ? {} : { fix: [{ op: 'replace', path: place, value: meant }] },
        ),
      )
    }
    if (typeof literal !== 'string' || !literal.startsWith('$')) {
      if (arg !== undefined && !literalFits(arg, literal)) isUnfit(literal)
      args[name] = { literal }
      continue
    }
    const ref = parseReference(literal)
    const found = params.resolve(ref, literal, section, place, withDollar)
    if (found.issue !== undefined) wrong.push(found.issue)
    if (found.key === undefined) continue
    used.add(found.key)
    const filter = params.models.get(found.key)?.definition
    if (arg !== undefined && filter !== undefined && !filterFits(arg, filter, ref?.path ?? [])) isUnfit(literal)
    const mayBeEmpty = filter?.optional === true
    if (mayBeEmpty && arg !== undefined && isRequired(arg, definition.args ?? {}))
      unfit.push(issue('LINT_MAY_BE_EMPTY', place, { source: source?.name ?? '', arg: name, id: found.key }))
    args[name] = { ref: { param: found.key, path: ref?.path ?? [] }, ...(mayBeEmpty && { mayBeEmpty }) }
  }
  for (const [name, arg] of Object.entries(source?.args ?? {})) {
    if (isRequired(arg, definition.args ?? {}) && !Object.hasOwn(definition.args ?? {}, name))
      wrong.push(issue('QUERY_ARG_MISSING', pointer, { source: source?.name ?? '', arg: name }))
  }
  return { args, used, unfit, wrong }
}

const shownValue = (value: unknown): string => JSON.stringify(value).slice(0, 80)

/** More would be a page: `docs/sources.md` has all. */
const WORDS_SHOWN = 12

/** The values of an argument: its words, else its type. */
function takenBy({ type, words }: SourceArg): string {
  if (words === undefined) return type
  const shown = words.of.slice(0, WORDS_SHOWN)
  return [...shown, ...(shown.length < words.of.length ? ['…'] : [])].join(words.isList === true ? ', ' : ' | ')
}

/** The words that were meant; undefined where that is not known of each. */
function meantWords(arg: SourceArg, value: unknown): string | undefined {
  if (arg.words === undefined || typeof value !== 'string' || value.startsWith('$')) return undefined
  const meant = (arg.words.isList === true ? value.split(',') : [value]).map((word) =>
    strangeWord(arg, word) === undefined ? word : suggest(word.trim(), arg.words?.of ?? []),
  )
  return meant.includes(undefined) ? undefined : meant.join(',')
}

/** An unknown name with the fix that replaces it by the nearest known one. */
export function near(
  code:
    | 'LINK_DASHBOARD_UNKNOWN'
    | 'QUERY_UNKNOWN_SOURCE'
    | 'REFERENCE_UNKNOWN_QUERY'
    | 'REFERENCE_UNKNOWN_TAB'
    | 'REFERENCE_UNKNOWN_WIDGET'
    | 'WIDGET_UNKNOWN_TYPE',
  pointer: string,
  words: Record<string, string>,
  word: string,
  known: Iterable<string>,
): Issue {
  const meant = suggest(word, known)
  return issue(
    code,
    pointer,
    words,
    meant === undefined ? {} : { fix: [{ op: 'replace', path: pointer, value: meant }] },
  )
}

/** Columns that a list reads and its query does not give, where the steps let that be known. */
function listColumnIssues(
  definition: Param,
  options: OptionsQuery,
  query: QueryModel | undefined,
  pointer: string,
): Issue[] {
  const columns = query && flow(queryColumns(query), query.transform, () => undefined).columns
  if (columns === undefined) return []
  const { optionFields = [], columns: more, labelColumns } = kindOf(definition)
  const own = [...(more?.(options) ?? []), ...(labelColumns?.(options) ?? [])]
  const read = [['value', options.value], ['label', options.label], ...own.map((id) => [optionFields[0] ?? '', id])]
  return read
    .filter(([, column = '']) => !columns.has(column))
    .map(([part = '', column = '']) => {
      const meant = optionFields.includes(part) ? undefined : suggest(column, columns.keys())
      const place = `${pointer}/options/${part}`
      const words = { query: options.query, column, columns: [...columns.keys()].join(', ') }
      return issue(
        'PARAM_OPTIONS_COLUMN_UNKNOWN',
        place,
        words,
        meant === undefined ? {} : { fix: [{ op: 'replace', path: place, value: meant }] },
      )
    })
}

/**
 * Gives every filter the query that fills its list. A list may not depend on a filter in its steps, because a filter's
 * list must be known from its question alone; and filters may not need each other, because neither could ever be
 * filled.
 */
export function linkLists(params: ParamTable, queries: QueryTable, report: Report): void {
  const spoil = (key: ParamKey, why: Issue) => {
    report(why)
    params.spoil(key, why)
  }
  for (const [key, param] of params.models) {
    const { options } = param.definition
    const isOffer = kindOf(param.definition).list === 'offer'
    if (options === undefined || Array.isArray(options)) continue
    const pointer = `${params.pointerOf(key)}/options/query`
    const query = queries.ask(options.query, param.section)
    if (query === undefined) {
      const wrong = queries.unknown(options.query, pointer)
      if (isOffer) report(wrong)
      else spoil(key, wrong)
      continue
    }
    const steps = queries.model(query)?.transform ?? []
    const joined = steps.findIndex((step) => isRecord(step) && step.op === 'join')
    const refers = stepReferences(steps)[0]?.at ?? (joined === -1 ? undefined : [joined])
    if (refers !== undefined)
      spoil(
        key,
        issue('STEP_INVALID', join('queries', options.query, 'transform', ...refers), {
          index: Number(refers[0]),
          op: 'filter or join',
          reason: 'the list of a filter cannot depend on a filter or another query in its steps; use an argument',
        }),
      )
    params.models.set(key, { ...param, optionsQuery: query })
    for (const wrong of listColumnIssues(param.definition, options, queries.model(query), params.pointerOf(key))) {
      if (isOffer) report(wrong)
      else spoil(key, wrong)
    }
  }

  const state = new Map<ParamKey, 'open' | 'done'>()
  const walk = (key: ParamKey, trail: readonly string[]) => {
    if (state.get(key) === 'done') return
    if (state.get(key) === 'open') {
      const from = trail.indexOf(key)
      const wrong = issue('REFERENCE_CYCLE', `${params.pointerOf(key)}/options`, {
        path: [...trail.slice(from), key].join(' > '),
      })
      report(wrong)
      for (const member of trail.slice(from)) if (params.models.has(member)) params.spoil(member, wrong)
      return
    }
    state.set(key, 'open')
    const query = params.models.get(key)?.optionsQuery
    if (query !== undefined) for (const next of queries.model(query)?.params ?? []) walk(next, [...trail, key, query])
    state.set(key, 'done')
  }
  for (const key of params.models.keys()) walk(key, [])
}
