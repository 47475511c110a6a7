/** The tab of the page that is edited, and its content. */
import type { LayoutModel } from '#engine'
import type { Place } from '../model/doc-parts.ts'

type Page = Pick<LayoutModel, 'tabs' | 'sections'>

/** The tab in work; the first one where none was opened, undefined where the page has none. */
export const tabInWork = ({ tabs }: Page, opened: string | null): string | undefined =>
  tabs.some(({ id }) => id === opened) ? (opened ?? undefined) : tabs[0]?.id

/** The sections of a tab and those of every tab, as readers see them: above the strip, on the tab, below it. */
export function sectionsOn({ sections }: Page, tab: string | undefined): LayoutModel['sections'] {
  const first = sections.findIndex((section) => section.tab !== undefined)
  if (first === -1) return sections
  const below = sections.slice(first)
  return [
    ...sections.slice(0, first),
    ...below.filter((section) => section.tab !== undefined && section.tab === tab),
    ...below.filter((section) => section.tab === undefined),
  ]
}

/**
 * Where something new goes: into the section that is selected or beside the widget that is, as far as they are on the
 * tab in work; else into the last section of the tab that has widgets, or its last one.
 */
export function placeForNew(page: Page, tab: string | undefined, selection: readonly string[]): Place {
  const selected = selection.at(-1) ?? ''
  const isIn = ({ id, widgets }: LayoutModel['sections'][number]) =>
    selected === `section:${id}` || widgets.includes(selected)
  const section = sectionsOn(page, tab).find(isIn)
  if (section !== undefined)
    return { section: section.id, ...(section.widgets.includes(selected) && { beside: selected }) }
  const last = sectionForNew(page, tab)
  return last === undefined ? {} : { section: last }
}

function sectionForNew({ sections }: Page, tab: string | undefined): string | undefined {
  const own = sections.filter((section) => section.tab !== undefined && section.tab === tab)
  return (own.findLast(({ widgets }) => widgets.length > 0) ?? own.at(-1))?.id
}
