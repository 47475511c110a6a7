/** A change of a document in the reader's words: what part, what of it, and what it was before. */
import type { Change } from '#engine/core/document/diff'
import { isRecord, own } from '#engine/core/document/pointer'
import { readText } from '#engine/core/document/text'
import type { Translate } from '#ui'

export type Doc = Readonly<Record<string, unknown>>

interface ChangeLine {
  readonly kind: Change['kind']
  /** The changed field: `Option columns`, `Title`; empty when the part itself was added or removed. */
  readonly what: string
  readonly before?: string
  readonly after?: string
}

export interface ChangedPart {
  /** `Widget kpi` of the diff; a key for lists. */
  readonly subject: string
  /** `Widget`, `Filter` … in the reader's language. */
  readonly noun: string
  /** Its title as readers see it, else its id. */
  readonly name: string
  readonly lines: readonly ChangeLine[]
}

/** Fields of the document that have a text; any other is shown by its key. */
const FIELDS = new Set([
  'name',
  'description',
  'access',
  'apply',
  'format',
  'title',
  'type',
  'v',
  'transform',
  'source',
  'label',
  'help',
  'default',
  'options',
  'onInvalid',
  'requires',
  'params',
  'widgets',
  'sticky',
  'show',
  'url',
  'persist',
  'declares',
])
const INNER = new Set(['option', 'argument', 'data', 'gesture'])
/** Lists of ids, by the noun of what they name. */
const LISTS = { widgets: 'Widget', params: 'Filter', requires: 'Filter' } as const
const MAPS = { Widget: 'widgets', Filter: 'params', Query: 'queries' } as const

/** A document from its text; empty for what is none. */
export function docOf(text: string): Doc {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** Texts of a document as its readers see them. */
function textsOf(document: Doc, locale: string): (text: unknown) => string {
  const i18n = isRecord(document.i18n) ? (document.i18n as Record<string, Record<string, string>>) : {}
  return (text) => (typeof text === 'string' ? readText(text, { i18n, locale }) : '')
}

/** Name of a part: its title in one of the documents, else its id. */
export function nameOfPart(subject: string, documents: readonly Doc[], locale: string): string {
  const [noun = '', ...rest] = subject.split(' ')
  const id = rest.join(' ')
  for (const document of documents) {
    const text = textsOf(document, locale)
    const raw =
      noun === 'Section'
        ? sectionOf(document, id)
        : noun in MAPS
          ? own(document[MAPS[noun as keyof typeof MAPS]], id)
          : undefined
    const title = text(own(raw, noun === 'Filter' ? 'label' : 'title'))
    if (title !== '' && !title.startsWith('[')) return title
  }
  return id
}

function sectionOf(document: Doc, id: string): unknown {
  const sections = own(document.layout, 'sections')
  return Array.isArray(sections) ? sections.find((one: unknown) => own(one, 'id') === id) : undefined
}

/** The changes by part, in the order in which they were found. */
export function changedParts(
  changes: readonly Change[],
  [before, after]: readonly [Doc, Doc],
  t: Translate,
  locale: string,
): ChangedPart[] {
  return [...Map.groupBy(changes, ({ subject }) => subject)].map(([subject, all]) => {
    // Of an added or removed part, its places in the grids are no news.
    const whole = all.filter(({ what }) => what === undefined)
    const list = whole.length > 0 ? whole : all
    const noun = subject.split(' ')[0] ?? ''
    return {
      subject,
      noun: t(`dashboard:part.${noun.toLowerCase()}`),
      name: subject === 'Layout' ? '' : nameOfPart(subject, [after, before], locale),
      lines: list.map((change) => lineOf(change, [before, after], t, locale)),
    }
  })
}

function lineOf(
  { kind, what, before, after }: Change,
  [old, now]: readonly [Doc, Doc],
  t: Translate,
  locale: string,
): ChangeLine {
  // A whole part that came or went says enough by its name.
  if (what === undefined) return { kind, what: '' }
  const named = (one: unknown, document: Doc) =>
    Array.isArray(one) && what in LISTS
      ? one.map((id) => nameOfPart(`${LISTS[what as keyof typeof LISTS]} ${String(id)}`, [document], locale))
      : one
  const value = (one: unknown, document: Doc) =>
    one === undefined ? undefined : short(named(one, document), textsOf(document, locale), t)
  const [was, is] = [value(before, old), value(after, now)]
  return {
    kind,
    what: wordsOf(what, t),
    ...(was !== undefined && { before: was }),
    ...(is !== undefined && { after: is }),
  }
}

function wordsOf(what: string, t: Translate): string {
  const size = /^place in the (large|medium|small) grid$/.exec(what)?.[1]
  if (size !== undefined) return t(`dashboard:change.place.${size}`)
  if (what === 'order of sections') return t('dashboard:change.order')
  const [kind = '', ...rest] = what.split(' ')
  if (INNER.has(kind) && rest.length > 0) return t(`dashboard:change.${kind}`, { name: rest.join(' ') })
  return FIELDS.has(what) ? t(`dashboard:field.${what}`) : what
}

const MAX = 90

function short(value: unknown, text: (value: unknown) => string, t: Translate): string {
  const { x, y, w, h } = isRecord(value) ? value : {}
  if ([x, y, w, h].every((one) => typeof one === 'number'))
    return t('dashboard:change.at', { w: Number(w), h: Number(h), x: Number(x), y: Number(y) })
  if (typeof value === 'boolean') return t(value ? 'dashboard:change.yes' : 'dashboard:change.no')
  const words =
    typeof value === 'string'
      ? text(value)
      : Array.isArray(value) && value.every((one) => typeof one !== 'object')
        ? value.join(', ')
        : JSON.stringify(value)
  return words.length > MAX ? `${words.slice(0, MAX - 1)}…` : words
}
