/**
 * Public entry point of the interface texts: i18next, one lazily loaded chunk per language and per area.
 * `initTexts` resolves when the first language is loaded.
 */
import i18next, { type BackendModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language } from '#domain/languages'
import { countryName } from '#domain/country-name'
import { keptTexts } from './kept-texts.ts'

export { useTranslation } from 'react-i18next'
export {
  DEFAULT_LANGUAGE,
  FALLBACK_LANGUAGE,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from '#domain/languages'

/** Namespaces that travel together, as one chunk a language; any other namespace is an area and a separate chunk. */
const GROUPS: Readonly<Record<'core' | 'dashboards', readonly string[]>> = {
  core: ['app', 'ui', 'session', 'errors'],
  dashboards: ['engine', 'issues', 'metrics', 'periods', 'status'],
}

/**
 * Sentences of refusals that neither login nor a dashboard words by itself: most codes are of one area each. They come
 * with the first area, or with the first refusal that needs them.
 */
const AREA_ERRORS = 'area-errors'

/** Texts that a route may load before it is drawn. */
export type TextArea =
  | keyof typeof GROUPS
  | typeof AREA_ERRORS
  | 'editor'
  | 'editor-panels'
  | 'home'
  | 'account'
  | 'admin'
  | 'fleet'
  | 'legal'
  | 'alerts'
  | 'downloads'
  | 'campaigns'
  | 'docs'
  | 'reports'
  | 'schedule'
  | 'uploads'
  | 'imports'
  | 'dashboard'
  | 'screens'
  | 'links'
  | 'viewing'
  | 'webhooks'

/** The area of a described noun of the administration; its texts are learned (`learnTexts`). */
export type NounArea = `noun-${string}`
/** All languages of a noun, fetched with its first page. */
export type NounTexts = () => Promise<{
  readonly default: Readonly<Record<Language, Readonly<Record<string, string>>>>
}>

type Texts = Record<string, unknown>
const learned = new Map<string, NounTexts>()

/** Texts that are in the folder of what they are about. Before the area is asked for. */
export function learnTexts(area: NounArea, load: NounTexts): void {
  learned.set(area, load)
}
const bundles = import.meta.glob<Record<string, Texts>>('./bundles/*.ts', { import: 'default' })
/** The frame of every signed-in page. Other areas have a separate list, which login does not need. */
const home = import.meta.glob<Texts>('./locales/home/*.json', { import: 'default' })
const listed = () => import('./areas.ts')

const STORAGE_KEY = 'aforo.locale'

const groupOf = (namespace: string) =>
  Object.entries(GROUPS).find(([, namespaces]) => namespaces.includes(namespace))?.[0]
const namespacesOf = (area: TextArea | NounArea): readonly string[] => {
  if (area in GROUPS) return GROUPS[area as keyof typeof GROUPS]
  return area === 'home' || area === AREA_ERRORS ? [area] : [area, AREA_ERRORS]
}

/** The texts of one namespace in one language. Rejects when there is no such file, or it cannot be fetched. */
async function textsOf(namespace: string, language: Language): Promise<Texts> {
  const own = learned.get(namespace)
  if (own !== undefined) return (await own()).default[language]
  const group = groupOf(namespace)
  if (group === undefined) {
    const file = `./locales/${namespace}/${language}.json`
    const load = home[file] ?? (await listed()).areas[file]
    if (load === undefined) throw new Error(`TEXTS_MISSING: there is no namespace ${namespace} in ${language}.`)
    return load()
  }
  const files = await bundles[`./bundles/${group === 'core' ? '' : `${group}-`}${language}.ts`]?.()
  return files?.[`../locales/${namespace}/${language}.json`] ?? {}
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    // A widget's texts are added by `widgetTexts`; nothing is fetched for them.
    if (!isLanguage(language) || namespace.startsWith('widget-')) return callback(null, {})
    textsOf(namespace, language).then(
      (texts) => callback(null, texts),
      (cause: unknown) => callback(cause as Error, null),
    )
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

/**
 * Resolves when the texts of every page may be read, and those of these areas with them. What cannot be fetched is
 * missed by `ensureTexts`.
 */
export async function initTexts(
  language: Language = preferredLanguage(),
  areas: readonly TextArea[] = [],
): Promise<i18n> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: () => (hasGaps ? [FALLBACK_LANGUAGE] : []),
      saveMissing: true,
      missingKeyHandler: fillGaps,
      supportedLngs: [...LANGUAGES],
      load: 'languageOnly',
      ns: [...GROUPS.core, ...areas.flatMap(namespacesOf)],
      defaultNS: 'app',
      // `errors:CODE` names a code, in any file with its sentence.
      fallbackNS: AREA_ERRORS,
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  // `{{code, country}}` in a text.
  i18next.services.formatter?.add('country', (code, language) =>
    countryName(String(code), language ?? FALLBACK_LANGUAGE),
  )
  i18next.store.on('added', kept.forget)
  i18next.store.on('removed', kept.forget)
  document.documentElement.lang = language
  return i18next
}

const hasCore = (language: string) => GROUPS.core.every((namespace) => i18next.hasResourceBundle(language, namespace))

/** Whether the texts of every page are there, in the reader's language. */
export const hasTexts = (): boolean => hasCore(i18next.language)

/** The same in English, which is fetched for it. */
export async function hasFallbackTexts(): Promise<boolean> {
  hasGaps = true
  await i18next.loadLanguages(FALLBACK_LANGUAGE)
  return hasCore(FALLBACK_LANGUAGE)
}

/**
 * Sets off the files of these areas before i18next is there; a later `ensureTexts` finds them here, or
 * hears what failed.
 */
export function warmTexts(...areas: readonly TextArea[]): void {
  const language = preferredLanguage()
  for (const namespace of areas.flatMap(namespacesOf)) textsOf(namespace, language).catch(() => undefined)
}

/** Sets off the list of the areas: every page but dashboards begins with the texts of one. */
export const warmAreas = (): void => void listed().catch(() => undefined)

/**
 * Resolves when the texts of these areas may be read: what a route awaits in its `lazy`. They follow later changes of
 * language. Rejects when they cannot be fetched, like any other part of the page.
 */
export async function ensureTexts(...areas: readonly (TextArea | NounArea)[]): Promise<void> {
  const wanted = areas.flatMap(namespacesOf)
  await i18next.loadNamespaces(wanted)
  const missing = wanted.find((namespace) => !i18next.hasResourceBundle(i18next.language, namespace))
  if (missing !== undefined)
    throw new Error(`Failed to fetch dynamically imported module: texts of ${missing} in ${i18next.language}.`)
}

/** Resolves when this code of a refusal may be worded, or cannot be: without its sentence its own message is shown. */
export async function ensureErrorText(code: string): Promise<void> {
  if (i18next.exists(`errors:${code}`)) return
  await ensureTexts(AREA_ERRORS).catch(() => undefined)
}

const kept = keptTexts((language, keys, params) => i18next.t([...keys], { ...params, lng: language }))

/** `i18next.t` in this language for the first key that has a text. */
export const textOf = (
  language: string,
  keys: string | readonly string[],
  params?: Readonly<Record<string, unknown>>,
): string => kept.look(language, [keys].flat(), params)

/** Texts of a namespace that is no area, such as a widget's. They are not copied: they must not change afterwards. */
export function addTexts(language: string, namespace: string, own: Texts): void {
  i18next.addResourceBundle(language, namespace, own, false, false, { skipCopy: true, silent: false })
}

/** An area in a language that need not be the reader's: what the terms dialog offers. */
export async function textsIn(
  language: Language,
  area: TextArea,
): Promise<(key: string, params?: Record<string, string | number>) => string> {
  for (const namespace of namespacesOf(area)) {
    if (!i18next.hasResourceBundle(language, namespace))
      addTexts(language, namespace, await textsOf(namespace, language))
  }
  return (key, params) => i18next.t(key, { ...params, lng: language })
}

export const texts = i18next
