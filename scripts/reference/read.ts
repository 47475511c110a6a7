/** The references of all widgets and sources, read from the repository; the workshop gets the same from its bundler. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { optionsSchemaOf, sourceRegistry, widgetRegistry } from '../widget-registry.ts'
import { sourcesPage, widgetsPage } from './markdown.ts'
import type { OptionsSchema } from './options.ts'
import { type CallSchemas, type MetricTexts, sourceReference, type SourceReference } from './sources.ts'
import { widgetReference, type WidgetReference, type WidgetTexts } from './widgets.ts'

const root = resolve(import.meta.dirname, '../..')
const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(join(root, path), 'utf8')) as T
const CALLS = [
  'compare-query',
  'traffic-query',
  'footscan-workday-query',
  'occupancy-query',
  'occupancy-levels-query',
  'occupancy-periods-query',
  'client-query',
  'figure-clients-query',
  'flows-query',
  'profile-query',
  'monthly-query',
]

/** In the order of their names. Rejects with SOURCE_UNEXPLAINED when something of a source has no meaning. */
export async function readReferences(): Promise<{
  widgets: readonly WidgetReference[]
  sources: readonly SourceReference[]
}> {
  const [registry, sources] = [await widgetRegistry(), sourceRegistry()]
  const metrics = await read<MetricTexts>('src/i18n/locales/metrics/en.json')
  const calls: CallSchemas = Object.fromEntries(
    await Promise.all(
      CALLS.map(async (name) => [name, await read<CallSchemas[string]>(`schemas/api/${name}.schema.json`)] as const),
    ),
  )
  return {
    widgets: await Promise.all(
      [...registry.values()].map(async (definition) =>
        widgetReference(
          definition,
          optionsSchemaOf(definition.type) as OptionsSchema,
          await read<WidgetTexts>(`widgets/${definition.type}/i18n/en.json`),
          sources,
        ),
      ),
    ),
    sources: [...sources.values()].map((source) => sourceReference(source, { metrics, calls, widgets: registry })),
  }
}

/** Path -> text of the pages in docs. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const { widgets, sources } = await readReferences()
  return new Map([
    ['docs/widgets.md', widgetsPage(widgets)],
    ['docs/sources.md', sourcesPage(sources)],
  ])
}
