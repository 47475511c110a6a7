/** The widget and source registries, and the schemas of options, for the command line and for tests. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundledSchema } from './bundled-schema.ts'
import { optionsSchemaOf } from '../server/modules/dashboards/widget-registry.ts'
import type { LoadContext } from '../src/engine/core/graph/load.ts'
import type { JsonSchema } from '../src/engine/core/document/option-fields.ts'

const root = resolve(import.meta.dirname, '..')

const schemaIn = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonSchema

/** The schema of documents with every widget, option, source, argument and step, in one file. */
export const documentSchema = ({ widgets, sources }: LoadContext): object =>
  bundledSchema({
    layout: schemaIn('schemas/layout.schema.json'),
    transform: schemaIn('schemas/layout/transform.schema.json'),
    options: Object.fromEntries([...widgets.keys()].map((type) => [type, optionsSchemaOf(type)])),
    widgets,
    sources,
  })

export { namedSources as sourceRegistry } from './reference/named-sources.ts'
export { optionsSchemaOf, widgetIn, widgetRegistry } from '../server/modules/dashboards/widget-registry.ts'
