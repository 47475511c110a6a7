/**
 * Edits of the canvas as recipes on the draft of a document. Pure; a recipe leaves unknown parts unchanged.
 */
import type { GridSize, LoadedLayout } from '#engine'
import type { DataInput, SourceRegistry, WidgetDefinition } from '#engine/types'
import { QUARANTINE_SIZES } from '#engine/core/document/grids'
import { isRecord, own } from '#engine/core/document/pointer'
import {
  added,
  type EditContext,
  gridsOf,
  mapIn,
  placed,
  type Recipe,
  sectionIn,
  sectionsIn,
  SIZES,
  targetSection,
  titled,
} from './doc-parts.ts'
import { current as currentOf, isDraft } from 'immer'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'
import type { JsonSchema } from '#engine/core/document/option-fields'
import { fittingQuery, usualStepsOf, type WidgetRequest } from './fitting.ts'
import { bringQuery } from './bring-query.ts'
import { defaultEmits } from './usual.ts'
import { waitFor } from './wait-for.ts'
import { defaultSource } from './default-source.ts'
import { bindAdded } from './bound-args.ts'
import { bringFilter, type Bringing, type UsualFilterName, type UsualText } from './usual-filters.ts'
import { everyFilter } from './address-keys.ts'
import { put, putTidy } from './raw.ts'
import { removeParam } from './remove-param.ts'

export { copyWidgets, pasteWidgets } from './clipboard.ts'

/** Language -> name of a widget type. */
export type WidgetNames = (type: string) => Readonly<Record<string, string>>

const idsIn = (section: Doc): string[] =>
  Array.isArray(section.widgets) ? section.widgets.filter((id) => typeof id === 'string') : []

/** Inputs for making a widget besides its place. */
export interface FreshContext extends EditContext {
  readonly names: WidgetNames
  /** Labels of the filters that come with it; without them it brings no query. */
  readonly text?: UsualText | undefined
  /** The options schema of a type, as soon as it is there. */
  readonly schemaOf?: ((type: string) => JsonSchema | undefined) | undefined
}

/** A new widget of a type: named in every language, with a query of the page that fits it, else a new one. */
export function freshWidget(
  doc: Doc,
  type: string,
  { names, text, schemaOf, ...edit }: FreshContext,
): { id: string; recipe: Recipe } {
  const definition = edit.context.widgets.get(type) as WidgetDefinition | undefined
  const { sources } = edit.context
  const id = freshId(type, new Set(Object.keys(isRecord(doc.widgets) ? doc.widgets : {})))
  const titles = names(type)
  const [w, h] = definition?.sizes.default ?? QUARANTINE_SIZES.default
  const request = definition && {
    doc,
    sources,
    definition,
    options: structuredClone(definition.initialOptions ?? {}),
    schema: schemaOf?.(type),
    section: targetSection(edit),
  }
  const { options = {}, inputs = [] } = (request && fitted(request)) ?? {}
  return {
    id,
    recipe(draft) {
      const widgets = mapIn(draft, 'widgets')
      if (widgets === undefined) return
      const title = titled(draft, id, titles) ?? titles.en ?? type
      const widget: Doc = { type, v: (definition?.migrations.length ?? 0) + 1, title, data: {}, options }
      widgets[id] = widget
      added(edit, [{ id, w, h }])(draft)
      const section = sectionsIn(draft)?.find((one) => isRecord(one) && idsIn(one).includes(id))
      const brought = (spec: DataInput) => {
        const source = sourceBrought(spec, sources)
        return source && text && bringQuery(draft, source, section, { sources, text })
      }
      const data = inputs.flatMap(({ input, spec, fitting, usualSteps }) => {
        const query = fitting ?? brought(spec)
        if (query !== undefined && section !== undefined) waitFor(draft, section, query, sources)
        return query === undefined
          ? []
          : [[input, { query, ...(usualSteps.length > 0 && { transform: structuredClone(usualSteps) }) }] as const]
      })
      widget.data = Object.fromEntries(data)
      const emits = text && defaultEmits(draft, id, { context: edit.context, schema: request?.schema })
      if (emits !== undefined) widget.emits = emits
      widgets[id] = widget
    },
  }
}

interface Fitted {
  readonly options: Doc
  readonly inputs: readonly {
    readonly input: string
    readonly spec: DataInput
    /** The query of the page; without one it brings its own. */
    readonly fitting: string | undefined
    readonly usualSteps: readonly unknown[]
  }[]
}

/**
 * The options that a new widget begins with, and the query of each input. Those that its type names for the beginning
 * were chosen for its usual source: where no query of the page has their columns, one that has the columns of its plain
 * options is taken with these, as it is.
 */
function fitted(request: WidgetRequest): Fitted {
  const filled = (spec: WidgetRequest): Fitted => ({
    options: spec.options as Doc,
    inputs: Object.entries(spec.definition.data)
      .filter(([, { required, usual }]) => required || usual !== undefined)
      .map(([input, one]) => ({
        input,
        spec: one,
        fitting: fittingQuery(spec, input),
        usualSteps: usualStepsOf(spec, input),
      })),
  })
  const first = filled(request)
  const isWhole = ({ inputs }: Fitted) => inputs.every(({ fitting, spec }) => fitting !== undefined || !spec.required)
  if (request.definition.initialOptions === undefined || request.schema === undefined || isWhole(first)) return first
  const plain = filled({ ...request, options: {} })
  return isWhole(plain) ? plain : first
}

/** A value as it is now, apart from the draft. */
const current = (value: unknown): unknown => (isDraft(value) ? currentOf(value) : value)

/** References to texts of the document, at any place. */
function* textKeys(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.startsWith('t:')) yield value
  } else if (Array.isArray(value)) for (const item of value) yield* textKeys(item)
  else if (isRecord(value)) for (const item of Object.values(value)) yield* textKeys(item)
}

/** Ids of queries that something names: data of a widget, a joining step, the list of a filter, a repeat. */
function* namedQueries(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namedQueries(item)
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) {
      if ((key === 'query' || key === 'with') && typeof item === 'string') yield item
      else yield* namedQueries(item)
    }
}

/** Takes queries out that these parts named and nothing names any more, and then those that only they joined. */
function withoutUnused(draft: Doc, ...parts: readonly unknown[]): void {
  const { queries } = draft
  if (!isRecord(queries)) return
  const left = new Set(namedQueries([draft.widgets, queries, draft.params, draft.layout]))
  for (const id of new Set(namedQueries(parts))) {
    if (left.has(id) || !Object.hasOwn(queries, id)) continue
    const gone = current(queries[id])
    delete queries[id]
    withoutUnused(draft, gone)
  }
}

/** Takes a filter away, with its control, its words and the list that only it asked. */
export function withoutParam(id: string): Recipe {
  return (draft) => {
    const gone = current(own(draft.params, id))
    removeParam(draft, id)
    withoutUnused(draft, gone)
    withoutTexts(draft, gone)
  }
}

/** The source that a widget asks by itself where no query of the page fits. */
const sourceBrought = ({ usual, columns, optional = {} }: DataInput, sources: SourceRegistry) =>
  usual === undefined ? defaultSource(sources, Object.keys(columns), Object.keys(optional)) : sources.get(usual)

/**
 * An input of a widget is filled by another query, for whose filters its section then waits, or by none. One that only
 * it asked is removed where it came with the widget; one of another source was made by the author, and stays.
 */
export function withInput(
  widget: string,
  input: string,
  query: string | null,
  { widgets, sources }: EditContext['context'],
): Recipe {
  return (draft) => {
    const raw = own(draft.widgets, widget)
    const before = current(own(own(raw, 'data'), input))
    if (query === null) putTidy(draft, ['widgets', widget, 'data', input], undefined)
    else put(draft, ['widgets', widget, 'data', input, 'query'], query)
    const spec = widgets.get(String(own(raw, 'type')))?.data[input]
    const asked = own(own(draft.queries, String(own(before, 'query'))), 'source')
    if (spec !== undefined && sourceBrought(spec, sources)?.name === asked) withoutUnused(draft, before)
    const section = sectionsIn(draft)?.find((one) => isRecord(one) && idsIn(one).includes(widget))
    if (query !== null && section !== undefined) waitFor(draft, section, query, sources)
  }
}

/** Takes widgets out: of the map, of their sections, of every grid, and the queries and texts that only they used. */
export function withoutWidgets(ids: readonly string[]): Recipe {
  return (draft) => {
    const widgets = draft.widgets
    if (!isRecord(widgets)) return
    const gone = new Set(ids)
    const removed = ids.map((id) => current(widgets[id]))
    for (const id of ids) delete widgets[id]
    withoutUnused(draft, ...removed)
    for (const section of sectionsIn(draft) ?? [])
      if (isRecord(section) && Array.isArray(section.widgets) && section.widgets.some((id) => gone.has(id as string)))
        section.widgets = section.widgets.filter((id) => !gone.has(id as string))
    for (const grid of Object.values(isRecord(draft.grids) ? draft.grids : {}))
      if (isRecord(grid)) for (const id of ids) delete grid[id]
    // Of the title, and of options: words of a column, of a target, of an option's own text.
    withoutTexts(draft, removed)
  }
}

/** Takes the texts out that these parts showed and nothing shows any more. */
function withoutTexts(draft: Doc, removed: unknown): void {
  const texts = new Set(textKeys(removed))
  const rest = texts.size === 0 ? '' : JSON.stringify({ ...draft, i18n: undefined })
  for (const title of texts) {
    if (rest.includes(JSON.stringify(title))) continue
    for (const bundle of Object.values(isRecord(draft.i18n) ? draft.i18n : {}))
      if (isRecord(bundle)) delete bundle[title.slice(2)]
  }
}

/** Moves a widget to another section; it keeps its size and comes to the given row. */
export function toSection(
  loaded: LoadedLayout,
  id: string,
  section: string,
  size: GridSize,
  at?: { x: number; y: number },
): Recipe {
  const from = loaded.model.widgets.get(id)?.section
  const written = gridsOf(loaded, section)
  const own = from === undefined ? undefined : gridsOf(loaded, from)
  return (draft) => {
    const target = sectionIn(draft, section)
    if (target === undefined || from === section) return
    for (const one of sectionsIn(draft) ?? [])
      if (isRecord(one) && Array.isArray(one.widgets) && one.widgets.includes(id))
        one.widgets = one.widgets.filter((other) => other !== id)
    target.widgets = [...idsIn(target), id]
    for (const one of SIZES) {
      const item = own?.[one][id]
      const isWritten = isRecord(draft.grids) && isRecord(draft.grids[one]) && Object.hasOwn(draft.grids[one], id)
      if (item === undefined || (!isWritten && one !== size)) continue
      const bottom = Math.max(0, ...Object.values(written[one]).map(({ y, h }) => y + h))
      placed(one, {
        ...(one === size && written[one]),
        [id]: {
          ...item,
          x: one === size && at ? Math.min(at.x, 12 - item.w) : item.x,
          y: one === size && at ? at.y : bottom,
        },
      })(draft)
    }
  }
}

/**
 * A filter of those that dashboards usually have, with its list and its place in the address, shown in a section (in
 * the first one that shows filters, without one). What its list needs comes with it.
 */
export function withUsualFilter(
  doc: Doc,
  name: UsualFilterName,
  bringing: Omit<Bringing, 'isShownHere'>,
): { id: string; recipe: Recipe } {
  const id = freshId(name, new Set(everyFilter(doc).map(([one]) => one)))
  return {
    id,
    recipe(draft) {
      const brought = bringFilter(draft, name, { ...bringing, isShownHere: bringing.section !== undefined })
      if (brought !== undefined) bindAdded(draft, brought, bringing.sources)
    },
  }
}
