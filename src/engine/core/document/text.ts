/**
 * Texts of a layout: a literal, or `t:key` looked up in the reader's language, English, the application, in that order.
 */
import { isRecord } from './pointer.ts'

export interface TextSources {
  readonly i18n: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly locale: string
  /** The application's own texts. */
  readonly app?: (key: string) => string | undefined
}

/** Key of a `t:key` text, or undefined for a literal. */
export const textKey = (text: string): string | undefined => (text.startsWith('t:') ? text.slice(2) : undefined)

/** The shown text. An unknown key is shown in brackets, so that it is seen and searched for. */
export function readText(text: string | undefined, { i18n, locale, app }: TextSources): string {
  if (text === undefined) return ''
  const key = textKey(text)
  if (key === undefined) return text
  const found = entry(i18n, locale, key) ?? entry(i18n, 'en', key) ?? app?.(key)
  return found ?? `[${key}]`
}

function entry(i18n: TextSources['i18n'], locale: string, key: string): string | undefined {
  const texts = Object.hasOwn(i18n, locale) ? i18n[locale] : undefined
  return texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** The `t:key` texts anywhere in a widget's options, each once. */
export function textsIn(value: unknown): readonly string[] {
  const found = new Set<string>()
  replaceTexts(value, (text) => {
    found.add(text)
    return text
  })
  return [...found]
}

/** Options with their `t:key` texts read; without any, the same object. */
export const withTexts = <T>(value: T, read: (text: string) => string): T => replaceTexts(value, read) as T

function replaceTexts(value: unknown, read: (text: string) => string): unknown {
  if (typeof value === 'string') return textKey(value) === undefined ? value : read(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => replaceTexts(item, read))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, replaceTexts(item, read)] as const)
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries)
}
