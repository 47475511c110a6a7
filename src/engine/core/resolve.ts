/**
 * The resolve stage: every reference looked up, every widget either live or quarantined with the issues that explain it.
 * A widget whose query, filter or section is broken carries the issue of that part, so the card shows the cause.
 */
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue, SourceRegistry, WidgetRegistry } from '../types.ts'
import type { Envelope } from './envelope.ts'
import { issue } from './issue.ts'
import { migrateOptions } from './migrate.ts'
import type { ArgValue, DataModel, EmitRule, LayoutModel, LiveWidget, ParamKey, ParamModel, QueryKey, QueryModel, SectionModel, ShowRule, WidgetModel } from './model.ts'
import { paramIssues } from './params-check.ts'
import { at, isRecord, join } from './pointer.ts'
import { parsePlace, parseReference, partsOf, stepReferences } from './references.ts'
import { OPTION_CODES, schemaIssues } from './schema-issues.ts'
import { columnIssues, columnsOf, joinsOf, stepIssues } from './steps-check.ts'
import { suggest } from './suggest.ts'

export interface LoadContext {
  readonly widgets: WidgetRegistry
  readonly sources: SourceRegistry
  /** True when the application itself has a text for a `t:` key. */
  readonly hasText?: (key: string) => boolean
}

export interface Resolved {
  readonly model: LayoutModel
  readonly issues: readonly Issue[]
  /** Widget id -> options after migration, for saving. */
  readonly migrated: ReadonlyMap<string, { readonly v: number; readonly options: Record<string, unknown> }>
}

interface QueryEntry { readonly model: QueryModel | undefined; readonly own: readonly Issue[] }

/** Looks everything up. Never throws. */
export function resolveLayout(envelope: Envelope, document: Record<string, unknown>, context: LoadContext): Resolved {
  const { value, sections, broken } = envelope
  const issues: Issue[] = []
  const reported = new Set<string>()
  const report = (...found: readonly Issue[]) => {
    for (const one of found) {
      const mark = `${one.code} ${one.pointer}`
      if (reported.has(mark)) continue
      reported.add(mark)
      issues.push(one)
    }
  }

  // ------------------------------------------------------------ filters
  const params = new Map<ParamKey, ParamModel>()
  const brokenParams = new Map<ParamKey, readonly Issue[]>()
  const pointers = new Map<ParamKey, string>()
  const declare = (id: string, definition: Param, pointer: string, section?: string) => {
    const key = section === undefined ? id : `${section}/${id}`
    const wrong = paramIssues(definition, pointer)
    pointers.set(key, pointer)
    report(...wrong)
    if (wrong.length > 0) brokenParams.set(key, wrong)
    params.set(key, { key, id, definition, ...(section !== undefined && { section }) })
  }
  for (const [id, definition] of Object.entries(value.params)) declare(id, definition, join('params', id))
  for (const [pointer, found] of broken) if (pointer.startsWith('/params/')) brokenParams.set(pointer.slice(8), found)
  const closed = new Map<string, readonly Issue[]>()
  for (const { section, index, closed: doubtful } of sections) {
    if (closed.has(section.id)) continue
    closed.set(section.id, doubtful)
    for (const [id, definition] of Object.entries(section.declares ?? {})) declare(id, definition, join('layout', 'sections', index, 'declares', id), section.id)
  }
  const lookup = (section: string | undefined, id: string): ParamKey | undefined =>
    [...(section === undefined ? [] : [`${section}/${id}`]), id].find((key) => params.has(key) || brokenParams.has(key))
  const unknownParam = (id: string, pointer: string, write: (id: string) => string): Issue => {
    const meant = suggest(id, [...params.values()].map((param) => param.id))
    return issue('REFERENCE_UNKNOWN_PARAM', pointer, { id }, meant === undefined ? {} : { fix: [{ op: 'replace', path: pointer, value: write(meant) }] })
  }
  const badPath = (key: ParamKey, path: readonly string[], pointer: string): Issue | undefined => {
    const param = params.get(key)
    if (path.length === 0 || param === undefined || partsOf(param.definition.type).includes(path.join('.'))) return undefined
    return issue('REFERENCE_UNKNOWN_PATH', pointer, { id: param.id, path: path.join('.') })
  }

  // ------------------------------------------------------------ queries
  const queries = new Map<QueryKey, QueryEntry>()
  const memo = new Map<string, QueryKey>()
  /** Key of a query as seen from a section; undefined when there is no such query. */
  const ask = (id: string, section: string | undefined): QueryKey | undefined => {
    const seen = memo.get(`${section ?? ''}|${id}`)
    if (seen !== undefined) return seen
    const definition = Object.hasOwn(value.queries, id) ? value.queries[id] : undefined
    if (definition === undefined) {
      const wrong = broken.get(join('queries', id))
      if (wrong === undefined) return undefined
      queries.set(id, { model: undefined, own: wrong })
      return id
    }
    const pointer = join('queries', id)
    const wrong: Issue[] = []
    const source = context.sources.get(definition.source)
    if (source === undefined) {
      const meant = suggest(definition.source, context.sources.keys())
      wrong.push(issue('QUERY_UNKNOWN_SOURCE', `${pointer}/source`, { source: definition.source }, meant === undefined ? {} : { fix: [{ op: 'replace', path: `${pointer}/source`, value: meant }] }))
    }
    const args: Record<string, ArgValue> = {}
    const used = new Set<ParamKey>()
    for (const [name, literal] of Object.entries(definition.args ?? {})) {
      const place = `${pointer}/args${join(name)}`
      if (source !== undefined && !Object.hasOwn(source.args, name)) {
        const meant = suggest(name, Object.keys(source.args))
        wrong.push(issue('QUERY_ARG_UNKNOWN', place, { source: source.name, arg: name }, meant === undefined ? {} : { fix: [{ op: 'move', from: place, path: `${pointer}/args${join(meant)}` }] }))
      }
      if (typeof literal !== 'string' || !literal.startsWith('$')) { args[name] = { literal }; continue }
      const ref = parseReference(literal)
      const key = ref && lookup(section, ref.param)
      if (ref === undefined || key === undefined) { wrong.push(unknownParam(ref?.param ?? literal, place, (meant) => `$${[meant, ...(ref?.path ?? [])].join('.')}`)); continue }
      const path = badPath(key, ref.path, place)
      if (path !== undefined) wrong.push(path)
      used.add(key)
      args[name] = { ref: { param: key, path: ref.path } }
    }
    for (const [name, arg] of Object.entries(source?.args ?? {})) {
      if (arg.required === true && !Object.hasOwn(args, name) && !Object.hasOwn(definition.args ?? {}, name)) wrong.push(issue('QUERY_ARG_MISSING', `${pointer}/args`, { source: source?.name ?? '', arg: name }))
    }
    const transform = definition.transform ?? []
    wrong.push(...stepIssues(transform, `${pointer}/transform`))
    const scoped = [...used].some((key) => key.includes('/'))
    const key = scoped && section !== undefined ? `${section}/${id}` : id
    memo.set(`${section ?? ''}|${id}`, key)
    report(...wrong)
    queries.set(key, { own: wrong, model: source && { key, id, source, args, transform, params: [...used] } })
    return key
  }
  const unknownQuery = (id: string, pointer: string): Issue => {
    const meant = suggest(id, Object.keys(value.queries))
    return issue('REFERENCE_UNKNOWN_QUERY', pointer, { id }, meant === undefined ? {} : { fix: [{ op: 'replace', path: pointer, value: meant }] })
  }
  /** Names joined by steps -> queries. */
  const joinsFor = (steps: readonly unknown[], section: string | undefined, pointer: string): { joins: Record<string, QueryKey>; wrong: Issue[] } => {
    const joins: Record<string, QueryKey> = {}
    const wrong: Issue[] = []
    for (const id of joinsOf(steps)) {
      const key = ask(id, section)
      if (key === undefined) { wrong.push(unknownQuery(id, `${pointer}/${steps.findIndex((step) => isRecord(step) && step.with === id)}/with`)); continue }
      joins[id] = key
      if ((queries.get(key)?.model?.transform.length ?? 0) > 0) report(issue('STEP_JOIN_TRANSFORMED', pointer, { id }))
    }
    return { joins, wrong }
  }

  const edges = new Map<ParamKey, readonly QueryKey[]>()
  for (const [key, param] of params) {
    const options = param.definition.options
    if (options === undefined || Array.isArray(options)) continue
    const pointer = `${pointers.get(key) ?? ''}/options/query`
    const query = ask(options.query, param.section)
    if (query === undefined) {
      const wrong = unknownQuery(options.query, pointer)
      report(wrong)
      if (param.definition.type !== 'periodPair') brokenParams.set(key, [...(brokenParams.get(key) ?? []), wrong])
      continue
    }
    const steps = queries.get(query)?.model?.transform ?? []
    const refers = stepReferences(steps)[0]?.at ?? (joinsOf(steps).length > 0 ? [steps.findIndex((step) => isRecord(step) && step.op === 'join')] : undefined)
    if (refers !== undefined) {
      const wrong = issue('STEP_INVALID', join('queries', options.query, 'transform', ...refers), { index: Number(refers[0]), op: 'filter or join', reason: 'the list of a filter cannot depend on a filter or another query in its steps; use an argument' })
      report(wrong)
      brokenParams.set(key, [...(brokenParams.get(key) ?? []), wrong])
    }
    params.set(key, { ...param, optionsQuery: query })
    edges.set(key, [query])
  }

  // Cycles: a filter whose list depends on itself can never be filled.
  const state = new Map<ParamKey, 'open' | 'done'>()
  const walk = (key: ParamKey, trail: readonly string[]) => {
    if (state.get(key) === 'done') return
    if (state.get(key) === 'open') {
      const from = trail.indexOf(key)
      const path = [...trail.slice(from), key].join(' > ')
      const members = trail.slice(from).filter((name) => params.has(name))
      const wrong = issue('REFERENCE_CYCLE', `${pointers.get(key) ?? ''}/options`, { path })
      report(wrong)
      for (const member of members) brokenParams.set(member, [...(brokenParams.get(member) ?? []), wrong])
      return
    }
    state.set(key, 'open')
    for (const query of edges.get(key) ?? []) {
      const entry = queries.get(query)
      for (const next of entry?.model?.params ?? []) walk(next, [...trail, key, query])
    }
    state.set(key, 'done')
  }
  for (const key of params.keys()) walk(key, [])

  /** What makes a query unusable: its own issues, or those of a filter it needs. */
  const causes = (key: QueryKey, seen = new Set<string>()): readonly Issue[] => {
    if (seen.has(key)) return []
    seen.add(key)
    const entry = queries.get(key)
    const deep = (entry?.model?.params ?? []).flatMap((param) => paramCauses(param, seen))
    return [...(entry?.own ?? []), ...deep]
  }
  const paramCauses = (key: ParamKey, seen = new Set<string>()): readonly Issue[] => {
    const own = brokenParams.get(key)
    if (own !== undefined) return own
    const query = params.get(key)?.optionsQuery
    return query === undefined || params.get(key)?.definition.type === 'periodPair' ? [] : causes(query, seen)
  }

  // ------------------------------------------------------------ sections
  const sectionModels: SectionModel[] = []
  const placed = new Map<string, string>()
  const gate = new Map<string, readonly Issue[]>()
  const rawWidgets = isRecord(document.widgets) ? document.widgets : {}
  for (const { section, index } of sections) {
    const pointer = join('layout', 'sections', index)
    if (sectionModels.some(({ id }) => id === section.id)) { report(issue('LINT_SECTION_TWICE', `${pointer}/id`, { id: section.id })); continue }
    const wrong: Issue[] = [...(closed.get(section.id) ?? [])]
    const names = (list: readonly string[], field: string) => list.flatMap((id, i) => {
      const key = lookup(section.id, id)
      if (key !== undefined) return [key]
      const unknown = unknownParam(id, `${pointer}/${field}/${i}`, (meant) => meant)
      report(unknown)
      if (field === 'requires') wrong.push(unknown)
      return []
    })
    const controls = names(section.params ?? [], 'params')
    const requires = names(section.requires ?? [], 'requires')
    for (const key of requires) wrong.push(...paramCauses(key))
    const widgets = (section.widgets ?? []).filter((id, i) => {
      if (!Object.hasOwn(rawWidgets, id)) {
        const meant = suggest(id, Object.keys(rawWidgets))
        report(issue('REFERENCE_UNKNOWN_WIDGET', `${pointer}/widgets/${i}`, { id }, meant === undefined ? {} : { fix: [{ op: 'replace', path: `${pointer}/widgets/${i}`, value: meant }] }))
        return false
      }
      if (placed.has(id)) { report(issue('LINT_WIDGET_TWICE', `${pointer}/widgets/${i}`, { id }, { widget: id })); return false }
      placed.set(id, section.id)
      return true
    })
    gate.set(section.id, wrong)
    sectionModels.push({ id: section.id, definition: section, params: controls.filter((key) => paramCauses(key).length === 0), requires: requires.filter((key) => paramCauses(key).length === 0), widgets })
  }
  // A page without a usable section still shows its widgets.
  if (sections.length === 0 && Object.keys(rawWidgets).length > 0) {
    const widgets = Object.keys(rawWidgets).slice(0, 100)
    sectionModels.push({ id: 'all', definition: { id: 'all' }, params: [...params.keys()].filter((key) => paramCauses(key).length === 0), requires: [], widgets })
    for (const id of widgets) placed.set(id, 'all')
  }

  // ------------------------------------------------------------ widgets
  const widgets = new Map<string, WidgetModel>()
  const migrated = new Map<string, { v: number; options: Record<string, unknown> }>()
  for (const [id, raw] of Object.entries(rawWidgets).slice(0, 100)) {
    const section = placed.get(id)
    const made = widgetOf(id, raw, section)
    widgets.set(id, made)
  }

  function widgetOf(id: string, raw: unknown, section: string | undefined): WidgetModel {
    const pointer = join('widgets', id)
    const shape = Object.hasOwn(value.widgets, id) ? value.widgets[id] : undefined
    const title = isRecord(raw) && typeof raw.title === 'string' ? raw.title : undefined
    const type = isRecord(raw) && typeof raw.type === 'string' ? raw.type : undefined
    const quarantine = (found: readonly Issue[]): WidgetModel => ({ kind: 'quarantined', id, type, title, raw, section, issues: found.map((one) => ({ ...one, widget: one.widget ?? id })) })
    if (shape === undefined) return quarantine(broken.get(pointer) ?? [issue('LAYOUT_INVALID', pointer, { reason: 'it is beyond the number of widgets that are read' })])
    const definition = context.widgets.get(shape.type)
    if (definition === undefined) {
      const meant = suggest(shape.type, context.widgets.keys())
      const unknown = issue('WIDGET_UNKNOWN_TYPE', `${pointer}/type`, { type: shape.type }, meant === undefined ? {} : { fix: [{ op: 'replace', path: `${pointer}/type`, value: meant }] })
      report(unknown)
      return quarantine([unknown])
    }

    const wrong: Issue[] = []
    const brought = migrateOptions(id, shape.v ?? 1, { ...shape.options }, definition)
    report(...brought.issues)
    let options: Record<string, unknown> = {}
    if (brought.options === undefined) wrong.push(...brought.issues)
    else {
      if (brought.from !== brought.to) migrated.set(id, { v: brought.to, options: structuredClone(brought.options) })
      const filled = brought.options
      const written = structuredClone(filled)
      const guard = definition.validate as ((candidate: unknown) => boolean) & { errors?: typeof definition.validate.errors }
      if (!guard(filled)) {
        // The guard has filled the defaults in, so what was not written is what could have been meant.
        const known = (place: string) => { const there = at(filled, place); const before = at(written, place); return isRecord(there) ? Object.keys(there).filter((key) => !isRecord(before) || !Object.hasOwn(before, key)) : [] }
        wrong.push(...schemaIssues(guard.errors ?? [], filled, `${pointer}/options`, OPTION_CODES, known))
      }
      options = filled
    }

    const data: Record<string, DataModel> = {}
    const meantInputs = new Set<string>()
    for (const [input, { query: name, transform = [] }] of Object.entries(shape.data ?? {})) {
      const place = `${pointer}/data${join(input)}`
      const declared = Object.hasOwn(definition.data, input) ? definition.data[input] : undefined
      if (declared === undefined) {
        const meant = suggest(input, Object.keys(definition.data))
        if (meant !== undefined) meantInputs.add(meant)
        wrong.push(issue('WIDGET_INPUT_UNKNOWN', place, { type: shape.type, input }, meant === undefined ? {} : { fix: [{ op: 'move', from: place, path: `${pointer}/data${join(meant)}` }] }))
      }
      wrong.push(...stepIssues(transform, `${place}/transform`))
      const query = ask(name, section)
      if (query === undefined) { wrong.push(unknownQuery(name, `${place}/query`)); continue }
      const entry = queries.get(query)
      const own = joinsFor(transform, section, `${place}/transform`)
      const inherited = joinsFor(entry?.model?.transform ?? [], section, `${join('queries', name)}/transform`)
      wrong.push(...own.wrong, ...inherited.wrong, ...causes(query), ...[...Object.values(own.joins), ...Object.values(inherited.joins)].flatMap((key) => causes(key)))
      if (entry?.model === undefined) continue
      const before = entry.model.transform
      const steps = [...before, ...transform]
      const refs: Record<string, ParamKey> = {}
      for (const { text, at: where } of stepReferences(steps)) {
        const index = Number(where[0])
        const spot = (index < before.length ? `${join('queries', name)}/transform` : `${place}/transform`) + join(index < before.length ? index : index - before.length, ...where.slice(1))
        const ref = parseReference(text)
        const key = ref && lookup(section, ref.param)
        if (ref === undefined || key === undefined) { wrong.push(unknownParam(ref?.param ?? text, spot, (meant) => `$${[meant, ...(ref?.path ?? [])].join('.')}`)); continue }
        const path = badPath(key, ref.path, spot)
        if (path !== undefined) wrong.push(path)
        wrong.push(...paramCauses(key))
        refs[ref.param] = key
      }
      data[input] = { query, steps, joins: { ...inherited.joins, ...own.joins }, params: refs }
      const read = columnIssues(columnsOf(entry.model.source.columns), steps,
        (index) => (index < before.length ? `${join('queries', name)}/transform/${index}` : `${place}/transform/${index - before.length}`),
        (other) => { const joined = queries.get(data[input]?.joins[other] ?? '')?.model; return joined && columnsOf(joined.source.columns) })
      report(...read.issues)
      for (const column of read.columns === undefined ? [] : Object.keys(declared?.columns ?? {})) {
        if (read.columns?.has(column) === false) report(issue('WIDGET_COLUMN_MISSING', place, { input, column }))
      }
    }
    for (const [input, declared] of Object.entries(definition.data)) {
      if (declared.required && !Object.hasOwn(shape.data ?? {}, input) && !meantInputs.has(input)) wrong.push(issue('WIDGET_INPUT_MISSING', `${pointer}/data`, { type: shape.type, input }))
    }

    const emits: Record<string, EmitRule> = {}
    for (const [event, { set, to }] of Object.entries(shape.emits ?? {})) {
      const place = `${pointer}/emits${join(event)}`
      const fields = Object.hasOwn(definition.emits ?? {}, event) ? definition.emits?.[event] : undefined
      if (fields === undefined) { wrong.push(issue('WIDGET_EVENT_UNKNOWN', place, { type: shape.type, event })); continue }
      const ref = parsePlace(set)
      const key = ref && lookup(section, ref.param)
      if (ref === undefined || key === undefined) { wrong.push(unknownParam(ref?.param ?? set, `${place}/set`, (meant) => [meant, ...(ref?.path ?? [])].join('.'))); continue }
      const path = badPath(key, ref.path, `${place}/set`)
      if (path !== undefined) wrong.push(path)
      wrong.push(...paramCauses(key))
      const field = typeof to === 'string' && to.startsWith('$event.') ? to.slice(7) : undefined
      if (field !== undefined && !fields.includes(field)) wrong.push(issue('WIDGET_EVENT_FIELD_UNKNOWN', `${place}/to`, { event, field }))
      emits[event] = { param: key, path: ref.path, to: field === undefined ? { literal: to } : { field } }
    }

    let show: ShowRule | undefined
    if (shape.show !== undefined) {
      const { when } = shape.show
      const place = `${pointer}/show/when/param`
      const ref = parsePlace(when.param)
      const key = ref && lookup(section, ref.param)
      if (ref === undefined || key === undefined) wrong.push(unknownParam(ref?.param ?? when.param, place, (meant) => [meant, ...(ref?.path ?? [])].join('.')))
      else {
        const path = badPath(key, ref.path, place)
        if (path !== undefined) wrong.push(path)
        wrong.push(...paramCauses(key))
        const { param, ...rule } = when
        show = { ref: { param: key, path: ref.path }, when, text: `${param} ${JSON.stringify(rule).replaceAll(/[{}"]/g, '').replaceAll(':', ' ')}` }
      }
    }

    const closedHere = section === undefined ? [] : gate.get(section) ?? []
    const all = [...new Map([...wrong, ...closedHere].map((one) => [`${one.code} ${one.pointer}`, one])).values()]
    report(...wrong)
    if (all.length > 0) return quarantine(all)
    const live: LiveWidget = { kind: 'live', id, type: shape.type, title, definition, options, data, emits, section, ...(show && { show }) }
    return live
  }

  // Only what is usable reaches the graph.
  const usableParams = new Map([...params].filter(([key]) => paramCauses(key).length === 0).map(([key, param]) => {
    const query = param.optionsQuery
    if (query === undefined || causes(query).length === 0) return [key, param] as const
    const { optionsQuery: _, ...rest } = param
    return [key, rest] as const
  }))
  const usableQueries = new Map([...queries].flatMap(([key, entry]) => (entry.model !== undefined && causes(key).length === 0 ? [[key, entry.model] as const] : [])))

  // Queries nobody asks for are checked too, so that an editor shows what is wrong in them.
  const asked = new Set([...queries.values()].flatMap(({ model }) => (model === undefined ? [] : [model.id])))
  for (const id of Object.keys(value.queries)) if (!asked.has(id) && !queries.has(id)) ask(id, undefined)

  return {
    issues,
    migrated,
    model: {
      id: value._id, revision: value.revision ?? 0, name: value.name, access: [value.access ?? []].flat(), apply: value.apply ?? 'auto',
      i18n: value.i18n as LayoutModel['i18n'] ?? {}, params: usableParams, queries: usableQueries, widgets, sections: sectionModels, grids: value.grids,
    },
  }
}
