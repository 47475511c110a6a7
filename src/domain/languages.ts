/** The languages of the product: the one list, beside the schema that the contract has of it. */
import type { Language } from '#schemas/generated/entities/language.ts'

export type { Language }

/** Spanish is the default, English the fallback (spec 1, section 1). */
export const LANGUAGES = ['es', 'en', 'pt', 'cs', 'ca', 'it'] as const satisfies readonly Language[]
export const DEFAULT_LANGUAGE: Language = 'es'
export const FALLBACK_LANGUAGE: Language = 'en'

/** Each language by its own name: a person looks for theirs, not for its Spanish name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  es: 'Español',
  en: 'English',
  pt: 'Português',
  cs: 'Čeština',
  ca: 'Català',
  it: 'Italiano',
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)
