/**
 * The queries and content of a board, so that two can be compared: tabs, sections, filters, widgets, what they ask,
 * their steps, options, gestures and places. Words are left out, ids are replaced by what they represent, and what is
 * not written has its default.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveGrids, sizesOf } from '../../../src/engine/core/document/grids.ts'
import { fieldsOf, isInForce, valueOf } from '../../../src/engine/core/document/option-fields.ts'
import { loadLayout } from '../../../src/engine/core/graph/validate.ts'
import { optionsSchemaOf, sourceRegistry, widgetRegistry } from '../../../scripts/widget-registry.ts'

type Doc = Readonly<Record<string, unknown>>
interface Written {
  readonly params: Readonly<Record<string, Doc>>
  readonly queries: Readonly<
    Record<string, { readonly source: string; readonly args?: Doc; readonly transform?: unknown }>
  >
  readonly widgets: Readonly<Record<string, Doc & { readonly type: string; readonly data: Doc; readonly options: Doc }>>
  readonly layout: { readonly tabs?: unknown; readonly sections: readonly Doc[] }
}

const context = { widgets: await widgetRegistry(), sources: sourceRegistry() }
const layouts = join(import.meta.dirname, '../../../layouts')

/** Texts for people: another author has other texts. */
const WORDS = '…'
const withoutWords = (items: unknown, key: string): unknown =>
  Array.isArray(items) ? (items as Doc[]).map((item) => (key in item ? { ...item, [key]: WORDS } : item)) : items

/** Filters by their place among the others, wherever they are named. */
function filterNames(params: Written['params']): (value: unknown) => unknown {
  const names = new Map(Object.keys(params).map((id, at) => [id, `filter ${at + 1}`]))
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, sign = '', id = '', rest = ''] = /^(\$?)([\w-]+)((?:\.\w+)*)$/.exec(value) ?? []
      const name = names.get(id)
      return name === undefined ? value : `${sign}${name}${rest}`
    }
    if (Array.isArray(value)) return value.map(renamed)
    return value
  }
  return renamed
}

function withDefaults(type: string, options: Doc): Doc {
  const fields = fieldsOf(optionsSchemaOf(type))
  // Parts without an effect: the axes of a calendar.
  const shown = fields.filter((field) => isInForce(field, fields, options))
  const { names, columns, ...rest } = Object.fromEntries(
    shown.map((field) => [field.key, valueOf(field, options)]),
  ) as Doc
  return {
    ...rest,
    ...(names !== undefined && { names: withoutWords(names, 'name') }),
    ...(columns !== undefined && { columns: withoutWords(columns, 'label') }),
  }
}

function essence(text: string) {
  const doc = JSON.parse(text) as Written
  const { model } = loadLayout(text, context)
  const named = filterNames(doc.params)
  const valuesNamed = (record: Doc = {}) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, named(value)]))
  const queryOf = (id: unknown) => {
    const { args, ...query } = doc.queries[String(id)] ?? {}
    return { ...query, args: valuesNamed(args) }
  }
  const filter = ({ label: _label, options, ...rest }: Doc) => ({
    ...rest,
    options: Array.isArray(options)
      ? withoutWords(options, 'label')
      : { ...(options as Doc | undefined), query: options && queryOf((options as Doc).query) },
  })
  const widget = (id: string) => {
    const { type, v, title: _title, data, options, emits = {}, ...rest } = doc.widgets[id] as Written['widgets'][string]
    return {
      type,
      v,
      data: Object.fromEntries(
        Object.entries(data as Record<string, Doc>).map(([input, { query, ...steps }]) => [
          input,
          { ...queryOf(query), of: steps.transform },
        ]),
      ),
      options: withDefaults(type, options),
      emits: Object.fromEntries(
        Object.entries(emits as Record<string, Doc>).map(([event, rule]) => [event, valuesNamed(rule)]),
      ),
      ...rest,
    }
  }
  const places = (id: string) => {
    const ids = model.sections.find((one) => one.id === id)?.widgets ?? []
    const grids = resolveGrids(ids, model.grids, (one) => {
      const found = model.widgets.get(one)
      if (found?.kind !== 'live') throw new Error(`${one} is no widget that can be shown`)
      return sizesOf(found)
    })
    return Object.fromEntries(Object.entries(grids).map(([size, grid]) => [size, ids.map((one) => grid[one])]))
  }
  return {
    filters: Object.values(doc.params).map(filter),
    questions: Object.keys(doc.queries)
      .map((id) => JSON.stringify(queryOf(id)))
      .toSorted(),
    tabs: doc.layout.tabs,
    sections: doc.layout.sections.map(({ id, title: _title, params = [], requires = [], widgets = [], ...rest }) => ({
      ...rest,
      params: named(params),
      requires: (named(requires) as string[]).toSorted(),
      widgets: (widgets as string[]).map(widget),
      places: places(String(id)),
    })),
  }
}

/** Of a board that was composed, and of the one of the product. */
export async function bothEssences(text: string, shipped: string) {
  return [essence(text), essence(await readFile(join(layouts, `${shipped}.json`), 'utf8'))] as const
}
