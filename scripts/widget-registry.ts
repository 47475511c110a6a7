/** The widget and source registries, and the schemas of options, for the command line and for tests. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dereference } from '../schemas/refs.ts'

const root = resolve(import.meta.dirname, '..')

const schemaIn = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as object

/** The options schema of a widget type, whole; `text` in place of what is in its file. */
export function optionsSchemaOf(type: string, text?: string): object {
  const file = `widgets/${type}/options.schema.json`
  return dereference(text === undefined ? schemaIn(file) : JSON.parse(text), file, schemaIn) as object
}

export { namedSources as sourceRegistry } from './reference/named-sources.ts'
export { widgetIn, widgetRegistry } from '../server/modules/dashboards/widget-registry.ts'
