/**
 * What the canvas does to a document, as recipes on its draft. Pure; what a recipe does not understand it leaves alone.
 */
import type { GridSize, LoadedLayout } from '#engine'
import type { WidgetDefinition } from '#engine/types'
import { isRecord } from '#engine/core/document/pointer'
import {
  added,
  type EditContext,
  gridsOf,
  labelled,
  mapIn,
  placed,
  QUARANTINE_SIZES,
  type Recipe,
  sectionIn,
  sectionsIn,
  SIZES,
  titled,
} from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'
import { bringQuery, defaultEmits, defaultSource, type UsualText } from './usual.ts'

export { copyWidgets, pasteWidgets } from './clipboard.ts'

/** Language -> name of a widget type. */
export type WidgetNames = (type: string) => Readonly<Record<string, string>>

const idsIn = (section: Doc): string[] =>
  Array.isArray(section.widgets) ? section.widgets.filter((id) => typeof id === 'string') : []

/** A new widget of a type: named in every language, and bound to the first query that has what it reads. */
export function freshWidget(
  doc: Doc,
  type: string,
  { names, text, ...edit }: EditContext & { names: WidgetNames; text?: UsualText | undefined },
): { id: string; recipe: Recipe } {
  const definition = edit.context.widgets.get(type) as WidgetDefinition | undefined
  const taken = new Set(Object.keys(isRecord(doc.widgets) ? doc.widgets : {}))
  const id = freshId(type, taken)
  const titles = names(type)
  const [w, h] = definition?.sizes.default ?? QUARANTINE_SIZES.default
  const queries = isRecord(doc.queries) ? doc.queries : {}
  /** The answer of the usual source as it comes: steps of the page's own may have taken its columns away. */
  const isUsual = (id: string, usual: string) => {
    const query = queries[id]
    return isRecord(query) && query.source === usual && query.transform === undefined
  }
  const inputs = Object.entries(definition?.data ?? {})
    .filter(([, { required, usual }]) => required || usual !== undefined)
    .map(([input, { columns, optional = {}, usual, usualSteps }]) => {
      const fitting = fittingQueries(edit.loaded, Object.keys(columns))
      return {
        input,
        columns: Object.keys(columns),
        optional: Object.keys(optional),
        usual,
        usualSteps,
        query: usual === undefined ? fitting[0] : fitting.find((id) => isUsual(id, usual)),
      }
    })
  return {
    id,
    recipe(draft) {
      const widgets = mapIn(draft, 'widgets')
      if (widgets === undefined) return
      const title = titled(draft, id, titles) ?? titles.en ?? type
      const widget: Doc = {
        type,
        v: (definition?.migrations.length ?? 0) + 1,
        title,
        data: {},
        options: structuredClone(definition?.initialOptions ?? {}),
      }
      widgets[id] = widget
      added(edit, [{ id, w, h }])(draft)
      const section = sectionsIn(draft)?.find((one) => isRecord(one) && idsIn(one).includes(id))
      widget.data = Object.fromEntries(
        inputs.flatMap(({ input, columns, optional, usual, usualSteps, query }) => {
          const source =
            query === undefined && text !== undefined
              ? usual === undefined
                ? defaultSource(edit.context.sources, columns, optional)
                : edit.context.sources.get(usual)
              : undefined
          const found = source === undefined || text === undefined ? query : bringQuery(draft, source, section, text)
          return found === undefined
            ? []
            : [[input, { query: found, ...(usualSteps !== undefined && { transform: structuredClone(usualSteps) }) }]]
        }),
      )
      const emits = definition && text && defaultEmits(definition, draft.params)
      if (emits !== undefined) widget.emits = emits
      widgets[id] = widget
    },
  }
}

/**
 * Queries whose source has all these columns; the one that has the fewest others first, for it was made for them. None
 * that fills a filter's list.
 */
function fittingQueries({ model }: LoadedLayout, columns: readonly string[]): string[] {
  const lists = new Set(
    [...model.params.values()].flatMap(({ definition }) =>
      isRecord(definition.options) ? [String(definition.options.query)] : [],
    ),
  )
  const fits = [...model.queries.values()].filter(({ source }) =>
    columns.every((id) => source.columns.some((column) => column.id === id)),
  )
  return [
    ...new Set(fits.toSorted((a, b) => a.source.columns.length - b.source.columns.length).map(({ id }) => id)),
  ].filter((id) => !lists.has(id))
}

/** Takes widgets out: of the map, of their sections, of every grid, and the texts only they used. */
export function withoutWidgets(ids: readonly string[]): Recipe {
  return (draft) => {
    const widgets = draft.widgets
    if (!isRecord(widgets)) return
    const gone = new Set(ids)
    const titles = ids
      .map((id) => {
        const raw = widgets[id]
        return isRecord(raw) ? raw.title : undefined
      })
      .filter((title) => typeof title === 'string' && title.startsWith('t:')) as string[]
    for (const id of ids) delete widgets[id]
    for (const section of sectionsIn(draft) ?? [])
      if (isRecord(section) && Array.isArray(section.widgets) && section.widgets.some((id) => gone.has(id as string)))
        section.widgets = section.widgets.filter((id) => !gone.has(id as string))
    for (const grid of Object.values(isRecord(draft.grids) ? draft.grids : {}))
      if (isRecord(grid)) for (const id of ids) delete grid[id]
    const rest = titles.length === 0 ? '' : JSON.stringify({ ...draft, i18n: undefined })
    for (const title of titles) {
      if (rest.includes(JSON.stringify(title))) continue
      for (const bundle of Object.values(isRecord(draft.i18n) ? draft.i18n : {}))
        if (isRecord(bundle)) delete bundle[title.slice(2)]
    }
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

/** A new empty section after another one, or at the end. */
export function withSection(doc: Doc, after?: string, tab?: string): { id: string; recipe: Recipe } {
  const layout = isRecord(doc.layout) ? doc.layout : {}
  const taken = new Set(
    (Array.isArray(layout.sections) ? layout.sections : []).map((section: unknown) =>
      isRecord(section) ? String(section.id) : '',
    ),
  )
  const id = freshId('section', taken)
  return {
    id,
    recipe(draft) {
      const sections = sectionsIn(draft)
      if (sections === undefined) return
      const index =
        after === undefined ? -1 : sections.findIndex((section) => isRecord(section) && section.id === after)
      const all = sections.length === 0 ? Object.keys(isRecord(draft.widgets) ? draft.widgets : {}) : []
      sections.splice(index === -1 ? sections.length : index + 1, 0, {
        id,
        ...(tab !== undefined && { tab }),
        widgets: all,
      })
    },
  }
}

/**
 * A new filter: a text, named in every language, shown in the first section that shows filters, else in the first one.
 */
export function withParam(doc: Doc, names: Readonly<Record<string, string>>): { id: string; recipe: Recipe } {
  const declared = (sectionsIn({ layout: structuredClone(doc.layout ?? {}) }) ?? []).flatMap((section) =>
    isRecord(section) && isRecord(section.declares) ? Object.keys(section.declares) : [],
  )
  const id = freshId('filter', new Set([...Object.keys(isRecord(doc.params) ? doc.params : {}), ...declared]))
  // The number of the id, so that two new ones are told apart: Filter, Filter 2.
  const number = id.split('-')[1]
  const numbered = Object.fromEntries(
    Object.entries(names).map(([language, name]) => [language, number === undefined ? name : `${name} ${number}`]),
  )
  return {
    id,
    recipe(draft) {
      const params = mapIn(draft, 'params')
      if (params === undefined) return
      params[id] = { type: 'text', label: labelled(draft, id, numbered) }
      const sections = (sectionsIn(draft) ?? []).filter(isRecord)
      const home = sections.find((section) => Array.isArray(section.params) && section.params.length > 0) ?? sections[0]
      if (home !== undefined) home.params = [...(Array.isArray(home.params) ? (home.params as unknown[]) : []), id]
    },
  }
}

/** A new query of a source, called by its title (`queryNames`). */
export function withQuery(doc: Doc, source: string): { id: string; recipe: Recipe } {
  const id = freshId('query', new Set(Object.keys(isRecord(doc.queries) ? doc.queries : {})))
  return {
    id,
    recipe(draft) {
      const queries = mapIn(draft, 'queries')
      if (queries !== undefined) queries[id] = { source }
    },
  }
}
