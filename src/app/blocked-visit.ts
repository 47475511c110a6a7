/**
 * An address that redirected to home, and why: shown there until it is dismissed (spec 1 keeps the
 * redirects themselves).
 */
import type { AccessFlag } from '#domain/access'
import { createStore } from 'zustand/vanilla'

export type BlockedVisit =
  | { readonly kind: 'unknown'; readonly path: string }
  /** A screen of the product that has no page yet; `screen` names its texts. */
  | { readonly kind: 'unbuilt'; readonly path: string; readonly screen: string }
  | {
      readonly kind: 'forbidden'
      readonly path: string
      readonly admin: boolean
      readonly flags: readonly AccessFlag[]
    }

const store = createStore<{ readonly visit: BlockedVisit | null }>(() => ({ visit: null }))

export const blockedVisit = {
  store,
  /** The loaders of one address run side by side: their reasons are shown together. */
  forbid(path: string, { admin, flags }: { readonly admin: boolean; readonly flags: readonly AccessFlag[] }): void {
    const { visit } = store.getState()
    const before = visit?.kind === 'forbidden' && visit.path === path ? visit : null
    store.setState({
      visit: {
        kind: 'forbidden',
        path,
        admin: admin || before?.admin === true,
        flags: [...new Set([...(before?.flags ?? []), ...flags])],
      },
    })
  },
  unknown(path: string): void {
    store.setState({ visit: { kind: 'unknown', path } })
  },
  unbuilt(path: string, screen: string): void {
    store.setState({ visit: { kind: 'unbuilt', path, screen } })
  },
  dismiss(): void {
    store.setState({ visit: null })
  },
}
