/** The metadata of a document: its name in each language, its purpose, and the access flags it asks for. */
import { LANGUAGES } from '#domain/languages'
import { isAccessFlag } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import { isRecord } from '#domain/record'

/** Language -> text; under `` what is the same in all of them. */
export type Words = Readonly<Record<string, string>>

export interface Head {
  readonly names: Words
  readonly descriptions: Words
  readonly flags: readonly AccessFlag[]
}

const own = (record: unknown, key: string): unknown =>
  isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined

function wordsOf(text: unknown, i18n: unknown, most: number): Words {
  if (typeof text !== 'string') return {}
  if (!text.startsWith('t:')) return { '': text.slice(0, most).toWellFormed() }
  const found = LANGUAGES.flatMap((language) => {
    const word = own(own(i18n, language), text.slice(2))
    return typeof word === 'string' ? [[language, word.slice(0, most).toWellFormed()]] : []
  })
  return Object.fromEntries(found) as Words
}

/** Reads any JSON; what is missing or wrong is left out. */
export function headOf(document: unknown): Head {
  const i18n = own(document, 'i18n')
  const flags = [own(document, 'access') ?? []].flat()
  return {
    names: wordsOf(own(document, 'name'), i18n, 200),
    descriptions: wordsOf(own(document, 'description'), i18n, 1000),
    flags: [...new Set(flags.filter(isAccessFlag))],
  }
}

/** In a language, else in English or Spanish, else `otherwise`. */
export const readWords = (words: Words, language: string, otherwise: string): string =>
  words[language] ?? words[''] ?? words.en ?? words.es ?? Object.values(words)[0] ?? otherwise
