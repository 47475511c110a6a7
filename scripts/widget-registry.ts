/**
 * The widget and source registries in Node, for the command line and for tests: the same definitions that the page uses. Their views
 * are loaded on demand, so no React comes in here.
 */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'
import { withoutRefs } from '../schemas/refs.ts'

const root = resolve(import.meta.dirname, '..')

/** Type -> definition, from the folders. Throws WIDGET_TYPE_MISMATCH when a folder declares another type. */
export async function widgetRegistry(): Promise<WidgetRegistry> {
  const found: [string, WidgetDefinition][] = []
  for await (const file of glob('widgets/*/index.ts', { cwd: root })) {
    const { default: definition } = await import(pathToFileURL(join(root, file)).href) as { default: WidgetDefinition }
    const folder = basename(dirname(file))
    if (definition.type !== folder) throw new Error(`WIDGET_TYPE_MISMATCH: widgets/${folder} declares type ${definition.type}; expected ${folder}.`)
    found.push([folder, definition])
  }
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const schemaIn = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as object

/** The options schema of a widget type, whole; `text` in place of what is in its file. */
export function optionsSchemaOf(type: string, text?: string): object {
  const file = `widgets/${type}/options.schema.json`
  return withoutRefs(text === undefined ? schemaIn(file) : JSON.parse(text), file, schemaIn) as object
}

export { namedSources as sourceRegistry } from './reference/named-sources.ts'
