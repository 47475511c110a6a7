/**
 * Networks from which an account has signed in: others' failures are not theirs (see `throttle.ts`). Kept in the
 * catalog, since a new browser brings nothing along, as a mark that only this server can make: no address is read from
 * it. It opens nothing.
 */
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { network } from '../../lib/network.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { unlessFull } from '../../lib/store-failure.ts'
import { normalUsername } from '../../lib/user.ts'
import type { NetworkRepo } from './network-repo.ts'

const DAY_MS = 86_400_000
const KNOWN_MS = 180 * DAY_MS
/** Networks of one account, the latest first. Each has tries of its own, so there are few. */
const MAX = 10

interface Parts {
  readonly repo: NetworkRepo
  readonly secrets: Pick<Secrets, 'mark'>
  readonly clock: Clock
  /** Added to a name without @, as at the sign-in. */
  readonly loginDomain: string
}

export function knownNetworks({ repo, secrets, clock, loginDomain }: Parts) {
  const steady = steadyOf(clock)
  const markOf = (username: string, address: string) =>
    secrets.mark('known network', `${username}\n${network(address)}`)

  return {
    /** Whether this account has signed in from there. Reads only, and the same for every name. */
    async has(typed: string, address: string): Promise<boolean> {
      const username = normalUsername(typed, loginDomain)
      return (await repo.find(username, markOf(username, address), steady.now() - KNOWN_MS)) !== null
    },

    /** This account has signed in from there. Written once a day at most; not while the disk is full. */
    async remember(typed: string, address: string): Promise<void> {
      const [username, at] = [normalUsername(typed, loginDomain), steady.now()]
      const mark = markOf(username, address)
      if ((await repo.find(username, mark, at - DAY_MS)) === null)
        await unlessFull(repo.put(username, mark, { at, most: MAX }))
    },

    sweep: (): Promise<void> => repo.sweep(steady.now() - KNOWN_MS),
  }
}

export type KnownNetworks = ReturnType<typeof knownNetworks>
