/** Parts of a document that several edits work on. */
import type { GridSize, LoadContext, LoadedLayout } from '#engine'
import {
  type GridItem,
  type GridMap,
  overlaps,
  readingOrder,
  resolveGrids,
  type Sizes,
  sizesOf,
} from '#engine/core/document/grids'
import { isRecord } from '#engine/core/document/pointer'
import { arranged } from './arrange.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

export type Recipe = (draft: Doc) => void

export interface EditContext {
  readonly loaded: LoadedLayout
  readonly context: LoadContext
  readonly size: GridSize
  readonly at?: Place
}

export const SIZES: readonly GridSize[] = ['large', 'medium', 'small']

/** Own entry of a map of the draft, made when it is not there; undefined when something else is there. */
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

/** Smallest and usual size of each widget of a loaded document. */
export function sizesIn({ model }: LoadedLayout): (id: string) => Sizes {
  return (id) => sizesOf(model.widgets.get(id))
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
    const listed = section.widgets
    for (const one of SIZES) {
      const isWritten = before.some(
        (id) => isRecord(draft.grids) && isRecord(draft.grids[one]) && Object.hasOwn(draft.grids[one], id),
      )
      if (one !== 'large' && !isWritten && !(one === size && at?.y !== undefined)) continue
      const grid = grids?.[one] ?? {}
      const [first, ...more] = items
      const next =
        first !== undefined && more.length === 0 && at?.beside !== undefined && Object.hasOwn(grid, at.beside)
          ? besides(grid, first, at.beside, at.locked)
          : { ...grid, ...shelved(grid, items, one === size ? at : undefined) }
      placed(one, next)(draft)
      // The list follows the places, so that the page is read as it is seen.
      if (one === 'large') for (const { id } of items) listed.splice(placeInList(listed, id, next), 0, id)
    }
  }
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

/** Where something new goes; what is left out is chosen: the section in work, its end. */
export interface Place {
  readonly section?: string
  readonly x?: number
  readonly y?: number
  /** A widget of the section: right of it where there is room, else in a new row below it. */
  readonly beside?: string
  /** Widgets that stay where they are when others make room. */
  readonly locked?: ReadonlySet<string>
}

export const sectionIn = (draft: Doc, id: string) =>
  sectionsIn(draft)?.find((section) => isRecord(section) && section.id === id)

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
export function targetSection({ loaded, at }: EditContext): string | undefined {
  const { sections } = loaded.model
  if (at?.section !== undefined && sections.some(({ id }) => id === at.section)) return at.section
  return (
    sections.findLast(({ widgets }) => widgets.length > 0) ??
    sections.findLast(({ definition }) => definition.sticky !== true) ??
    undefined
  )?.id
}

/** Writes a text of the document in every language it is known in; the reference to it. */
export function titled(draft: Doc, key: string, texts: Readonly<Record<string, string>>): string | undefined {
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

/** Right of a widget where the place is free, else in the row below it, where the others make room. */
function besides(
  grid: GridMap,
  { id, w, h }: { readonly id: string; readonly w: number; readonly h: number },
  beside: string,
  locked: ReadonlySet<string> | undefined,
): GridMap {
  const other = grid[beside]
  if (other === undefined) return grid
  const right = { x: other.x + other.w, y: other.y, w, h }
  const isFree = right.x + w <= 12 && Object.values(grid).every((one) => !overlaps(right, one))
  if (isFree) return { ...grid, [id]: right }
  const row = Object.values(grid).filter(({ y, h: high }) => y < other.y + other.h && y + high > other.y)
  const start = { x: 0, y: Math.max(...row.map(({ y, h: high }) => y + high)), w, h }
  const below = { ...start, x: freeColumn(grid, start) }
  const inTheWay = Object.values(grid).some((one) => overlaps(below, one))
  return inTheWay ? arranged(grid, { [id]: below }, locked) : { ...grid, [id]: below }
}

/** Behind the last one of a list that is read before a widget; at the end where the list knows none of them. */
function placeInList(list: readonly unknown[], id: string, grid: GridMap): number {
  const order = readingOrder(Object.keys(grid), grid)
  const before = new Set<unknown>(order.slice(0, order.indexOf(id)))
  return before.size === 0 && order.length > 1 ? 0 : list.findLastIndex((one) => before.has(one)) + 1 || list.length
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
