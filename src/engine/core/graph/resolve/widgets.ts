/**
 * One widget: type, options, data, gestures and rule. A problem of any of them puts it in quarantine, unchanged.
 */
import type { Widget } from '#schemas/generated/layout.ts'
import type { Issue, MissingColumnsOf, WidgetDeclaration, WidgetDeclarations } from '../../../types.ts'
import type { DocumentGuard, UnitCheck } from '../../document/guards.ts'
import { issue } from '../../document/issue.ts'
import { type Columns, flow } from '../../document/columns.ts'
import { migrateOptions } from '../../document/migrate-options.ts'
import {
  type DataModel,
  type LiveWidget,
  type ParamKey,
  REPEAT_INPUT,
  type RepeatModel,
  type ShowRule,
  type WidgetModel,
} from '../../document/model.ts'
import { at, copyOf, isRecord, join } from '../../document/pointer.ts'
import { parsePlace, parseReference, stepReferences } from '../../params/references.ts'
import { OPTION_CODES, schemaIssues } from '../../document/schema-issues.ts'
import { answeredWith, queryColumns } from '../answered-columns.ts'
import { columnIssues, needsUnits, stepIssues } from '../steps-check.ts'
import { suggest } from '../../document/suggest.ts'
import { withDollar, withoutDollar, type ParamTable, type Report } from './params.ts'
import { near, type QueryTable } from './queries.ts'
import { resolveGestures } from './gestures.ts'
import { type LinkContext, resolveLinks } from './links.ts'
import { queryOfRepeat, resolveRepeat } from './repeats.ts'

export interface WidgetContext {
  readonly registry: WidgetDeclarations
  readonly params: ParamTable
  readonly queries: QueryTable
  readonly report: Report
  readonly links: LinkContext
  readonly isTransform: DocumentGuard
  readonly unitIssues: UnitCheck
  /** Options of a type that name columns its inputs lack. */
  readonly missingColumns: (type: string, ...given: Parameters<MissingColumnsOf>) => ReturnType<MissingColumnsOf>
  /** The guard of the options of a widget, by its id and its type. */
  readonly isOptions: (type: string) => DocumentGuard
  /** Called with options that were brought to a newer version. */
  readonly migrated: (id: string, v: number, options: Record<string, unknown>) => void
}

interface Place {
  readonly id: string
  readonly raw: unknown
  readonly section: string | undefined
  readonly closed: readonly Issue[]
  /** The `repeat` of its section. */
  readonly around: RepeatModel | undefined
  readonly broken: readonly Issue[] | undefined
}

/** @param shape the widget as the envelope stage accepted it; undefined when it did not */
export function resolveWidget(
  { id, raw, section, closed, around, broken }: Place,
  shape: Widget | undefined,
  context: WidgetContext,
): WidgetModel {
  const { registry, report } = context
  const pointer = join('widgets', id)
  const title = isRecord(raw) && typeof raw.title === 'string' ? raw.title : undefined
  const type = isRecord(raw) && typeof raw.type === 'string' ? raw.type : undefined
  const quarantine = (found: readonly Issue[]): WidgetModel => ({
    kind: 'quarantined',
    id,
    type,
    title,
    raw,
    section,
    issues: found.map((one) => ({ ...one, widget: one.widget ?? id })),
  })

  if (shape === undefined)
    return quarantine(
      broken ?? [issue('LAYOUT_INVALID', pointer, { reason: 'it is beyond the number of widgets that are read' })],
    )
  const definition = registry.get(shape.type)
  if (definition === undefined) {
    const unknown = near('WIDGET_UNKNOWN_TYPE', `${pointer}/type`, { type: shape.type }, shape.type, registry.keys())
    report(unknown)
    return quarantine([unknown])
  }

  const wrong: Issue[] = []
  const options = optionsOf(id, shape, definition, wrong, context)
  const columns = new Map<string, Columns | undefined>()
  const data = dataOf(id, shape, definition, section, wrong, columns, context)
  reportMissingColumns(id, shape.type, options, columns, context)
  const emits = resolveGestures(
    {
      id,
      shape,
      definition,
      section,
      options,
      inputs: () => Object.values(data).map((one) => unitsOf(one, () => '', context).columns),
    },
    wrong,
    {
      ...context,
      listColumns: (query) =>
        unitsOf(
          { query, steps: context.queries.model(query)?.transform ?? [], joins: {}, params: {} },
          () => '',
          context,
        ).columns,
    },
  )
  const show = showOf(id, shape, section, wrong, context)
  const repeat = repeatOf(id, shape, section, around, wrong, context)
  addRepeat(repeat ?? around, data, { id, definition, wrong, queries: context.queries })
  const { links, ...linked } = resolveLinks(id, shape, definition, section, context.links)
  wrong.push(...linked.wrong)
  report(...linked.hints, ...wrong)
  reportOtherUnits(id, definition, options, data, context)
  const all = [...new Map([...wrong, ...closed].map((one) => [`${one.code} ${one.pointer}`, one])).values()]
  if (all.length > 0) return quarantine(all)
  const live: LiveWidget = {
    kind: 'live',
    id,
    type: shape.type,
    title,
    definition,
    options,
    data,
    emits,
    links,
    section,
    ...(show && { show }),
    ...(repeat && { repeat }),
    ...(shape.sizes && { sizes: shape.sizes }),
  }
  return live
}

/** Options of today's version with their defaults. */
function optionsOf(
  id: string,
  shape: Widget,
  definition: WidgetDeclaration,
  wrong: Issue[],
  { report, isOptions, migrated }: WidgetContext,
): Record<string, unknown> {
  // Without a version it was written by hand, for the options of today: an older reading could silently change them.
  const brought = migrateOptions(id, shape.v ?? definition.migrations.length + 1, { ...shape.options }, definition)
  report(...brought.issues)
  const filled = brought.options
  if (filled === undefined) {
    wrong.push(...brought.issues)
    return {}
  }
  if (brought.from !== brought.to) migrated(id, brought.to, copyOf(filled))
  const written = copyOf(filled)
  const guard = isOptions(shape.type)
  if (guard(filled)) return filled
  // The guard has filled the defaults in, so what was not written is what could have been meant.
  const known = (place: string) => {
    const [there, before] = [at(filled, place), at(written, place)]
    return isRecord(there) ? Object.keys(there).filter((key) => !isRecord(before) || !Object.hasOwn(before, key)) : []
  }
  wrong.push(...schemaIssues(guard.errors ?? [], written, `${join('widgets', id)}/options`, OPTION_CODES, known))
  return filled
}

function dataOf(
  id: string,
  shape: Widget,
  definition: WidgetDeclaration,
  section: string | undefined,
  wrong: Issue[],
  /** Filled: what each input has, undefined where it is known with the data only. */
  columns: Map<string, Columns | undefined>,
  context: WidgetContext,
): Record<string, DataModel> {
  const { params, queries, report, isTransform } = context
  const pointer = join('widgets', id)
  const data: Record<string, DataModel> = {}
  const meantInputs = new Set<string>()
  for (const [input, { query: name, transform = [] }] of Object.entries(shape.data ?? {})) {
    const place = `${pointer}/data${join(input)}`
    const declared = Object.hasOwn(definition.data, input) ? definition.data[input] : undefined
    if (declared === undefined) {
      const meant = suggest(input, Object.keys(definition.data))
      if (meant !== undefined) meantInputs.add(meant)
      wrong.push(
        issue(
          'WIDGET_INPUT_UNKNOWN',
          place,
          { type: shape.type, input },
          meant === undefined ? {} : { fix: [{ op: 'move', from: place, path: `${pointer}/data${join(meant)}` }] },
        ),
      )
    }
    wrong.push(...stepIssues(transform, `${place}/transform`, isTransform))
    const query = queries.ask(name, section)
    if (query === undefined) {
      wrong.push(queries.unknown(name, `${place}/query`))
      continue
    }
    const model = queries.model(query)
    const inherited = queries.joins(model?.transform ?? [], section, `${join('queries', name)}/transform`)
    const own = queries.joins(transform, section, `${place}/transform`)
    const joins = { ...inherited.joins, ...own.joins }
    wrong.push(
      ...own.wrong,
      ...inherited.wrong,
      ...[query, ...Object.values(joins)].flatMap((key) => queries.causes(key)),
    )
    if (model === undefined) continue

    const before = model.transform.length
    const steps = [...model.transform, ...transform]
    const placeOf = (index: number) =>
      index < before ? `${join('queries', name)}/transform/${index}` : `${place}/transform/${index - before}`
    const refs: Record<string, ParamKey> = {}
    for (const {
      text,
      at: [index, ...rest],
    } of stepReferences(steps)) {
      const ref = parseReference(text)
      const found = params.resolve(ref, text, section, placeOf(Number(index)) + join(...rest), withDollar)
      if (found.issue !== undefined) wrong.push(found.issue)
      if (ref === undefined || found.key === undefined) continue
      wrong.push(...queries.paramCauses(found.key))
      refs[ref.param] = found.key
    }
    data[input] = { query, steps, joins, params: refs }
    if (needsUnits(steps)) wrong.push(...unitsOf(data[input], placeOf, context).issues)

    const read = columnIssues(queryColumns(model), steps, placeOf, (other) => {
      const joined = queries.model(joins[other])
      return joined && queryColumns(joined)
    })
    report(...read.issues)
    columns.set(input, read.columns)
    for (const column of Object.keys(declared?.columns ?? {}))
      if (read.columns?.has(column) === false) report(issue('WIDGET_COLUMN_MISSING', place, { input, column }))
  }
  for (const [input, { required }] of Object.entries(definition.data)) {
    if (required && !Object.hasOwn(shape.data ?? {}, input) && !meantInputs.has(input))
      wrong.push(issue('WIDGET_INPUT_MISSING', `${pointer}/data`, { type: shape.type, input }))
  }
  return data
}

/** A mark that draws nothing looks like data without it: what an option names must be given. */
function reportMissingColumns(
  id: string,
  type: string,
  options: Readonly<Record<string, unknown>>,
  columns: ReadonlyMap<string, Columns | undefined>,
  { report, missingColumns }: WidgetContext,
): void {
  for (const { option, column } of missingColumns(type, options, [...columns.keys()], (input) => columns.get(input)))
    report(issue('WIDGET_OPTION_COLUMN_UNKNOWN', `${join('widgets', id)}/options${join(option)}`, { option, column }))
}

/** The steps of an input on no rows: what they cannot add up, and the units of their columns. */
function unitsOf(
  { query, steps, joins }: DataModel,
  placeOf: (index: number) => string,
  { queries, unitIssues }: Pick<WidgetContext, 'queries' | 'unitIssues'>,
): ReturnType<UnitCheck> {
  const model = queries.model(query)
  if (model === undefined) return { issues: [], columns: undefined }
  const joined = Object.entries(joins).flatMap(([id, key]) => {
    const other = queries.model(key)
    return other === undefined ? [] : [[id, answeredWith(other)] as const]
  })
  return unitIssues(answeredWith(model), steps, placeOf, Object.fromEntries(joined))
}

/** Values to reach and edges of bands are in the unit of the measure that they are beside. */
function reportOtherUnits(
  id: string,
  { measures }: WidgetDeclaration,
  options: Readonly<Record<string, unknown>>,
  data: Readonly<Record<string, DataModel>>,
  context: WidgetContext,
): void {
  const measure = options[measures?.of[0] ?? '']
  for (const [option, { isSameUnit }] of Object.entries(measures?.besides ?? {})) {
    const column = options[option]
    if (isSameUnit !== true || typeof column !== 'string' || typeof measure !== 'string' || column === '') continue
    for (const one of Object.values(data)) {
      const columns = unitsOf(one, () => '', context).columns ?? []
      const [unit, other] = [column, measure].map((wanted) => columns.find((found) => found.id === wanted)?.unit)
      if (unit !== undefined && other !== undefined && unit !== other)
        context.report(
          issue('WIDGET_UNITS_DIFFER', `${join('widgets', id)}/options/${option}`, { column, unit, measure, other }),
        )
    }
  }
}

function showOf(
  id: string,
  { show }: Widget,
  section: string | undefined,
  wrong: Issue[],
  { params, queries }: WidgetContext,
): ShowRule | undefined {
  if (show === undefined) return undefined
  const { param, ...rule } = show.when
  const ref = parsePlace(param)
  const found = params.resolve(ref, param, section, `${join('widgets', id)}/show/when/param`, withoutDollar)
  if (found.issue !== undefined) wrong.push(found.issue)
  if (found.key === undefined) return undefined
  wrong.push(...queries.paramCauses(found.key))
  return {
    ref: { param: found.key, path: ref?.path ?? [] },
    when: show.when,
    text: `${param} ${JSON.stringify(rule).replaceAll(/[{}"]/g, '').replaceAll(':', ' ')}`,
  }
}

function repeatOf(
  id: string,
  { repeat }: Widget,
  section: string | undefined,
  around: RepeatModel | undefined,
  wrong: Issue[],
  { params, queries, report }: WidgetContext,
): RepeatModel | undefined {
  const pointer = `${join('widgets', id)}/repeat`
  const found = resolveRepeat(repeat, { section, pointer, params, queries })
  report(...found.hints)
  wrong.push(...found.wrong)
  if (found.repeat !== undefined && around !== undefined) wrong.push(issue('REPEAT_NESTED', pointer, { id }))
  return found.repeat
}

/** The rows of its values are an input of the widget like any other; and what is split has the column. */
function addRepeat(
  repeat: RepeatModel | undefined,
  data: Record<string, DataModel>,
  {
    id,
    definition,
    wrong,
    queries,
  }: {
    readonly id: string
    readonly definition: WidgetDeclaration
    readonly wrong: Issue[]
    readonly queries: QueryTable
  },
): void {
  const inputs = Object.entries(data).filter(([input]) => definition.data[input]?.required !== false)
  if (repeat === undefined || inputs.length === 0) return
  const isSplit = inputs.some(([, { query, steps, joins }]) => {
    const model = queries.model(query)
    const { columns } = model
      ? flow(queryColumns(model), steps, (other) => {
          const joined = queries.model(joins[other])
          return joined && queryColumns(joined)
        })
      : { columns: undefined }
    return columns?.has(repeat.column) !== false
  })
  if (!isSplit) wrong.push(issue('REPEAT_COLUMN_UNKNOWN', `${join('widgets', id)}/data`, { id, column: repeat.column }))
  const query = queryOfRepeat(repeat)
  if (query === undefined) return
  data[REPEAT_INPUT] = { query, steps: queries.model(query)?.transform ?? [], joins: {}, params: {} }
}
