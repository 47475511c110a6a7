/** The searchable text of a dashboard: titles of its widgets and sections, its sources, its description. */
import { isRecord } from '#domain/record'

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const MAX_FOUND = 3

/** In a language, each once; none for a text that is no JSON. */
export function contentsOf(text: string, lang: string): string[] {
  let document: Record<string, unknown>
  try {
    document = record(JSON.parse(text))
  } catch {
    return []
  }
  const i18n = record(document.i18n)
  const said = (raw: unknown): string[] => {
    if (typeof raw !== 'string' || raw === '') return []
    if (!raw.startsWith('t:')) return [raw]
    const key = raw.slice(2)
    const found = [lang, 'en', 'es'].map((one) => record(i18n[one])[key]).find((word) => typeof word === 'string')
    return typeof found === 'string' ? [found] : []
  }
  const { sections } = record(document.layout)
  return [
    ...new Set([
      ...Object.values(record(document.widgets)).flatMap((widget) => said(record(widget).title)),
      ...(Array.isArray(sections) ? sections.flatMap((section: unknown) => said(record(section).title)) : []),
      ...Object.values(record(document.queries)).flatMap((query) => said(record(query).source)),
      ...said(document.description),
    ]),
  ]
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Where the words are: every one must be somewhere; undefined where one is nowhere. */
export function placesOf(contents: readonly string[], search: string): string[] | undefined {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const all = contents.map((text) => [text, plain(text)] as const)
  if (words.length === 0 || !words.every((word) => all.some(([, folded]) => folded.includes(word)))) return undefined
  return all
    .flatMap(([text, folded]) => (words.some((word) => folded.includes(word)) ? [text] : []))
    .slice(0, MAX_FOUND)
}
