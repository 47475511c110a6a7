/**
 * What the canvas does to a document, as recipes on its draft. Pure; what a recipe does not understand it leaves alone.
 */
import type { GridSize, LoadContext, LoadedLayout } from '#engine'
import { type GridItem, type GridMap, overlaps, resolveGrids, type Sizes } from '#engine/core/document/grids'
import type { WidgetDefinition } from '#engine/types'
import { isRecord } from '#engine/core/document/pointer'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'
import { bringQuery, defaultEmits, defaultSource, type UsualText } from './usual.ts'

export { copyWidgets, pasteWidgets } from './clipboard.ts'

/** Where something new goes; what is left out is chosen: the section in work, its end. */
export interface Place {
  readonly section?: string
  readonly x?: number
  readonly y?: number
}
/** Language -> name of a widget type. */
export type WidgetNames = (type: string) => Readonly<Record<string, string>>
export type Recipe = (draft: Doc) => void

export interface EditContext {
  readonly loaded: LoadedLayout
  readonly context: LoadContext
  readonly size: GridSize
  readonly at?: Place
}

export const SIZES: readonly GridSize[] = ['large', 'medium', 'small']
const QUARANTINE_SIZES: Sizes = { default: [6, 6], min: [3, 3] }

/** Own entry of a map of the draft, made when it is not there; undefined when something else stands there. */
export function mapIn(parent: Doc, key: string): Doc | undefined {
  if (parent[key] === undefined) parent[key] = {}
  const found = parent[key]
  return isRecord(found) ? found : undefined
}

export function sectionsIn(draft: Doc): Doc[] | undefined {
  const layout = mapIn(draft, 'layout')
  if (layout === undefined) return undefined
  if (layout.sections === undefined) layout.sections = []
  return Array.isArray(layout.sections) ? (layout.sections as Doc[]) : undefined
}

const sectionIn = (draft: Doc, id: string) =>
  sectionsIn(draft)?.find((section) => isRecord(section) && section.id === id)

const idsIn = (section: Doc): string[] =>
  Array.isArray(section.widgets) ? section.widgets.filter((id) => typeof id === 'string') : []

/** Smallest and usual size of each widget of a loaded document. */
export function sizesIn({ model }: LoadedLayout): (id: string) => Sizes {
  return (id) => {
    const widget = model.widgets.get(id)
    return widget?.kind === 'live' ? widget.definition.sizes : QUARANTINE_SIZES
  }
}

/** The three grids of a section as they are shown. */
export function gridsOf(loaded: LoadedLayout, section: string): Readonly<Record<GridSize, GridMap>> {
  const ids = loaded.model.sections.find(({ id }) => id === section)?.widgets ?? []
  return resolveGrids(ids, loaded.model.grids, sizesIn(loaded))
}

/**
 * Writes places into a grid. The first gesture in a size takes all of the section with it, so that the file says what
 * was seen.
 */
export function placed(size: GridSize, places: GridMap): Recipe {
  return (draft) => {
    const grids = mapIn(draft, 'grids')
    const grid = grids && mapIn(grids, size)
    if (grid === undefined) return
    for (const [id, { x, y, w, h }] of Object.entries(places)) {
      const old = grid[id]
      if (!isRecord(old) || old.x !== x || old.y !== y || old.w !== w || old.h !== h) grid[id] = { x, y, w, h }
    }
  }
}

/**
 * The section new things go to: the one asked for, else that of the newest widget, else the last one that is no filter
 * bar.
 */
function targetSection({ loaded, at }: EditContext): string | undefined {
  const { sections } = loaded.model
  if (at?.section !== undefined && sections.some(({ id }) => id === at.section)) return at.section
  return (
    sections.findLast(({ widgets }) => widgets.length > 0) ??
    sections.findLast(({ definition }) => definition.sticky !== true) ??
    undefined
  )?.id
}

/**
 * Puts widgets at the end of a section (or at a place of the size in work), in every grid that the section has written.
 */
export function added(
  edit: EditContext,
  items: readonly { readonly id: string; readonly w: number; readonly h: number }[],
): Recipe {
  const wanted = targetSection(edit)
  const { loaded, size, at } = edit
  const grids = wanted === undefined ? undefined : gridsOf(loaded, wanted)
  const before = loaded.model.sections.find(({ id }) => id === wanted)?.widgets ?? []
  return (draft) => {
    const sections = sectionsIn(draft)
    if (sections === undefined) return
    let section = wanted === undefined ? undefined : sectionIn(draft, wanted)
    if (section === undefined) {
      // A page without sections shows all its widgets; with its first section they have to be named.
      section = {
        id: freshId('main', new Set(sections.map(({ id }) => String(id)))),
        widgets: Object.keys(isRecord(draft.widgets) ? draft.widgets : {}).filter(
          (id) => !items.some((item) => item.id === id) && sections.length === 0,
        ),
      }
      sections.push(section)
      section = sections.at(-1) as Doc
    }
    if (section.widgets === undefined) section.widgets = []
    if (!Array.isArray(section.widgets)) return
    section.widgets.push(...items.map(({ id }) => id))
    for (const one of SIZES) {
      const isWritten = before.some(
        (id) => isRecord(draft.grids) && isRecord(draft.grids[one]) && Object.hasOwn(draft.grids[one], id),
      )
      if (one !== 'large' && !isWritten && !(one === size && at?.y !== undefined)) continue
      const grid = grids?.[one] ?? {}
      placed(one, { ...grid, ...shelved(grid, items, one === size ? at : undefined) })(draft)
    }
  }
}

/** Rows from left to right below everything, or where it was dropped. */
function shelved(
  grid: GridMap,
  items: readonly { id: string; w: number; h: number }[],
  at: Place | undefined,
): GridMap {
  const bottom = Math.max(0, ...Object.values(grid).map(({ y, h }) => y + h))
  // A free place beside the last row is taken before a new row begins.
  const last = Object.values(grid).filter(({ y, h }) => y + h === bottom)
  const top = last.length === 0 ? 0 : Math.max(...last.map(({ y }) => y))
  const right = Math.max(
    0,
    ...Object.values(grid)
      .filter(({ y, h }) => y + h > top)
      .map(({ x, w }) => x + w),
  )
  let [x, y, tall] = [right, right === 0 ? 0 : top, last.length === 0 ? 0 : bottom - top]
  const places: Record<string, { x: number; y: number; w: number; h: number }> = {}
  for (const { id, w, h } of items) {
    if (x + w > 12) [x, y, tall] = [0, y + tall, 0]
    places[id] =
      at?.y === undefined || items.length > 1
        ? { x, y, w, h }
        : { x: freeColumn(grid, { x: Math.min(at.x ?? 0, 12 - w), y: at.y, w, h }), y: at.y, w, h }
    x += w
    tall = Math.max(tall, h)
  }
  return places
}

/** The column nearest to the wanted one where nothing is in the way; the wanted one where there is none. */
function freeColumn(grid: GridMap, { x, y, w, h }: GridItem): number {
  const isFree = (at: number) => Object.values(grid).every((other) => !overlaps({ x: at, y, w, h }, other))
  return (
    Array.from({ length: 13 - w }, (_, at) => at)
      .filter(isFree)
      .toSorted((a, b) => Math.abs(a - x) - Math.abs(b - x))[0] ?? x
  )
}

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

/** Writes a text of the document in every language it is known in; the reference to it. */
function titled(draft: Doc, key: string, texts: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(texts).length === 0) return undefined
  const i18n = mapIn(draft, 'i18n')
  if (i18n === undefined) return undefined
  const name = freshId(
    key,
    new Set(Object.values(i18n).flatMap((bundle) => (isRecord(bundle) ? Object.keys(bundle) : []))),
  )
  for (const [language, text] of Object.entries(texts)) {
    const bundle = mapIn(i18n, language)
    if (bundle !== undefined) bundle[name] = text
  }
  return `t:${name}`
}

/** The reference to a text of the document in every language it is known in; the same words are one text. */
export function labelled(draft: Doc, key: string, texts: Readonly<Record<string, string>>): string {
  const i18n = isRecord(draft.i18n) ? draft.i18n : {}
  const said = Object.entries(texts)
  const isThere =
    said.length > 0 &&
    said.every(([language, text]) => {
      const bundle = i18n[language]
      return isRecord(bundle) && bundle[key] === text
    })
  return isThere ? `t:${key}` : (titled(draft, key, texts) ?? key)
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
export function withSection(doc: Doc, after?: string): { id: string; recipe: Recipe } {
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
      sections.splice(index === -1 ? sections.length : index + 1, 0, { id, widgets: all })
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
