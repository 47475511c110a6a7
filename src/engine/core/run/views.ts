/** What controls and sections show, from the state of the filters. */
import type { Frame } from '#domain/frame'
import type { Issue } from '../../types.ts'
import { kindOf } from '../kinds/index.ts'
import type { LayoutModel, ParamKey, ParamModel, SectionModel } from '../document/model.ts'
import type { ParamRuntime } from '../params/params.ts'
import type { DashboardState, ParamView, SectionView } from '../params/state.ts'
import { missingOf, type FilterState } from '../graph/transaction.ts'

export interface ListView {
  readonly frame: Frame | undefined
  readonly issue?: Issue
}

export function paramView(
  param: ParamModel,
  runtime: ParamRuntime,
  list: ListView | undefined,
  edits: ReadonlyMap<ParamKey, unknown>,
  text: (raw: string | undefined) => string,
  today: string,
): ParamView {
  const { definition, key } = param
  const { options } = definition
  return {
    key,
    type: definition.type,
    label: text(definition.label),
    state: runtime.status,
    value: runtime.value,
    draft: edits.has(key) ? (edits.get(key) ?? undefined) : (runtime.choice ?? runtime.value),
    origin: runtime.origin,
    missing: runtime.missing,
    ...(list?.frame && { options: list.frame }),
    ...(list?.issue && { issue: list.issue }),
    ...(options !== undefined &&
      !Array.isArray(options) && { optionColumns: { value: options.value, label: options.label } }),
    ...(Array.isArray(options) && { choices: options.map(({ value, label }) => ({ value, label: text(label) })) }),
    ...kindOf(definition).view?.(definition, text, { today, list: list?.frame }),
    ...(definition.optional === true && { mayBeEmpty: true }),
    ...(definition.offers !== undefined && { offers: definition.offers }),
  }
}

/** Of all filters that have come so far. */
export const paramViews = (
  model: LayoutModel,
  state: FilterState,
  lists: ReadonlyMap<ParamKey, ListView>,
  edits: ReadonlyMap<ParamKey, unknown>,
  text: (raw: string | undefined) => string,
  today: string,
): Record<ParamKey, ParamView> =>
  Object.fromEntries(
    [...model.params.values()].flatMap((param) => {
      const runtime = state.params.get(param.key)
      return runtime === undefined
        ? []
        : [[param.key, paramView(param, runtime, lists.get(param.key), edits, text, today)]]
    }),
  )

export function sectionView(
  section: SectionModel,
  state: FilterState,
  text: (raw: string | undefined) => string,
  folded: ReadonlySet<string> = new Set(),
): SectionView {
  return {
    id: section.id,
    title: text(section.definition.title),
    sticky: section.definition.sticky === true,
    ...(section.tab !== undefined && { tab: section.tab }),
    ...(section.collapse !== undefined && { collapse: folded.has(section.id) ? 'closed' : 'open' }),
    ...(section.repeat !== undefined && { repeat: section.repeat }),
    isAway: state.away.has(section.id),
    params: section.params,
    widgets: section.widgets,
    missing: missingOf(section, state).filter((key) => state.params.get(key)?.status !== 'pending'),
  }
}

/** The sections and tabs of a page. */
export const pageView = (
  model: LayoutModel,
  state: FilterState,
  text: (raw: string | undefined) => string,
  folded: ReadonlySet<string>,
): Pick<DashboardState, 'sections' | 'pages'> => ({
  sections: model.sections.map((section) => sectionView(section, state, text, folded)),
  pages: model.tabs.map(({ id, title }) => ({ id, title: text(title) })),
})

/** Values of the filters that are set, as widgets and their models see them. */
export function valuesOf(model: LayoutModel, state: FilterState, section: string | undefined): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { key, id, section: own } of model.params.values()) {
    if (own !== undefined && own !== section) continue
    const runtime = state.params.get(key)
    // The section's own filter comes after the layout's in the map, so it wins.
    if (runtime?.status === 'set') values[id] = runtime.value
  }
  return values
}
