/** A dashboard and its address: the filters, the tab of the page, and the tabs that are open inside widgets. */
import { type Address, createAddress } from '../graph/address.ts'
import type { LayoutModel, ParamKey, ParamModel } from '../document/model.ts'
import type { Memory } from '../params/persist.ts'
import type { UrlPort } from '../params/ports.ts'
import type { Full } from '../params/state.ts'
import { fullText } from '../params/url.ts'
import type { Granularity, Issue } from '../../types.ts'
import type { Transactions } from './dashboard-transactions.ts'

/** Widget -> the tab that was chosen in it. */
type Tabs = Readonly<Record<string, string>>

interface Parts {
  readonly model: LayoutModel
  readonly memory: Memory
  readonly url: UrlPort | undefined
  readonly transactions: Pick<Transactions, 'env' | 'filters'>
  readonly label: (param: ParamModel) => string
  /** Of the dashboard before this one; they win over those of the address. */
  readonly tabsBefore: Tabs | undefined
  readonly pageBefore: string | undefined
  readonly foldedBefore: ReadonlySet<string> | undefined
  /** Others wrote into it: values of filters, with undefined for those that left it. */
  readonly onChange: (edits: ReadonlyMap<ParamKey, unknown>, notices: readonly Issue[]) => void
}

export interface DashboardAddress {
  tabs(): Tabs
  /** What it said of the filters at the beginning. */
  readonly first: Pick<ReturnType<Address['read']>, 'values' | 'notices'>
  /** The open tab of the page; the first one where the address names none. */
  page(): string | undefined
  /** The sections that are collapsed. */
  folded(): ReadonlySet<string>
  /** The widget that fills the page. */
  full(): Full | undefined
  /** The steps of charts, where the reader chose them. */
  granularity(): Granularity | undefined
  /** From here on it is listened to. */
  begin(): void
  remember: Address['remember']
  /** Whether it was another one before. */
  openTab(widget: string, tab: string): boolean
  /** Opens a tab of the page, and writes nothing yet. Whether it was another one before. */
  openPage(tab: string): boolean
  /** The same for a section that is opened or collapsed. */
  fold(section: string, isFolded: boolean): boolean
  /** The same for the widget that fills the page; undefined for none. */
  showFull(full: Full | undefined): boolean
  /** Writes it; whether it was another one before. */
  setGranularity(granularity: Granularity | undefined): boolean
  dispose(): void
}

export function createDashboardAddress({
  transactions,
  tabsBefore,
  pageBefore,
  foldedBefore,
  onChange,
  ...parts
}: Parts): DashboardAddress {
  const { env, filters } = transactions
  const pages = parts.model.tabs.map(({ id }) => id)
  /** A widget that fills the page brings its tab along. */
  const known = (page: string | undefined, full: Full | undefined) => {
    const section = full && parts.model.widgets.get(full.widget)?.section
    const own = parts.model.sections.find(({ id }) => id === section)?.tab ?? page
    return own !== undefined && pages.includes(own) ? own : pages[0]
  }
  const address = createAddress({
    ...parts,
    env,
    filters,
    tabs: () => tabs,
    page: () => page,
    folded: () => folded,
    full: () => full,
    granularity: () => granularity,
  })
  const first = address.read()
  let tabs = tabsBefore ?? first.tabs
  let full = first.full
  let granularity = first.granularity
  let page = known(pageBefore ?? first.page, full)
  const isCollapsible = (id: string) => parts.model.sections.some((one) => one.id === id && one.collapse !== undefined)
  let folded: ReadonlySet<string> = new Set([...(foldedBefore ?? first.folded)].filter(isCollapsible))
  let disposed = false
  let forget: (() => void) | undefined | void

  return {
    tabs: () => tabs,
    page: () => page,
    folded: () => folded,
    full: () => full,
    granularity: () => granularity,
    first,
    begin() {
      forget = parts.url?.onChange?.(() => {
        const read = disposed ? undefined : address.changed()
        if (read === undefined) return
        tabs = read.tabs
        full = read.full
        granularity = read.granularity
        page = known(read.page, full)
        folded = read.folded
        onChange(read.edits, read.notices)
      })
      address.begin()
    },
    remember: address.remember,
    openTab(widget, tab) {
      if (disposed || tabs[widget] === tab) return false
      tabs = { ...tabs, [widget]: tab }
      address.remember('push', [])
      return true
    },
    openPage(next) {
      if (disposed || page === next || !pages.includes(next)) return false
      page = next
      return true
    },
    fold(section, isFolded) {
      if (disposed || folded.has(section) === isFolded || !isCollapsible(section)) return false
      const others = [...folded].filter((id) => id !== section)
      folded = new Set(isFolded ? [...others, section] : others)
      return true
    },
    setGranularity(next) {
      if (disposed || granularity === next) return false
      granularity = next
      address.remember('push', [])
      return true
    },
    showFull(next) {
      const isSame = next === undefined ? full === undefined : full !== undefined && fullText(next) === fullText(full)
      if (disposed || isSame || (next !== undefined && !parts.model.widgets.has(next.widget))) return false
      full = next
      page = known(page, full)
      return true
    },
    dispose() {
      disposed = true
      forget?.()
    },
  }
}
