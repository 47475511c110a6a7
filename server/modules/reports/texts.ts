/** The page's texts on the server: a table is written in the words that the screen has. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import i18next from 'i18next'
import type { i18n } from 'i18next'
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** As the page loads them: what all pages share, what dashboards and reports need besides, and each widget's own. */
const SHARED = '{app,ui,session,errors,engine,issues,metrics,periods,status,reports}'

const known = new Map<string, Promise<i18n>>()

async function read(lang: string): Promise<i18n> {
  const texts = i18next.createInstance()
  await texts.init({
    lng: lang,
    fallbackLng: 'en',
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    resources: {},
  })
  for (const language of new Set([lang, 'en'])) {
    const files = [
      ...globSync(`src/i18n/locales/${SHARED}/${language}.json`, { cwd: ROOT }).map(
        (file) => [basename(dirname(file)), file] as const,
      ),
      ...globSync(`widgets/*/i18n/${language}.json`, { cwd: ROOT }).map(
        (file) => [`widget-${basename(dirname(dirname(file)))}`, file] as const,
      ),
    ]
    for (const [namespace, file] of files)
      texts.addResourceBundle(language, namespace, JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
  }
  return texts
}

export interface Words {
  /** A text of the application; undefined when there is none. */
  readonly app: (key: string, params?: Record<string, string | number>) => string | undefined
  /** A widget's own text first, then what widgets share, then the application's. */
  readonly widget: (type: string) => (key: string, params?: Record<string, string | number>) => string
}

/** Read once for each language, with the first report in it. */
export async function wordsIn(lang: ReportWhat['lang']): Promise<Words> {
  const loading = known.get(lang) ?? read(lang)
  known.set(lang, loading)
  const texts = await loading
  return {
    app: (key, params) => (texts.exists(key) ? texts.t(key, { ...params }) : undefined),
    widget: (type) => (key, params) =>
      texts.t(key.includes(':') ? key : [`widget-${type}:${key}`, `widget-lib:${key}`, key], { ...params }),
  }
}
