/**
 * Widgets as a text that can be pasted into this dashboard, another one, or a mail: with the queries, filters and texts
 * they need, so that they are whole elsewhere. What the other dashboard has already under the same name and says the
 * same is used there.
 */
import type { LoadedLayout } from '#engine'
import { isRecord, same } from '#engine/core/document/pointer'
import { added, type EditContext, mapIn, type Recipe, sizesIn } from './doc-parts.ts'
import { usesOf } from './text-uses.ts'
import { freshId } from './ids.ts'
import { withOwnTitle } from './own-words.ts'
import type { Doc } from './patches.ts'

/** Says what a text on the clipboard is. */
const KIND = 'aforo/widgets'
/** More is no gesture of a person. */
const MAX_TEXT = 512 * 1024

interface Clip {
  readonly widgets: Doc
  readonly queries: Doc
  readonly params: Doc
  readonly i18n: Doc
  readonly sizes: Doc
}

const record = (value: unknown): Doc => (isRecord(value) ? value : {})

/** Every string in a value. */
function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* strings(item)
  else if (isRecord(value)) for (const item of Object.values(value)) yield* strings(item)
}

const paramsOf = (value: unknown): string[] =>
  [...strings(value)].flatMap((text) => /^\$(?!event\b)([a-zA-Z][a-zA-Z0-9-]*)/.exec(text)?.[1] ?? [])

function queriesOf(widget: unknown): string[] {
  return Object.values(record(record(widget).data))
    .flatMap((input) => [record(input).query, ...joinsOf(record(input).transform)])
    .filter((id) => typeof id === 'string')
}
const joinsOf = (transform: unknown): unknown[] =>
  Array.isArray(transform) ? transform.flatMap((step) => (record(step).op === 'join' ? [record(step).with] : [])) : []

export function copyWidgets(doc: Doc, ids: readonly string[], loaded: LoadedLayout): string {
  const [widgets, queries, params] = [record(doc.widgets), record(doc.queries), record(doc.params)]
  const chosen = ids.filter((id) => Object.hasOwn(widgets, id))
  const neededQueries = new Set<string>()
  const neededParams = new Set<string>()
  const takeParam = (id: string) => {
    if (neededParams.has(id) || !Object.hasOwn(params, id)) return
    neededParams.add(id)
    const list = record(record(params[id]).options).query
    if (typeof list === 'string') takeQuery(list)
  }
  const takeQuery = (id: string) => {
    if (neededQueries.has(id) || !Object.hasOwn(queries, id)) return
    neededQueries.add(id)
    const query = record(queries[id])
    paramsOf(query).forEach(takeParam)
    for (const other of joinsOf(query.transform)) if (typeof other === 'string') takeQuery(other)
  }
  for (const id of chosen) {
    queriesOf(widgets[id]).forEach(takeQuery)
    paramsOf(widgets[id]).forEach(takeParam)
  }
  const pick = (map: Doc, names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, map[name]]))
  const parts = {
    widgets: pick(widgets, chosen),
    queries: pick(queries, neededQueries),
    params: pick(params, neededParams),
  }
  const keys = new Set([...strings(parts)].filter((text) => text.startsWith('t:')).map((text) => text.slice(2)))
  const i18n = Object.fromEntries(
    Object.entries(record(doc.i18n)).map(([language, bundle]) => [
      language,
      pick(
        record(bundle),
        [...keys].filter((key) => Object.hasOwn(record(bundle), key)),
      ),
    ]),
  )
  const large = record(record(doc.grids).large)
  const usual = sizesIn(loaded)
  const sizes = Object.fromEntries(
    chosen.map((id) => {
      const place = record(large[id])
      const [w, h] = usual(id).default
      return [id, { w: place.w ?? w, h: place.h ?? h }]
    }),
  )
  return `${JSON.stringify({ kind: KIND, ...parts, i18n, sizes }, null, 2)}\n`
}

/** A clip, or a bare widget as it is in a document; null for anything else. */
function read(text: string): Clip | null {
  if (text.length > MAX_TEXT) return null
  let value: unknown
  try {
    value = JSON.parse(text, (key, item: unknown) => (key === '__proto__' ? undefined : item))
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  if (value.kind === KIND && isRecord(value.widgets))
    return {
      widgets: value.widgets,
      queries: record(value.queries),
      params: record(value.params),
      i18n: record(value.i18n),
      sizes: record(value.sizes),
    }
  return typeof value.type === 'string' && (value.options !== undefined || value.data !== undefined)
    ? { widgets: { [value.type]: value }, queries: {}, params: {}, i18n: {}, sizes: {} }
    : null
}

/** The edit of pasting a text; null when it holds no widgets. */
export function pasteWidgets(
  doc: Doc,
  text: string,
  edit: EditContext,
): { ids: readonly string[]; recipe: Recipe } | null {
  const clip = read(text)
  if (clip === null || Object.keys(clip.widgets).length === 0) return null
  const taken = new Set(Object.keys(record(doc.widgets)))
  const ids = Object.keys(clip.widgets).map((wanted) => {
    const id = freshId(wanted, taken)
    taken.add(id)
    return [wanted, id] as const
  })
  // The same name for another query or text: the pasted one gets a new name, and its references follow.
  const queries = renamed(clip.queries, record(doc.queries))
  const keys = new Set(Object.values(clip.i18n).flatMap((bundle) => Object.keys(record(bundle))))
  const texts = renamedTexts(keys, clip.i18n, record(doc.i18n))
  const items = ids.map(([wanted, id]) => {
    const raw = record(clip.widgets[wanted])
    const size = record(clip.sizes[wanted])
    const usual = edit.context.widgets.get(String(raw.type))?.sizes.default ?? [6, 6]
    const whole = (value: unknown, most: number, otherwise: number) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most ? Number(value) : otherwise
    return { id, w: whole(size.w, 12, usual[0]), h: whole(size.h, 100, usual[1]) }
  })
  const recipe: Recipe = (draft) => {
    const widgets = mapIn(draft, 'widgets')
    if (widgets === undefined) return
    for (const [wanted, id] of ids) widgets[id] = withTexts(withQueries(clip.widgets[wanted], queries), texts)
    for (const [wanted, name] of queries) put(draft, 'queries', name, withTexts(clip.queries[wanted], texts))
    for (const [id, param] of Object.entries(clip.params))
      put(draft, 'params', id, withTexts(withListQuery(param, queries), texts))
    for (const [language, bundle] of Object.entries(clip.i18n)) {
      const i18n = mapIn(draft, 'i18n')
      for (const [key, value] of Object.entries(record(bundle)))
        if (i18n !== undefined) put(i18n, language, texts.get(key) ?? key, value)
    }
    // Beside its original it has its own texts: renaming the copy renames nothing else.
    for (const [, id] of ids) {
      const widget = record(widgets[id])
      if (typeof widget.title === 'string' && usesOf(draft, widget.title) > 1)
        widgets[id] = withOwnTitle(draft, widget, id)
    }
    added(edit, items)(draft)
  }
  return { ids: ids.map(([, id]) => id), recipe }
}

/** Adds what is not there yet. */
function put(parent: Doc, map: string, id: string, value: unknown): void {
  const target = mapIn(parent, map)
  if (target !== undefined && !Object.hasOwn(target, id)) target[id] = value
}

function renamed(pasted: Doc, there: Doc): Map<string, string> {
  const taken = new Set([...Object.keys(there), ...Object.keys(pasted)])
  return new Map(
    Object.entries(pasted).map(([id, value]) => {
      if (!Object.hasOwn(there, id) || same(there[id], value)) return [id, id]
      const name = freshId(id, taken)
      taken.add(name)
      return [id, name]
    }),
  )
}

function renamedTexts(keys: ReadonlySet<string>, pasted: Doc, there: Doc): Map<string, string> {
  const taken = new Set([...keys, ...Object.values(there).flatMap((bundle) => Object.keys(record(bundle)))])
  const clashes = (key: string) =>
    Object.entries(pasted).some(([language, bundle]) => {
      const other = record(there[language])
      return Object.hasOwn(other, key) && other[key] !== record(bundle)[key]
    })
  return new Map([...keys].map((key) => [key, clashes(key) ? freshId(key, taken) : key]))
}

function withTexts(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const name = value.startsWith('t:') ? texts.get(value.slice(2)) : undefined
    return name === undefined ? value : `t:${name}`
  }
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts))
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item, texts)]))
    : value
}

const nameIn = (queries: ReadonlyMap<string, string>, id: unknown) =>
  typeof id === 'string' ? (queries.get(id) ?? id) : id

function withQueries(widget: unknown, queries: ReadonlyMap<string, string>): unknown {
  if (!isRecord(widget) || !isRecord(widget.data)) return widget
  return {
    ...widget,
    data: Object.fromEntries(
      Object.entries(widget.data).map(([input, one]) => [
        input,
        isRecord(one) ? { ...one, query: nameIn(queries, one.query) } : one,
      ]),
    ),
  }
}

const withListQuery = (param: unknown, queries: ReadonlyMap<string, string>) =>
  isRecord(param) && isRecord(param.options)
    ? { ...param, options: { ...param.options, query: nameIn(queries, param.options.query) } }
    : param
