/**
 * For whom the work of this moment is done. It is known where a request begins and asked for where the facts are read,
 * far below, so it travels with the asynchronous calls between. Work that no request waits for is the server's own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from './scope.ts'

export interface Asker {
  /** Accounts of one tenant share its part of the server. */
  readonly tenant: string
  readonly account: string
}

/** Jobs, and what many share: alerts, reports, the day that begins. */
export const SERVER_ASKER: Asker = { tenant: 'server', account: 'server' }

/** A health check: not behind the jobs of the server itself. */
export const HEALTH_ASKER: Asker = { tenant: 'health', account: 'health' }

/** Whether it is a person or a program, and not the server itself. */
export const isTenant = (tenant: string): boolean => tenant !== SERVER_ASKER.tenant && tenant !== HEALTH_ASKER.tenant

/** Tenants with questions in work, and how many each has. */
const inWork = new Map<string, number>()

let lastRequestAt = Number.NEGATIVE_INFINITY
/** How long ago a person or a program asked something, ms; infinite where none has. */
export const sinceRequest = (): number => performance.now() - lastRequestAt

/** @returns what to call once it is answered */
export function noteInWork({ tenant }: Asker): () => void {
  if (isTenant(tenant)) lastRequestAt = performance.now()
  inWork.set(tenant, (inWork.get(tenant) ?? 0) + 1)
  return () => {
    const left = (inWork.get(tenant) ?? 0) - 1
    if (left > 0) inWork.set(tenant, left)
    else inWork.delete(tenant)
  }
}

/** Other tenants of which a question is in work. */
export const othersInWork = ({ tenant }: Asker): readonly string[] =>
  [...inWork.keys()].filter((other) => other !== tenant && isTenant(other))

const askers = new AsyncLocalStorage<Asker>()

export const currentAsker = (): Asker => askers.getStore() ?? SERVER_ASKER

export const runAs = <T>(asker: Asker, work: () => T): T => askers.run(asker, work)

/**
 * The asker behind a session. Accounts see different clients of one tenant (a brand, all brands of a group), so the
 * first one is the tenant; an account for all clients has none.
 */
export function askerOf({ userId, clients }: Pick<Scope, 'userId' | 'clients'>): Asker {
  const account = String(userId)
  return {
    tenant: clients === 'all' || clients.length === 0 ? `account ${account}` : `client ${Math.min(...clients)}`,
    account,
  }
}

/** The same pieces, each made for who asks now: a stream takes them later, when the caller is not known any more. */
export async function* piecesFor<T>(asker: Asker, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await runAs(asker, () => iterator.next())
      if (next.done === true) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}
