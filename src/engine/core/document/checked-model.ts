/**
 * The model of a document that was checked when the page was built, as plain data: widgets and sources are named, so
 * that a page needs neither the guards nor what looks everything up.
 */
import type { SourceRegistry, WidgetDeclarations } from '../../types.ts'
import type { LayoutModel, LiveWidget, ParamModel, QueryModel } from './model.ts'

/** A model without functions and maps; what JSON makes of it is the same. */
export interface CheckedModel extends Omit<LayoutModel, 'params' | 'queries' | 'widgets'> {
  readonly params: readonly ParamModel[]
  readonly queries: readonly (Omit<QueryModel, 'source'> & { readonly source: string })[]
  readonly widgets: readonly Omit<LiveWidget, 'definition'>[]
}

export interface Registries {
  readonly widgets: WidgetDeclarations
  readonly sources: SourceRegistry
}

/**
 * The data of a model. Widgets in quarantine have none: a document with one is not checked.
 *
 * @internal for the build of the page
 */
export function writeModel(model: LayoutModel): CheckedModel {
  return {
    ...model,
    params: [...model.params.values()],
    queries: [...model.queries.values()].map((query) => ({ ...query, source: query.source.name })),
    widgets: [...model.widgets.values()].flatMap((widget) => {
      if (widget.kind !== 'live') return []
      const { definition: _, ...rest } = widget
      return [rest]
    }),
  }
}

/** The model of such data. Throws LAYOUT_NOT_CHECKED for a widget or a source that this page does not know. */
export function readModel(model: CheckedModel, { widgets, sources }: Registries): LayoutModel {
  return {
    ...model,
    params: new Map(model.params.map((param) => [param.key, param])),
    queries: new Map(
      model.queries.map((query) => [query.key, { ...query, source: known(sources, query.source, 'source') }]),
    ),
    widgets: new Map(
      model.widgets.map((widget) => [widget.id, { ...widget, definition: known(widgets, widget.type, 'widget') }]),
    ),
  }
}

function known<T>(registry: ReadonlyMap<string, T>, name: string, what: string): T {
  const found = registry.get(name)
  if (found === undefined)
    throw new Error(`LAYOUT_NOT_CHECKED: This page knows no ${what} "${name}"; one from the same build was expected.`)
  return found
}
