/**
 * The resolve stage: every reference looked up, every widget either live or quarantined with the issues that explain
 * it. A widget whose query, filter or section is broken carries the issue of that part, so the card shows the cause.
 */
import type { Issue, SourceRegistry, WidgetDeclarations, WidgetRegistry } from '../../../types.ts'
import { MAX_WIDGETS } from '../../document/constants.ts'
import type { Envelope } from '../envelope.ts'
import type { LayoutModel, WidgetModel } from '../../document/model.ts'
import { isRecord, join } from '../../document/pointer.ts'
import { createParams, createReport } from './params.ts'
import { createQueries, linkLists } from './queries.ts'
import { resolveSections } from './sections.ts'
import { withWords } from './whole-lists.ts'
import { resolveWidget, type WidgetContext } from './widgets.ts'

export interface CheckedContext {
  readonly widgets: WidgetDeclarations
  readonly sources: SourceRegistry
  /** True when the application itself has a text for a `t:` key. */
  readonly hasText?: (key: string) => boolean
  /** Ids of the dashboards that links may name; left out: unknown here, and not checked. */
  readonly dashboards?: ReadonlySet<string>
  /** Hosts that addresses of links may name, with their port; left out: none. */
  readonly linkHosts?: readonly string[]
}

/** For documents that are to be checked: the widgets with the guards of their options. */
export interface LoadContext extends CheckedContext {
  readonly widgets: WidgetRegistry
}

export interface Resolved {
  readonly model: LayoutModel
  readonly issues: readonly Issue[]
  /** Widget id -> options after migration, for saving. */
  readonly migrated: ReadonlyMap<string, { readonly v: number; readonly options: Record<string, unknown> }>
}

/** Looks everything up. Never throws. */
export function resolveLayout(
  envelope: Envelope,
  document: Record<string, unknown>,
  context: CheckedContext,
  {
    isTransform,
    isOptions,
    unitIssues,
    missingColumns,
  }: Pick<WidgetContext, 'isTransform' | 'isOptions' | 'unitIssues' | 'missingColumns'>,
): Resolved {
  const { value } = envelope
  const issues: Issue[] = []
  const report = createReport(issues)
  const params = createParams(envelope, report)
  const queries = createQueries(envelope, context.sources, params, report, isTransform)
  linkLists(params, queries, report)

  const raw = Object.entries(isRecord(document.widgets) ? document.widgets : {}).slice(0, MAX_WIDGETS)
  const sections = resolveSections(
    envelope,
    raw.map(([id]) => id),
    params,
    queries,
    report,
  )
  const migrated = new Map<string, { v: number; options: Record<string, unknown> }>()
  const widgetContext = {
    registry: context.widgets,
    params,
    queries,
    report,
    links: {
      params,
      queries,
      tabs: sections.tabs.map(({ id }) => id),
      own: value._id,
      dashboards: context.dashboards && new Set([...context.dashboards, value._id]),
      hosts: context.linkHosts ?? [],
    },
    isTransform,
    unitIssues,
    isOptions,
    missingColumns,
    migrated: (id: string, v: number, options: Record<string, unknown>) => {
      migrated.set(id, { v, options })
    },
  }
  const widgets = new Map<string, WidgetModel>(
    raw.map(([id, written]) => {
      const section = sections.placed.get(id)
      const place = {
        id,
        raw: written,
        section,
        around: sections.models.find((one) => one.id === section)?.repeat,
        closed: section === undefined ? [] : (sections.closed.get(section) ?? []),
        broken: envelope.broken.get(join('widgets', id)),
      }
      return [id, resolveWidget(place, Object.hasOwn(value.widgets, id) ? value.widgets[id] : undefined, widgetContext)]
    }),
  )

  // A widget in quarantine keeps its options as they were, also when only something else is wrong with it.
  for (const id of migrated.keys()) if (widgets.get(id)?.kind !== 'live') migrated.delete(id)

  // Only what is usable reaches the graph.
  const usableParams = [...params.models.values()]
    .filter(({ key }) => queries.paramCauses(key).length === 0)
    .map((param) => {
      const { optionsQuery, ...rest } = param
      return optionsQuery === undefined || queries.causes(optionsQuery).length === 0 ? param : rest
    })
  const usableQueries = new Map(
    queries
      .models()
      .filter(({ key }) => queries.causes(key).length === 0)
      .map((query) => [query.key, query]),
  )
  const paramMap = new Map(usableParams.map((param) => [param.key, param]))
  // Queries that are not used are checked too, so that an editor shows what is wrong in them.
  const used = new Set(queries.models().map(({ id }) => id))
  for (const id of Object.keys(value.queries)) if (!used.has(id)) queries.ask(id, undefined)

  return {
    issues,
    migrated,
    model: {
      id: value._id,
      revision: value.revision ?? 0,
      name: value.name,
      access: [value.access ?? []].flat(),
      apply: value.apply ?? 'auto',
      i18n: (value.i18n ?? {}) as LayoutModel['i18n'],
      params: paramMap,
      queries: new Map([...usableQueries].map(([key, query]) => [key, withWords(query, paramMap, usableQueries)])),
      widgets,
      tabs: sections.tabs,
      sections: sections.models,
      grids: value.grids,
    },
  }
}
