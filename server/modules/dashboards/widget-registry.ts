/**
 * The widgets of this version in Node, for the server, the command line and tests: the same declarations that the page
 * uses, with the guards of their options. Their views are loaded on demand, so no React comes in here.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dereference } from '../../../schemas/refs.ts'
import { fieldsOf, type JsonSchema } from '#engine/core/document/option-fields'
import { missingColumns } from '#engine/core/document/missing-columns'
import type { MissingColumnsOf, WidgetDeclaration, WidgetDefinition, WidgetRegistry } from '#engine/types'

const root = resolve(import.meta.dirname, '../../..')

const GUARD = 'generated/options.guard.js'
/** A new folder has no guard until the schemas are written. */
const guardMissing = (type: string) =>
  `WIDGET_GUARD_MISSING: widgets/${type} has no guard of its options; run npm run schemas -- ${type}.`

/** Type -> definition, from the folders. Throws WIDGET_TYPE_MISMATCH when a folder declares another type. */
export async function widgetRegistry(): Promise<WidgetRegistry> {
  const folders = globSync('widgets/*/index.ts', { cwd: root })
    .map((file) => dirname(file))
    .sort()
  return new Map(
    (await Promise.all(folders.map((folder) => widgetIn<never>(folder)))).map((definition) => [
      definition.type,
      definition,
    ]),
  )
}

/**
 * The definition of a folder: its declaration, with the guard of its options. Throws WIDGET_TYPE_MISMATCH and
 * WIDGET_GUARD_MISSING.
 */
export async function widgetIn<O>(folder: string): Promise<WidgetDefinition<O>> {
  if (!existsSync(join(root, folder, GUARD))) throw new Error(guardMissing(basename(folder)))
  const load = async <T>(file: string) =>
    ((await import(pathToFileURL(join(root, folder, file)).href)) as { default: T }).default
  const [declaration, validate] = await Promise.all([
    load<WidgetDeclaration<O>>('index.ts'),
    load<WidgetDefinition<O>['validate']>(GUARD),
  ])
  if (declaration.type !== basename(folder))
    throw new Error(`WIDGET_TYPE_MISMATCH: ${folder} declares type ${declaration.type}; expected ${basename(folder)}.`)
  return { ...declaration, validate, missingColumns: missingColumnsOf(basename(folder)) }
}

const schemaIn = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonSchema

/** The options schema of a widget type, whole; `text` in place of what is in its file. */
export function optionsSchemaOf(type: string, text?: string): JsonSchema {
  const file = `widgets/${type}/options.schema.json`
  return dereference(text === undefined ? schemaIn(file) : JSON.parse(text), file, schemaIn) as JsonSchema
}

/** By the schema of the type, which is read when the first document with the widget is checked. */
function missingColumnsOf(type: string): MissingColumnsOf {
  let fields: ReturnType<typeof fieldsOf> | undefined
  return (...given) => {
    fields ??= fieldsOf(optionsSchemaOf(type))
    return missingColumns(fields, ...given)
  }
}
