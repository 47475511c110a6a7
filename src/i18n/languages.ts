/** The interface languages (spec 1, section 1): Spanish is the default, English the fallback. */
export const LANGUAGES = ['es', 'en', 'pt', 'cs', 'ca', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
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
