/**
 * The state of a page in the address besides its filters: tabs, collapsed sections, the widget that fills it, steps of
 * charts.
 */
import type { Granularity, Issue } from '../../types.ts'
import { issue } from '../document/issue.ts'
import type { LayoutModel } from '../document/model.ts'
import { same } from '../document/pointer.ts'
import type { Full } from '../params/state.ts'
import {
  FOLD_KEY,
  FULL_KEY,
  fullText,
  GRANULARITY_KEY,
  ignored,
  readFolds,
  readFull,
  readGranularity,
  readTabs,
  TAB_KEY,
  tabsText,
  type TabsRead,
} from '../params/url.ts'

/** The page as it is now. */
export interface PageNow {
  /** Widget -> the tab that was chosen in it. */
  readonly tabs: () => Readonly<Record<string, string>>
  /** The open tab of the page. */
  readonly page: () => string | undefined
  /** The sections that are collapsed. */
  readonly folded: () => ReadonlySet<string>
  /** The widget that fills the page. */
  readonly full: () => Full | undefined
  /** The steps of charts, where the reader chose them. */
  readonly granularity: () => Granularity | undefined
}

/** Its state in the address. */
export type Seen = Pick<TabsRead, 'tabs' | 'page'> & {
  readonly folded: ReadonlySet<string>
  readonly full?: Full
  readonly granularity?: Granularity
}

export interface PageAddress {
  readonly keys: readonly string[]
  read(search: string): Seen & { readonly notices: readonly Issue[] }
  /** Key -> text; a key that has none is not in the address. */
  texts(): Readonly<Record<string, string>>
}

/** Sections that the document begins with collapsed. */
export const foldedAtFirst = ({ sections }: Pick<LayoutModel, 'sections'>): ReadonlySet<string> =>
  new Set(sections.flatMap(({ id, collapse }) => (collapse === 'closed' ? [id] : [])))

/** @param taken keys that the document uses for its filters: the page does not use them */
export function createPageAddress(
  model: Pick<LayoutModel, 'tabs' | 'sections' | 'widgets'>,
  taken: ReadonlySet<string>,
  now: PageNow,
): PageAddress {
  const collapsible = new Set(model.sections.flatMap(({ id, collapse }) => (collapse === undefined ? [] : [id])))
  const keys = [TAB_KEY, ...(collapsible.size > 0 ? [FOLD_KEY] : []), FULL_KEY, GRANULARITY_KEY].filter(
    (key) => !taken.has(key),
  )
  const has = (key: string) => keys.includes(key)
  const pages = model.tabs.map(({ id }) => id)

  return {
    keys,

    read(search) {
      const widgets = new Set(model.widgets.keys())
      const tabs: TabsRead = has(TAB_KEY) ? readTabs(search, widgets, pages) : { tabs: {}, refused: [] }
      const folds = has(FOLD_KEY) ? readFolds(search, collapsible) : { refused: [] }
      const alone = has(FULL_KEY) ? readFull(search, widgets) : { refused: [] }
      const steps = has(GRANULARITY_KEY) ? readGranularity(search) : { refused: [] }
      return {
        tabs: tabs.tabs,
        folded: folds.folded ?? foldedAtFirst(model),
        ...(tabs.page !== undefined && { page: tabs.page }),
        ...(alone.full !== undefined && { full: alone.full }),
        ...(steps.granularity !== undefined && { granularity: steps.granularity }),
        notices: [
          ...(tabs.unknown === undefined ? [] : [issue('URL_TAB_UNKNOWN', '', { tab: tabs.unknown })]),
          ...tabs.refused.map((text) => ignored(text, '', TAB_KEY, 'tab')),
          ...folds.refused.map((text) => ignored(text, '', FOLD_KEY, 'fold')),
          ...alone.refused.map((text) => ignored(text, '', FULL_KEY, 'full')),
          ...steps.refused.map((text) => ignored(text, '', GRANULARITY_KEY, 'granularity')),
        ],
      }
    },

    texts() {
      const full = now.full()
      const hasOwnFolds = !same([...now.folded()].toSorted(), [...foldedAtFirst(model)].toSorted())
      const texts: Readonly<Record<string, string | undefined>> = {
        [TAB_KEY]: tabsText(now.tabs(), now.page()),
        [FOLD_KEY]: hasOwnFolds ? [...now.folded()].join(',') : undefined,
        [FULL_KEY]: full && fullText(full),
        [GRANULARITY_KEY]: now.granularity(),
      }
      return Object.fromEntries(
        Object.entries(texts).flatMap(([key, text]) => (text !== undefined && has(key) ? [[key, text]] : [])),
      )
    },
  }
}
