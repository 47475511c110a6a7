/**
 * The door to the interface texts: i18next with one lazily loaded chunk a language.
 * `initTexts` resolves when the first language may be read.
 */
import i18next, { type BackendModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from './languages.ts'

export { useTranslation } from 'react-i18next'
export { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts'

export const NAMESPACES = ['app', 'ui', 'engine', 'issues', 'errors', 'metrics', 'periods'] as const

const STORAGE_KEY = 'aforo.locale'

/** One chunk a language; `./locales/<namespace>/<language>.json` inside it. */
const BUNDLES: Readonly<Record<Language, () => Promise<{ default: Record<string, Record<string, unknown>> }>>> = {
  es: () => import('./bundles/es.ts'), en: () => import('./bundles/en.ts'), pt: () => import('./bundles/pt.ts'),
  cs: () => import('./bundles/cs.ts'), ca: () => import('./bundles/ca.ts'), it: () => import('./bundles/it.ts'),
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    if (!isLanguage(language)) return callback(null, {})
    BUNDLES[language]().then(({ default: files }) => callback(null, files[`../locales/${namespace}/${language}.json`] ?? {}), (cause: unknown) => callback(cause as Error, null))
  },
}

/** The language of this visit: the stored preference, else the default. */
export function preferredLanguage(storage: Pick<Storage, 'getItem'> = localStorage): Language {
  const stored = storage.getItem(STORAGE_KEY)
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

/** Loads a language and stores it as the preference; texts already shown change in place. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** English is fetched with the first gap, not before: a reader of a complete language never pays for it. */
let hasGaps = false
function fillGaps(): void {
  if (hasGaps || i18next.language === FALLBACK_LANGUAGE) return
  hasGaps = true
  void i18next.loadLanguages(FALLBACK_LANGUAGE).then(() => i18next.emit('languageChanged', i18next.language))
}

export async function initTexts(language: Language = preferredLanguage()): Promise<i18n> {
  await i18next.use(backend).use(initReactI18next).init({
    lng: language,
    fallbackLng: () => (hasGaps ? [FALLBACK_LANGUAGE] : []),
    saveMissing: true,
    missingKeyHandler: fillGaps,
    supportedLngs: [...LANGUAGES],
    load: 'languageOnly',
    ns: [...NAMESPACES],
    defaultNS: 'app',
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
  return i18next
}

export const texts = i18next
