/** A projection context for tests in Node: the texts are the real files, so a key that is missing shows as itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '#domain/frame-build'
import type { Frames, ProjectionContext } from '#engine/types'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import { firstText } from './first-text.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Text of a dotted key, in a tree or in a flat file. */
function lookUp(texts: unknown, key: string): string | undefined {
  const flat = (texts as Record<string, unknown>)[key]
  const found =
    flat ??
    key
      .split('.')
      .reduce<unknown>(
        (node, step) =>
          typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined,
        texts,
      )
  return typeof found === 'string' ? found : undefined
}

export interface Lookup {
  readonly t: ProjectionContext['t']
  readonly unknown: Set<string>
}

/** Texts of one widget in one language; keys that no file has are gathered in `unknown`. */
export function textsOf(type: string, locale: string): Lookup {
  const own = read(`widgets/${type}/i18n/${locale}.json`)
  const ofWidgets = read(`widgets/lib/i18n/${locale}.json`)
  const shared = new Map<string, unknown>()
  const unknown = new Set<string>()
  const t: ProjectionContext['t'] = (key, params = {}) => {
    const [namespace, name] = key.includes(':')
      ? [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
      : ['', key]
    if (namespace !== '' && !shared.has(namespace))
      shared.set(namespace, read(`src/i18n/locales/${namespace}/${locale}.json`))
    const text = namespace === '' ? firstText(name, own, ofWidgets) : lookUp(shared.get(namespace), name)
    if (text === undefined) unknown.add(key)
    return (text ?? key).replace(/\{\{(\w+)\}\}/g, (_whole, param: string) => String(params[param] ?? `{{${param}}}`))
  }
  return { t, unknown }
}

/** The week of the examples (Monday 9 to Sunday 15 November 2026) against the week before, with named locals. */
export function contextOf(type: string, locale = 'en', over: Partial<ProjectionContext> = {}): ProjectionContext {
  return {
    locale,
    t: textsOf(type, locale).t,
    params: {},
    periods: {
      comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'thisWeek' },
      reference: { begin: '2026-11-02', end: '2026-11-08', name: 'weekBefore' },
    },
    labels: {
      local: new Map([
        [11, 'Gran Vía'],
        [12, 'Passeig de Gràcia'],
        [13, 'Colón'],
        [14, 'Larios'],
        [15, 'Sierpes'],
        [16, 'Uría'],
        [17, 'Outlet Getafe'],
      ]),
    },
    ...over,
  }
}

export interface Example {
  options: Record<string, unknown>
  frames: Record<string, FrameJson>
}

export const exampleOf = (type: string): Example => read(`widgets/${type}/example.json`) as Example

export const framesOf = ({ frames }: Example): Frames =>
  Object.fromEntries(Object.entries(frames).map(([id, json]) => [id, fromJson(json)]))
