/**
 * Gives out a few connections in turn: first by tenant, then by account, so that who asks much waits for themselves and
 * not before others. A tenant holds at most so many at a time, the rest stays free for whoever comes next.
 */
import type { Asker } from '../asker.ts'

interface Waiting<T> {
  readonly tenant: string
  readonly take: (item: T) => void
}

export interface Turns<T> {
  /** Resolves with one that is this asker's until it is given back. */
  take(asker: Asker): Promise<T>
  give(item: T, asker: Asker): void
}

/** @param items what is given out; `most` how many of them one tenant holds at a time */
export function createTurns<T>(items: readonly T[], most: number): Turns<T> {
  const idle = [...items]
  const held = new Map<string, number>()
  /** In the order of their turns: who got one goes to the end, as a tenant and within it as an account. */
  const tenants = new Map<string, Map<string, Waiting<T>[]>>()

  function hold(tenant: string, change: 1 | -1): void {
    const now = (held.get(tenant) ?? 0) + change
    if (now === 0) held.delete(tenant)
    else held.set(tenant, now)
  }

  function next(): Waiting<T> | undefined {
    for (const [tenant, accounts] of tenants) {
      if ((held.get(tenant) ?? 0) >= most) continue
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
        serve()
      })
    },
    give(item, { tenant }) {
      hold(tenant, -1)
      idle.push(item)
      serve()
    },
  }
}
