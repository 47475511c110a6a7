/**
 * Search in a document: its parts, and of each its options, arguments, steps, texts and links, with
 * the place of the field that changes it. Pure: names are passed in.
 */
import { isRecord, own } from '#engine/core/document/pointer'
import { textKey } from '#engine/core/document/text'
import { fieldsOf, type JsonSchema, valueOf } from '#engine/core/document/option-fields'
import { listAt, recordAt, textAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import { tabsOf } from './tabs.ts'
import type { Doc } from './patches.ts'
import type { PartKind } from './step-names.ts'

export type SearchKind = 'part' | 'option' | 'argument' | 'step' | 'link'

/** One thing that can be found. */
export interface SearchEntry {
  readonly kind: SearchKind
  /** As the editor selects it: a widget's id, `section:<id>`, `param:<id>`, `query:<id>`; empty for the dashboard. */
  readonly part: string
  /** Where it is in the document: the field of the panel has the same. */
  readonly path: readonly (string | number)[]
  /** In the reader's language. */
  readonly label: string
  /** Its current value, in words; may be empty. */
  readonly value: string
  /** Found by these besides: keys, values, texts in every language. */
  readonly words: readonly string[]
}

/** Names in the reader's language. */
export interface SearchWords {
  readonly t: (key: string, params?: Record<string, string | number>) => string
  readonly partName: (kind: PartKind, id: string) => string
  readonly widgetText: (type: string) => (key: string) => string
  readonly schemaOf: (type: string) => JsonSchema | undefined
  readonly columnName: (id: string) => string
  readonly argName: (name: string) => string
  readonly sourceTitle: (name: string) => string
  /** Arguments of a source: one that is left out is found too. */
  readonly argsOf: (source: string) => readonly string[]
  /** A text of the document as the reader sees it. */
  readonly read: (text: string) => string
}

/** Longer texts are cut where they are shown. */
const LONGEST = 80

/** Everything that can be found in a document, part by part in the order of the panels. */
export function searchEntries(doc: Doc, words: SearchWords): readonly SearchEntry[] {
  const about = aboutOf(doc, words)
  return [
    about('part', '', ['name'], words.t('editor-panels:settings.name'), own(doc, 'name')),
    ...tabsOf(doc).map((tab, at) =>
      about('part', '', ['layout', 'tabs', at, 'title'], words.t('editor-panels:tabs.name'), own(tab, 'title')),
    ),
    ...sectionsOf(doc).flatMap((section, at) => {
      const id = textAt(section, 'id')
      const name = words.partName('section', id)
      return [
        about('part', `section:${id}`, ['layout', 'sections', at, 'title'], name, own(section, 'title'), [
          id,
          words.t('editor-panels:kind.section'),
        ]),
      ]
    }),
    ...Object.entries(recordAt(doc, 'widgets')).flatMap(([id, widget]) => widgetEntries(id, widget, words, about)),
    ...Object.entries(recordAt(doc, 'params')).flatMap(([id, param]) => paramEntries(id, param, words, about)),
    ...Object.entries(recordAt(doc, 'queries')).flatMap(([id, query]) => queryEntries(id, query, words, about)),
  ]
}

type About = ReturnType<typeof aboutOf>

/** An entry about a value: found by its words, its JSON, and the texts that it refers to in every language. */
const aboutOf =
  (doc: Doc, { read }: SearchWords) =>
  (
    kind: SearchKind,
    part: string,
    path: SearchEntry['path'],
    label: string,
    value: unknown,
    more: readonly string[] = [],
  ): SearchEntry => {
    const keys = textsOf(value)
    const bundles = Object.values(recordAt(doc, 'i18n'))
    const raw = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
    const [key] = keys
    return {
      kind,
      part,
      path,
      label,
      value: (typeof value === 'string' && key !== undefined ? read(value) : raw).slice(0, LONGEST),
      words: [raw, ...more, ...keys.flatMap((one) => bundles.map((bundle) => textAt(bundle, one)))],
    }
  }

/** Keys of the texts anywhere in a value. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [textKey(value) ?? []].flat()
    : Array.isArray(value)
      ? value.flatMap(textsOf)
      : isRecord(value)
        ? Object.values(value).flatMap(textsOf)
        : []

function widgetEntries(id: string, widget: unknown, words: SearchWords, about: About): readonly SearchEntry[] {
  const { t, widgetText, columnName } = words
  const type = textAt(widget, 'type')
  const text = widgetText(type)
  const schema = words.schemaOf(type)
  const options = recordAt(widget, 'options')
  const fields = schema === undefined ? [] : fieldsOf(schema)
  const label = (key: string) => text(`options.${key}.label`)
  const path = (...rest: readonly (string | number)[]) => ['widgets', id, ...rest]
  const name = words.partName('widget', id)
  return [
    about(
      'part',
      id,
      path('title'),
      name,
      own(widget, 'title'),
      schema === undefined ? [id, type] : [id, type, text('name')],
    ),
    ...fields.map((field) => {
      const value = valueOf(field, options)
      const { shape } = field
      const said = [value].flat().flatMap((one) => {
        if (typeof one !== 'string') return []
        const isChoice = (shape.kind === 'choice' || shape.kind === 'ordered') && shape.values.includes(one)
        const isColumn = shape.kind === 'column' || shape.kind === 'columns'
        return isChoice ? [text(`options.${field.key}.values.${one}`)] : isColumn ? [columnName(one)] : []
      })
      const entry = about('option', id, path('options', field.key), label(field.key), value, [
        field.key,
        ...said,
        // Its possible values are searched too.
        ...(shape.kind === 'choice' ? shape.values.map((one) => text(`options.${field.key}.values.${one}`)) : []),
      ])
      return said.length === 0 ? entry : { ...entry, value: said.join(', ').slice(0, LONGEST) }
    }),
    ...Object.entries(recordAt(widget, 'data')).flatMap(([input, data]) => [
      {
        ...about(
          'argument',
          id,
          path('data', input),
          t('editor-panels:data.query', { name: input }),
          own(data, 'query'),
        ),
        value: words.partName('query', textAt(data, 'query')),
      },
      ...stepEntries(id, path('data', input, 'transform'), listAt(data, 'transform'), words, about),
    ]),
    ...Object.entries(recordAt(widget, 'links')).map(([from, rule]) =>
      about(
        'link',
        id,
        path('links', from),
        from === 'title' ? t('editor-panels:links.fromTitle') : t('editor-panels:links.from', { name: from }),
        rule,
      ),
    ),
  ]
}

function paramEntries(id: string, param: unknown, { t, partName }: SearchWords, about: About): readonly SearchEntry[] {
  const part = `param:${id}`
  const type = textAt(param, 'type')
  const kind = [t('editor-panels:kind.param'), ...(type === '' ? [] : [type, t(`editor-panels:param.type_${type}`)])]
  const value = (key: string, label: string) =>
    own(param, key) === undefined ? [] : [about('argument', part, ['params', id, key], label, own(param, key))]
  return [
    about('part', part, ['params', id, 'label'], partName('param', id), own(param, 'label'), [id, ...kind]),
    ...value('default', t('editor-panels:param.default')),
    ...value('options', t('editor-panels:param.options')),
    ...value('help', t('editor-panels:param.help')),
    ...value('url', t('editor-panels:param.urlKey')),
  ]
}

function queryEntries(id: string, query: unknown, words: SearchWords, about: About): readonly SearchEntry[] {
  const part = `query:${id}`
  const source = textAt(query, 'source')
  const args = recordAt(query, 'args')
  const names = new Set([...words.argsOf(source), ...Object.keys(args)])
  return [
    about('part', part, ['queries', id, 'source'], words.partName('query', id), source, [
      id,
      words.sourceTitle(source),
    ]),
    ...[...names].map((name) => {
      const value = own(args, name)
      const entry = about('argument', part, ['queries', id, 'args', name], words.argName(name), value, [name])
      const [, filter] = typeof value === 'string' ? (/^\$([\w-]+)/.exec(value) ?? []) : []
      if (filter === undefined) return entry
      const said = words.partName('param', filter)
      return { ...entry, value: said, words: [...entry.words, said] }
    }),
    ...stepEntries(part, ['queries', id, 'transform'], listAt(query, 'transform'), words, about),
  ]
}

const stepEntries = (
  part: string,
  path: SearchEntry['path'],
  steps: readonly unknown[],
  { t, columnName }: SearchWords,
  about: About,
): readonly SearchEntry[] =>
  steps.map((step, at) => {
    const op = textAt(step, 'op')
    const columns = [...JSON.stringify(step).matchAll(/"([a-z]\w*)"/gi)].map(([, word = '']) => columnName(word))
    return about('step', part, [...path, at], op === '' ? String(at + 1) : t(`editor-panels:op.${op}`), step, columns)
  })

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The entries of one part, with its name. */
export interface SearchGroup {
  readonly part: string
  readonly name: string
  readonly entries: readonly SearchEntry[]
}

/**
 * Entries that have every word of the search, part by part, the best part first. A word may be in the name of the part
 * (`ranking colour`), but one has to be in the entry itself, or a name would bring all that its part has.
 *
 * @param limit most entries that are answered; `count` has them all
 */
export function searched(
  entries: readonly SearchEntry[],
  search: string,
  nameOf: (part: string) => string,
  limit: number,
): { readonly groups: readonly SearchGroup[]; readonly count: number } {
  const wanted = plain(search).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return { groups: [], count: 0 }
  const found = entries.flatMap((entry, order) => {
    const label = plain(entry.label)
    const own = [label, ...[entry.value, ...entry.words].map(plain)]
    const name = plain(nameOf(entry.part))
    const inside = wanted.filter((word) => own.some((text) => text.includes(word)))
    if (inside.length === 0 || !wanted.every((word) => inside.includes(word) || name.includes(word))) return []
    const rank = wanted.every((word) => label.startsWith(word))
      ? 0
      : wanted.every((word) => label.includes(word))
        ? 1
        : 2
    return [{ entry, rank, order }]
  })
  const best = found.toSorted((a, b) => a.rank - b.rank || a.order - b.order).slice(0, limit)
  return {
    count: found.length,
    groups: [...Map.groupBy(best, ({ entry }) => entry.part)].map(([part, inside]) => ({
      part,
      name: nameOf(part),
      entries: inside.map(({ entry }) => entry),
    })),
  }
}
