/** Interface texts for stories: every namespace and language at once, looked up and interpolated as i18next does it. */
import { countryName } from '../src/domain/country-name.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../src/domain/languages.ts'
import type { Translate } from '../src/ui/index.ts'

type Texts = { readonly [key: string]: string | Texts }

const files = import.meta.glob<Texts>('../src/i18n/locales/*/*.json', { import: 'default', eager: true })
/** Texts of described nouns are in their folders, all languages in one file. */
const nouns = import.meta.glob<Readonly<Record<string, Texts>>>('../src/features/admin/*/texts.json', {
  import: 'default',
  eager: true,
})

export const LOCALES = LANGUAGES.map((value) => ({ value, title: LANGUAGE_NAMES[value] }))

function find(locale: string, namespace: string, path: readonly string[]): string | undefined {
  let at: string | Texts | undefined = namespace.startsWith('noun-')
    ? nouns[`../src/features/admin/${namespace.slice('noun-'.length)}/texts.json`]?.[locale]
    : files[`../src/i18n/locales/${namespace}/${locale}.json`]
  if (typeof at === 'object') {
    const flat: string | Texts | undefined = at[path.join('.')]
    if (typeof flat === 'string') return flat
  }
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

const translators = new Map<string, Translate>()

/** `namespace.key` in a language, else in English, else the key in brackets, as the app shows it. */
export function translator(locale: string): Translate {
  let found = translators.get(locale)
  if (found !== undefined) return found
  found = (key, params = {}) => {
    const [namespace = '', ...path] = key.replace(':', '.').split('.')
    const plural = params.count === undefined ? '' : `_${new Intl.PluralRules(locale).select(Number(params.count))}`
    const last = path.at(-1) ?? ''
    const plurals = [...path.slice(0, -1), `${last}${plural}`]
    // A code has its sentence among those of every page, or of the areas.
    const spaces = namespace === 'errors' ? [namespace, 'area-errors'] : [namespace]
    const text =
      [locale, 'en']
        .flatMap((language) => spaces.map((space) => find(language, space, plurals) ?? find(language, space, path)))
        .find((found) => found !== undefined) ?? `[${key}]`
    return text.replace(/\{\{\s*(\w+)(?:,\s*(country))?\s*\}\}/g, (_match, name: string, form?: 'country') => {
      const value = String(params[name] ?? '')
      return form === 'country' ? countryName(value, locale) : value
    })
  }
  translators.set(locale, found)
  return found
}
