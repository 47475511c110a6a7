/**
 * Gives out a few connections in turn: first by tenant, then by account, so that who asks much waits for themselves and
 * not before others. A tenant holds at most so many at a time, and fewer while others ask, too; the rest stays free for
 * whoever comes next.
 */
import { isTenant, type Asker } from '../asker.ts'

/** A page is looked at, a filter is changed: so long after its last question a tenant still asks. */
const ASKS_MS = 5000

interface Waiting<T> {
  readonly tenant: string
  readonly take: (item: T) => void
}

/** How many one tenant holds at a time. */
export interface Share {
  readonly alone: number
  /** While another tenant asks. */
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
  /** When a tenant last asked or was done; the oldest first. */
  const seen = new Map<string, number>()
  const held = new Map<string, number>()
  /** In the order of their turns: who got one goes to the end, as a tenant and within it as an account. */
  const tenants = new Map<string, Map<string, Waiting<T>[]>>()

  function hold(tenant: string, change: 1 | -1): void {
    const count = (held.get(tenant) ?? 0) + change
    if (count === 0) held.delete(tenant)
    else held.set(tenant, count)
  }

  function see(tenant: string): void {
    if (!isTenant(tenant)) return
    const at = now()
    seen.delete(tenant)
    seen.set(tenant, at)
    for (const [one, last] of seen) {
      if (at - last < ASKS_MS) break
      if (!held.has(one) && !tenants.has(one)) seen.delete(one)
    }
  }

  const isShared = (tenant: string): boolean => seen.size > (seen.has(tenant) ? 1 : 0)

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
      waiting.take(idle.pop()!)
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
      see(tenant)
      idle.push(item)
      serve()
    },
  }
}
