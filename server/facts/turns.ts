/**
 * A pool of a few connections, shared fairly: round robin by tenant, then by account, so that a heavy user delays only
 * itself. A tenant holds a limited number, fewer while others wait; the rest stays free for the next tenant.
 */
import { isTenant, type Asker } from '../lib/asker.ts'
import { ofLate } from '../lib/of-late.ts'

/** A page is looked at, a filter is changed: so long after its last question a tenant still asks. */
const ASKS_MS = 5000

interface Waiting<T> {
  readonly tenant: string
  readonly take: (item: T) => void
}

/** How many one tenant holds at a time. */
export interface Share {
  readonly alone: number
  /** While another tenant asks that has had less of late. */
  readonly shared: number
}

export interface Turns<T> {
  /** Resolves with one that is this asker's until it is given back. */
  take(asker: Asker): Promise<T>
  give(item: T, asker: Asker): void
}

/**
 * Who may have more because another tenant asks no longer gets it with the next that is taken or given back.
 *
 * @param items what is given out
 * @param now milliseconds that never go back
 */
export function createTurns<T>(
  items: readonly T[],
  share: Share,
  now: () => number = () => performance.now(),
): Turns<T> {
  const idle = [...items]
  /** When a tenant last asked or was done, the oldest first, and for how long it has held something until then, ms. */
  const seen = new Map<string, { readonly at: number; readonly had: number }>()
  const since = new Map<T, { readonly tenant: string; readonly at: number }>()
  const held = new Map<string, number>()
  /** In the order of their turns: who got one goes to the end, as a tenant and within it as an account. */
  const tenants = new Map<string, Map<string, Waiting<T>[]>>()

  function hold(tenant: string, change: 1 | -1): void {
    const count = (held.get(tenant) ?? 0) + change
    if (count === 0) held.delete(tenant)
    else held.set(tenant, count)
  }

  const hadUntil = (tenant: string, at: number): number => {
    const known = seen.get(tenant)
    return known === undefined ? 0 : ofLate(known.had, at - known.at)
  }
  /** With what it holds now: a question of seven seconds is not nothing until it ends. */
  const hadBy = (tenant: string, at: number): number => {
    let had = hadUntil(tenant, at)
    for (const holding of since.values()) if (holding.tenant === tenant) had += at - holding.at
    return had
  }

  function see(tenant: string, ms = 0): void {
    if (!isTenant(tenant)) return
    const at = now()
    const had = hadUntil(tenant, at) + ms
    seen.delete(tenant)
    seen.set(tenant, { at, had })
    for (const [one, last] of seen) {
      if (at - last.at < ASKS_MS) break
      if (!held.has(one) && !tenants.has(one)) seen.delete(one)
    }
  }

  function isShared(tenant: string): boolean {
    if (!isTenant(tenant)) return seen.size > 0
    const at = now()
    const own = hadBy(tenant, at)
    return [...seen.keys()].some((other) => other !== tenant && hadBy(other, at) <= own)
  }

  function next(): Waiting<T> | undefined {
    for (const [tenant, accounts] of tenants) {
      if ((held.get(tenant) ?? 0) >= (isShared(tenant) ? share.shared : share.alone)) continue
      const [[account, queue]] = accounts as unknown as [[string, Waiting<T>[]]]
      const first = queue.shift()
      accounts.delete(account)
      if (queue.length > 0) accounts.set(account, queue)
      tenants.delete(tenant)
      if (accounts.size > 0) tenants.set(tenant, accounts)
      return first
    }
    return undefined
  }

  function serve(): void {
    while (idle.length > 0) {
      const waiting = next()
      if (waiting === undefined) return
      hold(waiting.tenant, 1)
      const item = idle.pop()!
      since.set(item, { tenant: waiting.tenant, at: now() })
      waiting.take(item)
    }
  }

  return {
    take({ tenant, account }) {
      return new Promise((take) => {
        const accounts = tenants.get(tenant) ?? new Map<string, Waiting<T>[]>()
        const queue = accounts.get(account) ?? []
        queue.push({ tenant, take })
        accounts.set(account, queue)
        tenants.set(tenant, accounts)
        see(tenant)
        serve()
      })
    },
    give(item, { tenant }) {
      hold(tenant, -1)
      const at = since.get(item)?.at ?? now()
      since.delete(item)
      see(tenant, now() - at)
      idle.push(item)
      serve()
    },
  }
}
