/**
 * The registry of widgets, made from the folders: a new folder is a new widget, and nothing else needs an edit.
 * Declarations are eager and tiny; views, texts and the guards of options (`guarded.ts`) are separate chunks.
 */
import type { WidgetDeclaration, WidgetDeclarations } from '#engine/types'

export { textKeys } from './lib/text-keys.ts'

const declarations = import.meta.glob<WidgetDeclaration<never>>('./*/index.ts', { import: 'default', eager: true })
type Texts = Record<string, Record<string, unknown>>
const textBundles = import.meta.glob<Texts>('./lib/texts/*.ts', { import: 'default' })
const wholeBundles = import.meta.glob<Texts>('./lib/option-texts/*.ts', { import: 'default' })

/** Type -> declaration. A duplicate type, or a folder whose name is not its type, stops the start. */
export const widgets: WidgetDeclarations = new Map(
  Object.entries(declarations).map(([path, declaration]) => {
    const folder = path.split('/')[1]
    if (declaration.type !== folder)
      throw new Error(`WIDGET_TYPE_MISMATCH: widgets/${folder} declares type ${declaration.type}; expected ${folder}.`)
    return [declaration.type, declaration]
  }),
)

/**
 * The texts of every widget in one language, and as `lib` those they share: `{ 'kpi-table': {…}, …, lib: {…} }`. A
 * language that a widget lacks is left out. `withOptions`: also those of options, which only an editor says.
 */
export async function widgetTexts(language: string, withOptions = false): Promise<Texts> {
  const load = withOptions
    ? wholeBundles[`./lib/option-texts/${language}.ts`]
    : textBundles[`./lib/texts/${language}.ts`]
  const files = (await load?.()) ?? {}
  // `../../kpi-table/i18n/es.json` is a widget's, `../i18n/es.json` is beside the list of files.
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [/^\.\.\/\.\.\/([^/]+)\//.exec(path)?.[1] ?? 'lib', texts]),
  )
}
