/** Completions at a place of the document that only the document knows: ids, filters, columns, text keys. */
import { getLocation } from 'jsonc-parser'
import { ACCESS_FLAGS } from '#domain/access'
import { METRICS } from '#domain/metrics/index'
import { flow, type Columns } from '#engine/core/document/columns'
import { own } from '#engine/core/document/pointer'
import type { SourceRegistry, WidgetRegistry } from '#engine/types'
import type { Doc } from '../model/store.ts'
import { columnsAfter, inputColumns, sourceColumns } from '../model/columns.ts'
import { listAt, recordAt, textAt, textsAt } from '../model/raw.ts'
import { sectionsOf } from '../model/sections.ts'
import type { JsonSchema } from '#engine/core/document/option-fields'
import { paramsOf, type Place, placesFor, placesOf, settablePlaces } from '../model/filter-places.ts'

export interface SuggestContext {
  /** The last good document. */
  readonly doc: Doc
  readonly widgets: WidgetRegistry
  readonly sources: SourceRegistry
  readonly options: Readonly<Record<string, JsonSchema>>
}

interface Suggestion {
  readonly value: string
  readonly detail: string
}
export interface Suggestions {
  readonly items: readonly Suggestion[]
  /** The range they replace; the caret alone where it is empty. */
  readonly from: number
  readonly to: number
  readonly isKey: boolean
}

const NOTHING: readonly Suggestion[] = []
const all = (values: Iterable<string>, detail: string | ((value: string) => string)): Suggestion[] =>
  [...values].map((value) => ({ value, detail: typeof detail === 'string' ? detail : detail(value) }))

/** Suggestions at an offset; undefined where the document has nothing to say. */
export function suggestionsAt(text: string, offset: number, context: SuggestContext): Suggestions | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const steps = path.map(String)
  const items = isAtPropertyKey ? keysAt(steps, context) : valuesAt(steps, context)
  if (items.length === 0) return undefined
  const inside =
    previousNode !== undefined &&
    previousNode.offset <= offset &&
    offset <= previousNode.offset + previousNode.length &&
    previousNode.type !== 'object' &&
    previousNode.type !== 'array'
  return {
    items,
    from: inside ? previousNode.offset : offset,
    to: inside ? previousNode.offset + previousNode.length : offset,
    isKey: isAtPropertyKey,
  }
}

function keysAt(path: readonly string[], { doc }: SuggestContext): readonly Suggestion[] {
  const [part, size, id, more] = path
  if (part !== 'grids' || size === undefined || id === undefined || more !== undefined) return NOTHING
  const placed = recordAt(recordAt(doc, 'grids'), size)
  return all(
    Object.keys(recordAt(doc, 'widgets')).filter((widget) => !Object.hasOwn(placed, widget)),
    'widget',
  )
}

function valuesAt(path: readonly string[], context: SuggestContext): readonly Suggestion[] {
  const { doc } = context
  const [part, id = '', third, fourth, fifth] = path
  const last = path.at(-1) ?? ''
  if (part === 'access') return all(ACCESS_FLAGS, 'access flag')
  if (
    part === 'name' ||
    ((last === 'label' || last === 'help') && part === 'params') ||
    (last === 'title' && (part === 'widgets' || part === 'layout'))
  )
    return texts(doc)
  switch (part) {
    case 'queries':
      return third === 'args' && fourth !== undefined
        ? args(id, fourth, context)
        : third === 'transform'
          ? stepValues(
              path,
              3,
              sourceColumns(doc, context.sources, id),
              listAt(own(recordAt(doc, 'queries'), id), 'transform'),
              context,
            )
          : NOTHING
    case 'params':
      return third === 'options' ? paramOptions(id, fourth, context) : NOTHING
    case 'widgets':
      return widgetValues(id, third, fourth, fifth, path, context)
    case 'layout':
      return sectionValues(path, doc)
    default:
      return NOTHING
  }
}

const queries = (doc: Doc) =>
  Object.entries(recordAt(doc, 'queries')).map(([id, query]) => ({ value: id, detail: textAt(query, 'source') }))
const params = (doc: Doc) => [...paramsOf(doc)].map(([value, detail]) => ({ value, detail }))
const placeValues = (places: readonly Place[]) => places.map(({ id, type }) => ({ value: id, detail: type }))
const places = (doc: Doc) => placeValues(placesOf(doc))

function texts(doc: Doc): readonly Suggestion[] {
  const i18n = recordAt(doc, 'i18n')
  const keys = new Map(['es', 'en'].flatMap((language) => Object.entries(recordAt(i18n, language))))
  return [...keys].map(([key, words]) => ({ value: `t:${key}`, detail: String(words) }))
}

function args(query: string, arg: string, { doc, sources }: SuggestContext): readonly Suggestion[] {
  const declared = sources.get(textAt(own(recordAt(doc, 'queries'), query), 'source'))?.args[arg]
  return declared === undefined
    ? NOTHING
    : [
        ...all(declared.words?.of ?? [], 'word'),
        ...all(placesFor(doc, declared.type), 'filter').map(({ value, detail }) => ({ value: `$${value}`, detail })),
      ]
}

const columnsToSuggest = (columns: Columns | undefined, role?: unknown) =>
  [...(columns ?? [])]
    .filter(([, one]) => role === undefined || one === role)
    .map(([value, detail]) => ({ value, detail }))

function paramOptions(id: string, key: string | undefined, { doc, sources }: SuggestContext): readonly Suggestion[] {
  if (key === 'query') return queries(doc)
  if (key !== 'value' && key !== 'label') return NOTHING
  const query = textAt(own(own(recordAt(doc, 'params'), id), 'options'), 'query')
  return columnsToSuggest(columnsAfter(doc, sources, query, listAt(own(recordAt(doc, 'queries'), query), 'transform')))
}

function widgetValues(
  id: string,
  part: string | undefined,
  name: string | undefined,
  key: string | undefined,
  path: readonly string[],
  context: SuggestContext,
): readonly Suggestion[] {
  const { doc, widgets, sources } = context
  const raw = own(recordAt(doc, 'widgets'), id)
  const type = textAt(raw, 'type')
  if (part === 'data' && key === 'query') return queries(doc)
  if (part === 'data' && key === 'transform' && name !== undefined) {
    const data = own(recordAt(raw, 'data'), name)
    const query = textAt(data, 'query')
    return stepValues(
      path,
      5,
      columnsAfter(doc, sources, query, listAt(own(recordAt(doc, 'queries'), query), 'transform')),
      listAt(data, 'transform'),
      context,
    )
  }
  if (part === 'emits' && key === 'set') return placeValues(settablePlaces(doc))
  if (part === 'emits' && key === 'to' && name !== undefined)
    return all(Object.keys(widgets.get(type)?.emits?.[name] ?? {}), 'event').map(({ value, detail }) => ({
      value: `$event.${value}`,
      detail,
    }))
  if (part === 'show' && key === 'param') return places(doc)
  if (part === 'options' && name !== undefined) return optionValues(id, type, path.slice(3), context)
  return NOTHING
}

/** Columns where the schema says that a column is named. */
function optionValues(
  widget: string,
  type: string,
  path: readonly string[],
  { doc, widgets, sources, options }: SuggestContext,
): readonly Suggestion[] {
  let hints: unknown
  let schema: JsonSchema | undefined = options[type]
  for (const step of path) {
    schema = schema?.items !== undefined && /^\d+$/.test(step) ? schema.items : schema?.properties?.[step]
    hints = schema?.['x-ui'] ?? hints
  }
  const control = textAt(hints, 'control')
  if (control !== 'column' && control !== 'columns') return NOTHING
  const input = textAt(hints, 'columnOf') || Object.keys(widgets.get(type)?.data ?? {})[0] || 'rows'
  const columns = columnsToSuggest(inputColumns(doc, sources, widget, input), own(hints, 'role'))
  const known = new Set(columns.map(({ value }) => value))
  return [
    ...columns,
    ...(own(hints, 'metrics') === true
      ? METRICS.filter((metric) => !known.has(metric.id)).map((metric) => ({ value: metric.id, detail: 'metric' }))
      : []),
  ]
}

/** Keys of steps whose values are columns. */
const OF_COLUMNS = new Set([
  'by',
  'of',
  'key',
  'column',
  'along',
  'weight',
  'ratio',
  'difference',
  'share',
  'on',
  'left',
  'columns',
])

function stepValues(
  path: readonly string[],
  at: number,
  start: Columns | undefined,
  steps: readonly unknown[],
  { doc, sources }: SuggestContext,
): readonly Suggestion[] {
  const [place = '', ...inside] = path.slice(at)
  const last = inside.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (last === 'with') return queries(doc).filter(({ value }) => value !== path[1])
  if (inside[0] === 'where') return placesOf(doc).map(({ id, type }) => ({ value: `$${id}`, detail: type }))
  if (!OF_COLUMNS.has(last) || start === undefined) return NOTHING
  return columnsToSuggest(
    flow(start, steps.slice(0, Number(place)), (query) => sourceColumns(doc, sources, query)).columns,
  )
}

function sectionValues(path: readonly string[], doc: Doc): readonly Suggestion[] {
  const [, sections, , list] = path
  if (sections !== 'sections') return NOTHING
  if (list === 'params' || list === 'requires') return params(doc)
  if (list !== 'widgets') return NOTHING
  const placed = new Set(sectionsOf(doc).flatMap((section) => textsAt(section, 'widgets')))
  return all(
    Object.keys(recordAt(doc, 'widgets')).filter((id) => !placed.has(id)),
    (id) => textAt(own(recordAt(doc, 'widgets'), id), 'type'),
  )
}
