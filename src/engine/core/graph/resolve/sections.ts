/** Sections: their filters and widgets looked up, and what keeps a section closed. */
import type { Issue } from '../../../types.ts'
import type { Envelope } from '../envelope.ts'
import { issue } from '../../document/issue.ts'
import type { SectionModel, TabModel } from '../../document/model.ts'
import { join } from '../../document/pointer.ts'
import type { ParamTable, Report } from './params.ts'
import { near, type QueryTable } from './queries.ts'
import { resolveRepeat } from './repeats.ts'

export interface SectionTable {
  readonly tabs: readonly TabModel[]
  readonly models: readonly SectionModel[]
  /** Widget -> section. */
  readonly placed: ReadonlyMap<string, string>
  /** Section -> issues of what it requires: with any of them nothing in it may run. */
  readonly closed: ReadonlyMap<string, readonly Issue[]>
}

export function resolveSections(
  { sections, tabs: written }: Envelope,
  widgetIds: readonly string[],
  params: ParamTable,
  queries: QueryTable,
  report: Report,
): SectionTable {
  const models: SectionModel[] = []
  const placed = new Map<string, string>()
  const closed = new Map<string, readonly Issue[]>()
  const exists = new Set(widgetIds)
  const usable = (keys: readonly string[]) => keys.filter((key) => queries.paramCauses(key).length === 0)
  const tabs = new Map<string, TabModel>()
  for (const { tab, index } of written) {
    if (tabs.has(tab.id)) report(issue('LINT_TAB_TWICE', join('layout', 'tabs', index, 'id'), { id: tab.id }))
    else tabs.set(tab.id, { id: tab.id, title: tab.title })
  }

  for (const { section, index, closed: doubtful } of sections) {
    const pointer = join('layout', 'sections', index)
    if (closed.has(section.id)) {
      report(issue('LINT_SECTION_TWICE', `${pointer}/id`, { id: section.id }))
      continue
    }
    const wrong: Issue[] = [...doubtful]
    const names = (list: readonly string[], field: 'params' | 'requires') =>
      list.flatMap((id, i) => {
        const { key, issue: unknown } = params.resolve(
          { param: id, path: [] },
          id,
          section.id,
          `${pointer}/${field}/${i}`,
          ({ param }) => param,
        )
        if (unknown !== undefined) report(unknown)
        if (unknown !== undefined && field === 'requires') wrong.push(unknown)
        return key === undefined ? [] : [key]
      })
    const controls = names(section.params ?? [], 'params')
    const requires = names(section.requires ?? [], 'requires')
    for (const key of requires) wrong.push(...queries.paramCauses(key))
    const widgets = (section.widgets ?? []).filter((id, i) => {
      const place = `${pointer}/widgets/${i}`
      if (!exists.has(id)) {
        report(near('REFERENCE_UNKNOWN_WIDGET', place, { id }, id, widgetIds))
        return false
      }
      if (placed.has(id)) {
        report(issue('LINT_WIDGET_TWICE', place, { id }, { widget: id }))
        return false
      }
      placed.set(id, section.id)
      return true
    })
    const repeated = resolveRepeat(section.repeat, {
      section: section.id,
      pointer: `${pointer}/repeat`,
      params,
      queries,
    })
    report(...repeated.wrong, ...repeated.hints)
    wrong.push(...repeated.wrong)
    closed.set(section.id, wrong)
    const { tab } = section
    // A section that names no tab of the page is on every tab: it stays visible.
    if (tab !== undefined && !tabs.has(tab))
      report(near('REFERENCE_UNKNOWN_TAB', `${pointer}/tab`, { id: tab }, tab, tabs.keys()))
    models.push({
      id: section.id,
      ...(tab !== undefined && tabs.has(tab) && { tab }),
      ...(repeated.repeat && { repeat: repeated.repeat }),
      ...(section.collapse !== undefined && { collapse: section.collapse }),
      definition: section,
      params: usable(controls),
      requires: usable(requires),
      widgets,
    })
  }

  // A page without a usable section still shows its widgets.
  if (sections.length === 0 && widgetIds.length > 0) {
    models.push({
      id: 'all',
      definition: { id: 'all' },
      params: usable([...params.models.keys()]),
      requires: [],
      widgets: widgetIds,
    })
    for (const id of widgetIds) placed.set(id, 'all')
  }
  return { tabs: [...tabs.values()], models, placed, closed }
}
