/**
 * The registry of widgets, made from the folders: a new folder is a new widget, and nothing else needs an edit.
 * Definitions are eager and tiny; views and texts are chunks of their own.
 */
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'

const definitions = import.meta.glob<WidgetDefinition<never>>('./*/index.ts', { import: 'default', eager: true })
const textBundles = import.meta.glob<Record<string, Record<string, unknown>>>('./lib/texts/*.ts', { import: 'default' })

/** Type -> definition. A duplicate type, or a folder whose name is not its type, stops the start. */
export const widgets: WidgetRegistry = new Map(Object.entries(definitions).map(([path, definition]) => {
  const folder = path.split('/')[1]
  if (definition.type !== folder) throw new Error(`WIDGET_TYPE_MISMATCH: widgets/${folder} declares type ${definition.type}; expected ${folder}.`)
  return [definition.type, definition]
}))

/** The texts of every widget in one language: `{ 'kpi-table': {…}, … }`. A language that a widget lacks is left out. */
export async function widgetTexts(language: string): Promise<Record<string, Record<string, unknown>>> {
  const files = await textBundles[`./lib/texts/${language}.ts`]?.() ?? {}
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/')[2] ?? '', texts]))
}
