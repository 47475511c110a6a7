/** A dashboard and its address: the filters, and the tabs that are open inside widgets. */
import { type Address, createAddress } from '../graph/address.ts'
import type { LayoutModel, ParamKey, ParamModel } from '../document/model.ts'
import type { Memory } from '../params/persist.ts'
import type { UrlPort } from '../params/ports.ts'
import type { Issue } from '../../types.ts'
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
  /** Others wrote into it: values of filters, with undefined for those that left it. */
  readonly onChange: (edits: ReadonlyMap<ParamKey, unknown>, notices: readonly Issue[]) => void
}

export interface DashboardAddress {
  tabs(): Tabs
  /** What it said of the filters at the beginning. */
  readonly first: Omit<ReturnType<Address['read']>, 'tabs'>
  /** From here on it is listened to. */
  begin(): void
  remember: Address['remember']
  /** Whether it was another one before. */
  openTab(widget: string, tab: string): boolean
  dispose(): void
}

export function createDashboardAddress({ transactions, tabsBefore, onChange, ...parts }: Parts): DashboardAddress {
  const { env, filters } = transactions
  const address = createAddress({ ...parts, env, filters, tabs: () => tabs })
  const first = address.read()
  let tabs = tabsBefore ?? first.tabs
  let disposed = false
  let forget: (() => void) | undefined | void

  return {
    tabs: () => tabs,
    first,
    begin() {
      forget = parts.url?.onChange?.(() => {
        const read = disposed ? undefined : address.changed()
        if (read === undefined) return
        tabs = read.tabs
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
    dispose() {
      disposed = true
      forget?.()
    },
  }
}
