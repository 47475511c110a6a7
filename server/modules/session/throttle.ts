/**
 * Slows guessing down without letting an account be locked out by others. Failures are counted three times: of an
 * account at one browser or address; of an account over all strange ones; and of an address over all accounts. Beyond
 * the free tries each failure doubles the wait, up to a quarter of an hour for the failing caller, and to much less
 * where others are hit as well. A known caller of the account waits for its own failures only: a browser in which it
 * has signed in before; and, beside those of its address over all accounts, a network from which it has. An attempt is
 * charged before it is checked and refunded when it succeeds: a burst cannot slip through together.
 */
import { createHash } from 'node:crypto'
import { steadyOf } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { network, site } from '../../lib/network.ts'

/** Tries that cost nothing, and the longest wait after them. */
interface Rule {
  readonly free: number
  readonly longestMs: number
}
const OWN: Rule = { free: 5, longestMs: 15 * 60_000 }
/** All strange browsers and networks together: an army of addresses has a try a minute between them. */
const ACCOUNT: Rule = { free: 20, longestMs: 60_000 }
/** An office, or everybody behind a proxy that is not trusted: not the fault of one of them for long. */
const ADDRESS: Rule = { free: 50, longestMs: 2_000 }
const FORGET_AFTER_MS = 60 * 60_000
/**
 * Bound the memory an attacker can make us use. A try that is judged leaves two keys and one address: a hundred a
 * second, which no machine hashes more of, take longer than the longest wait to push a key out.
 */
const KEYS_KEPT = 200_000
const ADDRESSES_KEPT = 20_000
/** Limit of distinct accounts per address; further ones share one entry, which no success clears. */
const ACCOUNTS_KEPT = 200
const OTHERS = ''

/** Who tries. */
export interface Try {
  readonly address: string
  /** A browser in which this account has signed in before, or a session that it has; null = a strange one. */
  readonly browser?: string | null
  /** This account has signed in from its network before. */
  readonly isKnownNetwork?: boolean
  /**
   * False for random secrets that cannot be guessed: the account is not counted over all addresses, for programs know
   * no browser.
   */
  readonly isGuessable?: boolean
}

interface Failures {
  count: number
  last: number
}
/** Failures of an address by the account that was tried: a success takes back those of its own account. */
interface AddressFailures {
  readonly accounts: Map<string, number>
  count: number
  last: number
}

export type TakeBack = () => void

/** As long for every text: a key takes the same memory for any name. */
const mark = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** A map of those that were put in last. */
function usedLast<T>(most: number) {
  const map = new Map<string, T>()
  // It stays behind what it gave: from the beginning it would pass by all that was removed, again and again.
  let oldest = map.keys()
  return {
    get: (key: string) => map.get(key),
    keys: () => map.keys(),
    delete: (key: string) => map.delete(key),
    put(key: string, value: T): void {
      // Removing it first moves it to the end.
      map.delete(key)
      map.set(key, value)
      if (map.size <= most) return
      let next = oldest.next()
      if (next.done === true) {
        oldest = map.keys()
        next = oldest.next()
      }
      map.delete(next.value!)
    },
  }
}

export function loginThrottle(wall: Clock) {
  const clock = steadyOf(wall)
  const failures = usedLast<Failures>(KEYS_KEPT)
  const addresses = usedLast<AddressFailures>(ADDRESSES_KEPT)

  const ownKey = (account: string, { address, browser }: Try) => mark(account) + mark(browser ?? network(address))
  const accountKey = mark
  const isStrange = ({ browser = null }: Try) => browser === null
  /** Whether what others fail with, anywhere, is counted together with what fails here. */
  const isCounted = (from: Try) => isStrange(from) && from.isKnownNetwork !== true && from.isGuessable !== false

  function waitMs(known: Failures | undefined, { free, longestMs }: Rule): number {
    if (known === undefined || known.count < free) return 0
    return Math.max(0, known.last + Math.min(1000 * 2 ** (known.count - free), longestMs) - clock.now())
  }

  const isForgotten = ({ last }: Failures, now: number) => now - last >= FORGET_AFTER_MS

  function charge(key: string): TakeBack {
    const now = clock.now()
    const before = failures.get(key)
    const charged = { count: before !== undefined && !isForgotten(before, now) ? before.count + 1 : 1, last: now }
    failures.put(key, charged)
    return () => {
      const found = failures.get(key)
      if (found === undefined) return
      found.count -= 1
      if (found === charged && before !== undefined) found.last = before.last
    }
  }

  function chargeAddress(key: string, account: string): void {
    const now = clock.now()
    const known = addresses.get(key)
    const { accounts, count } =
      known !== undefined && !isForgotten(known, now) ? known : { accounts: new Map<string, number>(), count: 0 }
    const own = mark(account)
    const name = accounts.has(own) || accounts.size < ACCOUNTS_KEPT ? own : OTHERS
    accounts.set(name, (accounts.get(name) ?? 0) + 1)
    addresses.put(key, { accounts, count: count + 1, last: now })
  }

  return {
    /**
     * Counts an attempt. Throws LOGIN_TOO_MANY while the wait is on. @returns what takes it back from who tried, for
     * one that was not judged
     */
    attempt(account: string, from: Try): TakeBack {
      const strange = isStrange(from)
      const counted = isCounted(from)
      const wait = Math.max(
        waitMs(failures.get(ownKey(account, from)), OWN),
        counted ? waitMs(failures.get(accountKey(account)), ACCOUNT) : 0,
        strange ? waitMs(addresses.get(site(from.address)), ADDRESS) : 0,
      )
      if (wait > 0) {
        const retryAfterS = Math.ceil(wait / 1000)
        throw new AppError('LOGIN_TOO_MANY', `Too many failed sign-ins; try again in ${retryAfterS} s.`, {
          retryAfterS,
        })
      }
      const takeBack = charge(ownKey(account, from))
      // The attempts of all together stay charged: refunded, the next try of a flood would take the place in the queue
      // of who types right.
      if (counted) charge(accountKey(account))
      if (strange) chargeAddress(site(from.address), account)
      return takeBack
    },

    /** The attempt was right: the account is clean again here, and so are its address's failures with it. */
    succeeded(account: string, from: Try): void {
      failures.delete(ownKey(account, from))
      if (!isStrange(from)) return
      // Else each sign-in at a known network would give strangers their tries back.
      if (isCounted(from)) failures.delete(accountKey(account))
      const shared = addresses.get(site(from.address))
      if (shared === undefined) return
      shared.count -= shared.accounts.get(mark(account)) ?? 0
      shared.accounts.delete(mark(account))
    },

    /** The account is clean again everywhere. */
    forgive(account: string): void {
      for (const key of failures.keys()) if (key.startsWith(mark(account))) failures.delete(key)
    },
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>
