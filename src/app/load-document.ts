/** One document through the whole pipeline, for a person's page or for a screen's. */
import { loadChecked, type ShownLayout } from '#engine'
import type { SourceRegistry } from '#engine/types'
import { widgets } from '#widgets'
import { builtInIds, builtInLayout } from './layouts.ts'
import { linkHosts } from './link-hosts.ts'
import type { UncheckedLayout } from './real-guards.ts'

/**
 * `made`: fetches a document that does not ship with the page. Undefined where there is none; rejects when it cannot be
 * fetched.
 */
export async function loadDocument(
  id: string,
  sources: SourceRegistry,
  made: () => Promise<UncheckedLayout | null>,
): Promise<ShownLayout | undefined> {
  const found = builtInIds.includes(id) ? await builtInLayout(id) : await made()
  const loaded =
    found === null
      ? undefined
      : 'guards' in found
        ? (await import('#engine/core/graph/load')).loadLayoutWith(found.guards, found.text, {
            widgets: found.widgets,
            sources,
            linkHosts,
          })
        : loadChecked(found, { widgets, sources })
  // The views' code sets off now, beside the first request, and not when their places are drawn.
  for (const widget of loaded?.model.widgets.values() ?? [])
    if (widget.kind === 'live') void widget.definition.load().catch(() => undefined)
  return loaded
}
